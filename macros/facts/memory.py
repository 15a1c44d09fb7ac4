"""The memory that a model needs: its weights, its KV cache, and in training what comes on top; and whether it fits.

The formulas, with b bytes per number:

- weights: parameters x b
- KV cache, of each token: 2 x layers x key-value heads x head size x b; layers with a window keep no more tokens
  than that; an encoder-decoder keeps as much again of its input; latent attention keeps layers x latent size x b
- training: gradients of b bytes per parameter, and for Adam two moments and a copy of the weights in fp32, 12 bytes;
  activations as in Korthikanti et al., arXiv 2205.05198, without recomputation

Not included: activations of inference, and what frameworks and drivers reserve. `MARGIN` is left free for them.

Whether a model fits is asked of the number format in which its checkpoint is published. Where that is not recorded, or
the accelerator does not have it, its weights are counted in the smallest format that the accelerator has; with software
that quantises models itself, in the format of that, where it is smaller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from macros.facts.benchmarks import RunHardware
from macros.facts.knowledge import Knowledge, once
from macros.schema.hardware import Accelerator
from macros.schema.models import Shape

BYTES_PER_PARAMETER = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
"""By number format; int8 takes as much as fp8."""

BYTES = {
    **BYTES_PER_PARAMETER,
    "int8": 1,
    "int4": 4.16 / 8,
    "mxfp8": 8.25 / 8,
    "mxfp4": 4.25 / 8,
    "nvfp4": 4.5 / 8,
}
"""Of all formats in which checkpoints are published. In MXFP4 and MXFP8, 32 numbers share a scale of 8 bits, in NVFP4
16 do; in INT4, as AWQ and GPTQ write it, 128 share a scale of 16 bits and a zero of 4. Those of INT8 are left out."""

FORMATS = {**{name: name for name in BYTES}, "float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}
"""Number formats by the first word of the data type that a checkpoint's configuration prints, in lower case."""

HELD_IN = "bf16"
"""The number format that is assumed where none is known: most models are run in it, or in fp16, which is as wide."""

BILLION = 1_000_000_000
GIB = 2**30

MARGIN = 0.1
"""The share of the memory that is left free: an assumption of this site, which readers of the calculator may change."""

OPTIMIZER_BYTES = 12
"""Per parameter, of Adam in mixed precision."""

KV_CACHE_TOKENS = 4096
KV_CACHE_TYPE = "bf16"
"""For what pages say about KV cache."""

SIZES: Mapping[str, tuple[float, str]] = {
    "0-1b": (1, "Under 1 B"),
    "1b-10b": (10, "1 B to under 10 B"),
    "10b-40b": (40, "10 B to under 40 B"),
    "40b-100b": (100, "40 B to under 100 B"),
    "100b": (float("inf"), "100 B and more"),
}
"""Classes of model size by id: below how many billions of parameters, and the label."""

Fits = Literal["yes", "tight", "no", "unknown"]


def size_class(billions: float) -> str:
    return next(key for key, (below, _) in SIZES.items() if billions < below)


def weights_gib(billions: float, data_type: str, embeddings: float = 0) -> float:
    """What so many billions of parameters take; so many of them are embeddings, which nobody quantises."""
    wide = embeddings * max(0, BYTES[HELD_IN] - BYTES[data_type])
    return (billions * BYTES[data_type] + wide) * BILLION / GIB


def weights_of(knowledge: Knowledge, model_id: str, data_type: str) -> float | None:
    """What the weights of a model take in a number format, in GiB; None where their number is not recorded."""
    parameters = knowledge.records.models[model_id].parameters
    if parameters is None:
        return None
    return weights_gib(parameters.billions, data_type, embeddings_of(knowledge, model_id))


def embeddings_of(knowledge: Knowledge, model_id: str) -> float:
    """The parameters of the token embeddings of a model, in billions; 0 where no size of them is recorded.

    Of an output layer, which many models share with these, nothing is recorded: it is left out.
    """
    shape = shape_of(knowledge, model_id)
    sizes = (shape.vocabulary_size, shape.hidden_size) if shape else (None, None)
    return (sizes[0] or 0) * (sizes[1] or 0) / BILLION


def shape_of(knowledge: Knowledge, model_id: str) -> Shape | None:
    """The sizes of a model; where they are not recorded, those of the checkpoint that it was made of."""
    models = knowledge.records.models
    record = models[model_id]
    return record.shape or (models[record.variant_of].shape if record.variant_of else None)


