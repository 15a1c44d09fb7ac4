"""What a rule is, what it finds, and how it walks over the records and their rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.base import Record
from macros.schema.frameworks import SupportEntry, SupportStatement
from macros.schema.kinds import Kind
from macros.schema.walk import Location, walk

R = TypeVar("R", bound=Record)
T = TypeVar("T")

CORRECT = "correct the one that is wrong"


@dataclass(frozen=True)
class Finding:
    """One violation of a rule."""

    at: Location
    expected: str
    got: object = "none"
    about: str = ""
    """Key of the finding within its record, for `about` in data/exceptions.yml. It must not contain row numbers, which
    change when rows are added."""
    hint: str = ""
    """How to mend it, where that is not the hint of the rule."""


Check = Callable[[Records], Iterator[Finding]]


@dataclass(frozen=True)
class Rule:
    """A check over all records, run once each record is valid by itself."""

    check: Check
    hint: str = ""
    """How to mend what it finds."""
    exceptable: bool = False
    """Whether data/exceptions.yml may suppress a finding, because some sources do print what the rule refuses."""
    per_record: bool = False
    """Whether it checks each record by itself. Only such rules run while some records are not valid."""

    @property
    def name(self) -> str:
        """What messages and exceptions call it: the name of the function."""
        return self.check.__name__.replace("_", "-")


def rule(hint: str = "", *, exceptable: bool = False, per_record: bool = False) -> Callable[[Check], Rule]:
    """Decorator: makes a check function a Rule. The docstring of the function states the rule."""
    return lambda check: Rule(check, hint, exceptable, per_record)


def every(records: Records, kind: Kind[R]) -> Iterator[tuple[str, Location, R]]:
    """Every record of a kind: its id, its place, and the record."""
    for record_id, record in records.by_kind[kind.folder].items():
        yield record_id, Location(f"{kind.folder}/{record_id}"), record


def entries(records: Records, kind: Kind[R], wanted: type[T]) -> Iterator[tuple[Location, R, T]]:
    """Every value of a type in the records of a kind: its place, its record, and the value."""
    for _, at, record in every(records, kind):
        for path, value in walk(record, wanted):
            yield at.field(*path), record, value


def unknown(at: Location, value: str, known: Collection[str], expected: str, about: str = "") -> Iterator[Finding]:
    """A finding if a text is none of those that are known."""
    if value not in known:
        yield Finding(at, expected, f"'{value}'", about, did_you_mean(value, tuple(known)))


def support_entries(records: Records) -> Iterator[tuple[Location, SupportEntry]]:
    """Those of frameworks, then those of whole SDKs."""
    frameworks = entries(records, Records.frameworks, SupportEntry)
    platforms = entries(records, Records.platforms, SupportEntry)
    return ((at, entry) for at, _, entry in chain(frameworks, platforms))


def support_statements(records: Records) -> Iterator[tuple[Location, SupportStatement]]:
    """What the entries say of each accelerator and workload."""
    return ((at, said) for at, entry in support_entries(records) for said in entry.statements)
