"""Small records in words, by their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from macros.columns import lifecycle_words
from macros.columns.phrase import Counted, Phrase, RecordLink, Sdk, joined, phrase
from macros.facts.benchmarks import Hardware
from macros.schema.hardware import Bandwidth, Memory
from macros.schema.issues import Bound, Exclusion
from macros.schema.models import RelatedDataset, RelatedModel
from macros.words import number


def exclusion(ruled_out: Exclusion) -> Phrase:
    """What does not run where."""
    kinds = ("families", "architectures", "models")
    named = [RecordLink(kind, one) for kind in kinds for one in getattr(ruled_out, kind)]
    return phrase(
        RecordLink("frameworks", ruled_out.framework),
        " on ",
        joined(RecordLink("accelerators", one) for one in ruled_out.accelerators),
        f" for {ruled_out.workload}" if ruled_out.workload else None,
        phrase(" of ", joined(named)) if named else None,
        phrase(", from ", Sdk(ruled_out.from_sdk), " on") if ruled_out.from_sdk else None,
    )


def counted(some: Counted) -> Phrase:
    """A number of something that has a page."""
    return phrase(f"{number(some.count)} × ", RecordLink(some.kind, some.record))


def hardware(found: Hardware) -> Phrase:
    """Instance types or accelerators, with their number."""
    is_one = found.kind == "instances" and found.count == 1
    return phrase(
        f"{number(found.count)} × " if found.count and not is_one else None,
        joined((RecordLink(found.kind, one) for one in found.names), " or "),
        None if found.count else ", number not published",
    )


SENTENCES: Mapping[type, Callable[[Any], Phrase]] = {
    **lifecycle_words.SENTENCES,
    Bandwidth: lambda found: phrase(f"{number(found.value)} {found.unit}"),
    Bound: lambda bound: phrase(f"{bound.value} {bound.unit}"),
    Counted: counted,
    Exclusion: exclusion,
    Hardware: hardware,
    RelatedDataset: lambda other: phrase(RecordLink("datasets", other.dataset), f": {other.difference}"),
    RelatedModel: lambda other: phrase(RecordLink("models", other.model), f": {other.difference}"),
    Memory: lambda size: phrase(f"{size.gib} GiB", f" ({size.note})" if size.note else None),
}
"""How each type is put into words."""
