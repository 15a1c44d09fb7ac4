"""Which piece of evidence decides whether a model works with a framework, and which known issues rule that out.

Whatever the state of the software:

- Narrow beats wide: a line about the checkpoint overrules one about its architecture; of lines of one level one that
  says yes or no overrules one that does not, then a list of a release one of nightly builds, and then the newest
  counts. A line that expects the checkpoint to work without a test says neither, and still overrules wider lines.
- A run overrules lines that say no and are not newer. A line that lists the checkpoint as working decides before a run.
- Without lines and runs, example code decides, and without that a guideline for the whole family: it can say no, but
  never that a model works. What a planning tool computes decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from macros.facts.citations import document_of
from macros.facts.evidence import ARCHIVED, LEVELS, LINES, RUNS, Evidence, Subject
from macros.facts.grouping import group_pairs
from macros.facts.issues import Issue
from macros.facts.knowledge import Knowledge, once
from macros.facts.support_status import OFFERED, SupportStatus
from macros.schema.issues import Exclusion, Limitation

WorksOrNot = Literal["works", "does-not", "not-said"]

POSITIVE = ("supported", "limited", "experimental")
"""Statuses of lines that say that it works, the most positive first."""

STATUSES = (*POSITIVE, "unsupported")
"""All that say yes or no; of lines that are equal otherwise, the first counts."""


def says(line: Evidence) -> WorksOrNot:
    if line.status in POSITIVE:
        return "works"
    return "does-not" if line.status == "unsupported" else "not-said"


def decide(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    """The deciding piece of the evidence of one framework, and what it says."""
    line, run = _narrowest_line(evidence), newest_run(evidence)
    if run and line and says(line) == "does-not" and run.newest < line.newest:
        return line, "does-not"
    if run and not (line and _outweighs(line, run)):
        return run, "works"
    if line:
        return line, says(line)
    samples = [found for found in evidence if found.kind == "sample"]
    if samples:
        return min(samples, key=lambda one: ARCHIVED.index(one.archived)), "works"
    refusing = next((one for one in evidence if one.kind == "guideline" and says(one) == "does-not"), None)
    return (refusing, "does-not") if refusing else (evidence[0], "not-said")


def newest_run(evidence: Iterable[Evidence]) -> Evidence | None:
    """The newest run of the model itself, else of a variant."""
    runs = [found for found in evidence if found.kind in RUNS]
    return max(runs, key=lambda found: (found.variant is None, found.newest), default=None)


def _outweighs(line: Evidence, run: Evidence) -> bool:
    """Whether a line about the checkpoint counts before a run: it says that it works, or the run is of a variant."""
    return line.is_own and (says(line) == "works" or (run.variant is not None and says(line) == "not-said"))


def _narrowest_line(evidence: Iterable[Evidence]) -> Evidence | None:
    """The line of a vendor's list that counts; wide ones that say neither yes nor no never do."""
    lines = [found for found in evidence if found.kind in LINES and not found.superseded]
    return min(
        (found for found in lines if found.is_own or says(found) != "not-said"),
        key=lambda one: (
            LEVELS.index(one.level),
            one.variant is not None,
            says(one) == "not-said",
            one.nightly,
            -one.newest.toordinal(),
            LINES.index(one.kind),
            STATUSES.index(one.status) if one.status in STATUSES else len(STATUSES),
        ),
        default=None,
    )


def may_be_one_version(one: str | None, other: str | None) -> bool:
    """Whether two lists may speak of one version of the framework: of two versions, both may be right."""
    return one == other or None in (one, other)


def contradicting(
    knowledge: Knowledge, evidence: Iterable[Evidence], deciding: Evidence, verdict: WorksOrNot
) -> Evidence | None:
    """The newest line of another document that says the contrary of the very checkpoint.

    Of an architecture: of all checkpoints that the deciding evidence is about, for then none is beyond dispute.
    """
    lists = knowledge.records.catalogues
    documents = {document_of(knowledge.records, source) for source in deciding.sources}

    def version(line: Evidence) -> str | None:
        return lists[line.catalogue].version if line.catalogue else None

    lines = (
        one
        for one in evidence
        if one.kind in LINES
        and one.is_own
        and not one.superseded
        and (set(deciding.checkpoints) <= set(one.checkpoints) if deciding.checkpoints else not one.checkpoints)
        and documents.isdisjoint(document_of(knowledge.records, source) for source in one.sources)
        and {says(one), verdict} == {"works", "does-not"}
        and may_be_one_version(version(one), version(deciding))
    )
    return max(lines, key=lambda one: one.newest, default=None)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A limitation that rules a framework out on some hardware, or did before a newer statement of support."""

    limitation: str
    exclusion: Exclusion
    overruled: bool
    """Whether the newer statement says that the framework is still offered on this hardware."""


def exclusion_of(
    knowledge: Knowledge, subject: Subject, evidence: Evidence, support: SupportStatus | None
) -> Excluded | None:
    """The limitation that excludes a subject with the framework and on the accelerator of some evidence, if any.

    A limitation holds for models that came later, as long as none says that it is fixed. Of several, one that no newer
    statement overrules.
    """
    stack = evidence.framework, evidence.accelerator, evidence.workload
    found = (
        one
        for one in _exclusions(knowledge, *stack, support)
        if _is_general(one.exclusion)
        or subject.model in one.exclusion.models
        or subject.architecture in one.exclusion.architectures
        or subject.family in one.exclusion.families
    )
    return min(found, key=lambda excluded: excluded.overruled, default=None)


def exclusions_of_all(knowledge: Knowledge, support: SupportStatus) -> Sequence[Excluded]:
    """The limitations that exclude every model where a status of support speaks of a framework."""
    stack = support.framework, support.accelerator, support.workload
    return [found for found in _exclusions(knowledge, *stack, support) if _is_general(found.exclusion)]


def _exclusions(
    knowledge: Knowledge, framework_id: str | None, accelerator_id: str, workload: str, support: SupportStatus | None
) -> Iterator[Excluded]:
    """What rules out a framework, or that whose models it runs, on an accelerator for a workload."""
    framework = knowledge.records.frameworks.get(framework_id or "")
    if framework is None:
        return
    owners = framework_id, framework.runs_models_of
    found = chain.from_iterable(_excluding(knowledge).get((owner, accelerator_id), ()) for owner in owners)
    for issue, excludes in found:
        if excludes.workload in (None, workload):
            said = knowledge.as_of(issue.record.citations[0])
            is_newer = support and said and support.status in OFFERED and support.statement.day > said
            # A statement about a framework says nothing of single models.
            yield Excluded(issue.id, excludes, overruled=bool(is_newer and _is_general(excludes)))


@once
def _excluding(knowledge: Knowledge) -> Mapping[tuple[str | None, str], Sequence[tuple[Issue[Limitation], Exclusion]]]:
    """By framework and accelerator: the limitations that rule it out there, with what they exclude."""
    ruling = ((issue, issue.record.excludes) for issue in knowledge.limitations if issue.rules_out)
    found = ((issue, excludes, chip) for issue, excludes in ruling if excludes for chip in excludes.accelerators)
    return group_pairs(((excludes.framework, chip), (issue, excludes)) for issue, excludes, chip in found)


def _is_general(exclusion: Exclusion) -> bool:
    return not (exclusion.models or exclusion.architectures or exclusion.families)
