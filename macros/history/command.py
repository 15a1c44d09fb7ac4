"""`python -m macros diff OLD NEW`: the changes between two snapshots of the data."""

from __future__ import annotations

import sys
from pathlib import Path

from macros.history.diff import differences
from macros.history.diff_text import FORMATS, DiffReport
from macros.history.grouping import group_changes
from macros.history.snapshots import SnapshotError, changed_snapshots, read_files

CANNOT_COMPARE = 2


def diff(old: str, new: str, form: str, project: Path) -> int:
    """Prints a diff. Returns 0, with or without changes; 2, after an error message, if a snapshot cannot be read."""
    try:
        snapshots = changed_snapshots(read_files(old, project), read_files(new, project))
    except SnapshotError as error:
        print(error, file=sys.stderr)
        return CANNOT_COMPARE
    changes = differences(*snapshots)
    sys.stdout.write(FORMATS[form](DiffReport(old, new, changes, group_changes(changes))))
    return 0
