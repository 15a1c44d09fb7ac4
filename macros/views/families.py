"""The architecture-fit matrices, and a family's page."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from macros.knowledge import Knowledge, Listed, ValidatedPair, Verdict
from macros.schema.models import Family, SupportMatrix
from macros.views import accelerators
from macros.views.cited_sources import sources_of
from macros.views.configurations import Coverage, coverage
from macros.views.heads import PageHead, names_of
from macros.views.models import ROOM_ON_PAGE, ModelLine, best_known, line
from macros.views.page_issues import PageIssues, page_issues
from macros.views.verdicts import FamilyVerdict, family_verdicts, newest_family_verdicts


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
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
    """The content of a family's page."""

    id: str
    family: Family
    verdicts: Sequence[FamilyVerdict]
    earlier: Sequence[FamilyVerdict]
    changes: Sequence[VerdictChange]
    coverage: Coverage | None
    models: Sequence[ModelLine]
    """As many as the page holds, those with most runs."""
    models_total: int
    architectures: Sequence[tuple[str, str]]
    """Each with the reason why it belongs to the family."""
    validated: Sequence[ValidatedPair]
    issues: PageIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> FamilyPage:
    """The page of one family."""
    family = knowledge.records.families[record]
    verdicts = knowledge.verdicts.of("families", record)
    newest = newest_family_verdicts(knowledge, "families", record)
    models = knowledge.models.of("families", record)
    return FamilyPage(
        id=record,
        family=family,
        verdicts=newest,
        earlier=[verdict for verdict in family_verdicts(verdicts) if verdict not in newest],
        changes=changes(verdicts),
        coverage=coverage(knowledge.configurations.of("families", record)),
        models=best_known([line(knowledge, model) for model in models], ROOM_ON_PAGE),
        models_total=len(models),
        architectures=[(key, _reason(knowledge, key)) for key in knowledge.architectures.of("families", record)],
        validated=knowledge.validated.of("families", record),
        issues=page_issues(knowledge, ("families", record)),
        sources=sources_of(verdicts, family.citations),
    )


def _reason(knowledge: Knowledge, architecture: str) -> str:
    inferred = knowledge.records.architectures[architecture].family_inferred
    return inferred.reason if inferred else "Named by the guidelines"


def changes(verdicts: Sequence[Verdict]) -> Sequence[VerdictChange]:
    """Where a later matrix gives another verdict on the same question."""
    answers: dict[tuple[str, str, str, str | None, str | None], list[tuple[datetime.date, str]]] = {}
    for verdict in sorted(verdicts, key=lambda verdict: verdict.as_of):
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
        """Tested configurations and benchmarks."""
        return self.tested + self.measured

    @property
    def only_listed(self) -> bool:
        """Whether vendors' lists are all there is."""
        return bool(self.listed) and not self.fit and not self.runs


@dataclass(frozen=True)
class PublishedMatrix:
    """A matrix as its source published it."""

    id: str
    matrix: SupportMatrix
    names: Mapping[str, str]
    """By family: its name as published, where that differs from ours."""


@dataclass(frozen=True)
class FamilyIndex:
    """All families: at a glance, as published, and what changed."""

    accelerators: Sequence[str]
    """The columns of the table."""
    rows: Mapping[str, Sequence[CoverageCell]]
    """By family: a cell for each accelerator."""
    matrices: Sequence[PublishedMatrix]
    changes: Sequence[VerdictChange]
    runs_elsewhere: int
    """Runs of models for which the guidelines name no family, which no row can count."""


def index(knowledge: Knowledge) -> FamilyIndex:
    """The coverage of every family, and the matrices it rests on, newest first."""
    columns = list(chain(*accelerators.index(knowledge).values()))
    rows = {family: _coverage_row(knowledge, family, columns) for family in knowledge.records.families}
    dates = [(knowledge.as_of(published.matrix.citation), published) for published in published_matrices(knowledge)]
    dates.sort(key=lambda pair: (pair[0] is None, pair[0]), reverse=True)
    matrices = [published for _, published in dates]
    return FamilyIndex(columns, rows, matrices, changes(knowledge.verdicts), _runs_without_family(knowledge))


def published_matrices(knowledge: Knowledge) -> Sequence[PublishedMatrix]:
    """Every matrix, in the order of the files."""
    families, published = knowledge.records.families, []
    for key, matrix in knowledge.records.support.items():
        names = {row.family: row.as_published for row in matrix.rows if row.as_published != families[row.family].name}
        published.append(PublishedMatrix(key, matrix, names))
    return published


def _runs_without_family(knowledge: Knowledge) -> int:
    tested = sum(test.family is None for test in knowledge.configurations)
    return tested + sum(fact.family is None and fact.repeats is None for fact in knowledge.benchmarks)


def _coverage_row(knowledge: Knowledge, family: str, accelerators: Sequence[str]) -> Sequence[CoverageCell]:
    verdicts = {verdict.accelerator: verdict for verdict in newest_family_verdicts(knowledge, "families", family)}
    tested = Counter(test.accelerator for test in knowledge.configurations.of("families", family))
    measured = Counter(chip for fact in knowledge.measurements_of("families", family) for chip in fact.accelerators)
    listed = Counter(chip for line in _newest_lines(knowledge, family) for chip in line.accelerators)
    cells = []
    for accelerator in accelerators:
        verdict = verdicts.get(accelerator)
        fit, as_of = (verdict.fit, verdict.as_of) if verdict else (None, None)
        counts = tested[accelerator], measured[accelerator], listed[accelerator]
        cells.append(CoverageCell(accelerator, fit, as_of, *counts))
    return cells


def _newest_lines(knowledge: Knowledge, family: str) -> Iterable[Listed]:
    """Lines of the newest lists about architectures of a family, each once."""
    architectures = knowledge.architectures.of("families", family)
    lines = {line.id: line for key in architectures for line in knowledge.listed.of("architectures", key)}
    return [line for line in lines.values() if line.replaced_by is None]
