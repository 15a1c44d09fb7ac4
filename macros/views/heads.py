"""Titles, descriptions and search names of record pages: the view of each kind has a function `head` for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.schema.base import OtherName


@dataclass(frozen=True)
class PageHead:
    title: str
    description: str
    names: Sequence[str]
    """Every name by which readers search it, for the site search."""


def names_of(others: Sequence[OtherName]) -> list[str]:
    return [other.name for other in others]
