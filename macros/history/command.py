"""`python -m macros diff OLD NEW`: what lies between two states of the data."""

from __future__ import annotations

import sys
from pathlib import Path

from macros.history.diff import differences
from macros.history.diff_text import FORMATS, Comparison
from macros.history.grouping import grouped
from macros.history.snapshots import StateError, files_of, parsed

CANNOT_COMPARE = 2


def diff(old: str, new: str, form: str, project: Path) -> int:
    """Prints a comparison. Returns 0, with or without differences; 2, after saying why, if a state cannot be read."""
    try:
        states = parsed(files_of(old, project), files_of(new, project))
    except StateError as error:
        print(error, file=sys.stderr)
        return CANNOT_COMPARE
    changes = differences(*states)
    sys.stdout.write(FORMATS[form](Comparison(old, new, changes, grouped(changes))))
    return 0
