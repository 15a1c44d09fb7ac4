"""The list of models, and a model's page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration, ValidatedPair
from macros.schema.doubts import Conflict, Limitation
from macros.schema.families import Architecture, Family
from macros.schema.models import Model
from macros.views.batch_sizes import BatchSizeGroup, groups
from macros.views.configurations import ConfigurationListing, Coverage, coverage, listing
from macros.views.standing import Standing, standing

MOST_NEAREST = 6


@dataclass(frozen=True)
class Nearest:
    """A tested model to start from, and how it is near."""

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
    standing: Standing
    batch_sizes: Sequence[BatchSizeGroup]
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    nearest: Sequence[Nearest]
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ModelPage:
    """The page of one model."""
    model = knowledge.records.models[record]
    family = knowledge.family_of(record)
    tests = knowledge.configurations_of("models", record)
    validated = [pair for pair in knowledge.validated if pair.architecture == model.architecture]
    stands = standing(knowledge, tests, family)
    sources = [test.source for test in tests] + [v.source for v in stands.judged] + [v.source for v in validated]
    return ModelPage(
        id=record,
        model=model,
        architecture=knowledge.records.architectures[model.architecture],
        family=knowledge.records.families[family] if family else None,
        family_id=family,
        coverage=coverage(tests),
        standing=stands,
        batch_sizes=groups(tests),
        configurations=listing(knowledge, tests, "instance", f"model={record}"),
        validated=validated,
        nearest=_nearest(knowledge, record, tests),
        limitations=knowledge.limitations_of(("models", record), ("families", family)),
        conflicts=knowledge.conflicts_of(("models", record), ("families", family)),
        sources=list(dict.fromkeys(sources)),
    )


def _nearest(knowledge: Knowledge, record: str, tests: Sequence[TestedConfiguration]) -> Sequence[Nearest]:
    """Tested models of the same architecture, then of the same family; those on the same instances first."""
    architecture = knowledge.records.models[record].architecture
    own = {test.instance for test in tests}
    close = [other for other in knowledge.models_of_architecture(architecture) if other != record]
    family = knowledge.family_of(record)
    if len(close) < MOST_NEAREST and family:
        # A large family is cut before it is ranked: the page shows a handful either way.
        wider = (other for other in knowledge.models_of_family(family)[: 10 * MOST_NEAREST] if other != record)
        close = list(dict.fromkeys([*close, *wider]))
    found = []
    for other in close[: 10 * MOST_NEAREST]:
        instances = {test.instance for test in knowledge.configurations_of("models", other)}
        if instances:
            same = knowledge.records.models[other].architecture == architecture
            found.append(Nearest(other, same, sorted(own & instances)))
    found.sort(key=lambda near: (not near.same_architecture, -len(near.shared_instances), near.model))
    return found[:MOST_NEAREST]


@dataclass(frozen=True)
class ModelLine:
    """A model in the list of models."""

    id: str
    model: Model
    architecture: str
    coverage: Coverage | None
    accelerators: Sequence[str]


def lines(knowledge: Knowledge, models: Iterable[str]) -> Sequence[ModelLine]:
    """Models as lines of a list."""
    found = []
    for record in models:
        model = knowledge.records.models[record]
        tests = knowledge.configurations_of("models", record)
        accelerators = sorted({test.accelerator for test in tests})
        found.append(ModelLine(record, model, model.architecture, coverage(tests), accelerators))
    return found


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
