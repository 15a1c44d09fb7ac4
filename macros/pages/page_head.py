"""What pages of records have in common: title and search names, limitations and conflicts, and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from macros.facts import Knowledge
from macros.facts.grouping import unique
from macros.facts.issues import Issue
from macros.schema.base import OtherName, SourceReference
from macros.schema.issues import Conflict, Limitation
from macros.schema.walk import walk


@dataclass(frozen=True)
class PageHead:
    """The view of each kind with pages has a function `head` that makes it."""

    title: str
    description: str
    names: Sequence[str]
    """Every name by which readers search it, for the site search."""


def names_of(others: Sequence[OtherName]) -> list[str]:
    return [other.name for other in others]


@dataclass(frozen=True)
class PageIssues:
    """Limitations and conflicts, each with its id."""

    limitations: Sequence[Issue[Limitation]]
    conflicts: Sequence[Issue[Conflict]]


def page_issues(knowledge: Knowledge, *subjects: tuple[str, str | None]) -> PageIssues:
    """The limitations and conflicts about some records, which are given by kind and id."""
    return PageIssues(knowledge.limitations.of_any(*subjects), knowledge.conflicts.of_any(*subjects))


class FromSource(Protocol):
    """A fact of one source."""

    @property
    def source(self) -> str: ...


def cited_sources(*values: object) -> Iterator[str]:
    """The source of every citation in some records, in the order in which they stand."""
    return (citation.source for _, citation in walk(values, SourceReference))


def sources_of(*facts: Iterable[FromSource]) -> Sequence[str]:
    """The sources of some facts and citations, each once."""
    return unique(fact.source for group in facts for fact in group)
