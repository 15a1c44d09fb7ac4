"""Rules on conflicts: their facts differ, and values that differ are recorded as a conflict.

A value that a newer revision of the same document replaced is no disagreement: of each document only the newest
revision counts. Lines of vendors' lists are compared only where they have the same date.
"""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, product
from typing import Any, NamedTuple

from macros.checks.rule import Finding, entries, every, rule
from macros.facts.benchmarks import Benchmark, counted_runs, facts_of_benchmarks
from macros.facts.citations import document_of
from macros.facts.decisions import POSITIVE, STATUSES, may_be_one_version
from macros.facts.fact_types import Listed, facts_of_configurations, facts_of_lists, facts_of_verdicts
from macros.facts.field_paths import PointerError, normalized_value_at, resolve_pointer
from macros.facts.grouping import group_by, group_pairs
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import describe, field
from macros.schema.benchmarks import RUN_SETTINGS, fields_with_role
from macros.schema.components import Notice
from macros.schema.hardware import Price
from macros.schema.issues import Conflict
from macros.schema.kinds import SEVERAL
from macros.schema.walk import Location

FORMS = {bool: "a truth", str: "text", int: "a number", float: "a number", tuple: "a list"}

NO_VERDICT = "unknown"
"""The status of what is only mentioned, which agrees with everything."""


@rule()
def conflict_facts_disagree(records: Records) -> Iterator[Finding]:
    """Each fact of a conflict is one value; all have the same type, and at least two differ."""
    for _, record, conflict in every(records, Records.conflicts):
        at, values, valid = record.field("facts"), dict[Location, Any](), True
        if len(conflict.facts) == 1:
            hint = "point at the other value too, or leave facts out"
            yield Finding(at, "two facts or more, to compare them", "one", hint=hint)
            continue
        for index, place in enumerate(_resolved(records, conflict)):
            if isinstance(place, PointerError):
                valid = False
                yield Finding(at.field(index), place.expected, place.got, hint=place.hint)
                continue
            if place in values:
                got, hint = f"{_location(records, place)} again", "remove one of the two"
                yield Finding(at.field(index), "each place once", got, hint=hint)
            values[place] = normalized_value_at(records, place)
        if valid and values:
            yield from _not_different(at, list(values.values()))


def _not_different(at: Location, values: Sequence[Any]) -> Iterator[Finding]:
    first = values[0]
    for index, value in enumerate(values):
        if _form(value) != _form(first):
            expected = f"{_form(first)} as the first fact is, to compare the two"
            hint = "point at values of one kind, or leave facts out"
            yield Finding(at.field(index), expected, _form(value), hint=hint)
            return
    if len(set(values)) == 1:
        hint = "point at what the claims differ in, or remove the conflict if it was put right"
        yield Finding(at, "facts that disagree", f"{describe(first)} at {len(values)} places", hint=hint)


def _form(value: object) -> str:
    return FORMS.get(type(value), "a date")


def _resolved(records: Records, conflict: Conflict) -> Iterator[Location | PointerError]:
    """The places that the facts of a conflict point at, or why they point at none."""
    for pointer in conflict.facts:
        try:
            yield resolve_pointer(records, pointer)
        except PointerError as error:
            yield error


class Stated(NamedTuple):
    """A place in the data that states a value of a subject."""

    at: Location
    words: str
    """The subject, for messages and exceptions; without row numbers, which change when rows are added."""
    subject: tuple[Hashable, ...] = ()
    """Equal for places that state a value of the same subject; empty where the words are."""


@rule(exceptable=True)
def disagreements_are_recorded(records: Records) -> Iterator[Finding]:
    """Where several records state different values for the same subject, a conflict points at them.

    Subjects are those of `DETECTORS`: verdicts, batch sizes, measurements and so on.
    """
    # A pointer to no value is reported by conflict-facts-disagree.
    recorded = [set(_resolved(records, conflict)) for conflict in records.conflicts.values() if conflict.facts]
    for detect in DETECTORS:
        for stated in group_pairs((value.subject or value.words, value) for value in detect(records)).values():
            by_meaning = group_pairs((normalized_value_at(records, value.at), value) for value in stated)
            sides = list(by_meaning.values())
            if len(sides) > 1 and not any(_covers(places, sides) for places in recorded):
                yield _unrecorded(records, sides)


