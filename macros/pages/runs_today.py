"""The answer on the page of a model or an architecture: whether it runs today, a line for each accelerator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from macros.columns.answers import OF_EVIDENCE, TODAY, ModelToday
from macros.columns.column import AS_OF, Column, chosen
from macros.columns.phrase import Phrase, RecordLink, Sdk, TermOf, phrase
from macros.facts import Knowledge
from macros.facts.answers import RUNS_TODAY, Option
from macros.facts.evidence import Evidence, Subject
from macros.facts.grouping import Index, group_by, group_pairs, in_turn
from macros.facts.hardware import AnswerLine, HardwareAnswers, InstanceAnswer, hardware_answers, stacks_of
from macros.facts.issues import Issue
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import ShortAnswer, headline, short_answer
from macros.facts.speeds import hardware, highest, setup, throughput
from macros.pages.entries import fact
from macros.pages.install_panel import ForModel, InstallPanel, install_panel
from macros.pages.section import Section, ShownSection, shown_facts
from macros.pages.shared_sections import DISAGREEMENTS, ISSUES, AnyEntry, subject_of
from macros.words import month, percent, plural

FEWEST_FOLDED = 2
MOST_SHOWN = 6
"""Lines of hardware on which it runs, each vendor once before any comes again; the others fold with those on which it
does not."""


class TodayLine(NamedTuple):
    answer: AnswerLine
    headline: ShortAnswer
    """The shortest form of the answer for the best workload."""
    speed: tuple[str, str] | None
    """The newest of the highest throughputs for the best workload, with its framework or else any; and its setup."""
    install: Sequence[InstallPanel]
    """How to install the best option of each workload whose software is supported or maintained."""
    tables: Mapping[str, ShownSection]
    """By title: instance types, with the memory that a model takes there, and the evidence if it is several pieces."""
    only: Phrase | None
    """Where the only piece of evidence stands."""


class TodayLines(NamedTuple):
    """A line for each accelerator about which anything is known."""

    shown: Sequence[TodayLine]
    folded: Sequence[TodayLine]
    """Those on which it does not run today, and those beyond the first few, where there are several."""

    @property
    def folded_by_headline(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The accelerators of the folded lines, by the shortest form of their answers."""
        return group_pairs((line.headline, line.answer.accelerator) for line in self.folded)

    def first_with(self, panel: InstallPanel) -> str:
        """The first accelerator on the page with the same panel."""
        same = (panel.framework, panel.workload, panel.blocks, panel.commands)
        return next(
            line.answer.accelerator
            for line in (*self.shown, *self.folded)
            for one in line.install
            if (one.framework, one.workload, one.blocks, one.commands) == same
        )


def today_lines(knowledge: Knowledge, answers: HardwareAnswers) -> TodayLines:
    lines = [_line(knowledge, answers, line) for line in answers.known]
    current = [line for line in lines if line.answer.best.outcome in RUNS_TODAY]
    accelerators = knowledge.records.accelerators
    shown = in_turn(current, lambda line: accelerators[line.answer.accelerator].vendor)[:MOST_SHOWN]
    folded = [line for line in lines if line not in shown]
    return TodayLines(shown, folded) if current and len(folded) >= FEWEST_FOLDED else TodayLines(lines, [])


def _line(knowledge: Knowledge, answers: HardwareAnswers, line: AnswerLine) -> TodayLine:
    subject = answers.subject
    instances = [one for one in answers.instances_for_memory if one.accelerator == line.accelerator]
    evidence = [one for one in line.evidence if not one.predates_model]
    only = evidence[0] if len(evidence) == 1 else None
    tables = {
        f"Instance types ({len(instances)})": shown_facts(
            INSTANCE_TYPES, alike(instances) if subject.model and line.is_answered else ()
        ),
        f"Evidence ({len(evidence)})": shown_facts(EVIDENCE_HERE, () if only else evidence),
    }
    return TodayLine(
        answer=line,
        headline=headline(knowledge, line.best),
        speed=_speed(knowledge, subject, line.best),
        install=[panel for answer in line.today if (panel := _install(knowledge, subject, answer.best))],
        tables={title: table for title, table in tables.items() if table},
        only=phrase(*_cited(only)) if only else None,
    )


def _cited(found: Evidence) -> Iterator[Any]:
    """The kind of evidence, how it is listed and where."""
    yield TermOf("evidence", found.kind)
    if found.as_listed:
        yield f", as “{'”, “'.join(found.as_listed)}”"
    yield from (": ", _said_in(found), f", {month(found.newest)}")


def _speed(knowledge: Knowledge, subject: Subject, best: Option) -> tuple[str, str] | None:
    kind, record_id = ("models", subject.model) if subject.model else ("architectures", subject.architecture)
    runs = [
        run
        for run in knowledge.measurements_of(kind, record_id)
        if best.accelerator in run.accelerators and run.workload == best.workload and run.row.throughput
    ]
    for run in highest(knowledge, [run for run in runs if run.framework == best.framework] or runs):
        context = ", ".join(filter(None, (hardware(knowledge, run), setup(knowledge, run))))
        return throughput(knowledge, run), context
    return None


