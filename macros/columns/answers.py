"""Does it run? The answers about one model: today on each accelerator, and all that is known on every hardware."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from macros.columns.column import ACCELERATOR, AS_OF, Column, Row, Table, as_row, within
from macros.facts import Knowledge
from macros.facts.answers import Option, RunsToday
from macros.facts.evidence import Evidence, Subject, subject_of_model
from macros.facts.hardware import hardware_answers, software_on
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import ShortAnswer, named_instead, nothing_known, short_answer, short_answers_on
from macros.facts.speeds import Speed, best_speed

MODEL: Column[Any] = Column("model", "The model that is asked about.", kind="models")


@dataclass(frozen=True)
class ModelToday:
    """The answer about a model, or an architecture, on an accelerator for a workload."""

    knowledge: Knowledge
    subject: Subject
    answer: RunsToday

    @property
    def best(self) -> Option:
        return self.answer.best

    @property
    def short(self) -> ShortAnswer:
        return short_answer(self.knowledge, self.best)

    @property
    def instead(self) -> list[str]:
        """The names of the frameworks named instead, each with what it lacks here."""
        return [named_instead(self.knowledge, self.best, one) for one in self.best.replacement]

    @cached_property
    def speed(self) -> Speed | None:
        return best_speed(self.knowledge, self.subject, self.best)

    @property
    def instances(self) -> list[Row]:
        """The answer for each instance type that carries the accelerator, as the API has it."""
        found = short_answers_on(self.knowledge, self.subject, self.answer)
        return [
            {"instance": instance, "outcome": short.outcome, "fits": short.fits, "short": short.words}
            for instance, short in found.items()
        ]

    @property
    def alternatives(self) -> list[Row]:
        others = self.answer.alternatives
        return [as_row(OF_OPTION, one) | {"short": short_answer(self.knowledge, one).words} for one in others]


def model_today(knowledge: Knowledge, model: str) -> Sequence[ModelToday]:
    """The answers about one model, the best first."""
    return today_of(knowledge, subject_of_model(knowledge, model))


def today_of(knowledge: Knowledge, subject: Subject) -> Sequence[ModelToday]:
    """The answers about a model or an architecture, the best first."""
    return [ModelToday(knowledge, subject, answer) for answer in runs_today(knowledge, subject)]


OF_OPTION: tuple[Column[Option], ...] = (
    Column("outcome", "What evidence and support status mean together.", vocabulary="outcome"),
    Column("framework", "The best framework for it. Null where evidence names none.", kind="frameworks"),
    Column(
        "framework_status",
        "Its support status on this accelerator for this workload. Null where none is published.",
        "support.status",
        vocabulary="support_status",
    ),
    Column("last_sdk", "The last SDK release with support."),
    Column("pin", "What to install: packages with versions, images.", absent="none"),
    Column("replacement", "The frameworks named instead.", kind="frameworks", absent="none"),
    Column("replacement_here", "Those of them that are offered on this accelerator.", kind="frameworks"),
    Column("evidence", "The kind of evidence that decides.", "deciding.kind", vocabulary="evidence"),
    Column("level", "What that evidence is about.", vocabulary="evidence_level"),
    replace(AS_OF, meaning="The date of the newest evidence that decides."),
    Column("because", "Why, in one sentence."),
    Column(
        "contested", "What other sources say of the support of its software. Null where none disagrees.", absent="none"
    ),
    Column("ends_with_sdk", "The SDK release with which its support is announced to end.", "ends_with"),
    Column("sources", "The documents of all evidence and of the support status.", kind="sources"),
)

TODAY = Table[ModelToday](
    ModelToday,
    "today",
    "Does it run today? The answer for one model on each accelerator, with the alternatives",
    (
        *within("subject", MODEL),
        *within("answer", ACCELERATOR, Column("workload", "What it is run for.", vocabulary="workload")),
        *within("best", *OF_OPTION),
        Column(
            "short",
            "The whole answer in a line, with workload, beta, limits, announced end and whether sources disagree.",
            "short.words",
        ),
        Column(
            "instead",
            "The names of the frameworks named instead, each with what is known against it on this accelerator.",
        ),
        Column(
            "speed",
            "The highest throughput published for it with the framework of the answer, else with any, one in doubt only"
            " where no other is; with hardware, cost, number format, software and month. Null where none is published.",
            "speed.words",
        ),
        Column("speed_of", "The checkpoint for which it is published.", "speed.model", kind="models"),
        Column(
            "instances",
            "The answer for each instance type that carries the accelerator: its id, the outcome, whether the model"
            " fits its memory (yes, tight, no, unknown), and the answer in a line.",
        ),
        Column(
            "alternatives",
            "The other frameworks that evidence names, each with the same fields from outcome to sources, and its"
            " answer in a line.",
        ),
    ),
)

NOT_IN_CSV = ("instances", "alternatives")
"""Columns that hold rows, which no cell of CSV can."""


@dataclass(frozen=True)
class ModelAnswer:
    """The answer about a model on an accelerator, or on one instance type that has it."""

    model: str
    weights: Mapping[str, float] | None
    """Estimated GiB by number format."""
    accelerator: str
    short: ShortAnswer
    known: Sequence[Evidence] = ()
    instance: str | None = None
    memory_gib: float | None = None
    software: str | None = None
    """What is said of software on an accelerator about which nothing is known."""

    @property
    def evidence(self) -> Sequence[Evidence]:
        """The evidence of this row: for an instance type only evidence that names it."""
        return [one for one in self.known if self.instance is None or self.instance in one.instances]

    @property
    def strongest(self) -> Evidence | None:
        """The strongest evidence, that of the accelerator where none names the instance type."""
        return next(iter(self.evidence or self.known), None)

    @property
    def is_named(self) -> bool | None:
        """Whether evidence names the instance type; None for an accelerator."""
        return bool(self.evidence) if self.instance else None


def model_answers(knowledge: Knowledge, model: str) -> Iterator[ModelAnswer]:
    """All answers about a model: on every accelerator, then on instance types that it is known to run on, or not to.

    A model that does not fit the memory of an instance type does not run there.
    """
    found = hardware_answers(knowledge, subject_of_model(knowledge, model))
    answer = partial(ModelAnswer, model, {kind: round(gib, 1) for kind, gib in found.weights.items()} or None)
    for line in found.known:
        yield answer(line.accelerator, short_answer(knowledge, line.best), line.evidence)
    for chip in found.nothing_known:
        yield answer(chip, nothing_known(knowledge, model, chip), software=software_on(knowledge, found, chip))
    for on in found.instances:
        if on.line.is_answered or on.short.fits == "no":
            yield answer(on.line.accelerator, on.short, on.line.evidence, on.id, on.memory_gib)
    for chip in found.nothing_known:
        for instance in knowledge.instances.of("accelerators", chip):
            short = nothing_known(knowledge, model, chip, instance)
            if short.fits == "no":
                yield answer(chip, short, (), instance, knowledge.records.instances[instance].memory_gib)


OF_EVIDENCE = (
    *("kind", "level", "status", "fit", "framework", "workload", "instances", "count", "oldest", "newest"),
    *("sources", "catalogue", "sdks", "as_listed", "superseded"),
)
"""What the API says of a piece of evidence, in its order: the column `evidence` explains it."""

ANSWERS = Table[ModelAnswer](
    ModelAnswer,
    "answers",
    "Does it run? What is known of one model on each accelerator, and on instance types of which it is known",
    (
        MODEL,
        ACCELERATOR,
        Column("instance", "The instance type. Null where the row answers for the accelerator.", kind="instances"),
        Column(
            "answer",
            "What evidence and the support of its software mean today: the best outcome of any framework. Of workloads"
            " with which it runs today, that of inference; likewise of those with which it ran.",
            "short.outcome",
            vocabulary="outcome",
        ),
        Column("short", "The answer in a line, with what limits it.", "short.words"),
        Column(
            "software",
            "Where nothing is known: whether what the model runs or ran with elsewhere is supported here. Else null.",
        ),
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
            "strongest.level",
            holds=str | None,
            vocabulary="evidence_level",
        ),
        Column(
            "instance_is_named",
            "Whether evidence names this very instance type; if not, the evidence is that of its accelerator. Null"
            " in the row of an accelerator.",
            "is_named",
        ),
        Column(
            "status",
            "What a list or verdict says. Null where it ran, and where nothing is known.",
            "strongest.status",
            vocabulary="status",
        ),
        replace(AS_OF, get="strongest.newest"),
        Column(
            "evidence",
            "All of it, the strongest first, each with kind, level, status, fit, framework, workload, instances,"
            " number of facts, oldest and newest date, sources, the list it stands in, SDK releases and names as"
            " printed, and whether a later edition dropped it. Empty for an instance type that evidence does not"
            " name: then it stands in the row of its accelerator, once for all types.",
            lambda found: [{name: getattr(one, name) for name in OF_EVIDENCE} for one in found.evidence],
            holds=list[Row],
        ),
        Column(
            "memory_gib", "Memory of all accelerators of the instance type. Null in an accelerator's row.", unit="GiB"
        ),
        Column(
            "weights_gib",
            "An estimate by number format: parameters times bytes per parameter, weights only. Null where the"
            " number of parameters is not published.",
            "weights",
        ),
    ),
)
