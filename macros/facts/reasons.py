"""Why an option has its outcome, in one sentence, and what sources contest of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from macros.facts.answers import Option
from macros.facts.decisions import POSITIVE, Excluded, WorksOrNot, exclusions_of_all, says
from macros.facts.evidence import LINES, RUNS, Evidence
from macros.facts.knowledge import Knowledge
from macros.facts.packages import begins
from macros.facts.pins import PACKAGE
from macros.facts.support_status import OFFERED, SupportStatus
from macros.words import month, plural

STATUS_WORDS = {
    "current": "is supported",
    "public-beta": "is a public beta",
    "experimental": "is experimental",
    "private-beta": "is a private beta",
    "maintenance": "is in maintenance",
    "ended": "has ended",
    "never": "is not offered",
}

SUBJECTS = {"checkpoint": "It", "architecture": "Its architecture", "family": "Its family"}
ARCHIVED_WORDS = {"all": ", and since archived", "some": ", some of it since archived"}

NEVER_SAYS_YES = {
    "guideline": "a guideline of {year} for its whole family",
    "planner": "what a planning tool computed in {year}",
}
"""Kinds of evidence that alone make no positive answer."""


def because(knowledge: Knowledge, option: Option) -> str:
    """What was found, and what has become of the software, in one sentence."""
    deciding, records = option.deciding, knowledge.records
    found = _evidence_words(knowledge, deciding, option.verdict) + _to_come(knowledge, option)
    if option.does_not_fit:
        # How much that is, its answer says.
        why = "its weights alone need more memory" + (
            f"; quantised, it runs: {option.quantised}" if option.quantised else ""
        )
        return f"{why.capitalize()}." if deciding.kind == "guideline" else f"{found}, but {why}."
    if option.too_large and option.verdict == "works":
        found += f", though by its size it does not fit: {option.too_large}"
    if option.verdict == "does-not" or not option.framework:
        return f"{found}."
    if option.excluded_by and option.ruled_out_by:
        title = records.limitations[option.excluded_by.limitation].title.rstrip(".")
        why = f" known issue rules it out on {records.accelerators[option.accelerator].name}: “{title}”."
        return f"{found}, but a{why}" if option.verdict == "works" else f"A{why}"
    if option.support and option.support.status != "unknown":
        words = support_words(knowledge, option.support)
    else:
        here = _here(knowledge, option.accelerator, option.workload)
        words = f"whether {records.frameworks[option.framework].name} is supported {here} is not stated"
    return f"{words}." if deciding.predates_model else f"{found}; {words}."


def support_words(knowledge: Knowledge, support: SupportStatus) -> str:
    """What has become of a framework on an accelerator for a workload, where that is stated."""
    here = _here(knowledge, support.accelerator, support.workload)
    words = f"{knowledge.records.frameworks[support.owner].name} {STATUS_WORDS[support.status]} {here}"
    if support.status == "never" and (offered := _offered(knowledge, support)):
        return f"{words}, only for {' and '.join(offered)}"
    if support.statement.last_sdk:
        last = "with" if support.is_supported else "last"
        words += f" ({last} {knowledge.sdk_name(support.statement.last_sdk, support.owner)})"
    end = announced_end(knowledge, support)
    said = f"last said {month(support.as_of)}" if support.is_old and support.as_of else None
    return ", ".join(filter(None, (words, end, said)))


def _offered(knowledge: Knowledge, support: SupportStatus) -> Sequence[str]:
    """The workloads for which a framework is or was offered on an accelerator."""
    here = (one for one in knowledge.support.of("frameworks", support.owner) if one.accelerator == support.accelerator)
    return [one.workload for one in here if one.statement.status not in ("never", "unknown")]


def _here(knowledge: Knowledge, accelerator_id: str, workload: str) -> str:
    return f"on {knowledge.records.accelerators[accelerator_id].name} for {workload}"


def announced_end(knowledge: Knowledge, support: SupportStatus) -> str | None:
    """The announced end of support in words, such as: no longer from Hammer SDK 2.1."""
    return f"no longer from {knowledge.sdk_name(support.ends_with, support.owner)}" if support.ends_with else None


def contested(knowledge: Knowledge, support: SupportStatus | None, excluded: Excluded | None) -> str | None:
    """What sources say against the statement of support that counts, or against what it names to install."""
    if support is None:
        return None
    if excluded and excluded.overruled:
        title = knowledge.records.limitations[excluded.limitation].title.rstrip(".")
        pins = f"; it names {', '.join(excluded.exclusion.pin)}" if excluded.exclusion.pin else ""
        return f"A known issue says otherwise: “{title}”{pins}."
    disputed = (support.ended_with or support.statement).disputed
    said = [f"{disputed.rstrip('.')}."] if disputed else []
    return " ".join((*said, *_ended_pins(knowledge, support))) or None


def _ended_pins(knowledge: Knowledge, support: SupportStatus) -> Iterator[str]:
    """Versions that are pinned although they have ended, a sentence each."""
    components = knowledge.records.names.ids_by_name["components"]
    pins = support.statement.pin if support.status in OFFERED else ()
    for pinned in chain.from_iterable(map(PACKAGE.finditer, pins)):
        component = components.get(pinned["name"])
        for status in knowledge.lifecycle.versions_of(component) if component else ():
            if begins(pinned["version"], status.version or "") and status.over and not status.partial_ends:
                since = f" on {status.since}" if status.since else ""
                yield f"It pins {pinned['name']} {status.version}, which ended{since}."


def contradiction(knowledge: Knowledge, line: Evidence | None) -> str | None:
    """What a line of another list says to the contrary."""
    if line is None or line.catalogue is None:
        return None
    title = knowledge.records.catalogues[line.catalogue].title
    return f"“{'”, “'.join(line.wording) or line.status}” in “{title}” ({month(line.newest)})."


def contested_status(knowledge: Knowledge, support: SupportStatus) -> str | None:
    """What sources say against a status of support, whatever the model."""
    excluded = next((one for one in exclusions_of_all(knowledge, support) if one.overruled), None)
    return contested(knowledge, support, excluded)


def _evidence_words(knowledge: Knowledge, deciding: Evidence, verdict: WorksOrNot) -> str:
    year = deciding.newest.year
    whose = whose_evidence(knowledge, deciding)
    subject = whose or SUBJECTS[deciding.level]
    if deciding.variant:
        subject = subject[0].upper() + subject[1:]
    if deciding.kind in RUNS:
        noun = knowledge.term("evidence", deciding.kind).label.lower()
        return f"{plural(deciding.count, noun)}{f' of {whose}' if whose else ''}, the newest of {year}"
    if deciding.requires and verdict == "does-not":
        names = ", ".join(knowledge.records.accelerators[one].name for one in deciding.requires)
        return f"{subject} requires {names}, by a list of {year}"
    if deciding.kind == "sample":
        left_out = ", which the complete list of the software leaves out" if deciding.left_out else ""
        subject = subject if deciding.checkpoints else _lower(subject)
        return f"Example code is published for {subject} ({year}){ARCHIVED_WORDS.get(deciding.archived, left_out)}"
    status = knowledge.term("status", deciding.status or "unknown").label.lower()
    if deciding.kind in NEVER_SAYS_YES:
        return f"Only {NEVER_SAYS_YES[deciding.kind].format(year=year)} speaks of it: “{status}”"
    is_or_are = "are" if len(deciding.checkpoints) > 1 else "is"
    if verdict == "not-said":
        if deciding.doubts:
            words = _lower(" ".join(deciding.doubts))
            listed = f"A threshold is published of a test of {whose or _lower(subject)} ({year}), in doubt: {words}"
        else:
            words = "”, “".join(deciding.wording) or status
            listed = f"{subject} {is_or_are} in a list of {year} as “{words}”"
        return listed
    limits = f": “{'”, “'.join(deciding.limits)}”" if deciding.limits else ""
    listed = "listed" if deciding.status in POSITIVE else "in a list"
    if deciding.kind == "vendor-tested":
        listed = f"in the vendor's own tests{' of nightly builds' if deciding.nightly else ''}"
    since = f", on record since {deciding.since}" if deciding.since else ""
    formats = f", and checkpoints in {deciding.number_format} on this hardware" if deciding.number_format else ""
    return f"{subject} {is_or_are} {listed} as {status} ({year}{since}){limits}{formats}"


def _to_come(knowledge: Knowledge, option: Option) -> str:
    """What nightly builds say of the very checkpoint, where a list of a release decides and says otherwise."""
    decided = option.deciding
    if decided.kind not in LINES or decided.nightly:
        return ""
    lines = (one for one in option.evidence if one.kind in LINES and one.is_own and one.nightly)
    coming = max((one for one in lines if says(one) != "not-said"), key=lambda one: one.newest, default=None)
    if coming is None or coming.status in (None, decided.status) or coming.newest < decided.newest:
        return ""
    return f", in nightly builds as {knowledge.term('status', coming.status).label.lower()}"


def whose_evidence(knowledge: Knowledge, found: Evidence) -> str | None:
    """The variant or the checkpoints that evidence is about; None where it is about all that was asked for."""
    if len(found.checkpoints) > 1:
        return f"{len(found.checkpoints)} of its checkpoints"
    for model_id in found.checkpoints:
        return knowledge.records.models[model_id].name
    return f"its variant {knowledge.records.models[found.variant].name}" if found.variant else None


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
