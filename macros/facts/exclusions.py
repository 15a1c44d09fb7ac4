"""Limitations that rule a framework out on some hardware, and what newer statements of support make of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.facts.evidence import Evidence, Subject
from macros.facts.knowledge import Knowledge
from macros.facts.support_status import OFFERED, SupportStatus
from macros.schema.limitations import Exclusion


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
