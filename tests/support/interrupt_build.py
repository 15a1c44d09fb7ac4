"""MkDocs hooks that interrupt a build: at the moment that INTERRUPT_AT names, in the way that INTERRUPT_BY names."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.plugins import CombinedEvent, event_priority

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

AT = os.environ.get("INTERRUPT_AT", "")
BY = os.environ.get("INTERRUPT_BY", "SIGKILL")
"""The name of a signal, `full disk`, or `command`: then INTERRUPT_COMMAND is run, and the build goes on."""
PAGE = "models/smith/anvil-7b/index.md"
"""A generated page of the made-up data."""
SMALL = 20_000
"""Bytes that a file can have on a full disk."""

MOMENTS = (
    "config",
    "files",
    "page",
    "before publishing",
    "between the renames",
    "before the former site is removed",
    "after publishing",
)
"""In the order in which a build reaches them."""


def _reach(moment: str) -> None:
    if moment != AT:
        return
    if BY == "command":
        subprocess.run(os.environ["INTERRUPT_COMMAND"], shell=True, check=True)  # noqa: S602 - written by a test
    elif BY == "full disk":
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))
    elif BY == "SIGINT":
        # Not the signal itself: a process started with nohup or in the background ignores it.
        raise KeyboardInterrupt
    else:
        os.kill(os.getpid(), signal.Signals[BY])


def on_config(*_: object, **__: object) -> None:
    _reach("config")


def on_files(*_: object, **__: object) -> None:
    _reach("files")


def on_post_page(*_: object, page: Page, **__: object) -> None:
    if page.file.src_uri == PAGE:
        _reach("page")


def _before(*_: object, **__: object) -> None:
    _reach("before publishing")
    rename = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        if ".build-" not in path.name:
            return rename(path, target)
        _reach("between the renames")
        renamed = rename(path, target)
        _reach("before the former site is removed")
        return renamed

    Path.rename = interrupted  # type: ignore[method-assign,assignment]


@event_priority(-200)
def _after(*_: object, **__: object) -> None:
    _reach("after publishing")


on_post_build = CombinedEvent(_before, _after)
