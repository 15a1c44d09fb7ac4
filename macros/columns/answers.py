"""Does it run? The answers about one model: a row for each accelerator, then one for each instance type."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.columns.column import AS_OF, Column, Row, Table
from macros.facts import Knowledge
from macros.facts.evidence import AcceleratorEvidence, Evidence, subject_of_model
from macros.facts.hardware_answers import InstanceAnswer, hardware_answers
from macros.facts.short_answers import ShortAnswer, nothing_known, short_answer


@dataclass(frozen=True)
class ModelAnswer:
    """The answer about a model on an accelerator, or on one instance type that has it."""

    model: str
    answer: AcceleratorEvidence
    instance: InstanceAnswer | None
    weights: Mapping[str, float] | None
    """Estimated GiB by number format."""
    short: ShortAnswer

    @property
    def evidence(self) -> Sequence[Evidence]:
        """The evidence of this row: for an instance type only evidence that names it."""
        return self.instance.evidence if self.instance else self.answer.evidence

    @property
    def strongest(self) -> Evidence | None:
        """The strongest evidence, that of the accelerator where none names the instance type."""
        return next(iter(self.evidence or self.answer.evidence), None)


def model_answers(knowledge: Knowledge, model: str) -> Sequence[ModelAnswer]:
    """All answers about a model, on every accelerator and instance type."""
    found = hardware_answers(knowledge, subject_of_model(knowledge, model))
    weights = {one.data_type: round(one.gib, 1) for one in found.weights} or None
    return [
        *(ModelAnswer(model, line.answer, None, weights, short_answer(knowledge, line.best)) for line in found.known),
        *(
            ModelAnswer(model, AcceleratorEvidence(chip, ()), None, weights, nothing_known(knowledge, model, chip))
            for chip in found.nothing_known
        ),
        *(
            ModelAnswer(model, line.answer, line, weights, line.short)
            for line in (*found.instances, *_without_data(knowledge, model, found.nothing_known))
        ),
    ]


def _without_data(knowledge: Knowledge, model: str, accelerators: Iterable[str]) -> Iterator[InstanceAnswer]:
    """The instance types with accelerators about which nothing is known: whether the model fits them."""
    for chip in accelerators:
        for instance in knowledge.instances.of("accelerators", chip):
            memory, short = (
                knowledge.records.instances[instance].memory_gib,
                nothing_known(knowledge, model, chip, instance),
            )
            yield InstanceAnswer(instance, (), AcceleratorEvidence(chip, ()), memory, (), [short])


EVIDENCE_FIELDS = (
    *("kind", "level", "status", "fit", "framework", "workload", "instances", "count", "oldest", "newest"),
    *("sources", "catalogue", "sdks", "as_listed", "superseded"),
)


ANSWERS = Table[ModelAnswer](
    ModelAnswer,
    "answers",
    "Does it run? What is known of one model on each accelerator and instance type",
    (
        Column("model", "The model that is asked about.", kind="models"),
        Column("accelerator", "The accelerator.", "answer.accelerator", kind="accelerators"),
        Column(
            "instance",
            "The instance type. Null where the row answers for the accelerator.",
            lambda found: found.instance.id if found.instance else None,
            holds=str | None,
            kind="instances",
        ),
        Column(
            "answer",
            "What evidence and the support of its software mean today: the best outcome of any framework and workload.",
            "short.outcome",
            vocabulary="outcome",
        ),
        Column("short", "The answer in a line, with what limits it.", "short.words"),
        Column(
            "fits",
            "Whether the weights fit the memory of the instance type. Null in the row of an accelerator.",
            "short.fits",
            vocabulary="fits",
        ),
        Column(
            "level",
            "What the strongest evidence is about: the checkpoint, its architecture or its family. Null where there"
            " is none.",
            lambda found: found.strongest and found.strongest.level,
            holds=str | None,
            vocabulary="evidence_level",
        ),
        Column(
            "instance_is_named",
            "Whether evidence names this very instance type; if not, the evidence is that of its accelerator. Null"
            " in the row of an accelerator.",
            lambda found: bool(found.instance.evidence) if found.instance else None,
            holds=bool | None,
        ),
        Column(
            "status",
            "What a list or verdict says. Null where it ran, and where nothing is known.",
            lambda found: found.strongest and found.strongest.status,
            holds=str | None,
            vocabulary="status",
        ),
        replace(AS_OF, get=lambda found: found.strongest and found.strongest.newest, holds=datetime.date | None),
        Column(
            "evidence",
            "All of it, the strongest first, each with kind, level, status, fit, framework, workload, instances,"
            " number of facts, oldest and newest date, sources, the list it stands in, SDK releases and names as"
            " printed, and whether a later edition dropped it. Empty for an instance type that evidence does not"
            " name: then it stands in the row of its accelerator, once for all types.",
            lambda found: [{name: getattr(one, name) for name in EVIDENCE_FIELDS} for one in found.evidence],
            holds=list[Row],
        ),
        Column(
            "memory_gib",
            "Memory of all accelerators of the instance type. Null in an accelerator's row.",
            lambda found: found.instance and found.instance.memory_gib,
            holds=float | None,
            unit="GiB",
        ),
        Column(
            "weights_gib",
            "An estimate by number format: parameters times bytes per parameter, weights only. Null where the"
            " number of parameters is not published.",
            "weights",
        ),
    ),
)
