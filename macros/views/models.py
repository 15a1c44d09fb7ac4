"""The list of models, and a model's page."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from macros.knowledge import Benchmark, Knowledge, TestedConfiguration, ValidatedPair
from macros.knowledge.answers import subject_of_model
from macros.knowledge.badges import Badge, badge
from macros.knowledge.hardware_answers import HardwareAnswers, KnownIssues, hardware_answers, known_issues
from macros.schema.families import Architecture, Family
from macros.schema.models import Model
from macros.views.batch_sizes import BatchSizeGroup, groups
from macros.views.benchmarks import Measured, measured
from macros.views.catalogues import Rated, rated
from macros.views.configurations import MOST_ROWS_OF_A_MODEL, ConfigurationListing, Coverage, coverage, listing
from macros.views.heads import PageHead, names_of
from macros.views.listings import ListedLine, lines_of
from macros.views.paging import Pager, consecutive, pager
from macros.words import plural

ROOM_ON_PAGE = 600
"""For a table of models on a page that says much besides, in units of `ModelLine.room`."""

MOST_NEAREST = 6
MOST_RANKED = 60
"""Models that are looked at to find the nearest: a large family is cut before it is ranked."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    model = knowledge.records.models[record]
    tests = knowledge.configurations_of("models", record)
    accelerators = {knowledge.records.accelerators[test.accelerator].name for test in tests}
    benchmarks = plural(len(knowledge.measurements_of("models", record)), "benchmark")
    description = f"{model.name}: {plural(len(tests), 'tested configuration')}, {benchmarks}"
    description += f" on {', '.join(sorted(accelerators))}." if accelerators else "."
    names = [record, model.name, *names_of(model.other_names)]
    return PageHead(record, f"{description} Who tested it, how and when.", names)


@dataclass(frozen=True)
class Nearest:
    """A model with evidence to start from, and how it is near."""

    model: str
    same_architecture: bool
    shared_instances: Sequence[str]


@dataclass(frozen=True)
class DoubtfulNames:
    """Names that are taken for a model's without being certain, and why."""

    names: Sequence[str]
    certainty: str
    reason: str


@dataclass(frozen=True)
class ModelPage:
    """What a model's page says."""

    id: str
    model: Model
    architecture: Architecture
    family: Family | None
    family_id: str | None
    coverage: Coverage | None
    doubtful_names: Sequence[DoubtfulNames]
    answers: HardwareAnswers
    measured: Measured
    listed: Sequence[ListedLine]
    rated: Sequence[Rated]
    """Lists that rate features or report accuracy for it."""
    batch_sizes: Sequence[BatchSizeGroup]
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    nearest: Sequence[Nearest]
    doubts: KnownIssues
    sources: Sequence[str]
    badge: Badge


def page(knowledge: Knowledge, record: str) -> ModelPage:
    """The page of one model."""
    model = knowledge.records.models[record]
    family = knowledge.family_of(record)
    tests = knowledge.configurations_of("models", record)
    validated = knowledge.validated_of("architectures", model.architecture)
    answers = hardware_answers(knowledge, subject_of_model(knowledge, record))
    return ModelPage(
        id=record,
        model=model,
        architecture=knowledge.records.architectures[model.architecture],
        family=knowledge.records.families[family] if family else None,
        family_id=family,
        coverage=coverage(tests),
        doubtful_names=_doubtful_names(model),
        answers=answers,
        measured=measured(knowledge, knowledge.benchmarks_of("models", record)),
        listed=lines_of(knowledge.listed_about(record)),
        rated=rated(knowledge, record),
        batch_sizes=groups(tests),
        configurations=listing(knowledge, tests, "instance", f"model={record}", MOST_ROWS_OF_A_MODEL),
        validated=validated,
        nearest=_nearest(knowledge, record),
        doubts=known_issues(knowledge, answers),
        sources=list(dict.fromkeys([*answers.sources, *(pair.source for pair in validated)])),
        badge=badge(knowledge, record),
    )


