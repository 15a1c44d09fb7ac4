"""MkDocs hooks that interrupt a build: at the moment that INTERRUPT_AT names, in the way that INTERRUPT_BY names."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

AT = os.environ.get("INTERRUPT_AT", "")
"""`files`, `page` or `between the renames`."""
BY = os.environ.get("INTERRUPT_BY", "")
"""`kill` or `full disk`."""
PAGE = "models/smith/anvil-7b/index.md"
"""A generated page of the made-up data."""
SMALL = 20_000
"""Bytes that a file can have on a full disk."""


def _reach(moment: str) -> None:
    if moment == AT and BY == "full disk":
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))
    elif moment == AT:
        os.kill(os.getpid(), signal.SIGKILL)


def on_files(*_: object, **__: object) -> None:
    _reach("files")


def on_post_page(*_: object, page: Page, **__: object) -> None:
    if page.file.src_uri == PAGE:
        _reach("page")


def on_post_build(*_: object, **__: object) -> None:
    rename = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        if ".build-" in path.name:
            _reach("between the renames")
        return rename(path, target)

    Path.rename = interrupted  # type: ignore[method-assign,assignment]
