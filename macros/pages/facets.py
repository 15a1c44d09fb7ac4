"""Facets: selects by which the readers of a long list choose rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from macros.columns.column import Column
from macros.facts import Knowledge

F = TypeVar("F")

FEWEST_ROWS = 51
"""A shorter list has no facets: its filter box is enough."""

NO_VALUE = "unknown"
"""The option that chooses the rows without a value of the field."""


@dataclass(frozen=True)
class Facet:
    """A select of a list."""

    name: str
    """Of the parameter in the page's address."""
    label: str
    options: Sequence[tuple[str, str]]
    """Value and label of each."""
    field: str
    """Of each row: the values that the facet is compared with. Facets may share a field whose values have several
    parts, such as an outcome and its accelerators: then one value must have all that is chosen."""


def facets(rows: int, *offered: Facet) -> Sequence[Facet]:
    """The facets of a list with so many rows: those that leave a choice."""
    return [facet for facet in offered if len(facet.options) > 1] if rows >= FEWEST_ROWS else ()


def plain_facet(name: str, values: Iterable[str]) -> Facet:
    """A facet of words that are their own labels, in alphabetical order."""
    return Facet(name, name.capitalize(), [(value, value) for value in sorted(set(values), key=str.lower)], name)


def term_facet(knowledge: Knowledge, name: str, vocabulary: str, values: Iterable[str]) -> Facet:
    """A facet of those terms of a vocabulary that occur, in its order."""
    occurring = set(values)
    terms = knowledge.records.vocabularies[vocabulary].values
    options = [(key, term.label) for key, term in terms.items() if key in occurring]
    return Facet(name, name.capitalize(), options, name)


def record_facet(knowledge: Knowledge, name: str, kind: str, ids: Iterable[str]) -> Facet:
    """A facet of those records of a kind that occur, in the order of the data."""
    occurring = set(ids)
    options = [(key, _label(record)) for key, record in knowledge.records.of(kind).items() if key in occurring]
    return Facet(name, name.capitalize(), options, name)


def _label(record: object) -> str:
    return str(getattr(record, "short_name", None) or getattr(record, "name", None) or getattr(record, "title", ""))


def facets_of(knowledge: Knowledge, columns: Sequence[Column[F]], lines: Sequence[F]) -> Sequence[Facet]:
    """The facets of a list by some of its columns."""
    return facets(len(lines), *(_facet_of(knowledge, column, lines) for column in columns))


def _facet_of(knowledge: Knowledge, column: Column[F], lines: Sequence[F]) -> Facet:
    found = (column.value(line) for line in lines)
    values = [one for value in found for one in (value if isinstance(value, list | tuple) else [value]) if one]
    if column.vocabulary:
        return term_facet(knowledge, column.name, column.vocabulary, values)
    if column.kind:
        return record_facet(knowledge, column.name, column.kind, values)
    return plain_facet(column.name, values)