def billions_held(memory_gib: float, data_type: str) -> float:
    """How many billion parameters fit into a memory that holds nothing else."""
    return memory_gib * GIB / BYTES_PER_PARAMETER[data_type] / BILLION


COUNTS = (1, 2, 4, 8)
"""How many of an accelerator are looked at together, beside instance types and its published systems."""

ONLY_RENTED = ("AWS", "Google")
"""Vendors who sell no accelerators: who wants fewer than an instance type carries cannot have them."""

MOST_CHIPS_OF_A_CARD = 2


@dataclass(frozen=True)
class Machine:
    """Hardware with memory for a model: an instance type, or some of an accelerator."""

    accelerator: str
    count: int
    gib: float
    """Per accelerator."""
    instance: str | None = None

    @property
    def memory_gib(self) -> float:
        return self.count * self.gib

    @property
    def hardware(self) -> RunHardware:
        if self.instance:
            return RunHardware("instances", (self.instance,), 1)
        return RunHardware("accelerators", (self.accelerator,), self.count)


def _counts(chip: Accelerator, carried: Sequence[int]) -> Sequence[int]:
    """How many of an accelerator are looked at together beside those that instance types carry.

    A machine of many chips that software addresses as one is looked at alone, and so is what a machine has but one of.
    """
    if chip.one_per_machine:
        return [1]
    if (chip.chips or 1) > MOST_CHIPS_OF_A_CARD:
        return [] if carried else [1]
    counts = sorted({*COUNTS, *(system.accelerators for system in chip.systems)})
    if not carried:
        return counts
    fewer = 0 if chip.vendor in ONLY_RENTED else min(carried)
    return [count for count in counts if count < fewer or count > max(carried)]


def counts_carried(knowledge: Knowledge, accelerator_id: str) -> Sequence[int]:
    """How many of an accelerator instance types carry."""
    carriers = knowledge.instances.of("accelerators", accelerator_id)
    return sorted({knowledge.records.instances[one].accelerator_count for one in carriers})


@once
def machines(knowledge: Knowledge) -> Sequence[Machine]:
    """The machine with the least memory first; of those with as much, the one with the fewest vCPUs or accelerators."""
    instances = sorted(knowledge.records.instances.items(), key=lambda item: item[1].vcpus)
    cards = (
        Machine(accelerator_id, count, memory.gib)
        for accelerator_id, chip in knowledge.records.accelerators.items()
        for memory in chip.memory
        for count in _counts(chip, counts_carried(knowledge, accelerator_id))
    )
    carried = (
        Machine(one.accelerator, one.accelerator_count, one.accelerator_memory_gib, instance_id)
        for instance_id, one in instances
    )
    fewest_first = sorted(cards, key=lambda one: one.count)
    return sorted((*carried, *fewest_first), key=lambda one: one.memory_gib)


def kv_cache_bytes(shape: Shape, context: int, data_type: str) -> float | None:
    """What the model keeps of the tokens of one sequence, in bytes; None where that is not recorded."""
    if shape.cache == "none":
        return 0
    if shape.cache is None or shape.layers is None:
        return None
    layers, windowed = shape.cached_layers or shape.layers, shape.windowed_layers or 0
    tokens = (layers - windowed) * context + windowed * min(context, shape.window or context)
    numbers = tokens * BYTES_PER_PARAMETER[data_type]
    if shape.cache == "latent":
        return None if shape.latent_size is None else numbers * shape.latent_size
    if shape.key_value_heads is None or shape.head_size is None:
        return None
    both = 2 if shape.cache == "encoder-decoder" else 1
    return both * 2 * numbers * shape.key_value_heads * shape.head_size


def kv_cache_gib(shape: Shape | None) -> float | None:
    """Of one sequence of `KV_CACHE_TOKENS` tokens in `KV_CACHE_TYPE`; 0 for models without one, None where unknown."""
    kept = kv_cache_bytes(shape, KV_CACHE_TOKENS, KV_CACHE_TYPE) if shape else None
    return None if kept is None else kept / GIB


@dataclass(frozen=True, slots=True)
class ModelWeights:
    gib: float
    data_type: str
    billions: float

    def fits(self, memory_gib: float, workload: str) -> Fits:
        """Whether they fit into a memory; for training, with gradients and the states of Adam."""
        free = memory_gib * (1 - MARGIN)
        if self.gib > memory_gib:
            return "no"
        if workload == "training" and 2 * self.gib + self.billions * BILLION * OPTIMIZER_BYTES / GIB > free:
            return "unknown"
        return "tight" if self.gib > free else "yes"


