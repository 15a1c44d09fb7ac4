"""The list of architectures, and an architecture's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, ValidatedPair
from macros.knowledge.answering import subject_of_architecture
from macros.schema.doubts import Conflict, Limitation
from macros.schema.families import Architecture
from macros.views.answers import Answers, answered, stack
from macros.views.listings import ListedLine, lines_of
from macros.views.models import ModelLine, lines

MOST_MODELS = 150
"""Checkpoints in the table of a page; the list of models has all."""


@dataclass(frozen=True)
class ArchitecturePage:
    """What an architecture's page says."""

    id: str
    architecture: Architecture
    answers: Answers
    models: Sequence[ModelLine]
    models_total: int
    measured: Sequence[ModelLine]
    """The checkpoints with measurements."""
    listed: Sequence[ListedLine]
    """Lines about the architecture as such."""
    listed_checkpoints: Mapping[str, int]
    """Per checkpoint: how many lines name it."""
    validated: Sequence[ValidatedPair]
    limitations: Sequence[tuple[str, Limitation]]
    stack_limits: Sequence[tuple[str, Limitation]]
    disputes: Sequence[tuple[str, Conflict]]
    """Conflicts about a framework on hardware it is known on, whatever the model."""
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ArchitecturePage:
    """The page of one architecture."""
    architecture = knowledge.records.architectures[record]
    answers = answered(knowledge, subject_of_architecture(knowledge, record))
    subjects = (("architectures", record), ("families", architecture.family))
    of_stack = stack(knowledge, answers)
    limitations = knowledge.limitations_inherited((("architectures", record),), architecture.family)
    models = lines(knowledge, knowledge.models_of_architecture(record))
    validated = knowledge.validated_of("architectures", record)
    return ArchitecturePage(
        id=record,
        architecture=architecture,
        answers=answers,
        models=models[:MOST_MODELS],
        models_total=len(models),
        measured=[line for line in models if line.benchmarks],
        listed=lines_of(knowledge.listed_as_such(record)),
        listed_checkpoints=Counter(line.model for line in knowledge.listed_of("architectures", record) if line.model),
        validated=validated,
        limitations=limitations,
        stack_limits=[limit for limit in of_stack.limitations if limit not in limitations],
        disputes=of_stack.conflicts,
        conflicts=knowledge.conflicts_of(*subjects),
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


def index(knowledge: Knowledge) -> Sequence[ArchitectureGroup]:
    """Every architecture, by family; last those for which the guidelines name none."""
    groups: dict[str | None, list[ArchitectureLine]] = {family: [] for family in (*knowledge.records.families, None)}
    for record, architecture in knowledge.records.architectures.items():
        groups[architecture.family].append(_line(knowledge, record, architecture))
    return [ArchitectureGroup(family, members) for family, members in groups.items() if members]


def _line(knowledge: Knowledge, record: str, architecture: Architecture) -> ArchitectureLine:
    models = knowledge.models_of_architecture(record)
    return ArchitectureLine(
        id=record,
        architecture=architecture,
        models=len(models),
        benchmarks=len(knowledge.measurements_of("architectures", record)),
        tested=sum(len(knowledge.configurations_of("models", model)) for model in models),
        listed=len({line.catalogue_id for line in knowledge.listed_of("architectures", record)}),
    )
