"""Conflicts point at facts that disagree, and facts that disagree have a conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from macros.checks.duplicate_values import DETECTORS, Said
from macros.checks.rule import Finding, Rule
from macros.knowledge.field_paths import Place, PointsAtNothingError, meaning_at, place_of
from macros.loading import Records
from macros.loading.messages import describe, field
from macros.schema.conflicts import Conflict

FORMS = {bool: "a truth", str: "text", int: "a number", float: "a number", tuple: "a list"}


def _check_facts(records: Records) -> Iterator[Finding]:
    for conflict_id, conflict in records.conflicts.items():
        record, seen = f"conflicts/{conflict_id}", dict[Place, Any]()
        if len(conflict.facts) == 1:
            message = "expected two facts or more, to compare them, got one"
            yield Finding(record, ("facts",), message, "point at the other value too, or leave facts out")
            continue
        sound = True
        for index, pointer in enumerate(conflict.facts):
            try:
                place = place_of(records, pointer)
            except PointsAtNothingError as error:
                sound = False
                yield Finding(record, ("facts", index), str(error), error.hint)
                continue
            if place in seen:
                message = f"expected each place once, got {_shown(place)} again"
                yield Finding(record, ("facts", index), message, "remove one of the two")
            seen[place] = meaning_at(records, place)
        if sound and seen:
            yield from _alike(record, seen)


def _alike(record: str, seen: dict[Place, Any]) -> Iterator[Finding]:
    first = next(iter(seen.values()))
    for index, value in enumerate(seen.values()):
        if _form(value) != _form(first):
            message = f"expected {_form(first)} as the first fact is, to compare the two, got {_form(value)}"
            yield Finding(record, ("facts", index), message, "point at values of one kind, or leave facts out")
            return
    if len(set(seen.values())) == 1:
        message = f"expected facts that disagree, got {describe(first)} at {len(seen)} places"
        hint = "point at what the claims differ in, or remove the conflict if it was put right"
        yield Finding(record, ("facts",), message, hint)


def _form(value: object) -> str:
    return FORMS.get(type(value), "a date")


def _check_recorded(records: Records) -> Iterator[Finding]:
    recorded = [_places(records, conflict) for conflict in records.conflicts.values() if conflict.facts]
    for detect in DETECTORS:
        things: dict[object, list[Said]] = {}
        for said in detect(records):
            things.setdefault(said.thing, []).append(said)
        for told in things.values():
            if len(told) > 1 and (apart := _apart(records, told)) and not _has_conflict(apart, recorded):
                yield _unrecorded(records, apart)


def _places(records: Records, conflict: Conflict) -> frozenset[Place]:
    found = set()
    for pointer in conflict.facts:
        try:
            found.add(place_of(records, pointer))
        except PointsAtNothingError:
            # The rule on what conflicts point at says so.
            continue
    return frozenset(found)


def _apart(records: Records, told: Sequence[Said]) -> Sequence[Sequence[Said]]:
    """The places by what they say; empty where all of them say the same."""
    by_meaning: dict[object, list[Said]] = {}
    for said in told:
        by_meaning.setdefault(meaning_at(records, said.place), []).append(said)
    return list(by_meaning.values()) if len(by_meaning) > 1 else []


def _has_conflict(apart: Sequence[Sequence[Said]], recorded: Sequence[AbstractSet[Place]]) -> bool:
    """Whether a conflict has every voice: points at one place or more of each meaning."""
    return any(all(any(said.place in places for said in voice) for voice in apart) for places in recorded)


def _unrecorded(records: Records, apart: Sequence[Sequence[Said]]) -> Finding:
    first, last = apart[0][0], apart[-1][0]
    value, other = (describe(meaning_at(records, said.place)) for said in (last, first))
    message = f"expected a conflict that points at this {value} and at the {other} of {_shown(first.place)}, got none"
    hint = f"both are: {last.words}; correct one, or add both to the facts of a conflict in data/conflicts/"
    return Finding(last.place.record, last.place.path, message, hint, about=last.words)


def _shown(place: Place) -> str:
    return f"data/{place.record}.yml, {field(place.path)}"


CONFLICT_FACTS_DISAGREE = Rule(
    "conflict-facts-disagree",
    "Each fact of a conflict is one value, they are of one kind, and they are not all the same.",
    _check_facts,
)
DISAGREEMENTS_ARE_RECORDED = Rule(
    "disagreements-are-recorded",
    "Where verdicts, batch sizes, measurements, lists, notices, prices or images of one thing differ, a conflict points"
    " at them. What a later state of the same document says instead is no disagreement.",
    _check_recorded,
    exceptable=True,
)
