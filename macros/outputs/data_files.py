"""Small JSON files: what scripts of the home page, comparison and memory calculator fetch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any

from macros.addresses import address, place_of
from macros.columns.files import as_json
from macros.columns.phrase import name_of
from macros.facts import Knowledge
from macros.facts.answers import OUTCOME_OF_STATUS, OUTCOMES
from macros.facts.grouping import group_pairs
from macros.facts.memory import (
    BYTES,
    HELD_IN,
    MARGIN,
    OPTIMIZER_BYTES,
    Machine,
    embeddings_of,
    formats_on,
    machines,
    published_format,
    shape_of,
)
from macros.facts.reasons import contested_status
from macros.facts.speeds import on_demand_prices
from macros.facts.support_status import OFFERED, ORDER, SupportStatus, software_name
from macros.outputs import File
from macros.pages.compared import BY_ACCELERATOR, FACTS, Cell, accelerators_in_order, compared
from macros.schema.hardware import Price
from macros.schema.kinds import COMPARED
from macros.schema.models import Model

COMPARISON = "compare/facts.json"
MEMORY = "memory/facts.json"
MOST_NAMED = 2
"""Frameworks in the same state on an accelerator that are named; of more, their number."""

SHAPE = (
    *("layers", "cached_layers", "hidden_size", "attention_heads", "key_value_heads", "head_size", "positions"),
    *("window", "windowed_layers", "latent_size", "attention", "cache"),
)
"""Sizes of a model that the formulas of the memory calculator use."""


def files(knowledge: Knowledge) -> Iterator[File]:
    yield COMPARISON, as_json({kind: _compared(knowledge, kind) for kind in COMPARED})
    yield MEMORY, as_json(_memory(knowledge))


def looks_of(knowledge: Knowledge, *vocabularies: str) -> Mapping[str, Mapping[str, str]]:
    """By value: the label, symbol and tone with which scripts show it."""
    found = chain.from_iterable(knowledge.records.vocabularies[one].values.items() for one in vocabularies)
    return {key: {"label": one.label, "symbol": one.symbol, "tone": one.tone} for key, one in found}


def _compared(knowledge: Knowledge, kind: str) -> Mapping[str, Any]:
    """What is said of every record of a kind. Each text stands once, and a record holds the indexes of its texts."""
    indexes: dict[Cell, int] = {}
    said = {record: compared(knowledge, kind, record) for record in knowledge.records.of(kind)}
    groups = next(iter(said.values()), {})
    first_of_vendors, _ = accelerators_in_order(knowledge)
    return {
        "groups": [
            {
                "title": title,
                "rows": [label for label, _ in rows],
                "is_answer": title != FACTS,
                "first": len(first_of_vendors) if title == BY_ACCELERATOR else len(rows),
            }
            for title, rows in groups.items()
        ],
        "names": list(_names(knowledge, kind)),
        "records": {
            record: {
                "label": name_of(knowledge, kind, record),
                "page": place_of(knowledge.records, kind, record),
                "says": [
                    [None if cell is None else indexes.setdefault(cell, len(indexes)) for _, cell in rows]
                    for rows in groups.values()
                ],
            }
            for record, groups in said.items()
        },
        "looks": looks_of(knowledge, "support_status", "outcome"),
        "texts": [cell if cell.verdict else [cell.text] for cell in indexes],
    }


def _names(knowledge: Knowledge, kind: str) -> Iterator[tuple[str, str]]:
    """Every name a reader may type, with its id; ids first. A name that several records have is left out."""
    found = knowledge.records.of(kind)
    yield from ((record, record) for record in found)
    names = [(name, record) for name, record in knowledge.records.names.ids_by_name[kind].items()]
    names += [(getattr(one, "name", record), record) for record, one in found.items()]
    # A release is also called without its framework.
    names += [(record.rpartition("/")[2], record) for record in found]
    owners = group_pairs((name, record) for name, record in names if name not in found)
    yield from sorted((name, records[0]) for name, records in owners.items() if len(set(records)) == 1)


def _memory(knowledge: Knowledge) -> Mapping[str, Any]:
    """Sizes of models and memory of hardware. What runs today is read from the API's file of the model."""
    records, prices = knowledge.records, on_demand_prices(knowledge)
    return {
        "bytes": BYTES,
        "held_in": HELD_IN,
        "refused": knowledge.term("outcome", "unsupported").label,
        "optimizer_bytes": OPTIMIZER_BYTES,
        "margin": MARGIN,
        "models": {
            key: _model(knowledge, key, model, model.parameters.billions)
            for key, model in records.models.items()
            if model.parameters
        },
        "hardware": [_hardware(knowledge, machine, prices) for machine in machines(knowledge)],
        "accelerators": {key: chip.short_name for key, chip in records.accelerators.items()},
        "software": _software(knowledge),
        "attention": {key: term.label for key, term in records.vocabularies["attention"].values.items()},
    }


def _software(knowledge: Knowledge) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By workload and accelerator: the best state of the software there, whatever the model, as answers have it.

    What its vendor develops comes first, and of that what no source contests.
    """
    found = group_pairs(
        ((one.workload, one.accelerator), one)
        for one in knowledge.support.by_stack.values()
        if one.status in (*OFFERED, "ended")
    )
    software: dict[str, dict[str, Mapping[str, str]]] = {}
    for (workload, accelerator), every in found.items():
        software.setdefault(workload, {})[accelerator] = _best_software(knowledge, every)
    return software


def _best_software(knowledge: Knowledge, every: Sequence[SupportStatus]) -> Mapping[str, str]:
    def state(one: SupportStatus) -> tuple[int, bool, int]:
        is_contested = one.status in OFFERED and contested_status(knowledge, one) is not None
        return OUTCOMES.index(OUTCOME_OF_STATUS[one.status]), is_contested, ORDER.index(one.status)

    states = {one.owner: state(one) for one in every}
    best = min(every, key=lambda one: states[one.owner])
    names = [software_name(knowledge.records, one) for one in every if states[one.owner] == states[best.owner]]
    label = knowledge.term("support_status", best.status).label.lower()
    contested = ", contested" if states[best.owner][1] else ""
    named = " and ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} frameworks"
    return {"outcome": OUTCOME_OF_STATUS[best.status], "short": f"Software: {label}{contested} ({named})"}


def _model(knowledge: Knowledge, model_id: str, model: Model, billions: float) -> Mapping[str, Any]:
    sizes = shape_of(knowledge, model_id)
    shape = {name: value for name in SHAPE if (value := getattr(sizes, name, None)) is not None}
    return {
        "name": model.name,
        "page": address("models", model_id),
        "billions": billions,
        "embeddings": embeddings_of(knowledge, model_id) or None,
        "type": published_format(knowledge, model_id),
        "shape": shape or None,
        "ran": sorted(knowledge.run_instances.get(model_id, ())),
    }


def _hardware(knowledge: Knowledge, machine: Machine, prices: Mapping[str, Price]) -> Mapping[str, Any]:
    found, price = machine.hardware, prices.get(machine.instance or "")
    return {
        **asdict(machine),
        "name": name_of(knowledge, "instances", machine.instance) if machine.instance else None,
        "page": address(found.kind, found.names[0]),
        # Hardware is not called the cheapest, nor dearer than another, by a price in doubt.
        "usd_per_hour": price.usd_per_hour if price and not price.doubt else None,
        "types": formats_on(knowledge, machine.accelerator),
    }
