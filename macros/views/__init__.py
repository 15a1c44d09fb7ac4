"""What each page says: data in, dataclass out. Each kind of record with pages has a module; so has each other page."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def view_of(kind: str) -> ModuleType:
    """The view of a kind of record: `head` says what a record's page is called, `page` and `index` what pages hold."""
    return import_module(f"macros.views.{kind}")
