"""Rules on names: a name means one record, and one that is not certain has a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.schema.base import OtherName, Record
from macros.schema.kinds import KINDS
from macros.schema.walk import Path, walk

PUNCTUATION = re.compile(r"[\W_]+")


@rule("reason-where-uncertain", per_record=True)
def reason_where_uncertain(records: Records) -> Iterator[Finding]:
    """Another name of a record that is not certain has a `reason`."""
    for kind, record_id, record in records.walk():
        for path, name in walk(record, OtherName):
            if name.certainty != "certain" and name.reason is None:
                message = f"expected a reason for the name '{name.name}', which is only {name.certainty}, got none"
                yield Finding(f"{kind}/{record_id}", path, message)


@rule("names-apart", exceptable=True)
def names_unique(records: Records) -> Iterator[Finding]:
    """A name means one record of its kind, ignoring case and punctuation."""
    for kind in KINDS:
        owners: dict[str, str] = {}
        reported: set[tuple[str, str]] = set()
        # Main names first, so that the finding is about the other name.
        own = [(key, path, name) for key, record in records.of(kind).items() for path, name in _own(key, record)]
        others = [(key, path, name) for key, record in records.of(kind).items() for path, name in _others(record)]
        for record_id, path, name in (*own, *others):
            normalized = PUNCTUATION.sub("", name.casefold())
            owner = owners.setdefault(normalized, record_id)
            if normalized and owner != record_id and (record_id, normalized) not in reported:
                reported.add((record_id, normalized))
                but_for = f"which but for capitals and punctuation is that of {kind}/{owner}"
                message = f"expected a name that means no other record, got '{name}', {but_for}"
                hint = "merge the two records, or choose names that a reader can tell apart"
                yield Finding(f"{kind}/{record_id}", path, message, hint, name)


def _own(record_id: str, record: Record) -> Iterator[tuple[Path, str]]:
    """The name or title of a record, and its id. Without a name, ids are versions or places: not compared."""
    for field in ("name", "title"):
        name = getattr(record, field, None)
        if isinstance(name, str):
            yield (field,), name
            yield (field,), record_id


def _others(record: Record) -> Iterator[tuple[Path, str]]:
    for path, other in walk(record, OtherName):
        yield (*path, "name"), other.name
