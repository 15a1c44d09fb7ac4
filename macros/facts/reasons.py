"""The reason of an outcome, in one sentence for readers."""

from __future__ import annotations

from typing import NamedTuple

from macros.facts.decisions import POSITIVE, Excluded, WorksOrNot, exclusions_of_all
from macros.facts.evidence import RUNS, Evidence
from macros.facts.knowledge import Knowledge
from macros.facts.packages import version_of
from macros.facts.support_status import SupportStatus
from macros.words import month, plural


class Basis(NamedTuple):
    """What the outcome of an option follows from."""

    deciding: Evidence
    verdict: WorksOrNot
    support: SupportStatus | None
    excluded: Excluded | None
    too_large: str | None
    """Why the weights fit no hardware with the accelerator, in words."""


STATUS_WORDS = {
    "current": "is supported",
    "public-beta": "is a public beta",
    "private-beta": "is a private beta",
    "maintenance": "is in maintenance",
    "ended": "has ended",
    "never": "is not offered",
    "unknown": "has no published support status",
}


def because(knowledge: Knowledge, basis: Basis, does_not_fit: str | None) -> str:
    """What was found, and what has become of the software, in one sentence."""
    found = _evidence_words(knowledge, basis.deciding, basis.verdict)
    if does_not_fit:
        return f"{_upper(does_not_fit)}{'' if basis.deciding.kind == 'guideline' else f'; {_lower(found)}'}."
    if basis.too_large and basis.verdict == "works":
        found += f", though by its size it {basis.too_large}"
    framework = basis.deciding.framework
    if basis.verdict == "does-not" or not framework:
        return f"{found}."
    if basis.excluded and not basis.excluded.overruled:
        return _excluded_words(knowledge, basis, found)
    words = _support_words(knowledge, basis)
    return f"{words}." if basis.deciding.predates_model else f"{found}; {words}."


def _excluded_words(knowledge: Knowledge, basis: Basis, found: str) -> str:
    excluded = basis.excluded
    title = knowledge.records.limitations[excluded.limitation].title.rstrip(".") if excluded else ""
    accelerator = knowledge.records.accelerators[basis.deciding.accelerator].name
    if basis.verdict == "works":
        return f"{found}, but a known issue rules it out on {accelerator}: “{title}”."
    return f"A known issue rules it out on {accelerator}: “{title}”."


def _support_words(knowledge: Knowledge, basis: Basis) -> str:
    """What has become of the software here."""
    deciding, support = basis.deciding, basis.support
    accelerator = knowledge.records.accelerators[deciding.accelerator].name
    name = knowledge.records.frameworks[deciding.framework or ""].name
    if support is None or support.status == "unknown":
        return f"whether {name} is supported on {accelerator} for {deciding.workload} is not stated"
    words = f"{name} {STATUS_WORDS[support.status]} on {accelerator} for {deciding.workload}"
    if support.status == "never" and (others := _other_workloads(knowledge, deciding)):
        return f"{words}, only for {' and '.join(others)}"
    if support.statement.last_sdk:
        last = "with" if support.is_supported else "last"
        words += f" ({last} SDK {version_of(support.statement.last_sdk)})"
    if support.announced_end:
        words += f", {support.announced_end}"
    if support.is_old and support.as_of:
        words += f", last said {month(support.as_of)}"
    return words


def _other_workloads(knowledge: Knowledge, deciding: Evidence) -> list[str]:
    """The workloads for which a framework is or was offered on the accelerator of some evidence."""
    statuses = knowledge.support.of("frameworks", deciding.framework or "")
    return [
        status.workload
        for status in statuses
        if status.accelerator == deciding.accelerator and status.statement.status not in ("never", "unknown")
    ]


def contested(knowledge: Knowledge, support: SupportStatus | None, excluded: Excluded | None) -> str | None:
    """What sources say against the statement of support that counts, with what they name to install."""
    if support is None:
        return None
    said = support.ended_with or support.statement
    if excluded and excluded.overruled:
        title = knowledge.records.limitations[excluded.limitation].title.rstrip(".")
        pins = f"; it names {', '.join(excluded.pin)}" if excluded.pin else ""
        return f"A known issue says otherwise: “{title}”{pins}."
    return f"{said.disputed.rstrip('.')}." if said.disputed else None


def contested_status(knowledge: Knowledge, support: SupportStatus) -> str | None:
    """What sources say against a status of support, whatever the model."""
    excluded = next((one for one in exclusions_of_all(knowledge, support) if one.overruled), None)
    return contested(knowledge, support, excluded)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


SUBJECTS = {"checkpoint": "It", "architecture": "Its architecture", "family": "Its family"}


def names_of_checkpoints(knowledge: Knowledge, found: Evidence) -> str:
    """The checkpoint of an architecture that evidence is about; of several, their number."""
    [first, *others] = found.checkpoints
    return f"{1 + len(others)} of its checkpoints" if others else knowledge.records.models[first].name


def _evidence_words(knowledge: Knowledge, deciding: Evidence, verdict: WorksOrNot) -> str:
    year = deciding.newest.year
    variant = f"its variant {knowledge.records.models[deciding.variant].name}" if deciding.variant else None
    subject = _upper(variant) if variant else SUBJECTS[deciding.level]
    is_or_are = "are" if len(deciding.checkpoints) > 1 else "is"
    if deciding.checkpoints:
        subject = names_of_checkpoints(knowledge, deciding)
    if deciding.kind in RUNS:
        noun = knowledge.term("evidence", deciding.kind).label.lower()
        whose = variant or (deciding.checkpoints and names_of_checkpoints(knowledge, deciding))
        return f"{plural(deciding.count, noun)}{f' of {whose}' if whose else ''}, the newest of {year}"
    if deciding.requires and verdict == "does-not":
        names = ", ".join(knowledge.records.accelerators[key].name for key in deciding.requires)
        return f"{subject} requires {names}, by a list of {year}"
    if deciding.kind == "sample":
        left_out = ", which the complete list of the software leaves out" if deciding.left_out else ""
        archived = {"all": ", and since archived", "some": ", some of it since archived"}.get(deciding.archived)
        whose = subject if deciding.checkpoints else _lower(subject)
        return f"Example code is published for {whose} ({year}){archived or left_out}"
    status = knowledge.term("status", deciding.status or "unknown").label.lower()
    if deciding.kind == "guideline":
        return f"Only a guideline of {year} for its whole family speaks of it: “{status}”"
    if verdict == "not-said":
        words = "”, “".join(deciding.wording) or status
        return f"{subject} {is_or_are} in a list of {year} as “{words}”"
    limits = f": “{'”, “'.join(deciding.limits)}”" if deciding.limits else ""
    listed = "listed" if deciding.status in POSITIVE else "in a list"
    return f"{subject} {is_or_are} {listed} as {status} ({year}){limits}"
