"""Every source is cited, and every record that has no facts of its own is named by another record.

Kinds without a requirement here need none: their records have facts of their own, which lists and other pages show.
"""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.schema.base import Part
from macros.schema.references import Reference
from macros.schema.walk import field_hints, unwrapped, walk

RecordKey = tuple[str, str]
"""Kind and id."""

ISSUES = frozenset({"limitations", "conflicts"})


@dataclass(frozen=True)
class _Requirement:
    """What records of a kind must have so that their pages are not empty."""

    named_by: AbstractSet[str]
    """A record of one of these kinds must name it."""
    expected: str
    hint: str
    or_has: tuple[str, ...] = ()
    """Fields of its own, one of which is enough instead if it is not empty."""


REQUIREMENTS: Mapping[str, _Requirement] = {
    "datasets": _Requirement(
        frozenset({"configurations", "validated"}) | ISSUES,
        "a test, a validated example, a limitation or a conflict that names it",
        "name it as dataset of a row in data/configurations/, or remove it",
    ),
    "models": _Requirement(
        frozenset({"configurations", "benchmarks", "catalogues", "validated"}) | ISSUES,
        "a test, a measurement, a line of a list, a validated example, a limitation or a conflict that names it,"
        " or a note",
        "name it in a row of data/benchmarks/, data/configurations/ or data/catalogues/, or add sourced notes",
        ("notes",),
    ),
    "architectures": _Requirement(
        frozenset({"models", "catalogues", "validated"}) | ISSUES,
        "a model of it, or a line, a validated example, a limitation or a conflict that names it",
        "add a model of it in data/models/, or name it in a row of data/catalogues/",
    ),
    "components": _Requirement(
        frozenset({"sdks", "components"}) | ISSUES,
        "a notice, a tag, a package, a limitation, a conflict, or a component that it took the place of",
        "add notices to it, or list it among the packages of a release in data/sdks/",
        ("notices", "tags"),
    ),
}
"""By kind. An entry in the list of all records of the kind does not count."""

SUBJECTS = {"limitations": "affects", "conflicts": "about"}
"""Kinds that are shown on the pages of the records they affect, and the field that names these records."""


def _naming_kinds(records: Records) -> Mapping[RecordKey, AbstractSet[str]]:
    """Per record: the kinds of the other records that name it."""
    naming_kinds: defaultdict[RecordKey, set[str]] = defaultdict(set)
    for kind, record_id, record in records.walk():
        for named in referenced_records(records, record):
            if named != (kind, record_id):
                naming_kinds[named].add(kind)
    return naming_kinds


@rule("every-source-is-used", exceptable=True)
def every_source_is_used(records: Records) -> Iterator[Finding]:
    """Each source is named by a record: in a citation, as the source of a table, or by a conflict."""
    named = _naming_kinds(records)
    for source in records.sources:
        if ("sources", source) not in named:
            message = "expected a record that cites this source, got none"
            yield Finding(f"sources/{source}", (), message, "cite it where its facts stand, or remove it")


@rule("every-record-is-reached", exceptable=True)
def every_record_is_reached(records: Records) -> Iterator[Finding]:
    """Each model, dataset, architecture and component is named by another record or has facts of its own.

    Each limitation and conflict names a record that it affects.
    """
    named = _naming_kinds(records)
    for kind, required in REQUIREMENTS.items():
        for record_id, record in records.of(kind).items():
            own = any(getattr(record, name) for name in required.or_has)
            if not own and named.get((kind, record_id), set()).isdisjoint(required.named_by):
                yield Finding(f"{kind}/{record_id}", (), f"expected {required.expected}, got none", required.hint)
    for kind, field in SUBJECTS.items():
        for record_id, record in records.of(kind).items():
            if not referenced_records(records, getattr(record, field)):
                message = f"expected one or more records under {field}, got none: no page would show it"
                yield Finding(f"{kind}/{record_id}", (field,), message, "name the records that it touches")


def referenced_records(records: Records, record: Part) -> AbstractSet[RecordKey]:
    """Kind and id of every record that `record` names, by id or by a published name."""
    keys = set()
    for _, part in walk(record, Part):
        for name, reference in _references(type(part)).items():
            value = getattr(part, name)
            ids_by_name = records.names.ids_by_name[reference.kind] if reference.as_published else {}
            # The value is a text, a list of texts, or a mapping with texts as keys.
            for text in (value,) if isinstance(value, str) else value or ():
                keys.add((reference.kind, ids_by_name.get(text, text)))
    return keys


@cache
def _references(part: type[Part]) -> Mapping[str, Reference]:
    """The fields of a type whose texts name records."""
    references = {name: _reference(hint) for name, hint in field_hints(part).items()}
    return {name: reference for name, reference in references.items() if reference}


def _reference(hint: object) -> Reference | None:
    inner, marks = unwrapped(hint)
    own = next((mark for mark in marks if isinstance(mark, Reference)), None)
    return own or next(filter(None, map(_reference, typing.get_args(inner))), None)
