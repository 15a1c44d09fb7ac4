"""In which order readers meet hardware: what has current software first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from macros.facts.knowledge import Knowledge


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


def order_of_instance(knowledge: Knowledge, instance: str) -> tuple[bool, bool, int, tuple[str, int, int]]:
    """Sort key: by accelerator, the smallest first; later those without current software, last those that ended."""
    record = knowledge.records.instances[instance]
    has_ended = knowledge.lifecycle.ended_state("instances", instance) is not None
    place = list(knowledge.records.accelerators).index(record.accelerator)
    return has_ended, software_ended(knowledge, record.accelerator), place, record.order


def by_accelerator(knowledge: Knowledge) -> Sequence[str]:
    """All instance types in the order in which readers meet them."""
    return sorted(knowledge.records.instances, key=partial(order_of_instance, knowledge))
