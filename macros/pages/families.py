"""Families: what runs today, what guidelines say, and their models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.columns.column import Column
from macros.columns.phrase import Phrase, TermOf, phrase
from macros.facts import Knowledge, Verdict
from macros.facts.answers import OUTCOMES
from macros.facts.fact_types import Coverage, coverage
from macros.facts.families import FamilyOnAccelerator, VerdictChange, family_on_accelerators, verdict_changes
from macros.facts.grouping import unique
from macros.pages.models import MODELS, models_of
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.base import Statement
from macros.schema.models import Family, Guidance

QUESTIONS = {"fit": "Architecture fit", "status": "Support"}


@dataclass(frozen=True)
class FamilyLine:
    """A family with how much was tested of it."""

    id: str
    record: Family
    coverage: Coverage | None

    @property
    def examples(self) -> Statement | None:
        """The models that sources name as typical."""
        examples = self.record.examples
        if not examples:
            return None
        names = ", ".join(example.name for example in examples)
        return Statement(text=names, citations=unique(example.citation for example in examples))


@dataclass(frozen=True)
class Member:
    """An architecture of a family."""

    architecture: str
    models: int
    """Its checkpoints."""
    reason: str
    """Why it belongs to the family."""


def line(knowledge: Knowledge, record: str) -> FamilyLine:
    """What is known of a family."""
    tests = knowledge.configurations.of("families", record)
    return FamilyLine(record, knowledge.records.families[record], coverage(tests))


def _today(knowledge: Knowledge, record: str) -> Sequence[FamilyOnAccelerator]:
    found = family_on_accelerators(knowledge, record, knowledge.records.accelerators)
    known = [one for one in found if one.known]
    return sorted(known, key=lambda one: OUTCOMES.index(one.today.option.outcome) if one.today else len(OUTCOMES))


def _advice(guidance: Guidance) -> Sequence[Statement]:
    return [guidance.fit, guidance.support, *guidance.considerations]


def _members(knowledge: Knowledge, record: str) -> Sequence[Member]:
    return [_member(knowledge, one) for one in knowledge.architectures.of("families", record)]


def _member(knowledge: Knowledge, architecture: str) -> Member:
    inferred = knowledge.records.architectures[architecture].family_inferred
    models = knowledge.models.of("architectures", architecture)
    return Member(architecture, len(models), inferred.reason if inferred else "Named by the guidelines.")


def _verdict(question: str, verdict: Verdict) -> Phrase:
    return phrase(TermOf(question, getattr(verdict, question)), " ", verdict.as_of)


TODAY: Sequence[Column[FamilyOnAccelerator]] = (
    Column("accelerator", "The accelerator.", kind="accelerators"),
    Column("today", "The best that is known of one of its architectures.", "today.headline", absent="–"),
    Column(
        "architectures",
        "The architectures of which that is known.",
        "today.architectures",
        kind="architectures",
        absent="–",
    ),
    Column("framework", "With what.", "today.option.framework", label="With", kind="frameworks", absent="–"),
    Column("guideline", "The newest verdict on the family.", "verdict.fit", vocabulary="fit", absent="–"),
    Column("as_of", "Of the guideline.", "verdict.as_of", absent="", beside="guideline"),
    Column("tested", "Tested configurations.", lambda one: one.tested or None, absent="–"),
    Column("measured", "Benchmarks.", lambda one: one.measured or None, label="Benchmarks", absent="–"),
    Column("listed", "Lines of vendors' newest lists.", lambda one: one.listed or None, absent="–"),
)

CHANGES = Section[VerdictChange](
    "What changed between two dates",
    "changes",
    lambda known, record: list(verdict_changes(known.guidelines.of("families", record) or known.guidelines)),
    (
        Column("family", "The family.", "after.family", kind="families"),
        Column("accelerator", "The accelerator.", "after.accelerator", kind="accelerators"),
        Column("question", "What the verdict is about.", lambda change: QUESTIONS[change.question]),
        Column(
            "framework",
            "Of verdicts on support.",
            lambda change: change.after.framework if change.question == "status" else None,
            kind="frameworks",
            absent="–",
        ),
        Column(
            "workload",
            "Of verdicts on support.",
            lambda change: change.after.workload if change.question == "status" else None,
            vocabulary="workload",
            absent="–",
        ),
        Column("before", "The former verdict.", lambda change: _verdict(change.question, change.before)),
        Column("after", "The later one.", lambda change: _verdict(change.question, change.after)),
    ),
    empty="No verdict changed between the dates that are recorded here.",
    note="A cell that only one of the matrices has is not a change.",
)

PAGES = RecordPages[FamilyLine](
    "families",
    line=line,
    order=lambda one: one.id,
    description=lambda one: (
        f"{one.record.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    ),
    columns=(),
    answer=Section(
        "Does it run today?",
        "where-it-runs",
        _today,
        TODAY,
        empty="No source used here says anything about this family on any accelerator.",
        is_open=True,
        note="The best that is known for one of its architectures; a model’s page says what is known of that model.",
    ),
    facts=(
        Column("categories", "Fields in which it is used.", "record.categories", label="Field", vocabulary="category"),
        Column("coverage", "How much was tested of it.", label="Tested", absent="no configuration recorded here"),
        Column("examples", "Models that a source names.", label="Named as typical", absent=""),
    ),
    more_facts=(Column("other_names", "What it is also called.", "record.other_names", absent="none"),),
    sections=(
        Section(
            "Guidance",
            "guidance",
            lambda known, record: known.records.families[record].guidance,
            (
                Column("accelerator", "The accelerator.", kind="accelerators"),
                Column("advice", "How well it suits the family, and what the software does.", _advice, label="Advice"),
            ),
            empty="The guidelines rate this family in their matrix and say nothing more about it.",
        ),
        Section(
            "Models",
            "models",
            models_of("families"),
            MODELS,
            whole="models/?family={record}",
            empty="No model of this family is named by the sources used here.",
        ),
        Section(
            "Architectures",
            "architectures",
            _members,
            (
                Column("architecture", "The architecture.", kind="architectures"),
                Column("models", "Its checkpoints.", label="Checkpoints"),
                Column("reason", "Why it belongs to the family.", label="Why it is here"),
            ),
            whole="architectures/?family={record}",
        ),
    ),
    last_sections=(CHANGES,),
    folded=True,
    former_anchors={"verdicts": "earlier"},
)
