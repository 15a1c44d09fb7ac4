"""The architecture-fit matrices, and a family's page."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import Literal

from macros.knowledge import Knowledge, Listed, ValidatedPair, Verdict
from macros.knowledge.coverage import Coverage, coverage
from macros.knowledge.evidence import Subject, subject_of_architecture
from macros.knowledge.grouping import group_by, group_pairs
from macros.knowledge.hardware import order_of_accelerator
from macros.knowledge.runs_today import OUTCOMES, RUNS_OR_DID, Option, runs_today
from macros.knowledge.short_answers import ShortAnswer, headline, short_answer
from macros.pages.page_head import PageHead, PageIssues, names_of, page_issues, sources_of
from macros.schema.models import Family, SupportMatrix
from macros.views.models import ROOM_ON_PAGE, ModelLine, best_known, line
from macros.views.verdicts import FamilyVerdict, family_verdicts, newest_family_verdicts

FEWEST_FAMILIES = 3
"""An accelerator about which fewer are known has no column in the table of all families."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    family = knowledge.records.families[record]
    description = f"{family.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    return PageHead(family.name, description, [family.name, record, *names_of(family.other_names)])


@dataclass(frozen=True)
class VerdictChange:
    """Two printed verdicts on the same question that differ between dates."""

    question: Literal["fit", "status"]
    """Of the family on the accelerator, or of one framework and workload there."""
    before: Verdict
    """The first one with the former answer."""
    after: Verdict


@dataclass(frozen=True)
class FamilyPage:
    id: str
    family: Family
    today: Sequence[CoverageCell]
    """Of each accelerator about which something is known, the best outcome first."""
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
    family = knowledge.records.families[record]
    verdicts = knowledge.verdicts.of("families", record)
    newest = newest_family_verdicts(knowledge, "families", record)
    models = knowledge.models.of("families", record)
    return FamilyPage(
        id=record,
        family=family,
        today=_known_today(knowledge, record),
        verdicts=newest,
        earlier=[verdict for verdict in family_verdicts(verdicts) if verdict not in newest],
        changes=list(changes(verdicts)),
        coverage=coverage(knowledge.configurations.of("families", record)),
        models=best_known([line(knowledge, model) for model in models], ROOM_ON_PAGE),
        models_total=len(models),
        architectures=[(key, _reason(knowledge, key)) for key in knowledge.architectures.of("families", record)],
        validated=knowledge.validated.of("families", record),
        issues=page_issues(knowledge, ("families", record)),
        sources=sources_of(verdicts, family.citations),
    )


def _known_today(knowledge: Knowledge, family: str) -> Sequence[CoverageCell]:
    cells = [cell for cell in _coverage_row(knowledge, family, list(knowledge.records.accelerators)) if cell.known]
    return sorted(cells, key=lambda cell: OUTCOMES.index(cell.today.option.outcome) if cell.today else len(OUTCOMES))


def _reason(knowledge: Knowledge, architecture: str) -> str:
    inferred = knowledge.records.architectures[architecture].family_inferred
    return inferred.reason if inferred else "Named by the guidelines"


def changes(verdicts: Sequence[Verdict]) -> Iterator[VerdictChange]:
    """Where a later matrix gives another verdict on the same question."""
    in_order = sorted(verdicts, key=lambda verdict: verdict.as_of)
    for (question, *_), answers in group_pairs(chain(*map(_questions, in_order))).items():
        firsts = [next(same) for _, same in groupby(answers, key=attrgetter(question))]
        yield from (VerdictChange(question, before, after) for before, after in pairwise(firsts))


def _questions(verdict: Verdict) -> Iterator[tuple[tuple[Literal["fit", "status"], str, str, str, str], Verdict]]:
    yield ("fit", verdict.family, verdict.accelerator, "", ""), verdict
    yield ("status", verdict.family, verdict.accelerator, verdict.framework, verdict.workload), verdict


@dataclass(frozen=True)
class FamilyAnswer:
    """The best that is known of a family on an accelerator."""

    option: Option
    short: ShortAnswer
    headline: str
    """The shortest form."""
    architectures: Sequence[str]
    """Those with the same outcome for the same workload; none where the answer is about the family as such."""


@dataclass(frozen=True)
class CoverageCell:
    """One family on one accelerator: the newest verdict and how much was tested."""

    accelerator: str
    verdict: Verdict | None
    tested: int
    """Tested configurations."""
    measured: int
    """Benchmarks."""
    listed: int
    """Lines of vendors' newest lists."""
    today: FamilyAnswer | None
    """The best answer for the family or one of its architectures; None where nothing is known."""

    @property
    def known(self) -> bool:
        return bool(self.today or self.verdict or self.tested or self.measured)


