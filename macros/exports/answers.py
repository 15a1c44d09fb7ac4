"""Does it run? One API file for each model, computed like the answers on its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from macros.exports.columns import AS_OF, Column, Row
from macros.knowledge import Knowledge
from macros.knowledge.answers import Answer, Evidence, subject_of_model
from macros.views.answers import InstanceAnswer, answered

NAME = "answers/{model}"
"""The address of a model's file, below api/v1/ and without its ending."""

COLUMNS: Mapping[str, Column] = {
    "model": Column("The model that is asked about.", kind="models"),
    "accelerator": Column("The accelerator.", kind="accelerators"),
    "instance": Column("The instance type. Null where the row answers for the accelerator.", kind="instances"),
    "answer": Column("What the strongest evidence amounts to. No value says that it cannot run.", vocabulary="answer"),
    "level": Column(
        "What the strongest evidence is about: the checkpoint, its architecture or its family. Null where there is"
        " none.",
        vocabulary="evidence_level",
    ),
    "instance_is_named": Column(
        "Whether evidence names this very instance type; if not, the evidence is that of its accelerator. Null in the"
        " row of an accelerator."
    ),
    "status": Column(
        "What a list or verdict says. Null where it ran, and where nothing is known.", vocabulary="status"
    ),
    "as_of": AS_OF,
    "evidence": Column(
        "All of it, the strongest first, each with kind, level, status, fit, framework, workload, instances, number of"
        " facts, oldest and newest date, sources, the list it stands in, SDK releases and names as printed, and whether"
        " a later edition dropped it. Empty for an instance type that evidence does not name: then it stands in the row"
        " of its accelerator, once for all types."
    ),
    "memory_gib": Column("Memory of all accelerators of the instance type. Null in an accelerator's row.", unit="GiB"),
    "weights_gib": Column(
        "An estimate by number format: parameters times bytes per parameter, weights only. Null where the number of"
        " parameters is not published."
    ),
}


TYPES: Mapping[str, Sequence[str]] = {
    "model": ("string",),
    "accelerator": ("string",),
    "instance": ("null", "string"),
    "answer": ("string",),
    "level": ("null", "string"),
    "instance_is_named": ("boolean", "null"),
    "status": ("null", "string"),
    "as_of": ("null", "string"),
    "evidence": ("array",),
    "memory_gib": ("integer", "null"),
    "weights_gib": ("null", "object"),
}
"""The JSON types of each column. Other lists are described from their rows; these are never in memory together."""


def name(model: str) -> str:
    """The file about a model, below api/v1/."""
    return f"{NAME.format(model=model)}.json"


def rows(knowledge: Knowledge, model: str) -> Sequence[Row]:
    """A row for each accelerator, then one for each instance type whose accelerator something is known about."""
    found = answered(knowledge, subject_of_model(knowledge, model))
    weights = {one.data_type: round(one.gib, 1) for one in found.weights} or None
    silent = [Answer(accelerator, ()) for accelerator in found.nothing_known]
    return [
        *(_row(model, answer, None, weights) for answer in (*(line.answer for line in found.known), *silent)),
        *(_row(model, line.answer, line, weights) for line in found.instances),
    ]


def _row(model: str, answer: Answer, line: InstanceAnswer | None, weights: Row | None) -> Row:
    shown = (line.here if line else ()) or answer.evidence
    strongest = shown[0] if shown else None
    return {
        "model": model,
        "accelerator": answer.accelerator,
        "instance": line.id if line else None,
        "answer": line.says if line else answer.outcome,
        "level": strongest.level if strongest else None,
        "instance_is_named": bool(line.here) if line else None,
        "status": strongest.status if strongest else None,
        "as_of": strongest.newest if strongest else None,
        "evidence": [_evidence(found) for found in (line.here if line else answer.evidence)],
        "memory_gib": line.memory_gib if line else None,
        "weights_gib": weights,
    }


def _evidence(found: Evidence) -> Row:
    return {
        "kind": found.kind,
        "level": found.level,
        "status": found.status,
        "fit": found.fit,
        "framework": found.framework,
        "workload": found.workload,
        "instances": list(found.instances),
        "count": found.count,
        "oldest": found.oldest,
        "newest": found.newest,
        "sources": list(found.sources),
        "catalogue": found.catalogue,
        "sdks": list(found.sdks),
        "as_listed": list(found.as_listed),
        "superseded": found.superseded,
    }
