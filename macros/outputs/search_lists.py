"""Entries of the site search that lead to a list as readers filter it: of models, or of accelerators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.runs_today import models_run_on
from macros.facts.tasks import models_by_task, tasks
from macros.pages.registry import pages_of
from macros.words import plural

SearchEntry = Mapping[str, Any]

WEIGHT_OF_LISTS = 0.5
"""Who types a name means its page, not its news or what guidelines say of it."""
MOST_EXAMPLES = 4
"""Records that the text about a list names."""

ASKED_OF_MODELS = ("models on {}", "{} models", "model for {}", "fits on {}", "models fit on {}")
"""What readers type with hardware who ask for all models there, without the words that tell nothing."""
ASKED_OF_TASKS = ("{}", "{} model", "{} models")
ASKED_OF_FORMATS = ("{}", "{} accelerators", "{} hardware", "{} data type")


def entries(knowledge: Knowledge) -> Iterator[SearchEntry]:
    yield from _models_on_hardware(knowledge)
    yield from _models_for_tasks(knowledge)
    yield from _accelerators_by_format(knowledge)


def _models_on_hardware(knowledge: Knowledge) -> Iterator[SearchEntry]:
    pages = pages_of("accelerators")
    for accelerator in knowledge.records.accelerators:
        entry = pages.entry_of(knowledge, accelerator)
        names = [what.format(one) for one in pages.names_of(entry) for what in ASKED_OF_MODELS]
        text = "All of which anything is known there."
        yield _filtered("models", {"accelerator": accelerator}, f"Models on {entry.title}", names, text)


def _models_for_tasks(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """With how many of them run on each accelerator."""
    running = {chip: set(models_run_on(knowledge, chip)) for chip in knowledge.records.accelerators}
    terms = tasks(knowledge)
    for task, models in models_by_task(knowledge).items():
        term = terms[task]
        asked = [name.removesuffix(" model") for name in (term.label, *term.names)]
        names = [what.format(name) for name in asked for what in ASKED_OF_TASKS]
        title = f"Models for {term.label[0].lower()}{term.label[1:]}"
        text = _examples("model", [knowledge.records.models[one].name for one in models])
        runs = {chip: len(there) for chip, on_it in running.items() if (there := on_it.intersection(models))}
        yield {**_filtered("models", {"task": task}, title, names, text), "runs": runs}


def _accelerators_by_format(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """With the first of each in the order of that list."""
    chips = [entry.record for entry in pages_of("accelerators").every(knowledge)]
    by_format = group_pairs((kind, chip.name) for chip in chips for kind in chip.number_formats)
    for kind, those in by_format.items():
        names = [what.format(kind) for what in ASKED_OF_FORMATS]
        text = f"{_examples('accelerator', those)}. Of others no source used here says so."
        yield _filtered("accelerators", {"number_formats": kind}, f"Accelerators with {kind}", names, text)


def _examples(noun: str, names: Sequence[str]) -> str:
    return (
        f"{plural(len(names), noun)}: {', '.join(names[:MOST_EXAMPLES])}{', …' if len(names) > MOST_EXAMPLES else ''}"
    )


def _filtered(kind: str, chosen: Mapping[str, str], title: str, names: Iterable[str], text: str) -> SearchEntry:
    location = f"{kind}/?{urlencode(chosen)}"
    return {"location": location, "title": title, "text": text, "names": [*names], "weight": WEIGHT_OF_LISTS}
