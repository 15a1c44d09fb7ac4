"""From files to records: every mistake found at once, each at its file, line and column."""

from macros.loading.problems import DataError, Problem
from macros.loading.store import Records, load, problem_in

__all__ = ["DataError", "Problem", "Records", "load", "problem_in"]
