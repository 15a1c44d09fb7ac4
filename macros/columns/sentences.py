"""Small records in words, by their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from macros.columns import lifecycle_words
from macros.columns.phrase import (
    AsOf,
    Cited,
    Inferred,
    Marked,
    PageLink,
    Phrase,
    RecordLink,
    Sdk,
    TermOf,
    joined,
    links,
    phrase,
)
from macros.facts.benchmarks import RunHardware
from macros.facts.fact_types import Coverage
from macros.facts.short_answers import ShortAnswer
from macros.schema.base import OtherName, Statement
from macros.schema.components import Discontinued
from macros.schema.frameworks import Event
from macros.schema.hardware import Bandwidth, Memory, Offer, Regions, System
from macros.schema.issues import Bound, Exclusion, Fix
from macros.schema.models import Published, RelatedDataset, RelatedModel
from macros.schema.sources import SourceLink
from macros.words import month, number, plural


def _exclusion(ruled_out: Exclusion) -> Phrase:
    kinds = ("families", "architectures", "models")
    named = [RecordLink(kind, one) for kind in kinds for one in getattr(ruled_out, kind)]
    return phrase(
        RecordLink("frameworks", ruled_out.framework),
        " on ",
        links("accelerators", ruled_out.accelerators),
        f" for {ruled_out.workload}" if ruled_out.workload else None,
        phrase(" of ", joined(named)) if named else None,
        phrase(", from ", Sdk(ruled_out.from_sdk), " on") if ruled_out.from_sdk else None,
    )


def _fix(found: Fix) -> Phrase:
    framework = phrase(RecordLink("frameworks", found.framework), ", ") if found.framework else None
    day = phrase(" (", found.date, ")") if found.date else None
    return phrase(framework, found.version, day, f": {found.how} ", Cited(found.citations))


def _system(found: System) -> Phrase:
    size = f"{found.name}: {found.accelerators} accelerators, {number(found.memory_gib)} GiB "
    return phrase(size, Cited([found.citation]))


def _hardware(found: RunHardware) -> Phrase:
    is_one = found.kind == "instances" and found.count == 1
    return phrase(
        f"{number(found.count)} × " if found.count and not is_one else None,
        joined((RecordLink(found.kind, one) for one in found.names), " or "),
        None if found.count else ", number not published",
    )


def _statement(said: Statement | Event) -> Phrase:
    why = phrase(" ", Inferred(said.inferred)) if isinstance(said, Statement) and said.inferred else None
    return phrase(said.text, why, " ", Cited(said.citations))


def _other_name(other: OtherName) -> Phrase:
    doubt = phrase(TermOf("certainty", other.certainty), ": ", other.reason)
    certainty = phrase(" ", Marked("doubt", doubt)) if other.certainty != "certain" else None
    return phrase(Marked("other name", phrase(other.name, certainty)))


def _coverage(tested: Coverage) -> Phrase:
    configurations, models = plural(tested.configurations, "configuration"), plural(tested.models, "model")
    first = f"{month(tested.oldest)} to " if tested.oldest != tested.newest else None
    releases = plural(tested.releases, "release")
    return phrase(f"{configurations} of {models} in {releases}, ", first, AsOf(tested.newest))


def _offer(found: Offer) -> Phrase:
    note = f" ({found.note})" if found.note else ""
    return _dated(f"{'yes' if found.listed else 'no'}{note}", found)


def _dated(words: str, found: Offer | Regions) -> Phrase:
    return phrase(f"{words}, ", AsOf(found.as_of), " ", joined(found.citations, " "))


SENTENCES: Mapping[type, Callable[[Any], Phrase]] = {
    **lifecycle_words.SENTENCES,
    Bandwidth: lambda found: phrase(f"{number(found.value)} {found.unit}"),
    Memory: lambda size: phrase(f"{number(size.gib)} GiB", f" ({size.note})" if size.note else None),
    Bound: lambda bound: phrase(f"{bound.value} {bound.unit}"),
    Coverage: _coverage,
    Discontinued: _statement,
    Event: _statement,
    Exclusion: _exclusion,
    Fix: _fix,
    RunHardware: _hardware,
    Offer: _offer,
    OtherName: _other_name,
    Published: lambda found: phrase(AsOf(found.date), " ", found.citation),
    Regions: lambda found: _dated(f"{plural(len(found.codes), 'region')}: {', '.join(found.codes)}", found),
    RelatedDataset: lambda other: phrase(RecordLink("datasets", other.dataset), f": {other.difference}"),
    RelatedModel: lambda other: phrase(RecordLink("models", other.model), f": {other.difference}"),
    ShortAnswer: lambda short: phrase(TermOf("outcome", short.shown, words=short.label), " ", short.rest),
    SourceLink: lambda link: phrase(
        PageLink(link.label, link.url), None if link.works else " (may no longer lead anywhere)"
    ),
    Statement: _statement,
    System: _system,
}
"""How each type is put into words."""