@dataclass(frozen=True)
class PublishedMatrix:
    """A matrix as its source published it."""

    id: str
    matrix: SupportMatrix
    as_of: datetime.date | None
    names: Mapping[str, str]
    """By family: its name as published, where that differs from ours."""


@dataclass(frozen=True)
class FamilyIndex:
    """All families: at a glance, as published, and what changed."""

    accelerators: Sequence[str]
    """The columns of the table: accelerators about which something is known for several families."""
    left_out: Sequence[str]
    """Those about which something is known for fewer."""
    rows: Mapping[str, Sequence[CoverageCell]]
    """By family: a cell for each accelerator."""
    matrices: Sequence[PublishedMatrix]
    changes: Sequence[VerdictChange]
    runs_elsewhere: int
    """Runs of models for which the guidelines name no family, which no row can count."""


def index(knowledge: Knowledge) -> FamilyIndex:
    """The coverage of every family, and the matrices it rests on, newest first."""
    every = sorted(knowledge.records.accelerators, key=partial(order_of_accelerator, knowledge))
    cells = {family: _coverage_row(knowledge, family, every) for family in knowledge.records.families}
    known = Counter(cell.accelerator for row in cells.values() for cell in row if cell.known)
    columns = [chip for chip in every if known[chip] >= FEWEST_FAMILIES]
    rows = {family: [cell for cell in row if cell.accelerator in columns] for family, row in cells.items()}
    matrices = sorted(published_matrices(knowledge), key=lambda one: (one.as_of is None, one.as_of), reverse=True)
    tested = sum(test.family is None for test in knowledge.configurations)
    measured = sum(fact.family is None and fact.repeats is None for fact in knowledge.benchmarks)
    return FamilyIndex(
        accelerators=columns,
        left_out=[chip for chip in every if 0 < known[chip] < FEWEST_FAMILIES],
        rows=rows,
        matrices=matrices,
        changes=list(changes(knowledge.verdicts)),
        runs_elsewhere=tested + measured,
    )


def published_matrices(knowledge: Knowledge) -> Iterator[PublishedMatrix]:
    families = knowledge.records.families
    for key, matrix in knowledge.records.support.items():
        names = {row.family: row.as_published for row in matrix.rows if row.as_published != families[row.family].name}
        yield PublishedMatrix(key, matrix, knowledge.as_of(matrix.citation), names)


def _coverage_row(knowledge: Knowledge, family: str, accelerators: Sequence[str]) -> Sequence[CoverageCell]:
    newest = newest_family_verdicts(knowledge, "families", family)
    verdicts = {verdict.accelerator: verdict for verdict, *_ in newest}
    tested = Counter(test.accelerator for test in knowledge.configurations.of("families", family))
    measured = Counter(chip for fact in knowledge.measurements_of("families", family) for chip in fact.accelerators)
    listed = Counter(chip for line in _newest_lines(knowledge, family) for chip in line.accelerators)
    today = _best_answers(knowledge, family)
    return [
        CoverageCell(chip, verdicts.get(chip), tested[chip], measured[chip], listed[chip], today.get(chip))
        for chip in accelerators
    ]


def _best_answers(knowledge: Knowledge, family: str) -> Mapping[str, FamilyAnswer]:
    """By accelerator: the best of what the pages of the family's architectures answer, and of its own verdicts.

    That one architecture does not run says nothing about the family.
    """
    architectures = knowledge.architectures.of("families", family)
    options = [("", answer.best) for answer in runs_today(knowledge, Subject(None, "", family))]
    for key in architectures:
        answers = runs_today(knowledge, subject_of_architecture(knowledge, key))
        options += [(key, answer.best) for answer in answers if answer.outcome in RUNS_OR_DID]
    by_chip = group_by(options, lambda found: found[1].accelerator)
    return {chip: _best_of(knowledge, group) for chip, group in by_chip.items()}


def _best_of(knowledge: Knowledge, options: Sequence[tuple[str, Option]]) -> FamilyAnswer:
    """The best of some options, each with its architecture; that of the family as such has none."""
    _, best = min(options, key=lambda found: (OUTCOMES.index(found[1].outcome), found[1].is_beta))
    alike = [key for key, one in options if (one.outcome, one.workload) == (best.outcome, best.workload)]
    return FamilyAnswer(best, short_answer(knowledge, best), headline(knowledge, best), [] if "" in alike else alike)


def _newest_lines(knowledge: Knowledge, family: str) -> Iterable[Listed]:
    """Lines of the newest lists about architectures of a family, each once."""
    architectures = knowledge.architectures.of("families", family)
    lines = {line.id: line for key in architectures for line in knowledge.listed.of("architectures", key)}
    return [line for line in lines.values() if line.replaced_by is None]
