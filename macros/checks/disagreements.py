"""Rules on conflicts: their facts differ, and values that differ are recorded as a conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from macros.checks.duplicate_values import DETECTORS, StatedValue
from macros.checks.rule import Finding, rule
from macros.facts.field_paths import FieldPath, PointerError, normalized_value_at, resolve_pointer
from macros.facts.grouping import group_pairs
from macros.loading import Records
from macros.loading.messages import describe, field
from macros.schema.conflicts import Conflict

FORMS = {bool: "a truth", str: "text", int: "a number", float: "a number", tuple: "a list"}


@rule("conflict-facts-disagree")
def conflict_facts_disagree(records: Records) -> Iterator[Finding]:
    """Each fact of a conflict is one value; all have the same type, and at least two differ."""
    for conflict_id, conflict in records.conflicts.items():
        record, values, valid = f"conflicts/{conflict_id}", dict[FieldPath, Any](), True
        if len(conflict.facts) == 1:
            message = "expected two facts or more, to compare them, got one"
            yield Finding(record, ("facts",), message, "point at the other value too, or leave facts out")
            continue
        for index, place in enumerate(_resolved(records, conflict)):
            if isinstance(place, PointerError):
                valid = False
                yield Finding(record, ("facts", index), str(place), place.hint)
                continue
            if place in values:
                message = f"expected each place once, got {_location(place)} again"
                yield Finding(record, ("facts", index), message, "remove one of the two")
            values[place] = normalized_value_at(records, place)
        if valid and values:
            yield from _not_different(record, list(values.values()))


def _not_different(record: str, values: Sequence[Any]) -> Iterator[Finding]:
    first = values[0]
    for index, value in enumerate(values):
        if _form(value) != _form(first):
            message = f"expected {_form(first)} as the first fact is, to compare the two, got {_form(value)}"
            yield Finding(record, ("facts", index), message, "point at values of one kind, or leave facts out")
            return
    if len(set(values)) == 1:
        message = f"expected facts that disagree, got {describe(first)} at {len(values)} places"
        hint = "point at what the claims differ in, or remove the conflict if it was put right"
        yield Finding(record, ("facts",), message, hint)


def _form(value: object) -> str:
    return FORMS.get(type(value), "a date")


@rule("disagreements-are-recorded", exceptable=True)
def disagreements_are_recorded(records: Records) -> Iterator[Finding]:
    """Where several records state different values for the same subject, a conflict points at them.

    Subjects are those of `duplicate_values.DETECTORS`: verdicts, batch sizes, measurements and so on.
    """
    # A pointer to no value is reported by conflict-facts-disagree.
    recorded = [set(_resolved(records, conflict)) for conflict in records.conflicts.values() if conflict.facts]
    for detect in DETECTORS:
        for stated in group_pairs((value.subject, value) for value in detect(records)).values():
            by_meaning = group_pairs((normalized_value_at(records, value.place), value) for value in stated)
            sides = list(by_meaning.values())
            if len(sides) > 1 and not any(_covers(places, sides) for places in recorded):
                yield _unrecorded(records, sides)


def _resolved(records: Records, conflict: Conflict) -> Iterator[FieldPath | PointerError]:
    """The places that the facts of a conflict point at, or why they point at none."""
    for pointer in conflict.facts:
        try:
            yield resolve_pointer(records, pointer)
        except PointerError as error:
            yield error


def _covers(places: AbstractSet[FieldPath | PointerError], sides: Sequence[Sequence[StatedValue]]) -> bool:
    """Whether `places`, those that a conflict points at, include one of each side."""
    return all(any(value.place in places for value in side) for side in sides)


def _unrecorded(records: Records, sides: Sequence[Sequence[StatedValue]]) -> Finding:
    first, last = sides[0][0], sides[-1][0]
    value, other = (describe(normalized_value_at(records, stated.place)) for stated in (last, first))
    got = f"this {value} and at the {other} of {_location(first.place)}"
    hint = f"both are: {last.description}; correct one, or add both to the facts of a conflict in data/conflicts/"
    message = f"expected a conflict that points at {got}, got none"
    return Finding(last.place.record, last.place.path, message, hint, last.description)


def _location(place: FieldPath) -> str:
    return f"data/{place.record}.yml, {field(place.path)}"
