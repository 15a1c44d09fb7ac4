"""The list of architectures, and an architecture's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, Listed, ValidatedPair
from macros.knowledge.evidence import subject_of_architecture
from macros.knowledge.grouping import unique
from macros.knowledge.hardware_answers import HardwareAnswers, KnownIssues, hardware_answers, known_issues
from macros.pages.page_head import PageHead, names_of
from macros.pages.paging import PagedList, list_by_family
from macros.schema.models import Architecture
from macros.views.models import ROOM_ON_PAGE, ModelLine, best_known, line
from macros.views.runs_today import TodayLines, today_lines
from macros.words import plural

ROOM_IN_SENTENCE = 400
"""For checkpoints named in a sentence."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    architecture = knowledge.records.architectures[record]
    checkpoints = plural(len(knowledge.models.of("architectures", record)), "checkpoint")
    description = f"{architecture.name} as an architecture: where it runs, which lists name it, and {checkpoints}."
    return PageHead(
        f"{architecture.name} (architecture)", description, [architecture.name, *names_of(architecture.other_names)]
    )


@dataclass(frozen=True)
class ArchitecturePage:
    id: str
    architecture: Architecture
    answers: HardwareAnswers
    today: TodayLines
    models: Sequence[ModelLine]
    models_total: int
    measured: Sequence[ModelLine]
    """The checkpoints with measurements."""
    listed: Sequence[Listed]
    """Lines about the architecture as such."""
    listed_checkpoints: Mapping[str, int]
    """Per checkpoint: how many lines name it."""
    validated: Sequence[ValidatedPair]
    issues: KnownIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ArchitecturePage:
    architecture = knowledge.records.architectures[record]
    answers = hardware_answers(knowledge, subject_of_architecture(knowledge, record))
    models = [line(knowledge, key) for key in knowledge.models.of("architectures", record)]
    validated = knowledge.validated.of("architectures", record)
    return ArchitecturePage(
        id=record,
        architecture=architecture,
        answers=answers,
        today=today_lines(knowledge, answers),
        models=best_known(models, ROOM_ON_PAGE),
        models_total=len(models),
        measured=best_known([model for model in models if model.benchmarks], ROOM_IN_SENTENCE),
        listed=knowledge.listed_as_architecture(record),
        listed_checkpoints=Counter(row.model for row in knowledge.listed.of("architectures", record) if row.model),
        validated=validated,
        issues=known_issues(knowledge, answers),
        sources=unique((*answers.sources, *(pair.source for pair in validated))),
    )


@dataclass(frozen=True)
class ArchitectureLine:
    id: str
    family: str | None
    """None: the guidelines name no family for it."""
    models: int
    benchmarks: int
    tested: int
    listed: int


def index(knowledge: Knowledge, number: str = "1") -> PagedList[ArchitectureLine]:
    architectures = knowledge.records.architectures
    return list_by_family(knowledge, "architectures", number, lambda record: architectures[record].family, _line)


def _line(knowledge: Knowledge, record: str) -> ArchitectureLine:
    models = knowledge.models.of("architectures", record)
    return ArchitectureLine(
        id=record,
        family=knowledge.records.architectures[record].family,
        models=len(models),
        benchmarks=len(knowledge.measurements_of("architectures", record)),
        tested=sum(len(knowledge.configurations.of("models", model)) for model in models),
        listed=len({row.catalogue_id for row in knowledge.listed.of("architectures", record)}),
    )
