"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from macros.columns.column import column_of
from macros.columns.phrase import PageLink, Phrase, joined
from macros.facts.answers import OUTCOMES, Outcome, Shown
from macros.facts.hardware import order_of_accelerator
from macros.facts.runs_today import contested_on, models_by_outcome, models_run_on
from macros.pages.entries import MEASURED, TESTED, Entry, entries, fact, own
from macros.pages.hardware import ENDED, IN_TABLES, LISTED, OVER_HERE, PACKAGES, RUNS_TODAY, TYPE
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.shared_sections import EMBED
from macros.schema.hardware import Accelerator, Throughput
from macros.words import number, plural

PEAKS = [
    column_of(Throughput, name, "record.peak.", label=f"Peak {' / '.join(formats)}", unit=unit.upper())
    for name, (*formats, unit) in ((name, name.split("_")) for name in Throughput.model_fields)
]


LESS_THAN_SUPPORTED: Mapping[Shown, str] = {
    "contested": "of them contested",
    "beta": "in beta",
    "experimental": "experimental",
}
"""How readers see a part of what is supported."""


def _models(one: Entry[Accelerator]) -> Phrase | None:
    """How many models have each outcome on it, with links to the list of them, and how many of these with a doubt."""
    models = models_by_outcome(one.knowledge)[one.id]

    def counted(outcome: Outcome) -> str:
        seen = Counter(models[outcome].values())
        words = f"{plural(len(models[outcome]), 'model')} {one.knowledge.term('outcome', outcome).label.lower()}"
        less = ", ".join(f"{number(seen[key])} {said}" for key, said in LESS_THAN_SUPPORTED.items() if seen[key])
        return f"{words} ({less})" if less else words

    stated = [outcome for outcome in OUTCOMES if outcome in models and outcome != "not-known"]
    listed = (PageLink(counted(outcome), f"models/?accelerator={one.id}&outcome={outcome}") for outcome in stated)
    return joined(listed) or None


PAGES = RecordPages[Entry[Accelerator]](
    "accelerators",
    order=lambda one: order_of_accelerator(one.knowledge, one.id),
    names=lambda one: [
        one.knowledge.term("core_architecture", core).label for core in [one.record.core_architecture] if core
    ],
    brief="models",
    columns=(
        fact("models", _models, kind=None),
        fact(
            "memory_per_chip",
            lambda one: " or ".join(f"{number(size.gib)} GiB" for size in one.record.memory),
            label="Memory",
        ),
        *(own(Accelerator, name, absent="not recorded") for name in ("memory", "memory_bandwidth", "data_types")),
        *PEAKS,
        *LISTED,
        own(Accelerator, "other_names", absent="none"),
        fact("number_formats", "record.number_formats", label="Number format"),
        fact("instance_types", lambda one: one.count("instances") or None),
        fact(
            "models_run",
            lambda one: len(models_run_on(one.knowledge, one.id)) or None,
            label="Models said to run",
        ),
        fact("contested", lambda one: contested_on(one.knowledge, one.id) or None, label="Of them contested"),
        TESTED,
        MEASURED,
        ENDED,
    ),
    listed=(
        "vendor core_architecture memory_per_chip memory_bandwidth instance_types models_run contested configurations"
        " benchmarks"
    ),
    facts="models kind vendor core_architecture chips cores_per_chip memory memory_bandwidth "
    f"{' '.join(Throughput.model_fields)} data_types systems",
    more_facts="last missing other_names",
    state="software_ended",
    facets="vendor core_architecture number_formats",
    answer=RUNS_TODAY,
    last_sections=(
        OVER_HERE,
        PACKAGES,
        Section(
            "Instance types",
            lambda one: entries(one.knowledge, "instances", one.facts("instances")),
            (TYPE, *IN_TABLES),
            anchor="instances",
            whole="instances/",
        ),
        EMBED,
    ),
    folds=True,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle", "instances": "prices"},
    caption="By vendor and line of cores, of each line the newest first; those whose software has ended last. What is "
    "compiled for one core architecture does not run on another.",
)
