"""What columns and sections read of a record on its page and in its list; and the columns that several kinds share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.columns.column import Column, column_of
from macros.columns.phrase import Phrase, name_of
from macros.facts import Knowledge
from macros.facts.benchmarks import measured_runs
from macros.facts.fact_types import Coverage, coverage
from macros.schema.base import Part
from macros.schema.kinds import WITH_PAGES, Records

R = TypeVar("R")


@dataclass(frozen=True)
class Entry(Generic[R]):
    """A record with its kind, its id and all that is known."""

    knowledge: Knowledge
    kind: str
    id: str
    record: R

    @property
    def records(self) -> Records:
        return self.knowledge.records

    @property
    def title(self) -> str:
        return name_of(self.knowledge, self.kind, self.id)

    @property
    def lede(self) -> str | Phrase:
        record: Any = self.record
        summary: str = record.summary
        return summary

    @property
    def names(self) -> Sequence[str]:
        """By which readers search it, besides title, id and other names."""
        return ()

    @property
    def coverage(self) -> Coverage | None:
        return coverage(self.facts("configurations"))

    def facts(self, index: str) -> Sequence[Any]:
        """The facts of an index of the knowledge, such as its benchmarks, that name the record."""
        found: Sequence[Any] = getattr(self.knowledge, index).of(self.kind, self.id)
        return found

    def count(self, index: str) -> int:
        return len(self.facts(index))

    def siblings(self, kind: str, record_id: str) -> Sequence[Any]:
        """The entries of the other records of its kind that belong to a record."""
        every = getattr(self.knowledge, self.kind).of(kind, record_id)
        return entries(self.knowledge, self.kind, (one for one in every if one != self.id))

    def place(self, vocabulary: str, value: str) -> int:
        """The place of a value in its vocabulary, for sort keys."""
        return list(self.records.vocabularies[vocabulary].values).index(value)


def entries(knowledge: Knowledge, kind: str, ids: Iterable[str], entry: Callable[..., Any] = Entry) -> Sequence[Any]:
    """The entries of some records: of `entry`, the class of their kind."""
    records = knowledge.records.of(kind)
    return [entry(knowledge, kind, one, records[one]) for one in ids]


def columns_of(part: type[Part], names: str, path: str = "") -> Sequence[Column[Any]]:
    """The columns of fields, whose names stand with blanks between them."""
    return [column_of(part, name, path) for name in names.split()]


def own(part: type[Part], name: str, **others: Any) -> Column[Any]:
    """The column of a field of the record itself."""
    return column_of(part, name, "record.", **others)


def fact(name: str, get: str | Callable[[Any], Any] = "", **others: Any) -> Column[Any]:
    """A key fact, or a column whose heading says all. One that is called like a kind of record links to such records.

    Where nothing is known, a key fact is left out, and a cell holds a dash. `others` are arguments of `Column`.
    """
    return Column(name, "", get, **{"absent": "", "kind": name if name in WITH_PAGES else None, **others})


ITSELF: Column[Any] = Column("said", "What is said of it.", lambda said: said)
"""The column of facts that are sentences."""

TESTED: Column[Any] = Column(
    "configurations",
    "Tested configurations that name it.",
    lambda one: one.count("configurations"),
    label="Tested configurations",
)
MEASURED: Column[Any] = Column(
    "benchmarks",
    "Measurements that name it; thresholds of tests are none.",
    lambda one: len(measured_runs(one.knowledge.measurements_of(one.kind, one.id))),
)
COVERAGE: Column[Any] = Column(
    "coverage", "How much was tested with it.", label="Tested", absent="no configuration recorded here"
)
