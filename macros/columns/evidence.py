"""Tables of Markdown twins only: evidence by accelerator, memory of instance types, and accuracy scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from macros.columns.column import AS_OF, Column
from macros.facts import Knowledge
from macros.facts.evidence import Evidence
from macros.facts.grouping import unique
from macros.facts.hardware_answers import InstanceAnswer
from macros.schema.catalogues import Accuracy
from macros.words import percent


@dataclass(frozen=True)
class EvidenceOnAccelerator:
    """One piece of evidence about one accelerator."""

    accelerator: str
    evidence: Evidence


@dataclass(frozen=True)
class Score:
    """A score that a vendor's list reports of a model."""

    catalogue: str
    accuracy: Accuracy


def scores_of(knowledge: Knowledge, model: str) -> Iterator[Score]:
    """The scores of a model, in the lists that name it."""
    names = knowledge.records.names.ids_by_name["models"]
    for catalogue in unique(line.catalogue_id for line in knowledge.listed.of("models", model)):
        for accuracy in knowledge.records.catalogues[catalogue].accuracy:
            if names[accuracy.model] == model:
                yield Score(catalogue, accuracy)


EVIDENCE: tuple[Column[EvidenceOnAccelerator], ...] = (
    Column("accelerator", "The accelerator.", kind="accelerators"),
    Column("evidence", "The kind of evidence.", "evidence.kind", vocabulary="evidence"),
    Column("level", "What the evidence is about.", "evidence.level", vocabulary="evidence_level"),
    Column("framework", "The framework.", "evidence.framework", kind="frameworks", absent="none recorded"),
    Column("workload", "What the model is run for.", "evidence.workload", vocabulary="workload"),
    Column("fit", "How well the hardware suits the family.", "evidence.fit", vocabulary="fit", absent="none stated"),
    Column("status", "What a list or verdict says.", "evidence.status", vocabulary="status", absent="none stated"),
    Column(
        "instances", "Instance types the evidence names.", "evidence.instances", kind="instances", absent="none named"
    ),
    Column("facts", "How many facts say so.", "evidence.count"),
    replace(AS_OF, name="oldest", get="evidence.oldest"),
    replace(AS_OF, get="evidence.newest"),
    Column("catalogue", "The list it stands in.", "evidence.catalogue", kind="catalogues", absent="none"),
    Column("superseded", "Whether a later edition of the list dropped it.", "evidence.superseded"),
    Column("sources", "The documents that say so.", "evidence.sources", kind="sources"),
)


def _weight_shares(line: InstanceAnswer) -> str | None:
    return "; ".join(f"{kind}: {percent(share)}" for kind, share in line.shares) or None


MEMORY: tuple[Column[InstanceAnswer], ...] = (
    Column("instance", "The instance type.", "id", kind="instances"),
    Column("accelerator", "The accelerator it carries.", "answer.accelerator", kind="accelerators"),
    Column("memory_gib", "Memory of all its accelerators.", unit="GiB"),
    Column("fits", "Whether the model fits it.", "short.fits", vocabulary="fits"),
    Column("runs_today", "The best answer for any workload.", "short.words"),
    Column("named_by_evidence", "Whether evidence names this very instance type.", lambda line: bool(line.evidence)),
    Column("share_of_memory_for_weights", "An estimate, by number format.", _weight_shares),
)

SCORES: tuple[Column[Score], ...] = (
    Column("catalogue", "The list that reports it.", kind="catalogues"),
    Column("benchmark", "The benchmark.", "accuracy.benchmark"),
    Column("value", "As printed.", "accuracy.value"),
    Column("published_reference", "The score published elsewhere, as printed.", "accuracy.published_reference"),
    Column("data_type", "The number format.", "accuracy.data_type"),
    Column("hardware_as_published", "The hardware.", "accuracy.hardware_as_published"),
)
