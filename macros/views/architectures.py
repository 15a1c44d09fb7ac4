"""The list of architectures, and an architecture's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, ValidatedPair
from macros.knowledge.answers import subject_of_architecture
from macros.knowledge.hardware_answers import HardwareAnswers, KnownIssues, hardware_answers, known_issues
from macros.schema.families import Architecture
from macros.views.heads import PageHead, names_of
from macros.views.listings import ListedLine, lines_of
from macros.views.models import ROOM_ON_PAGE, ModelLine, best_known, by_family, lines
from macros.views.paging import Pager, consecutive, pager
from macros.words import plural

ROOM_IN_SENTENCE = 400
"""For checkpoints named in a sentence."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    architecture = knowledge.records.architectures[record]
    checkpoints = plural(len(knowledge.models_of_architecture(record)), "checkpoint")
    description = f"{architecture.name} as an architecture: where it runs, which lists name it, and {checkpoints}."
    return PageHead(
        f"{architecture.name} (architecture)", description, [architecture.name, *names_of(architecture.other_names)]
    )


@dataclass(frozen=True)
class ArchitecturePage:
    """What an architecture's page says."""

    id: str
    architecture: Architecture
    answers: HardwareAnswers
    models: Sequence[ModelLine]
    models_total: int
    measured: Sequence[ModelLine]
    """The checkpoints with measurements."""
    listed: Sequence[ListedLine]
    """Lines about the architecture as such."""
    listed_checkpoints: Mapping[str, int]
    """Per checkpoint: how many lines name it."""
    validated: Sequence[ValidatedPair]
    doubts: KnownIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ArchitecturePage:
    """The page of one architecture."""
    architecture = knowledge.records.architectures[record]
    answers = hardware_answers(knowledge, subject_of_architecture(knowledge, record))
    models = lines(knowledge, knowledge.models_of_architecture(record))
    validated = knowledge.validated_of("architectures", record)
    return ArchitecturePage(
        id=record,
        architecture=architecture,
        answers=answers,
        models=best_known(models, ROOM_ON_PAGE),
        models_total=len(models),
        measured=best_known([line for line in models if line.benchmarks], ROOM_IN_SENTENCE),
        listed=lines_of(knowledge.listed_as_such(record)),
        listed_checkpoints=Counter(line.model for line in knowledge.listed_of("architectures", record) if line.model),
        validated=validated,
        doubts=known_issues(knowledge, answers),
        sources=list(dict.fromkeys([*answers.sources, *(pair.source for pair in validated)])),
    )


@dataclass(frozen=True)
class ArchitectureLine:
    """An architecture in the list."""

    id: str
    architecture: Architecture
    models: int
    benchmarks: int
    tested: int
    listed: int


@dataclass(frozen=True)
class ArchitectureGroup:
    """The architectures of one family."""

    family: str | None
    lines: Sequence[ArchitectureLine]


@dataclass(frozen=True)
class ArchitectureIndex:
    """One page of the list of architectures."""

    pager: Pager
    groups: Sequence[ArchitectureGroup]


def index(knowledge: Knowledge, number: str = "1") -> ArchitectureIndex:
    """One page of the list: every architecture, by family; last those for which the guidelines name none."""
    found = knowledge.records.architectures
    groups = by_family(knowledge, found, lambda record: found[record].family)
    pages = pager(knowledge, "architectures", number)
    members = pages.cut([(family, record) for family, records in groups for record in records])
    return ArchitectureIndex(
        pages,
        [
            ArchitectureGroup(family, [_line(knowledge, record) for _, record in own])
            for family, own in consecutive(members, lambda member: member[0])
        ],
    )


def _line(knowledge: Knowledge, record: str) -> ArchitectureLine:
    models = knowledge.models_of_architecture(record)
    return ArchitectureLine(
        id=record,
        architecture=knowledge.records.architectures[record],
        models=len(models),
        benchmarks=len(knowledge.measurements_of("architectures", record)),
        tested=sum(knowledge.tests_of("models", model) for model in models),
        listed=len({line.catalogue_id for line in knowledge.listed_of("architectures", record)}),
    )
