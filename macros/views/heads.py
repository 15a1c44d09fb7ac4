"""What the page of a record is called: the view of each kind has a function `head` that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.schema.base import OtherName


@dataclass(frozen=True)
class PageHead:
    """How search engines, link previews and the site search call a page."""

    title: str
    description: str
    names: Sequence[str]
    """Every name by which readers search it."""


def names_of(others: Sequence[OtherName]) -> list[str]:
    """Other names without their reasons."""
    return [other.name for other in others]
