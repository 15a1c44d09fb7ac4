"""From files to records: every mistake found at once, each at its file, line and column."""

from macros.loading.files import ParseCache
from macros.loading.load import Reading, Records, load, read_all
from macros.loading.problems import DataError, Problem

__all__ = ["DataError", "ParseCache", "Problem", "Reading", "Records", "load", "read_all"]
