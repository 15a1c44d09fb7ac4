"""Which module describes the pages of each kind of record: that of its folder's name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from macros.schema.kinds import WITH_PAGES


def view_of(kind: str) -> Any:
    """What describes the pages of a kind: `head` says what a page is called, `page` and `index` what pages hold.

    It is the `RecordPages` called `PAGES` of the kind's module, or that module where a kind has templates of its own.
    """
    module = import_module(f"macros.pages.{kind}")
    return getattr(module, "PAGES", module)


def is_ordinary(kind: str) -> bool:
    """Whether the pages of a kind are made of sections alone."""
    return kind in WITH_PAGES and hasattr(import_module(f"macros.pages.{kind}"), "PAGES")
