"""Rules on names and references: a name means one record, and every record is named by another or has facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from macros.checks.rule import Finding, every, rule, unknown
from macros.loading import Records
from macros.schema.base import OtherName, Part, Record, fields_of
from macros.schema.components import Component
from macros.schema.imports import FILLED
from macros.schema.kinds import KINDS, Kind
from macros.schema.models import Model
from macros.schema.references import Reference
from macros.schema.walk import Location, Steps, field_hints, reference_or_term, walk

PUNCTUATION = re.compile(r"[\W_]+")

NAMED_BY_OTHERS: Sequence[Kind[Any]] = (Records.sources, Records.datasets, Records.components)
"""Kinds whose pages are empty unless another record names theirs.

Records of other kinds have facts of their own, and a model or an architecture of which nothing is known is worth a page
that says so.
"""


@rule(per_record=True)
def reason_where_uncertain(records: Records) -> Iterator[Finding]:
    """Another name of a record that is not certain has a `reason`."""
    for kind, record_id, record in records.walk():
        for path, name in walk(record, OtherName):
            if name.certainty != "certain" and name.reason is None:
                expected = f"a reason for the name '{name.name}', which is only {name.certainty}"
                yield Finding(Location(f"{kind}/{record_id}", path), expected)


@rule(per_record=True)
def known_fields_in_imports(records: Records) -> Iterator[Finding]:
    """What a description of an upstream fills are fields, and words in braces are made by it."""
    for _, at, described in every(records, Records.imports):
        record, row = FILLED[described.into.partition("/")[0]]
        filled: list[tuple[Steps, Mapping[str, object], type[Part]]] = [
            (("head",), described.head, record),
            (("head_from",), described.head_from, record),
            (("fields",), described.fields, row),
            *((("tables", index, "fields"), table.fields, row) for index, table in enumerate(described.tables)),
            (("models",), described.models, Model),
        ]
        for path, cells, part in filled:
            for name in cells:
                yield from unknown(at.field(*path, name), name, fields_of(part), "a field of what is filled")
        for option in ("key", "only_new", "only_changed", "joined"):
            for index, name in enumerate(getattr(described, option)):
                place = at.field(option, index)
                yield from unknown(place, name, fields_of(row), "a field of the rows that are filled")
        for name in re.findall(r"\{(\w+)\}", described.into):
            known = ("month", "day", *described.parts)
            yield from unknown(at.field("into"), name, known, "month, day or one of `parts` in braces")


@rule("merge the two records, or choose names that a reader can tell apart", exceptable=True)
def names_apart(records: Records) -> Iterator[Finding]:
    """A name means one record of its kind, ignoring case and punctuation; of accelerators, main names and ids do."""
    for kind in KINDS:
        owners: dict[str, str] = {}
        reported: set[tuple[str, str]] = set()
        # Main names first, so that the finding is about the other name.
        own = [(key, path, name) for key, record in records.of(kind).items() for path, name in _own(key, record)]
        compared = {} if KINDS[kind].shares_names else records.of(kind)
        others = [
            (key, (*path, "name"), other.name)
            for key, record in compared.items()
            for path, other in walk(record, OtherName)
        ]
        for record_id, path, name in (*own, *others):
            normalized = PUNCTUATION.sub("", name.casefold())
            owner = owners.setdefault(normalized, record_id)
            if normalized and owner != record_id and (record_id, normalized) not in reported:
                reported.add((record_id, normalized))
                got = f"'{name}', which but for capitals and punctuation is that of {kind}/{owner}"
                yield Finding(Location(f"{kind}/{record_id}", path), "a name that means no other record", got, name)


def _own(record_id: str, record: Record) -> Iterator[tuple[Steps, str]]:
    """The name or title of a record, and its id. Without a name, ids are versions or places: not compared."""
    for field in ("name", "title"):
        name = getattr(record, field, None)
        if isinstance(name, str):
            yield (field,), name
            yield (field,), record_id


@rule("name its model or its architectures, or say in its note why it means none", per_record=True)
def lines_name_models(records: Records) -> Iterator[Finding]:
    """Each line of a vendor's list names a model or architectures, or has a note."""
    for _, at, catalogue in every(records, Records.catalogues):
        for index, row in enumerate(catalogue.rows):
            if not (row.model or row.architectures or row.note):
                got = f"'{row.as_published}' alone"
                yield Finding(at.field("rows", index), "a model, architectures or a note", got)


@rule(exceptable=True)
def every_record_is_reached(records: Records) -> Iterator[Finding]:
    """Each source, dataset and component is named by another record; a component may have notices or tags instead.

    Each limitation and conflict names a record that it affects.
    """
    named = {
        key
        for kind, record_id, record in records.walk()
        for key in _referenced(records, record)
        if key != (kind, record_id)
    }
    for kind in NAMED_BY_OTHERS:
        for record_id, at, record in every(records, kind):
            is_component = isinstance(record, Component)
            if (kind.folder, record_id) not in named and not (is_component and (record.notices or record.tags)):
                expected = f"a record that names it{', or notices or tags of its own' if is_component else ''}"
                yield Finding(at, expected, hint="name it where its facts stand, or remove it")
    affected = [(at.field("affects"), one.affects) for _, at, one in every(records, Records.limitations)]
    affected += [(at.field("about"), one.about) for _, at, one in every(records, Records.conflicts)]
    for at, subjects in affected:
        if not _referenced(records, subjects):
            expected, got = f"one or more records under {at.path[0]}", "none: no page would show it"
            yield Finding(at, expected, got, hint="name the records that it touches")


def _referenced(records: Records, record: Part) -> AbstractSet[tuple[str, str]]:
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
    marks = ((name, reference_or_term(hint)) for name, hint in field_hints(part).items())
    return {name: mark for name, mark in marks if isinstance(mark, Reference)}


@rule()
def variant_of_a_base(records: Records) -> Iterator[Finding]:
    """A model is a variant of another one of its architecture that is no variant itself."""
    for _, at, model in every(records, Records.models):
        if model.variant_of is None:
            continue
        base = records.models[model.variant_of]
        if base.variant_of:
            expected, got = "a model that is no variant", f"{model.variant_of}, a variant of {base.variant_of}"
            yield Finding(at.field("variant_of"), expected, got)
        elif base.architecture != model.architecture:
            expected = f"a model of the architecture {model.architecture}"
            yield Finding(at.field("variant_of"), expected, f"one of {base.architecture}")
