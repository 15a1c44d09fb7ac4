"""Which module describes the pages of each kind of record."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from macros.pages import (
    accelerators,
    architectures,
    comparisons,
    components,
    conflicts,
    datasets,
    families,
    instances,
    limitations,
    releases,
    sdks,
    sources,
)

MODULES = (
    accelerators,
    architectures,
    comparisons,
    components,
    conflicts,
    datasets,
    families,
    instances,
    limitations,
    releases,
    sdks,
    sources,
)

ORDINARY = {module.PAGES.kind: module.PAGES for module in MODULES}
"""The kinds of record whose pages are made of sections alone."""


def view_of(kind: str) -> Any:
    """The view of a kind of record: `head` says what a record's page is called, `page` and `index` what pages hold."""
    return ORDINARY.get(kind) or import_module(f"macros.views.{kind}")
