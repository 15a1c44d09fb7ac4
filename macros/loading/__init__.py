"""Load files to records, or to a list of all problems, each with file, line and column."""

from macros.loading.load import LoadResult, load, read_all
from macros.loading.problems import DataError, Problem
from macros.schema.kinds import Records

__all__ = ["DataError", "LoadResult", "Problem", "Records", "load", "read_all"]