def _covers(places: AbstractSet[Location | PointerError], sides: Sequence[Sequence[Stated]]) -> bool:
    """Whether `places`, those that a conflict points at, include one of each side."""
    return all(any(value.at in places for value in side) for side in sides)


def _unrecorded(records: Records, sides: Sequence[Sequence[Stated]]) -> Finding:
    first, last = sides[0][0], sides[-1][0]
    value, other = (describe(normalized_value_at(records, stated.at)) for stated in (last, first))
    expected = f"a conflict that points at this {value} and at the {other} of {_location(records, first.at)}"
    hint = f"both are: {last.words}; correct one, or add both to the facts of a conflict in data/conflicts/"
    return Finding(last.at, expected, "none", last.words, hint)


def _location(records: Records, place: Location) -> str:
    kind, _, record_id = place.record.partition("/")
    inside = (SEVERAL, record_id, *place.path) if place.record in records.tables else place.path
    return f"{records.file(kind, record_id)}, {field(inside)}"


def _newest(dated: Iterable[tuple[Hashable, datetime.date]]) -> Mapping[Hashable, datetime.date]:
    return {document: max(dates) for document, dates in group_pairs(dated).items()}


def verdicts(records: Records) -> Iterator[Stated]:
    """Verdicts on families. Those of the newest revisions are compared with each other, older ones by date."""
    stated = list(facts_of_verdicts(records))
    newest = _newest(((one.accelerator, document_of(records, one.source)), one.as_of) for one in stated)
    # A source that states a verdict twice is reported by the rule one-verdict.
    seen: set[tuple[str, str]] = set()
    for one in stated:
        older = "" if one.as_of == newest[one.accelerator, document_of(records, one.source)] else f", {one.as_of}"
        words = f"{one.workload} of {one.family} on {one.accelerator} with {one.framework}{older}"
        if one.status != NO_VERDICT and (words, one.source) not in seen:
            seen.add((words, one.source))
            yield Stated(one.at, words)


def batch_sizes(records: Records) -> Iterator[Stated]:
    """Batch sizes of one configuration in several documents, from the newest revision of each."""
    groups = group_by(
        facts_of_configurations(records),
        lambda one: (one.model, one.dataset, one.instance, one.row.instance_count or 1, one.settings),
    )
    for key, group in groups.items():
        newest = _newest((document_of(records, one.source), one.as_of) for one in group)
        if len(newest) == 1:
            continue
        for one, name in product(group, ("native", "compiled")):
            current = one.as_of == newest[document_of(records, one.source)]
            if current and getattr(one.row, name) is not None:
                words = f"{name} batch size of {one.model} on {one.instance}, {one.release}"
                yield Stated(one.at.field(name), words, (key, name))


def measurements(records: Records) -> Iterator[Stated]:
    """Figures of different files for the same settings. Rows of one file that differ are different runs."""
    facts = counted_runs(facts_of_benchmarks(records))
    for key, group in group_pairs((_set_up(records, fact), fact) for fact in facts).items():
        if len({fact.file_id for fact in group}) == 1:
            continue
        for fact, name in product(group, fields_with_role("figure")):
            if getattr(fact.row, name) is not None:
                instances = "+".join(fact.named_instances) or "no instance"
                words = f"{name} of {fact.model} on {instances}, {group[0].id}"
                yield Stated(fact.at.field(name), words, (key, name))


def _set_up(records: Records, fact: Benchmark) -> Hashable:
    """The subject of a measurement: hardware, software and settings. Without an SDK release, its date is used."""
    software = sdk_named(records, fact.row.sdk) or fact.row.sdk or fact.as_of
    settings = tuple(getattr(fact.row, name) for name in RUN_SETTINGS if name != "sdk")
    return fact.model, fact.work, fact.named_instances, fact.workload, fact.framework, software, settings