def _install(knowledge: Knowledge, subject: Subject, option: Option) -> InstallPanel | None:
    """How to install what an answer names, by the pin of that answer."""
    if option.outcome not in RUNS_TODAY or option.framework is None:
        return None
    stack = option.framework, option.accelerator, option.workload
    return install_panel(knowledge, *stack, ForModel(option.pin, subject.family))


def _on_hardware(one: AnyEntry) -> HardwareAnswers:
    return hardware_answers(one.knowledge, subject_of(one))


def _context(one: AnyEntry) -> Mapping[str, Any]:
    answers = _on_hardware(one)
    return {"answers": answers, "lines": today_lines(one.knowledge, answers), "sources": answers.sources}


def _answers(one: AnyEntry) -> Sequence[ModelToday]:
    found = runs_today(one.knowledge, subject_of(one))
    return [ModelToday(one.id, answer, short_answer(one.knowledge, answer.best), ()) for answer in found]


def _said_in(found: Evidence) -> Phrase:
    if found.catalogue:
        return phrase(RecordLink("catalogues", found.catalogue))
    first, *others = found.sources
    return phrase(RecordLink("sources", first), f" and {len(others)} more" if others else None)


def _issues_of_software(heading: str, name: str, columns: Sequence[Column[Any]]) -> Section[Any]:
    """Issues of the software that the answers rest on."""

    def issues(one: AnyEntry) -> Sequence[Issue[Any]]:
        found: Index[Issue[Any]] = getattr(one.knowledge, name)
        return found.of_any(*stacks_of(one.knowledge, subject_of(one)))

    note = "Of a framework on an accelerator that the answers above rest on, whatever the model:"
    return Section(heading, f"software-{name}", issues, columns, whole=f"{name}/", note=note)


ISSUES_OF_SOFTWARE = (
    _issues_of_software("Known issues of its software", "limitations", ISSUES),
    # How they are read stands on their own pages: it is long, and says nothing of the model.
    _issues_of_software(
        "Source disagreements about its software", "conflicts", chosen(DISAGREEMENTS, "question state")
    ),
)


@dataclass(frozen=True)
class AlikeInstances:
    """Instance types with the same accelerator, memory and answers."""

    ids: Sequence[str]
    answer: InstanceAnswer
    """Of the first of them."""

    @property
    def shares(self) -> str | None:
        return "; ".join(f"{kind}: {percent(share)}" for kind, share in self.answer.shares.items()) or None


def alike(instances: Iterable[InstanceAnswer]) -> Sequence[AlikeInstances]:
    groups = group_by(
        instances, lambda one: (one.accelerator, one.memory_gib, tuple(one.shares.items()), tuple(one.shorts))
    )
    return [AlikeInstances([one.id for one in found], found[0]) for found in groups.values()]


INSTANCE_TYPES = Section[AlikeInstances](
    "Instance types",
    "memory",
    lambda one: alike(_on_hardware(one).instances_for_memory) if one.kind == "models" else (),
    (
        Column("instance", "The instance type; several where the answer is the same.", "ids", kind="instances"),
        Column("runs_today", "The answer for each workload.", "answer.shorts", label="Does it run on it?"),
        Column("memory_gib", "Memory of all its accelerators.", "answer.memory_gib", unit="GiB"),
        Column("share_of_memory_for_weights", "An estimate, by number format.", "shares"),
    ),
    kept="runs_today",
)

LABELS = {"kind": "Evidence", "status": "Says", "framework": "Software", "level": "About"}
"""Of the first column in a cell of several: that of the cell."""

EVIDENCE_COLUMNS: Sequence[Column[Evidence]] = (
    *(
        replace(column, label=LABELS.get(column.name, ""))
        for column in chosen(OF_EVIDENCE, "kind status fit framework workload instances level")
    ),
    fact("facts", lambda found: plural(found.count, "fact"), beside="kind"),
    fact("sdk", lambda found: found.sdks[-1] if found.sdks else None, look=Sdk),
    Column("variant", "The checkpoint, where that is a variant.", kind="models", absent=""),
    fact("as_listed", lambda found: ", ".join(found.as_listed) or None, label="Listed as"),
    Column("said_in", "The list or the documents that say so.", _said_in, label="Source"),
    replace(AS_OF, get="newest", beside="said_in"),
    fact("dropped", lambda found: "no longer in a later edition" if found.superseded else None, beside="said_in"),
)
EVIDENCE_HERE = Section[Evidence](
    "Evidence",
    "evidence",
    lambda one: [found for line in _on_hardware(one).known for found in line.evidence],
    EVIDENCE_COLUMNS,
    cells={
        "Says": ("status", "fit"),
        "Software": ("framework", "sdk", "workload"),
        "About": ("level", "variant", "as_listed"),
    },
)

DOES_IT_RUN = Section[ModelToday](
    "Does it run today?",
    "where-it-runs",
    _answers,
    chosen(TODAY.columns, "accelerator short because pin replacement contested evidence level as_of sources"),
    template="parts/runs_today.html",
    context=_context,
    empty="No source used here says whether it runs on any accelerator. No data does not mean unsupported.",
)
MEMORY_OF_TYPES = replace(INSTANCE_TYPES, heading="Memory and weights, an estimate", kept="", of_programs=True)
