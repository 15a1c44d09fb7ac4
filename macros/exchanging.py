"""Two folders change places in a single step, where the system can do that."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

FROM_WORKING_FOLDER = -100
"""AT_FDCWD of Linux: paths are read as everywhere else."""
SWAP = 2
"""RENAME_EXCHANGE of renameat2(2) on Linux, and RENAME_SWAP of renamex_np(2) on macOS."""


def exchange(one: Path, other: Path) -> bool:
    """Whether two folders changed places, so that each name leads to one of them at any moment.

    Where the system, its C library or the file system cannot do it, nothing has happened.
    """
    paths = os.fsencode(one), os.fsencode(other)
    if sys.platform == "win32":
        return False
    library = ctypes.CDLL(None)
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(FROM_WORKING_FOLDER, paths[0], FROM_WORKING_FOLDER, paths[1], SWAP) == 0)
    if hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*paths, SWAP) == 0)
    return False