def lists(records: Records) -> Iterator[Stated]:
    """Statuses of a model or architecture on an accelerator in vendors' lists of the same date.

    A line about some checkpoints of an architecture is compared with others about the same ones.
    """
    for line in facts_of_lists(records):
        if line.status == NO_VERDICT:
            continue
        some = [f"model {one} by its architecture" for one in line.row.covers]
        wide = some or [f"architecture {one}" for one in line.architectures]
        for subject, chip in product([f"model {line.model}"] if line.model else wide, line.accelerators):
            words = f"{line.workload} of {subject} on {chip} with {line.framework or 'no framework'}"
            yield Stated(line.at.field("wording"), f"{words}, {line.as_of}")


@rule(exceptable=True)
def contradictions_are_recorded(records: Records) -> Iterator[Finding]:
    """Where documents say yes and no of one model, accelerator, workload, framework and version, a conflict names them.

    A list without a version speaks for any. Earlier editions of a list say nothing any more.
    """
    recorded = [set(_resolved(records, conflict)) for conflict in records.conflicts.values() if conflict.facts]
    for words, lines in group_pairs(_verdicts_of_lists(records)).items():
        for pair in combinations(lines, 2):
            at, other = (line.at.field("wording") for line in pair)
            if _contradict(records, *pair) and not any({at, other} <= places for places in recorded):
                expected = f"a conflict that points at this and at the contrary of {_location(records, at)}"
                hint = f"both are: {words}; correct one, or add both to the facts of a conflict in data/conflicts/"
                yield Finding(other, expected, "none", words, hint)
                break


def _contradict(records: Records, one: Listed, other: Listed) -> bool:
    """Whether lines of different days do: those of one day are compared by disagreements-are-recorded."""
    if (one.status in POSITIVE) == (other.status in POSITIVE) or one.as_of == other.as_of:
        return False
    versions = (line.version for line in (one, other))
    return document_of(records, one.source) != document_of(records, other.source) and may_be_one_version(*versions)


def _verdicts_of_lists(records: Records) -> Iterator[tuple[str, Listed]]:
    """The lines that say yes or no of a model, by what they are about in words."""
    for line in facts_of_lists(records):
        is_verdict = line.model and line.status in STATUSES and line.replaced_by is None
        if is_verdict and line.catalogue.evidence != "planner" and not line.row.requires_hardware:
            for chip in line.accelerators:
                yield f"{line.workload} of {line.model} on {chip} with {line.framework or 'no framework'}", line


def notices(records: Records) -> Iterator[Stated]:
    """Dates and SDK releases of the events of components. An announcement and the announced event are one subject."""
    for at, _, notice in entries(records, Records.components, Notice):
        event = _event(notice)
        if event is None:
            continue
        parts = (at.record.removeprefix("components/"), notice.version, notice.applies_to, event)
        names = [name for name in ("sdk", "last_sdk") if getattr(notice, name)]
        if notice.date and not notice.sdk and notice.announces is None:
            names.append("date")
        for name in names:
            yield Stated(at.field(name), f"{name} of {', '.join(filter(None, parts))}")


def _event(notice: Notice) -> str | None:
    """The event that a notice is about; None for one that can happen repeatedly, as a release without a version."""
    event = notice.announces or notice.event
    if event == "renamed":
        return f"renamed {notice.successor}" if notice.successor else None
    return None if event == "released" and not notice.version else event


def prices(records: Records) -> Iterator[Stated]:
    for at, _, price in entries(records, Records.instances, Price):
        instance = at.record.removeprefix("instances/")
        parts = (f"{price.purchase} price of {instance}", price.service, price.region, price.operating_system)
        yield Stated(at.field("usd_per_hour"), ", ".join(filter(None, parts)))


def images(records: Records) -> Iterator[Stated]:
    """The image of a release: its repository and tag, and the name that the vendor's page prints."""
    for release_id, at, release in every(records, Records.releases):
        if release.image and release.image.as_published:
            for name in ("repository", "tag", "as_published"):
                yield Stated(at.field("image", name), f"image of {release_id}")


DETECTORS = (verdicts, batch_sizes, measurements, lists, notices, prices, images)
