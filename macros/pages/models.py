"""The list of models, and a model's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.columns.statements import scores_of
from macros.facts import Knowledge, Listed, ValidatedPair
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_pairs, unique
from macros.facts.hardware_answers import HardwareAnswers, KnownIssues, hardware_answers, known_issues
from macros.facts.vendor_lists import FeatureMatrix, features_of_model
from macros.pages.batch_sizes import BatchSizeGroup, groups
from macros.pages.configurations import ConfigurationListing, listing
from macros.pages.model_list import ListedModel, model_list
from macros.pages.page_head import PageHead, names_of
from macros.pages.paging import PagedList
from macros.pages.runs_today import TodayLines, today_lines
from macros.pages.section import ShownSection
from macros.pages.shared_sections import shown_shared
from macros.pages.throughput import Picture, picture
from macros.schema.catalogues import Accuracy, Catalogue
from macros.schema.models import Architecture, Model
from macros.words import plural

MOST_SIMILAR = 6
MOST_NAMED = 4
"""Accelerators that a description names; of more, the number is given."""

MOST_RANKED = 60
"""Models that are ranked by similarity at most: a larger family is cut first."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    model = knowledge.records.models[record]
    tests = knowledge.configurations.of("models", record)
    runs = knowledge.measurements_of("models", record)
    tested = _counted(knowledge, len(tests), "tested configuration", (test.accelerator for test in tests))
    measured = _counted(knowledge, len(runs), "benchmark", (chip for run in runs for chip in run.accelerators))
    description = f"{model.name}: {tested}; {measured}."
    names = [record, model.name, *names_of(model.other_names)]
    return PageHead(record, f"{description} Who tested it, how and when.", names)


def _counted(knowledge: Knowledge, count: int, noun: str, accelerators: Iterable[str]) -> str:
    """How many there are, and on which hardware those were run."""
    names = sorted({knowledge.records.accelerators[one].name for one in accelerators})
    on = ", ".join(names) if len(names) <= MOST_NAMED else plural(len(names), "accelerator")
    return f"{plural(count, noun)} on {on}" if names else plural(count, noun)


ScoresOfList = tuple[Catalogue, Sequence[Accuracy]]


def accuracy_of(knowledge: Knowledge, model: str) -> Sequence[ScoresOfList]:
    """The scores that vendors' lists report of a model."""
    scores = group_pairs((score.catalogue, score.accuracy) for score in scores_of(knowledge, model))
    return [(knowledge.records.catalogues[key], found) for key, found in scores.items()]


@dataclass(frozen=True)
class ModelPage:
    id: str
    model: Model
    variants: Sequence[str]
    """Its variants, or, of a variant, those of its base."""
    architecture: Architecture
    family: str | None
    uncertain_names: Mapping[tuple[str, str], Sequence[str]]
    """Names by the certainty and the reason of taking them for its own."""
    answers: HardwareAnswers
    today: TodayLines
    measured: ShownSection | None
    picture: Picture | None
    """Of its throughput."""
    listed: Sequence[Listed]
    features: FeatureMatrix | None
    accuracy: Sequence[ScoresOfList]
    batch_sizes: Sequence[BatchSizeGroup]
    compilers: Sequence[str]
    """The frameworks of the tested configurations."""
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    similar: Sequence[tuple[str, bool, Sequence[str]]]
    """Similar models that ran: whether of the same architecture, and the instance types on which both ran."""
    issues: KnownIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ModelPage:
    model = knowledge.records.models[record]
    tests = knowledge.configurations.of("models", record)
    validated = knowledge.validated_about(record)
    answers = hardware_answers(knowledge, subject_of_model(knowledge, record))
    return ModelPage(
        id=record,
        model=model,
        variants=[other for other in knowledge.models.of("models", model.variant_of or record) if other != record],
        architecture=knowledge.records.architectures[model.architecture],
        family=knowledge.family_of(record),
        uncertain_names=_uncertain_names(model),
        answers=answers,
        today=today_lines(knowledge, answers),
        measured=shown_shared(knowledge, "benchmarks", "models", record),
        picture=picture(knowledge, knowledge.measurements_of("models", record)),
        listed=knowledge.listed_about(record),
        features=features_of_model(knowledge, record),
        accuracy=accuracy_of(knowledge, record),
        batch_sizes=groups(knowledge, tests),
        compilers=unique(test.framework for test in tests),
        configurations=listing(knowledge, tests, f"model={record}"),
        validated=validated,
        similar=_similar(knowledge, record),
        issues=known_issues(knowledge, answers.subject),
        sources=unique((*answers.sources, *(pair.source for pair in validated))),
    )


def _uncertain_names(model: Model) -> Mapping[tuple[str, str], Sequence[str]]:
    names = (name for name in model.other_names if name.certainty != "certain")
    return group_pairs(((name.certainty, name.reason), name.name) for name in names if name.reason)


def _similar(knowledge: Knowledge, record: str) -> Sequence[tuple[str, bool, Sequence[str]]]:
    """Models that ran, of the same architecture, then of the same family; most shared instance types first."""
    ran_on, ran = knowledge.run_instances, knowledge.run_models
    same_architecture = ran.of("architectures", knowledge.records.models[record].architecture)[:MOST_RANKED]
    same_family: Sequence[str] = ()
    if len(same_architecture) <= MOST_SIMILAR:
        same_family = ran.of("families", knowledge.family_of(record))[:MOST_RANKED]
    own = ran_on.get(record, frozenset())
    similar = [
        (other, other in same_architecture, sorted(own & ran_on[other]))
        for other in unique((*same_architecture, *same_family))
        if other != record
    ]
    return sorted(similar, key=lambda found: (not found[1], -len(found[2]), found[0]))[:MOST_SIMILAR]


def index(knowledge: Knowledge, number: str = "1") -> PagedList[ListedModel]:
    return model_list(knowledge, number)
