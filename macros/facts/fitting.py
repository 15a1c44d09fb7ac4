"""How many of an accelerator the weights of a model need, and whether they fit any machine with it, in words."""

from __future__ import annotations

from math import ceil

from macros.facts.answers import INFERENCE, Cards
from macros.facts.evidence import Subject
from macros.facts.knowledge import Knowledge, once
from macros.facts.memory import (
    COUNTS,
    MARGIN,
    ModelWeights,
    quantised,
    shape_of,
    trained_weights_on,
    usual_weights_on,
    weights_on,
)
from macros.schema.hardware import Accelerator
from macros.words import gib, number


def cards_for(
    knowledge: Knowledge, model_id: str | None, accelerator_id: str, workload: str, framework_id: str | None
) -> Cards | None:
    """How many accelerators the weights alone need; None where one will do.

    As most run them: for inference with software that quantises, as that does. Where no machine holds that, as
    small as the accelerator holds them. Empty too for boards and systems: lists name just the one that a model was
    tested on. Of what a machine has but one of, the size it needs; of what is built with several sizes, for the
    smallest that holds them as well as the largest does, and for the smallest of which no more are needed than are
    looked at together. As many as the attention heads can be split over; software that quantises splits layers.
    """
    chip = knowledge.records.accelerators[accelerator_id]
    card, (largest, _) = chip.most_memory_gib, _largest(knowledge, accelerator_id)
    usual_on = usual_weights_on if workload == INFERENCE else trained_weights_on
    usual = usual_on(knowledge, model_id, accelerator_id) if model_id else None
    if model_id is None or usual is None or not card or chip.chips or usual.gib <= _room(chip):
        return None
    small, shape = quantised(knowledge, usual, framework_id), shape_of(knowledge, model_id)
    is_split = workload == INFERENCE and not small
    weights, heads = small or usual, shape.attention_heads if shape and is_split else None
    if largest and weights.gib > largest:
        weights = _smallest_weights(knowledge, model_id, accelerator_id, workload, framework_id) or weights
    is_usual = weights.data_type == usual.data_type
    size = f"{gib(weights.gib)} GiB {'in' if is_usual else 'if quantised to'} {weights.data_type}"
    if chip.one_per_machine:
        enough = _smallest(chip, weights.gib) or "on a machine with more than its weights alone take"
        return Cards(f"{enough}: {size}", (f": {size}",) if is_usual else ())
    needed = [(one.gib, *_cards(weights.gib, one.gib)) for one in chip.memory]
    fewest = max(needed)[1:]
    as_few = min(one for one in needed if one[1:] == fewest)
    smallest = min(one for one in needed if one[1] <= COUNTS[-1] or one[1:] == fewest)
    every = (as_few,) if smallest == as_few else (as_few, smallest)
    margins = [_margin(least, more, heads) for _, least, more in every]
    each = (
        f"{_split(more, heads)} of {number(card)} GiB{margin}"
        for (card, _, more), margin in zip(every, margins, strict=True)
    )
    enough = f"{',' if margins[0] else ''} or ".join(each)
    of_weights = f"weights alone ({size}) need "
    words = f"{of_weights}at least {enough}"
    if workload != INFERENCE:  # what training needs besides them is most of its memory
        return Cards(words, (f", {words}",))
    return Cards(words, (*((of_weights,) if is_usual else ()), *filter(None, margins)), is_quantised=small is not None)


def on_one(knowledge: Knowledge, model_id: str | None, accelerator_id: str, framework_id: str | None) -> str:
    """How one accelerator holds a model that software quantises, in words; empty where it does without, or does not."""
    chip = knowledge.records.accelerators[accelerator_id]
    usual = usual_weights_on(knowledge, model_id, accelerator_id) if model_id else None
    small = quantised(knowledge, usual, framework_id)
    if usual is None or small is None or usual.gib <= _room(chip):
        return ""
    held, size = f"quantised to {small.data_type} ({gib(small.gib)} GiB)", _smallest(chip, small.gib)
    if small.gib <= _room(chip):
        return held
    return f"{held}, {size}" if size else ""


def _room(chip: Accelerator) -> float:
    """What the smallest size of an accelerator holds with the margin left free, in GiB; 0 where no size is recorded."""
    return min((one.gib for one in chip.memory), default=0) * (1 - MARGIN)


def _smallest(chip: Accelerator, weights: float) -> str:
    """The smallest size of an accelerator that holds weights of some GiB with a margin, in words; empty for none."""
    sizes = [one.gib for one in chip.memory if weights <= one.gib * (1 - MARGIN)]
    return f"on one of {number(min(sizes))} GiB or more" if sizes else ""


