"""The architecture-fit matrices, and a family's page."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from macros.knowledge import Knowledge, Listed, ValidatedPair, Verdict
from macros.schema.conflicts import Conflict
from macros.schema.families import Family, SupportMatrix
from macros.schema.limitations import Limitation
from macros.views import accelerators
from macros.views.configurations import Coverage, coverage
from macros.views.heads import PageHead, names_of
from macros.views.models import ROOM_ON_PAGE, ModelLine, best_known, lines
from macros.views.verdicts import FamilyVerdict, family_verdict, family_verdicts


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    family = knowledge.records.families[record]
    description = f"{family.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    return PageHead(family.name, description, [family.name, record, *names_of(family.other_names)])


@dataclass(frozen=True)
class VerdictChange:
    """Two printed verdicts on the same question that differ between dates."""

    family: str
    accelerator: str
    question: str
    """`fit`, or the framework and workload whose status changed."""
    framework: str | None
    workload: str | None
    before: str
    after: str
    before_date: datetime.date
    after_date: datetime.date


@dataclass(frozen=True)
class FamilyPage:
    """What a family's page says."""

    id: str
    family: Family
    verdicts: Sequence[FamilyVerdict]
    earlier: Sequence[FamilyVerdict]
    changes: Sequence[VerdictChange]
    coverage: Coverage | None
    models: Sequence[ModelLine]
    """As many as the page holds, those with most runs."""
    models_total: int
    architectures: Sequence[str]
    validated: Sequence[ValidatedPair]
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> FamilyPage:
    """The page of one family."""
    family = knowledge.records.families[record]
    found = knowledge.verdicts_of("families", record)
    architectures = knowledge.architectures_of_family(record)
    sources = [verdict.source for verdict in found] + [cited.source for cited in family.citations]
    newest = family_verdicts(knowledge, record)
    models = knowledge.models_of_family(record)
    return FamilyPage(
        id=record,
        family=family,
        verdicts=newest,
        earlier=_earlier(found, newest),
        changes=changes(found),
        coverage=coverage(knowledge.configurations_of("families", record)),
        models=best_known(lines(knowledge, models), ROOM_ON_PAGE),
        models_total=len(models),
        architectures=architectures,
        validated=knowledge.validated_of("families", record),
        limitations=knowledge.limitations_of(("families", record)),
        conflicts=knowledge.conflicts_of(("families", record)),
        sources=list(dict.fromkeys(sources)),
    )


def _earlier(found: Sequence[Verdict], newest: Sequence[FamilyVerdict]) -> Sequence[FamilyVerdict]:
    shown = {(verdict.accelerator, verdict.as_of) for verdict in newest}
    groups: dict[tuple[str, datetime.date], list[Verdict]] = {}
    for verdict in found:
        key = (verdict.accelerator, verdict.as_of)
        if key not in shown:
            groups.setdefault(key, []).append(verdict)
    return list(map(family_verdict, groups.values()))


def changes(found: Sequence[Verdict]) -> Sequence[VerdictChange]:
    """Where a later matrix answers the same question otherwise."""
    answers: dict[tuple[str, str, str, str | None, str | None], list[tuple[datetime.date, str]]] = {}
    for verdict in sorted(found, key=lambda verdict: verdict.as_of):
        fit = (verdict.family, verdict.accelerator, "fit", None, None)
        status = (verdict.family, verdict.accelerator, "status", verdict.framework, verdict.workload)
        for question, answer in ((fit, verdict.fit), (status, verdict.status)):
            history = answers.setdefault(question, [])
            if not history or history[-1][1] != answer:
                history.append((verdict.as_of, answer))
    return [
        VerdictChange(family, accelerator, question, framework, workload, before, after, before_date, after_date)
        for (family, accelerator, question, framework, workload), history in answers.items()
        for (before_date, before), (after_date, after) in pairwise(history)
    ]


@dataclass(frozen=True)
class CoverageCell:
    """One family on one accelerator: the newest verdict and how much was tested."""

    accelerator: str
    fit: str | None
    as_of: datetime.date | None
    tested: int
    """Tested configurations."""
    measured: int
    """Benchmarks."""
    listed: int
    """Lines of vendors' newest lists."""

    @property
    def runs(self) -> int:
        """Everything that was run."""
        return self.tested + self.measured


@dataclass(frozen=True)
class CoverageRow:
    """One family across all accelerators."""

    family: str
    cells: Sequence[CoverageCell]


@dataclass(frozen=True)
class PublishedMatrix:
    """A matrix as its source published it."""

    id: str
    matrix: SupportMatrix
    as_of: datetime.date | None


@dataclass(frozen=True)
class FamilyIndex:
    """All families: at a glance, as published, and what changed."""

    accelerators: Sequence[str]
    rows: Sequence[CoverageRow]
    matrices: Sequence[PublishedMatrix]
    changes: Sequence[VerdictChange]
    runs_elsewhere: int
    """Runs of models for which the guidelines name no family, which no row can count."""


def index(knowledge: Knowledge) -> FamilyIndex:
    """The coverage of every family, and the matrices it rests on, newest first."""
    records = knowledge.records
    chips = [line.id for group in accelerators.index(knowledge) for line in group.lines]
    rows = [_coverage_row(knowledge, family, chips) for family in records.families]
    matrices = [
        PublishedMatrix(key, matrix, knowledge.as_of(matrix.citation)) for key, matrix in records.support.items()
    ]
    matrices.sort(key=lambda found: (found.as_of is None, found.as_of), reverse=True)
    return FamilyIndex(chips, rows, matrices, changes(knowledge.verdicts), _without_family(knowledge))


def _without_family(knowledge: Knowledge) -> int:
    tested = sum(test.family is None for test in knowledge.configurations)
    return tested + sum(found.family is None and found.repeats is None for found in knowledge.benchmarks)


def _coverage_row(knowledge: Knowledge, family: str, accelerators: Sequence[str]) -> CoverageRow:
    judged = {verdict.accelerator: verdict for verdict in family_verdicts(knowledge, family)}
    tested = Counter(test.accelerator for test in knowledge.configurations_of("families", family))
    measured = Counter(chip for found in knowledge.measurements_of("families", family) for chip in found.accelerators)
    listed = Counter(chip for line in _lines_of(knowledge, family) for chip in line.accelerators)
    cells = []
    for accelerator in accelerators:
        verdict = judged.get(accelerator)
        fit, as_of = (verdict.fit, verdict.as_of) if verdict else (None, None)
        runs = tested[accelerator], measured[accelerator]
        cells.append(CoverageCell(accelerator, fit, as_of, *runs, listed[accelerator]))
    return CoverageRow(family, cells)


def _lines_of(knowledge: Knowledge, family: str) -> Iterable[Listed]:
    """Lines of the newest lists about architectures of a family, each once."""
    architectures = knowledge.architectures_of_family(family)
    lines = {line.id: line for key in architectures for line in knowledge.listed_of("architectures", key)}
    return [line for line in lines.values() if line.replaced_by is None]
