"""A name leads to one record, and one that is not certain says why it is taken to mean its record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.kinds import KINDS
from macros.loading import Records
from macros.loading.positions import Path
from macros.schema.base import Record

PUNCTUATION = re.compile(r"[\W_]+")


def _check(records: Records) -> Iterator[Finding]:
    for kind, record_id, record in records.walk():
        for index, name in enumerate(getattr(record, "other_names", ())):
            if name.certainty != "certain" and name.reason is None:
                yield Finding(
                    f"{kind}/{record_id}",
                    ("other_names", index),
                    f"expected a reason for the name '{name.name}', which is only {name.certainty}, got none",
                )


def _folded(name: str) -> str:
    """A name as somebody might type it: without capitals, spaces and punctuation."""
    return PUNCTUATION.sub("", name.casefold())


def _check_apart(records: Records) -> Iterator[Finding]:
    for kind in KINDS:
        members = records.of(kind)
        owners: dict[str, str] = {}
        told: set[tuple[str, str]] = set()
        # A record's own name counts before what others are also called by.
        for own in (True, False):
            for record_id, record in members.items():
                for path, name in _own(record_id, record) if own else _others(record):
                    typed = _folded(name)
                    owner = owners.setdefault(typed, record_id)
                    if typed and owner != record_id and (record_id, typed) not in told:
                        told.add((record_id, typed))
                        yield _taken(f"{kind}/{record_id}", path, name, f"{kind}/{owner}")


def _own(record_id: str, record: Record) -> Iterator[tuple[Path, str]]:
    """The name or title of a record and its id. Without a name, an id is a version or a place, which nobody types."""
    for field in ("name", "title"):
        name = getattr(record, field, None)
        if isinstance(name, str):
            yield (field,), name
            yield (field,), record_id


def _others(record: Record) -> Iterator[tuple[Path, str]]:
    for index, other in enumerate(getattr(record, "other_names", ())):
        yield ("other_names", index, "name"), other.name


def _taken(record: str, path: Path, name: str, owner: str) -> Finding:
    return Finding(
        record,
        path,
        f"expected a name that means no other record, got '{name}', which but for capitals and punctuation is that of"
        f" {owner}",
        "merge the two records, or choose names that a reader can tell apart",
        name,
    )


REASON_WHERE_UNCERTAIN = Rule(
    "reason-where-uncertain",
    "A name that is not certain carries the reason for taking it as this record's.",
    _check,
    alone=True,
)
NAMES_APART = Rule(
    "names-apart",
    "Capitals and punctuation aside, a name is that of one record of its kind.",
    _check_apart,
    exceptable=True,
)
