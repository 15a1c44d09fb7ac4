"""Tables and their columns, and the columns that many tables have.

Most columns name the attribute that holds their value, as a path such as `row.batch_size`. Type checkers do not check
these: `tests/outputs/test_openapi.py` compares every column of every table with its declared type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from macros.columns.phrase import Sdk, event_day
from macros.facts import Knowledge
from macros.schema.base import Part, fields_of
from macros.schema.benchmarks import Better
from macros.schema.references import Reference, Term
from macros.schema.walk import field_hints, reference_or_term

F = TypeVar("F")

Row = dict[str, Any]
"""Values by column name, in the order of the columns."""

DATE_FORMAT = "YYYY-MM-DD"

AS_WRITTEN = {word: word.upper() for word in ("usd", "tflops", "tops", "efa", "sdk", "mfu", "ttft", "tpot")} | {
    "gib": "GiB",
    "gbps": "Gbit/s",
    "vcpus": "vCPUs",
    "url": "address",
}
"""Abbreviations and units in the names of fields, as readers know them."""


def label_of(name: str) -> str:
    words = " ".join(AS_WRITTEN.get(part, part) for part in name.split("_"))
    return words if words.startswith(AS_WRITTEN["vcpus"]) else words[0].upper() + words[1:]


@dataclass(frozen=True, eq=False)
class Column(Generic[F]):
    """A column of a table: its description, and where a fact has its value."""

    name: str
    meaning: str
    get: str | Callable[[F], Any] = ""
    """How to read the value from a fact: a path of attributes, or a function; empty: the attribute `name`.

    A path ends where an attribute is None.
    """
    unit: str | None = None
    """The unit or format of its values; None for words and ids."""
    vocabulary: str | None = None
    """The closed vocabulary its values come from."""
    kind: str | None = None
    """The kind of record its values are ids of."""
    absent: str = "not published"
    """What Markdown shows for None and for an empty list."""
    holds: Any = None
    """The type of its values. None: that of the attribute, or what the function is annotated to return."""
    better: Better | None = None
    """Of figures that can be ranked: which come first."""
    label: str = ""
    """What people read over its values; empty: its name in words."""
    beside: str = ""
    """The column in whose cell pages show its values, in small print."""
    folded: bool = False
    """Whether its words, which are long, open on demand."""
    look: Callable[[Any], Any] | None = None
    """What pages make of a value before they write it, such as the day of an event of a date; see `phrase`."""
    is_place: bool = False
    """Whether its values are places in a document, from the whole to its parts, with commas between them."""

    @cached_property
    def words(self) -> str:
        """Its label, without its unit."""
        return self.label or label_of(self.name)

    @cached_property
    def heading(self) -> str:
        words = self.words
        if self.unit is None or self.unit == DATE_FORMAT or words.endswith(f" {self.unit}"):
            return words
        return f"{words} ({self.unit})"

    def value(self, fact: F) -> Any:
        """The value of a fact, None where nothing was published. Raises AttributeError if the path is wrong."""
        if not isinstance(self.get, str):
            return self.get(fact)
        value: Any = fact
        for name in self._path:
            if value is None:
                return None
            value = getattr(value, name)
        return list(value) if isinstance(value, tuple) else value

    def type_of(self, fact: type[F]) -> Any:
        """The declared type of its values for facts of a type. Raises KeyError where none is declared."""
        if self.holds is not None:
            return self.holds
        if not isinstance(self.get, str):
            return get_type_hints(self.get)["return"]
        found: Any = fact
        may_end = False
        for name in self._path:
            owner, *others = get_args(found) if type(None) in get_args(found) else (found,)
            may_end = may_end or bool(others)
            found = _type_of_attribute(owner, name)
        return found | None if may_end else found

    @cached_property
    def _path(self) -> Sequence[str]:
        return str(self.get or self.name).split(".")


def is_nothing(value: Any) -> bool:
    """Whether nothing was published."""
    return not value and not isinstance(value, int | float)


@dataclass(frozen=True)
class Together:
    """A value with those of the columns beside it."""

    value: Any
    others: Sequence[tuple[Column[Any], Any]]


@dataclass(frozen=True)
class Labelled:
    """Values of several columns in one cell, each after the name of its column."""

    heading: str
    values: Sequence[tuple[Column[Any], Any]]


@cache
def _type_of_attribute(owner: Any, name: str) -> Any:
    found = getattr(owner, name, None)
    getter = found.func if isinstance(found, cached_property) else getattr(found, "fget", None)
    return get_type_hints(getter)["return"] if getter else get_type_hints(owner)[name]


def within(path: str, *columns: Column[Any]) -> Sequence[Column[Any]]:
    """Columns of what a fact has at a path, as columns of the fact; they name attributes, not functions."""
    return [replace(column, get=f"{path}.{column.get or column.name}") for column in columns]


def chosen(columns: Sequence[Column[F]], names: str | Sequence[str]) -> Sequence[Column[F]]:
    """Columns by their names, in the order of the names, which may stand in one text with blanks between them.

    Raises KeyError for a name that none has.
    """
    by_name = {column.name: column for column in columns}
    return [by_name[name] for name in (names.split() if isinstance(names, str) else names)]


LABELS: Mapping[str, str] = {
    "as_of": "Date",
    "as_of_basis": "How the date is known",
    "citation": "Source",
    "citations": "Source",
    "doubt": "Caveat",
    "other_names": "Also known as",
}
"""What people read over fields that records of several kinds have, where that is not their name."""


LOOKS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("date", "launched"), event_day),
    **dict.fromkeys(("sdk", "last_sdk"), Sdk),
}
"""How pages show such fields, if not as all others of their type."""


def column_of(part: type[Part], name: str, path: str = "", **others: Any) -> Column[Any]:
    """The column of a field, which a fact has at a path: its meaning, reference and vocabulary stand on the field.

    `others` are arguments of `Column` that differ.
    """
    mark = reference_or_term(field_hints(part)[name])
    standard = {
        "meaning": fields_of(part)[name].description or "",
        "label": LABELS.get(name, ""),
        "look": LOOKS.get(name),
        "kind": mark.kind if isinstance(mark, Reference) and not mark.as_published else None,
        "vocabulary": mark.vocabulary if isinstance(mark, Term) else None,
        "absent": "",
    }
    return Column(name, get=f"{path}{name}", **{**standard, **others})


def as_row(columns: Sequence[Column[F]], fact: F) -> Row:
    return {column.name: column.value(fact) for column in columns}


@dataclass(frozen=True)
class Table(Generic[F]):
    """A table of the API, with one row for each fact."""

    fact: type[F]
    """What its rows are made of."""
    name: str
    title: str
    columns: Sequence[Column[F]]
    facts: Callable[[Knowledge], Collection[F]] | None = None
    """Lists all facts in their order; None where the API has one file for each record instead."""

    def row(self, fact: F) -> Row:
        return as_row(self.columns, fact)


ACCELERATOR: Column[Any] = Column("accelerator", "The accelerator.", kind="accelerators")
FAMILY: Column[Any] = Column(
    "family", "The model's family. Null where the guidelines name none for it.", kind="families"
)
SOURCE: Column[Any] = Column("source", "The document that says so.", kind="sources")
LOCATOR: Column[Any] = Column(
    "locator", "The place in the source: heading, table, line.", label="Place", beside="source", is_place=True
)
CITATION = within("citation", SOURCE, LOCATOR)
"""Source and place of facts that keep both as a citation."""
AS_OF: Column[Any] = Column(
    "as_of", "The date the fact speaks for. When the source was read is another matter.", unit=DATE_FORMAT
)
