"""The data of the memory calculator: sizes of models, memory of instance types, and where a model ran.

What runs today it reads from the file of the model in the API.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.facts import Knowledge
from macros.facts.memory import BYTES_PER_PARAMETER, MARGIN, OPTIMIZER_BYTES, formats_of
from macros.outputs.serialize import as_json
from macros.schema.hardware import Instance
from macros.schema.models import Model

PATH = "memory/facts.json"

SHAPE = (
    *("layers", "hidden_size", "attention_heads", "key_value_heads", "head_size", "positions"),
    *("window", "windowed_layers", "latent_size", "attention", "cache"),
)
"""Sizes that the formulas use."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path from the site's root, and content."""
    records = knowledge.records
    smallest_first = sorted(records.instances.items(), key=lambda item: (item[1].memory_gib, item[1].vcpus))
    document = {
        "bytes": BYTES_PER_PARAMETER,
        "optimizer_bytes": OPTIMIZER_BYTES,
        "margin": MARGIN,
        "models": {key: _model(knowledge, key, model) for key, model in records.models.items() if model.parameters},
        "instances": {key: _instance(knowledge, key, instance) for key, instance in smallest_first},
        "accelerators": {key: chip.short_name for key, chip in records.accelerators.items()},
        "attention": {key: term.label for key, term in records.vocabularies["attention"].values.items()},
    }
    yield PATH, as_json(document)


def _model(knowledge: Knowledge, key: str, model: Model) -> Mapping[str, Any]:
    shape = {name: value for name in SHAPE if (value := getattr(model.shape, name, None)) is not None}
    ran = {test.instance for test in knowledge.configurations.of("models", key)}
    ran.update(instance for fact in knowledge.measurements_of("models", key) for instance in fact.instances)
    parameters = model.parameters
    return {
        "name": model.name,
        "page": address("models", key),
        "billions": parameters.billions if parameters else None,
        "shape": shape or None,
        "ran": sorted(ran),
    }


def _instance(knowledge: Knowledge, key: str, instance: Instance) -> Mapping[str, Any]:
    return {
        "page": address("instances", key),
        "accelerator": instance.accelerator,
        "count": instance.accelerator_count,
        "gib": instance.accelerator_memory_gib,
        "types": formats_of(knowledge.records.accelerators[instance.accelerator].data_types),
    }