def _doubtful_names(model: Model) -> Sequence[DoubtfulNames]:
    reasons: dict[tuple[str, str], list[str]] = {}
    for name in model.other_names:
        if name.certainty != "certain" and name.reason:
            reasons.setdefault((name.certainty, name.reason), []).append(name.name)
    return [DoubtfulNames(names, *why) for why, names in reasons.items()]


def _nearest(knowledge: Knowledge, record: str) -> Sequence[Nearest]:
    """Models that ran, of the same architecture, then of the same family; those on the same instances first."""
    own, family = knowledge.ran_on(record), knowledge.family_of(record)
    close = knowledge.ran_of("architectures", knowledge.records.models[record].architecture, MOST_RANKED)
    wider: Mapping[str, frozenset[str]] = {}
    if len(close) <= MOST_NEAREST and family:
        wider = knowledge.ran_of("families", family, MOST_RANKED)
    found = [
        Nearest(other, other in close, sorted(own & instances))
        for other, instances in {**close, **wider}.items()
        if other != record
    ]
    found.sort(key=lambda near: (not near.same_architecture, -len(near.shared_instances), near.model))
    return found[:MOST_NEAREST]


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

    @property
    def room(self) -> int:
        """What the line takes of a page: its hardware, and about as much as three of these."""
        return 3 + len(self.accelerators)

    @property
    def runs(self) -> int:
        """Tested configurations and measurements."""
        return (self.coverage.configurations if self.coverage else 0) + self.benchmarks


def lines(knowledge: Knowledge, models: Iterable[str]) -> Sequence[ModelLine]:
    """Models as lines of a list."""
    return [_line(knowledge, record) for record in models]


def _line(knowledge: Knowledge, record: str) -> ModelLine:
    model = knowledge.records.models[record]
    tests = knowledge.configurations_of("models", record)
    benchmarks = knowledge.measurements_of("models", record)
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
    """The models of one family on one page of the list."""

    family: str | None
    total: int
    """On all pages."""
    lines: Sequence[ModelLine]


@dataclass(frozen=True)
class ModelIndex:
    """One page of the list of models."""

    pager: Pager
    groups: Sequence[ModelGroup]


def index(knowledge: Knowledge, number: str = "1") -> ModelIndex:
    """One page of the list: every model, by family; last those for which the guidelines name none."""
    by = dict(by_family(knowledge, knowledge.records.models, knowledge.family_of))
    pages = pager(knowledge, "models", number)
    members = pages.cut([(family, model) for family, models in by.items() for model in models])
    groups = [
        ModelGroup(family, len(by[family]), lines(knowledge, [model for _, model in found]))
        for family, found in consecutive(members, lambda member: member[0])
    ]
    return ModelIndex(pages, groups)


def best_known(found: Sequence[ModelLine], room: int) -> Sequence[ModelLine]:
    """As many of the models as there is room for, those with most runs behind them, in the order given."""
    kept = _best_known([found], room)
    return [line for line in found if line.id in kept]


def _best_known(groups: Sequence[Sequence[ModelLine]], room: int) -> AbstractSet[str]:
    """The ids of the best known of each group in turn, until there is no more room."""
    ranked = (sorted(group, key=lambda line: -line.runs) for group in groups)
    turns = (line for turn in zip_longest(*ranked) for line in turn if line)
    spent = accumulate(turns, lambda before, line: (before[0] + line.room, line.id), initial=(0, ""))
    return {record for total, record in spent if total <= room}


def by_family(
    knowledge: Knowledge, records: Iterable[str], family_of: Callable[[str], str | None]
) -> Sequence[tuple[str | None, Sequence[str]]]:
    """Records in the order of the families; last those for which the guidelines name none."""
    groups: dict[str | None, list[str]] = {family: [] for family in (*knowledge.records.families, None)}
    for record in records:
        groups[family_of(record)].append(record)
    return [(family, members) for family, members in groups.items() if members]
