"""From files to records: every mistake found at once, each at its file, line and column."""

from macros.loading.problems import DataError, Problem
from macros.loading.store import Records, load, located

__all__ = ["DataError", "Problem", "Records", "load", "located"]
