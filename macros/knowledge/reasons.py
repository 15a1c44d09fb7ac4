"""The reason of an outcome, in one sentence for readers."""

from __future__ import annotations

from typing import Literal, NamedTuple

from macros.knowledge.evidence import RUNS, Evidence
from macros.knowledge.knowledge import Knowledge
from macros.knowledge.memory import formats_of, weights_gib
from macros.knowledge.packages import version_of
from macros.knowledge.support_status import SupportStatus
from macros.schema.limitations import Exclusion
from macros.words import plural

HALF = ("bf16", "fp16")
"""Number formats in which most models are published."""

WorksOrNot = Literal["works", "does-not", "not-said"]


class Basis(NamedTuple):
    """What the outcome of an option follows from."""

    deciding: Evidence
    verdict: WorksOrNot
    support: SupportStatus | None
    excluded: tuple[str, Exclusion] | None


STATUS_WORDS = {
    "current": "is supported",
    "public-beta": "is a public beta",
    "private-beta": "is a private beta",
    "maintenance": "is in maintenance",
    "ended": "has ended",
    "never": "is not offered",
    "unknown": "has no published support status",
}


def because(knowledge: Knowledge, model: str | None, basis: Basis) -> str:
    """What was found, and what has become of the software, in one sentence."""
    deciding, support = basis.deciding, basis.support
    accelerator = knowledge.records.accelerators[deciding.accelerator].name
    found = _evidence_words(knowledge, deciding, basis.verdict)
    if basis.verdict == "works":
        found += too_large(knowledge, model, deciding)
    if basis.verdict == "does-not" or not deciding.framework:
        return f"{found}."
    name = knowledge.records.frameworks[deciding.framework].name
    if basis.excluded:
        title = knowledge.records.limitations[basis.excluded[0]].title.rstrip(".")
        return f"{found}, but a known issue rules it out on {accelerator}: “{title}”."
    if support is None:
        return f"{found}; whether {name} is supported on {accelerator} for {deciding.workload} is not stated."
    last_sdk = support.statement.last_sdk
    since = f" (last SDK {version_of(last_sdk)})" if last_sdk and not support.is_supported else ""
    return f"{found}; {name} {STATUS_WORDS[support.status]} on {accelerator} for {deciding.workload}{since}."


def too_large(knowledge: Knowledge, model: str | None, evidence: Evidence) -> str:
    """Words on weights that no instance type of an accelerator holds: in any of its number formats, or in 16 bits.

    Empty where one holds them, where the model ran, and where its parameters are not published.
    """
    parameters = knowledge.records.models[model].parameters if model else None
    instances = knowledge.instances.of("accelerators", evidence.accelerator)
    formats = formats_of(knowledge.records.accelerators[evidence.accelerator].data_types)
    if parameters is None or not instances or not formats or evidence.kind in RUNS:
        return ""
    largest = max(knowledge.records.instances[instance].memory_gib for instance in instances)
    sizes = sorted((weights_gib(parameters.billions, one), one) for one in formats)
    too_many = [(gib, name) for gib, name in sizes if gib > largest and (name in HALF or (gib, name) == sizes[0])]
    if not too_many:
        return ""
    gib, name = too_many[0]
    return f", though its weights alone ({gib:.0f} GiB in {name}) exceed the largest instance type ({largest} GiB)"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


SUBJECTS = {"checkpoint": "It", "architecture": "Its architecture", "family": "Its family"}


def _evidence_words(knowledge: Knowledge, deciding: Evidence, verdict: WorksOrNot) -> str:
    year = deciding.newest.year
    subject = f"Its variant {deciding.variant}" if deciding.variant else SUBJECTS[deciding.level]
    if deciding.kind in RUNS:
        noun = knowledge.term("evidence", deciding.kind).label.lower()
        of = f" of its variant {deciding.variant}" if deciding.variant else ""
        return f"{plural(deciding.count, noun)}{of}, the newest of {year}"
    if deciding.requires and verdict == "does-not":
        names = ", ".join(knowledge.records.accelerators[key].name for key in deciding.requires)
        return f"{subject} requires {names}, by a list of {year}"
    if deciding.sample:
        return f"Example code was published for {_lower(subject)} ({year})"
    status = knowledge.term("status", deciding.status or "unknown").label.lower()
    if deciding.kind == "guideline":
        return f"Only a guideline of {year} for its whole family speaks of it: “{status}”"
    if verdict == "not-said":
        return f"{subject} is in a list of {year} that does not say whether it is supported"
    return f"{subject} is listed as {status} ({year})"