def weights_on(
    knowledge: Knowledge, model_id: str, accelerator_id: str, framework_id: str | None = None
) -> ModelWeights | None:
    """The weights of a model as an accelerator would hold them; None where the number of parameters is not recorded.

    In the number format of the checkpoint, for software unpacks what an accelerator does not compute with; where that
    is not known, in the smallest of the accelerator. With software that quantises to a smaller one, in that.
    """
    known = formats_on(knowledge, accelerator_id)
    found = _weights_in(knowledge, model_id, known, min(known, key=lambda kind: BYTES[kind], default="fp8"))
    return quantised(knowledge, found, framework_id) or found


def trained_weights_on(knowledge: Knowledge, model_id: str, accelerator_id: str) -> ModelWeights | None:
    """The same for training, which holds the weights in 16 bits at least."""
    found, wide = weights_on(knowledge, model_id, accelerator_id), _sixteen_bits(formats_on(knowledge, accelerator_id))
    if found is None or wide is None or BYTES[found.data_type] >= BYTES[wide]:
        return found
    gib = weights_of(knowledge, model_id, wide)
    return found if gib is None else ModelWeights(gib, wide, found.billions)


def quantised(knowledge: Knowledge, weights: ModelWeights | None, framework_id: str | None) -> ModelWeights | None:
    """Weights as software makes them smaller; None where it does not."""
    to = knowledge.records.frameworks[framework_id].quantises_to if framework_id else None
    if weights is None or to is None:
        return None
    found = ModelWeights(weights.billions * to.bits / 8 * BILLION / GIB, to.name, weights.billions)
    return found if found.gib < weights.gib else None


def usual_weights_on(knowledge: Knowledge, model_id: str, accelerator_id: str) -> ModelWeights | None:
    """The same, but where the number format of the checkpoint is not known in 16 bits, as most models are run."""
    known = formats_on(knowledge, accelerator_id)
    usual = _sixteen_bits(known)
    return _weights_in(knowledge, model_id, known, usual) if usual else weights_on(knowledge, model_id, accelerator_id)


def asked_weights(
    knowledge: Knowledge, model_id: str, instance_id: str, workload: str, framework_id: str | None = None
) -> ModelWeights | None:
    """The weights as most run them; where they do not fit an instance type, as small as they are held there.

    For training no software quantises them.
    """
    record = knowledge.records.instances[instance_id]
    usual = usual_weights_on(knowledge, model_id, record.accelerator)
    fits = usual and usual.fits(record.memory_gib, workload) == "yes"
    quantises = None if workload == "training" else framework_id
    return usual if fits else weights_on(knowledge, model_id, record.accelerator, quantises)


@once
def formats_on(knowledge: Knowledge, accelerator_id: str) -> Sequence[str]:
    """The number formats among the data types of an accelerator; all where no source states its data types."""
    names = {one.casefold() for one in knowledge.records.accelerators[accelerator_id].number_formats}
    return [kind for kind in BYTES_PER_PARAMETER if kind in names or not names]


def _sixteen_bits(known: Sequence[str]) -> str | None:
    """The format of 16 bits among some: bf16, or fp16 where that is not among them."""
    return next((kind for kind in known if BYTES[kind] == BYTES["bf16"]), None)


def _weights_in(
    knowledge: Knowledge, model_id: str, known: Sequence[str], unless_published: str
) -> ModelWeights | None:
    data_type = published_format(knowledge, model_id) or unless_published
    if BYTES[data_type] == BYTES["bf16"] and data_type not in known:
        data_type = _sixteen_bits(known) or data_type
    parameters, gib = knowledge.records.models[model_id].parameters, weights_of(knowledge, model_id, data_type)
    return None if parameters is None or gib is None else ModelWeights(gib, data_type, parameters.billions)


def published_format(knowledge: Knowledge, model_id: str) -> str | None:
    """The number format in which a checkpoint is published: as recorded, or as its id ends, such as `…-bf16`.

    Of a variant that has neither, the format of the checkpoint it was made of.
    """
    record, ending = knowledge.records.models[model_id], model_id.rpartition("-")[2]
    recorded = record.weight_format or (record.shape.data_type if record.shape else None)
    printed = recorded or (ending if ending in BYTES else None)
    if printed is None and record.variant_of:
        return published_format(knowledge, record.variant_of)
    return FORMATS.get(printed.split()[0].lower()) if printed else None
