"""A name leads to one record, and one that is not certain says why it is taken to mean its record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.kinds import KINDS
from macros.loading import Records
from macros.schema.base import OtherName, Record
from macros.schema.walk import Path, walk

PUNCTUATION = re.compile(r"[\W_]+")


@rule("reason-where-uncertain", per_record=True)
def reason_where_uncertain(records: Records) -> Iterator[Finding]:
    """A name that is not certain carries the reason for taking it as this record's."""
    for kind, record_id, record in records.walk():
        for path, name in walk(record, OtherName):
            if name.certainty != "certain" and name.reason is None:
                message = f"expected a reason for the name '{name.name}', which is only {name.certainty}, got none"
                yield Finding(f"{kind}/{record_id}", path, message)


@rule("names-apart", exceptable=True)
def names_apart(records: Records) -> Iterator[Finding]:
    """Capitals and punctuation aside, a name is that of one record of its kind."""
    for kind in KINDS:
        owners: dict[str, str] = {}
        reported: set[tuple[str, str]] = set()
        # A record's own name counts before what others are also called by.
        own = [(key, path, name) for key, record in records.of(kind).items() for path, name in _own(key, record)]
        others = [(key, path, name) for key, record in records.of(kind).items() for path, name in _others(record)]
        for record_id, path, name in (*own, *others):
            typed = PUNCTUATION.sub("", name.casefold())
            owner = owners.setdefault(typed, record_id)
            if typed and owner != record_id and (record_id, typed) not in reported:
                reported.add((record_id, typed))
                but_for = f"which but for capitals and punctuation is that of {kind}/{owner}"
                message = f"expected a name that means no other record, got '{name}', {but_for}"
                hint = "merge the two records, or choose names that a reader can tell apart"
                yield Finding(f"{kind}/{record_id}", path, message, hint, name)


def _own(record_id: str, record: Record) -> Iterator[tuple[Path, str]]:
    """The name or title of a record and its id. Without a name, an id is a version or a place, which nobody types."""
    for field in ("name", "title"):
        name = getattr(record, field, None)
        if isinstance(name, str):
            yield (field,), name
            yield (field,), record_id


def _others(record: Record) -> Iterator[tuple[Path, str]]:
    for path, other in walk(record, OtherName):
        yield (*path, "name"), other.name
