"""Which sources a record rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from macros.knowledge.grouping import unique
from macros.schema.base import Citation, Part, fields_of


def cited_sources(*values: object) -> Iterator[str]:
    """The source of every citation in some records, in the order in which they stand."""
    for value in values:
        if isinstance(value, Citation):
            yield value.source
        elif isinstance(value, Part):
            yield from cited_sources(*(getattr(value, name) for name in fields_of(type(value))))
        elif isinstance(value, dict):
            yield from cited_sources(*value.values())
        elif isinstance(value, tuple | list):
            yield from cited_sources(*value)


def once(sources: Iterable[str]) -> list[str]:
    """Each source once, in the order of its first appearance."""
    return list(dict.fromkeys(sources))


class FromSource(Protocol):
    """A fact or a citation that names its source."""

    @property
    def source(self) -> str:
        """The id of the source."""


def sources_of(*facts: Iterable[FromSource]) -> Sequence[str]:
    """The sources of some facts and citations, each once."""
    return unique(fact.source for group in facts for fact in group)
