"""The list of models, and a model's page."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Benchmark, Knowledge, Listed, TestedConfiguration, ValidatedPair
from macros.knowledge.answering import subject_of_model
from macros.schema.catalogues import Catalogue
from macros.schema.doubts import Conflict, Limitation
from macros.schema.families import Architecture, Family
from macros.schema.models import Model
from macros.views.answers import Answers, answered, stack
from macros.views.batch_sizes import BatchSizeGroup, groups
from macros.views.benchmarks import Measured, measured
from macros.views.configurations import ConfigurationListing, Coverage, coverage, listing

MOST_NEAREST = 6


@dataclass(frozen=True)
class Nearest:
    """A model with evidence to start from, and how it is near."""

    model: str
    same_architecture: bool
    shared_instances: Sequence[str]


@dataclass(frozen=True)
class ModelPage:
    """What a model's page says."""

    id: str
    model: Model
    architecture: Architecture
    family: Family | None
    family_id: str | None
    coverage: Coverage | None
    answers: Answers
    measured: Measured
    listed: Sequence[Listed]
    rated: Sequence[tuple[str, Catalogue]]
    """Lists that rate features or report accuracy for it."""
    batch_sizes: Sequence[BatchSizeGroup]
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    nearest: Sequence[Nearest]
    limitations: Sequence[tuple[str, Limitation]]
    stack_limits: Sequence[tuple[str, Limitation]]
    """Limits of a framework on hardware it is known on, whatever the model."""
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ModelPage:
    """The page of one model."""
    model = knowledge.records.models[record]
    family = knowledge.family_of(record)
    tests = knowledge.configurations_of("models", record)
    validated = [pair for pair in knowledge.validated if pair.architecture == model.architecture]
    answers = answered(knowledge, subject_of_model(knowledge, record))
    subjects = (("models", record), ("architectures", model.architecture), ("families", family))
    of_stack = stack(knowledge, answers)
    limitations = knowledge.limitations_of(*subjects)
    lists = knowledge.listed_of("models", record)
    return ModelPage(
        id=record,
        model=model,
        architecture=knowledge.records.architectures[model.architecture],
        family=knowledge.records.families[family] if family else None,
        family_id=family,
        coverage=coverage(tests),
        answers=answers,
        measured=measured(knowledge, knowledge.benchmarks_of("models", record)),
        listed=_lines_about(knowledge, record),
        rated=_rated(lists),
        batch_sizes=groups(tests),
        configurations=listing(knowledge, tests, "instance", f"model={record}"),
        validated=validated,
        nearest=_nearest(knowledge, record),
        limitations=limitations,
        stack_limits=[limit for limit in of_stack.limitations if limit not in limitations],
        conflicts=sorted(dict([*knowledge.conflicts_of(*subjects), *of_stack.conflicts]).items()),
        sources=list(dict.fromkeys([*answers.sources, *(pair.source for pair in validated)])),
    )


def _lines_about(knowledge: Knowledge, record: str) -> Sequence[Listed]:
    """The lines that name the checkpoint, then those that name its architecture and no checkpoint."""
    architecture = knowledge.records.models[record].architecture
    inherited = [line for line in knowledge.listed_of("architectures", architecture) if line.model is None]
    return [*knowledge.listed_of("models", record), *inherited]


def _rated(lines: Iterable[Listed]) -> Sequence[tuple[str, Catalogue]]:
    found = {line.catalogue_id: line.catalogue for line in lines}
    return [(key, catalogue) for key, catalogue in found.items() if catalogue.features or catalogue.accuracy]


def _nearest(knowledge: Knowledge, record: str) -> Sequence[Nearest]:
    """Models that ran, of the same architecture, then of the same family; those on the same instances first."""
    architecture = knowledge.records.models[record].architecture
    own = _ran_on(knowledge, record)
    close = [other for other in knowledge.models_of_architecture(architecture) if other != record]
    family = knowledge.family_of(record)
    if len(close) < MOST_NEAREST and family:
        # A large family is cut before it is ranked: the page shows a handful either way.
        wider = (other for other in knowledge.models_of_family(family)[: 10 * MOST_NEAREST] if other != record)
        close = list(dict.fromkeys([*close, *wider]))
    found = []
    for other in close[: 10 * MOST_NEAREST]:
        instances = _ran_on(knowledge, other)
        if instances:
            same = knowledge.records.models[other].architecture == architecture
            found.append(Nearest(other, same, sorted(own & instances)))
    found.sort(key=lambda near: (not near.same_architecture, -len(near.shared_instances), near.model))
    return found[:MOST_NEAREST]


def _ran_on(knowledge: Knowledge, record: str) -> set[str]:
    tested = {test.instance for test in knowledge.configurations_of("models", record)}
    return tested.union(*(found.instances for found in knowledge.benchmarks_of("models", record)))


@dataclass(frozen=True)
class ModelLine:
    """A model in the list of models."""

    id: str
    model: Model
    architecture: str
    coverage: Coverage | None
    benchmarks: int
    accelerators: Sequence[str]
    """Those it ran on."""
    oldest: datetime.date | None
    newest: datetime.date | None


def lines(knowledge: Knowledge, models: Iterable[str]) -> Sequence[ModelLine]:
    """Models as lines of a list."""
    return [_line(knowledge, record) for record in models]


def _line(knowledge: Knowledge, record: str) -> ModelLine:
    model = knowledge.records.models[record]
    tests = knowledge.configurations_of("models", record)
    benchmarks = knowledge.benchmarks_of("models", record)
    runs: list[TestedConfiguration | Benchmark] = [*tests, *benchmarks]
    accelerators = {test.accelerator for test in tests}.union(*(found.accelerators for found in benchmarks))
    return ModelLine(
        id=record,
        model=model,
        architecture=model.architecture,
        coverage=coverage(tests),
        benchmarks=len(benchmarks),
        accelerators=sorted(accelerators),
        oldest=min((run.as_of for run in runs), default=None),
        newest=max((run.as_of for run in runs), default=None),
    )


@dataclass(frozen=True)
class ModelGroup:
    """The models of one family."""

    family: str | None
    lines: Sequence[ModelLine]


def index(knowledge: Knowledge) -> Sequence[ModelGroup]:
    """Every model, by family; last those for which the guidelines name none."""
    groups: dict[str | None, list[str]] = {family: [] for family in (*knowledge.records.families, None)}
    for record in knowledge.records.models:
        groups[knowledge.family_of(record)].append(record)
    return [ModelGroup(family, lines(knowledge, members)) for family, members in groups.items() if members]
