"""Which sources a record rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from macros.knowledge.grouping import unique
from macros.schema.base import Citation
from macros.schema.walk import walk


def cited_sources(*values: object) -> Iterator[str]:
    """The source of every citation in some records, in the order in which they stand."""
    return (citation.source for _, citation in walk(values, Citation))


class FromSource(Protocol):
    @property
    def source(self) -> str:
        """The id of the source."""


def sources_of(*facts: Iterable[FromSource]) -> Sequence[str]:
    """The sources of some facts and citations, each once."""
    return unique(fact.source for group in facts for fact in group)
