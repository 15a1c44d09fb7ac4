"""Limitations that rule a framework out on some hardware, and what newer statements of support make of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.knowledge.evidence import Evidence, Subject
from macros.knowledge.knowledge import Knowledge
from macros.knowledge.support_status import OFFERED, SupportStatus
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

    A limitation holds for models that came later, as long as none says that it is fixed.
    Of several, one that no newer statement overrules.
    """
    found = _exclusions(knowledge, subject, evidence, support)
    return min(found, key=lambda excluded: excluded.overruled, default=None)


def _exclusions(
    knowledge: Knowledge, subject: Subject, evidence: Evidence, support: SupportStatus | None
) -> Iterator[Excluded]:
    for limitation_id, limitation in knowledge.records.limitations.items():
        excludes = limitation.excludes
        if excludes is None or limitation.state == "fixed" or excludes.framework != evidence.framework:
            continue
        if evidence.accelerator not in excludes.accelerators or excludes.workload not in (None, evidence.workload):
            continue
        if _names_no_model(excludes) or _names(excludes, subject):
            overruled = _names_no_model(excludes) and _is_newer(knowledge, support, limitation_id)
            yield Excluded(limitation_id, excludes, overruled)


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
