"""In which order readers meet hardware: what has current software first."""

from __future__ import annotations

from collections.abc import Sequence

from macros.knowledge.knowledge import Knowledge


def software_ended(knowledge: Knowledge, accelerator: str) -> bool:
    """Whether all software of which a vendor says anything has ended there."""
    statuses = {status.status for status in knowledge.support.of("accelerators", accelerator)}
    return bool(statuses) and statuses <= {"ended", "never"}


def order_of_accelerator(knowledge: Knowledge, accelerator: str) -> tuple[bool, int, int]:
    """Sort key: by core architecture in the order of the vocabulary; those whose software has ended last."""
    records = knowledge.records
    cores = list(records.vocabularies["core_architecture"].values)
    core = records.accelerators[accelerator].core_architecture
    return software_ended(knowledge, accelerator), cores.index(core), list(records.accelerators).index(accelerator)


def by_accelerator(knowledge: Knowledge) -> Sequence[str]:
    """All instance types in the order of their accelerators; later those without current software, last the ended."""
    chips = sorted(knowledge.records.accelerators, key=lambda chip: software_ended(knowledge, chip))
    keys = [key for chip in chips for key in knowledge.instances.of("accelerators", chip)]
    return sorted(keys, key=lambda key: knowledge.lifecycle.ended_state("instances", key) is not None)
