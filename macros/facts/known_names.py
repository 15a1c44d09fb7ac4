"""What may be typed for a record: its id and its names, owners and size, in the words in which they are compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from macros.facts.grouping import group_pairs, unique
from macros.loading import Records
from macros.schema.base import Record
from macros.schema.hardware import Accelerator
from macros.schema.models import Model
from macros.typed_names import NUMBER, OWNED, Named, Words, formats_in, plain, words_of

MODELS = ("models", "architectures", "families")
HARDWARE = ("accelerators", "instances")
"""What may be typed as a model and as hardware; of records with equal names those of the first kind are meant."""


def known_models(records: Records) -> Iterator[Named]:
    """Everything that may be typed as a model."""
    series = dict(_called_by_series(records))
    for kind in MODELS:
        for record_id in records.of(kind):
            yield _named(records, kind, record_id, series.get(record_id))


def known_hardware(records: Records) -> Iterator[Named]:
    """Everything that may be typed as hardware; vendors, SDKs and series of instance types for their accelerators."""
    for kind in HARDWARE:
        for record_id in records.of(kind):
            yield _named(records, kind, record_id)
    for words, ids in _groups(records):
        yield Named("accelerators", ids, (words,))


def _named(records: Records, kind: str, record_id: str, series: Words | None = None) -> Named:
    record = records.of(kind)[record_id]
    names = [_split(kind, name) for name in (record_id, *_names(record))]
    owners = [owner for owner, _ in names]
    forms = [form for _, form in names]
    size: Words = ()
    if isinstance(record, Accelerator):
        owners.append(words_of(record.vendor))
        forms.append(words_of(record.short_name))
    if isinstance(record, Model):
        size = (f"{record.parameters.billions:.0f}b",) if record.parameters else ()
        # A copy has the name of the checkpoint that was copied: it must be typed with its owner.
        if record.variant_of and _split(kind, record.variant_of)[1] == forms[0]:
            forms = [(*owner, *form) for owner, form in names if owner]
    return Named(kind, (record_id,), unique(filter(None, (*forms, series))), unique(filter(None, owners)), size)


def _split(kind: str, name: str) -> tuple[Words, Words]:
    """The words of the owner and of the rest of a name."""
    owned = OWNED.fullmatch(name) if kind == "models" else None
    return (words_of(name.partition("/")[0]), words_of(owned[1])) if owned else ((), words_of(name))


def _called_by_series(records: Records) -> Iterator[tuple[str, Words]]:
    """Checkpoints that the name of their architecture means, with its words.

    These are the only one, where its name has but a size more; and, where no name has a number more, all those with one
    word more, as DeepSeek-V4-Flash and DeepSeek-V4-Pro have. Where the name and a number are another architecture's, as
    of Qwen and Qwen2, it is that of all generations and means none of the first.
    """
    names_of_architectures = map(words_of, records.architectures)
    of_generations = {one[:at] for one in names_of_architectures for at in range(len(one)) if NUMBER.fullmatch(one[at])}
    of_architecture = group_pairs(
        (model.architecture, model_id) for model_id, model in records.models.items() if not model.variant_of
    )
    for architecture_id, models in of_architecture.items():
        series = words_of(architecture_id)
        if series in of_generations:
            continue
        names = {one: form for one in models for _, form in [_split("models", one)] if not formats_in(form)}
        rests = {one: plain(form[len(series) :]) for one, form in names.items() if form[: len(series)] == series}
        short = [one for one, rest in rests.items() if len(rest) == 1]
        numbered = [one for one, rest in rests.items() if any(map(NUMBER.fullmatch, rest))]
        if (len(names) == 1 and short == numbered == [*names]) or (
            len(short) > 1 and not numbered and len(rests) == len(names)
        ):
            yield from ((one, series) for one in short)


def _names(record: Record) -> Iterator[str]:
    yield from filter(None, (getattr(record, "name", None), getattr(record, "hub_id", None)))
    yield from (other.name for other in getattr(record, "other_names", ()))
    yield from getattr(record, "former_ids", ())


def _groups(records: Records) -> Iterator[tuple[Words, tuple[str, ...]]]:
    """Series of instance types, vendors and their SDKs, such as Neuron, each with its accelerators."""
    series = ((one.series, one.accelerator) for one in records.instances.values())
    vendors = ((one.vendor, key) for key, one in records.accelerators.items())
    sdks = (
        (name, key)
        for one in records.platforms.values()
        for name, entry in product(_names(one), one.support)
        for key in entry.every_accelerator
    )
    groups = group_pairs((words_of(name), accelerator_id) for name, accelerator_id in chain(series, vendors, sdks))
    yield from ((words, unique(ids)) for words, ids in groups.items())