def _cards(weights: float, card: float) -> tuple[int, int]:
    """How many cards hold some weights, and how many do so with a margin; all in GiB."""
    return ceil(weights / card), ceil(weights / (card * (1 - MARGIN)))


def _split(cards: int, heads: int | None) -> int:
    """The fewest cards, no less than some, over which attention heads can be split evenly."""
    return next((n for n in range(cards, (heads or 0) + 1) if heads and heads % n == 0), cards)


def _margin(least: int, more: int, heads: int | None = None) -> str:
    """What a number of cards says besides, in words: where fewer hold the weights alone, or cannot split the heads."""
    if _split(more, heads) > more:
        return f", as {heads} attention heads split over {_split(more, heads)}, not {more}"
    return f" with {MARGIN:.0%} left free, {least} without" if more > least else ""


def _smallest_weights(
    knowledge: Knowledge, model_id: str, accelerator_id: str, workload: str, framework_id: str | None
) -> ModelWeights | None:
    """As small as an accelerator holds them for a workload, with software that quantises if one is given."""
    if workload == INFERENCE:
        return weights_on(knowledge, model_id, accelerator_id, framework_id)
    return trained_weights_on(knowledge, model_id, accelerator_id)


@once
def _largest(knowledge: Knowledge, accelerator_id: str) -> tuple[float, str]:
    """The most memory of a machine with an accelerator, in GiB, and what that is; 0 where none is known.

    An instance type or a published system; of GPUs that no instance type carries also the most that are looked at
    together, for who builds a machine may take more of them than a publisher did.
    """
    records = knowledge.records
    chip = records.accelerators[accelerator_id]
    if chip.one_per_machine:
        return chip.most_memory_gib, "the largest machine"
    instances = knowledge.instances.of("accelerators", accelerator_id)
    rented = max((records.instances[one].memory_gib for one in instances), default=0)
    system = max((one.memory_gib for one in chip.systems), default=0)
    cards = 0 if rented or chip.chips or chip.kind != "gpu" else COUNTS[-1] * chip.most_memory_gib
    found = {
        "the largest instance type": rented,
        "the largest published system": system,
        f"{COUNTS[-1]} of them": cards,
    }
    where = max(found, key=lambda name: found[name])
    return found[where], where


def too_large(
    knowledge: Knowledge, model_id: str | None, accelerator_id: str, workload: str, framework_id: str | None = None
) -> str | None:
    """Why a model fits no machine with an accelerator, in words; None where it may.

    Of GPUs, which are joined over networks, how many the weights need.
    """
    largest, where = _largest(knowledge, accelerator_id)
    weights = _smallest_weights(knowledge, model_id, accelerator_id, workload, framework_id) if model_id else None
    if weights is None or not largest or weights.gib <= largest:
        return None
    needed = f"{weights.gib:,.0f}" if round(weights.gib) > largest else f"{weights.gib:,.1f}"
    chip = knowledge.records.accelerators[accelerator_id]
    figures = f"{needed} GiB in {weights.data_type}, {number(largest)} on {where}"
    if chip.kind != "gpu" or not chip.most_memory_gib or chip.one_per_machine:
        return figures
    least, more = _cards(weights.gib, chip.most_memory_gib)
    return f"{figures}, over several machines at least {more}{_margin(least, more)}"


def none_fits(
    knowledge: Knowledge, subject: Subject, accelerator_id: str, workload: str, framework_id: str | None
) -> str | None:
    """The same of a model; of an architecture, of the smallest of its checkpoints, where the size of all is known."""
    if subject.model or not subject.architecture:
        return too_large(knowledge, subject.model, accelerator_id, workload, framework_id)
    smallest = _smallest_checkpoint(knowledge, subject.architecture, accelerator_id)
    figures = too_large(knowledge, smallest, accelerator_id, workload, framework_id)
    return f"its smallest checkpoint here, {figures}" if figures else None


@once
def _smallest_checkpoint(knowledge: Knowledge, architecture_id: str, accelerator_id: str) -> str | None:
    """The checkpoint of an architecture with the smallest weights; None where the size of one is not known."""
    models = knowledge.models.of("architectures", architecture_id)
    sizes = {one: weights.gib for one in models if (weights := weights_on(knowledge, one, accelerator_id))}
    return min(sizes, key=lambda one: sizes[one]) if sizes and len(sizes) == len(models) else None


def has_room(knowledge: Knowledge, weights: ModelWeights, accelerator_id: str) -> bool:
    """Whether some machine with an accelerator holds weights with the margin left free, as far as is known."""
    largest, _ = _largest(knowledge, accelerator_id)
    return not largest or weights.fits(largest, INFERENCE) == "yes"
