"""Which piece of evidence decides whether a model works with a framework at all, whatever the state of its software.

- Narrow beats wide: a line about the checkpoint overrules one about its architecture; of lines of one level one that
  says yes or no overrules one that does not, and then the newest counts. A line that expects the checkpoint to work
  without a test says neither, and still overrules wider lines.
- A run overrules lines that say no and are not newer. A line that lists the checkpoint as working decides before a run.
- Without lines and runs, example code decides, and without that a guideline for the whole family: it can say no, but
  never that a model works.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from macros.facts.evidence import ARCHIVED, LEVELS, RUNS, Evidence, Subject
from macros.facts.knowledge import Knowledge
from macros.facts.support_status import OFFERED, SupportStatus
from macros.schema.limitations import Exclusion

WorksOrNot = Literal["works", "does-not", "not-said"]

POSITIVE = ("supported", "limited", "experimental")
"""Statuses of lines that say that it works, the most positive first."""


def decide(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    """The deciding piece of the evidence of one framework, and what it says."""
    line = narrowest_line(evidence)
    run = newest_run(evidence)
    if run and line and line.status == "unsupported" and run.newest < line.newest:
        return line, "does-not"
    if run and not (line and _outweighs(line, run)):
        return run, "works"
    if line:
        return line, says(line)
    return _without_lines(evidence)


def _outweighs(line: Evidence, run: Evidence) -> bool:
    """Whether a line about the checkpoint counts before a run: it says that it works, or the run is of a variant."""
    return line.is_own and (line.status in POSITIVE or (run.variant is not None and says(line) == "not-said"))


def _without_lines(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    samples = [found for found in evidence if found.kind == "sample"]
    if samples:
        return min(samples, key=lambda one: ARCHIVED.index(one.archived)), "works"
    guidelines = [found for found in evidence if found.kind == "guideline"]
    refusing = next((found for found in guidelines if found.status == "unsupported"), None)
    return (refusing, "does-not") if refusing else (evidence[0], "not-said")


def narrowest_line(evidence: Iterable[Evidence]) -> Evidence | None:
    """The line of a vendor's list that counts."""
    lines = [found for found in evidence if found.kind == "listed" and not found.superseded]
    wide_and_silent = [found for found in lines if says(found) == "not-said" and not found.is_own]
    order = [*POSITIVE, "unsupported"]
    return min(
        (found for found in lines if found not in wide_and_silent),
        key=lambda one: (
            LEVELS.index(one.level),
            one.variant is not None,
            says(one) == "not-said",
            -one.newest.toordinal(),
            order.index(one.status) if one.status in order else len(order),
        ),
        default=None,
    )


def says(line: Evidence) -> WorksOrNot:
    """What a line or a guideline says."""
    if line.status in POSITIVE:
        return "works"
    return "does-not" if line.status == "unsupported" else "not-said"


def newest_run(evidence: Iterable[Evidence]) -> Evidence | None:
    """The newest run of the model itself, else of a variant."""
    runs = [found for found in evidence if found.kind in RUNS]
    return max(runs, key=lambda found: (found.variant is None, found.newest), default=None)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A limitation that rules an option out, or did before a newer statement."""

    limitation: str
    """Its id."""
    exclusion: Exclusion
    overruled: bool
    """Whether the newer statement of support says that the framework is still offered on this hardware."""

    @property
    def pin(self) -> Sequence[str]:
        """What to install to stay before it, as published."""
        return self.exclusion.pin


def exclusion_of(
    knowledge: Knowledge, subject: Subject, evidence: Evidence, support: SupportStatus | None
) -> Excluded | None:
    """The limitation that excludes a subject with the framework and on the accelerator of some evidence, if any.

    A limitation holds for models that came later, as long as none says that it is fixed. Of several, one that no newer
    statement overrules.
    """
    found = [
        _of_all_models(knowledge, support, limitation, excludes)
        if _names_no_model(excludes)
        else Excluded(limitation, excludes, overruled=False)
        for limitation, excludes in _exclusions(
            knowledge, evidence.framework or "", evidence.accelerator, evidence.workload
        )
        if _names_no_model(excludes) or _names(excludes, subject)
    ]
    return min(found, key=lambda excluded: excluded.overruled, default=None)


def exclusions_of_all(knowledge: Knowledge, support: SupportStatus) -> Sequence[Excluded]:
    """The limitations that exclude every model where a status of support speaks of a framework."""
    if support.framework is None:
        return []
    found = _exclusions(knowledge, support.framework, support.accelerator, support.workload)
    return [
        _of_all_models(knowledge, support, limitation, excludes)
        for limitation, excludes in found
        if _names_no_model(excludes)
    ]


def _exclusions(
    knowledge: Knowledge, framework: str, accelerator: str, workload: str
) -> Iterator[tuple[str, Exclusion]]:
    """What rules out a framework, or that whose models it runs, on an accelerator for a workload."""
    if framework not in knowledge.records.frameworks:
        return
    names = (framework, knowledge.records.frameworks[framework].runs_models_of)
    for key, limitation in knowledge.records.limitations.items():
        excludes = limitation.excludes
        if excludes is None or limitation.state == "fixed" or excludes.framework not in names:
            continue
        if accelerator in excludes.accelerators and excludes.workload in (None, workload):
            yield key, excludes


def _of_all_models(
    knowledge: Knowledge, support: SupportStatus | None, limitation: str, excludes: Exclusion
) -> Excluded:
    return Excluded(limitation, excludes, _is_newer(knowledge, support, limitation))


def _names_no_model(excludes: Exclusion) -> bool:
    return not (excludes.models or excludes.architectures or excludes.families)


def _names(excludes: Exclusion, subject: Subject) -> bool:
    return (
        subject.model in excludes.models
        or subject.architecture in excludes.architectures
        or subject.family in excludes.families
    )


def _is_newer(knowledge: Knowledge, support: SupportStatus | None, limitation: str) -> bool:
    """Whether a statement that the framework is offered is newer than a limitation."""
    said = knowledge.as_of(knowledge.records.limitations[limitation].citations[0])
    return support is not None and said is not None and support.status in OFFERED and support.statement.day > said
