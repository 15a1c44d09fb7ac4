"""The answer on the page of a model or an architecture: whether it runs today, a line for each accelerator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from macros.columns.answers import EVIDENCE, MEMORY, TODAY, ModelToday
from macros.columns.column import ACCELERATOR, AS_OF, Column, chosen
from macros.columns.phrase import Phrase, RecordLink, phrase, sdk_version
from macros.facts import Knowledge
from macros.facts.answers import INSTALLED, Option
from macros.facts.evidence import Evidence, Subject, subject_of_architecture, subject_of_model
from macros.facts.grouping import Index, group_pairs
from macros.facts.hardware import AnswerLine, HardwareAnswers, InstanceAnswer, hardware_answers, stacks_of
from macros.facts.issues import Issue
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import ShortAnswer, headline, short_answer
from macros.facts.speeds import hardware, highest, setup, throughput
from macros.pages.install_panel import ForModel, InstallPanel, install_panel
from macros.pages.section import Section, ShownSection, TemplateSection, shown_section
from macros.pages.shared_sections import DISAGREEMENTS, ISSUES
from macros.words import plural

SUBJECTS: Mapping[str, Callable[[Knowledge, str], Subject]] = {
    "models": subject_of_model,
    "architectures": subject_of_architecture,
}
"""By kind of record: what is asked about."""

FEWEST_FOLDED = 2
MOST_SHOWN = 6
"""Lines of hardware on which it runs; the others fold with those on which it does not."""

NO_ANSWER = "No source used here says whether it runs on any accelerator. No data does not mean unsupported."

ANSWER = (
    *("accelerator", "short", "because", "framework", "pin", "replacement", "contested", "evidence", "level", "as_of"),
    "sources",
)
"""Columns of an answer, for programs."""


class TodayLine(NamedTuple):
    """One accelerator."""

    answer: AnswerLine
    headline: ShortAnswer
    """The shortest form of the answer for the best workload."""
    speed: tuple[str, str] | None
    """The newest of the highest throughputs for the best workload, with its framework or else any; and its setup."""
    install: Sequence[InstallPanel]
    """How to install the best option of each workload whose software is supported or maintained."""
    tables: Sequence[ShownSection]
    """Instance types, with the memory that a model takes there, and the evidence."""


class TodayLines(NamedTuple):
    """A line for each accelerator about which anything is known, the best outcome first."""

    shown: Sequence[TodayLine]
    folded: Sequence[TodayLine]
    """Those on which it does not run today, and those beyond the first few, where there are several."""

    @property
    def folded_by_headline(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The accelerators of the folded lines, by the shortest form of their answers."""
        return group_pairs((line.headline, line.answer.accelerator) for line in self.folded)


def runs_today_section(kind: str) -> TemplateSection:
    """The answer on the pages of a kind of record."""

    def context(knowledge: Knowledge, record_id: str) -> Mapping[str, Any]:
        answers = hardware_answers(knowledge, SUBJECTS[kind](knowledge, record_id))
        return {"answers": answers, "lines": today_lines(knowledge, answers), "sources": answers.sources}

    template = "parts/runs_today.html"
    return TemplateSection("Does it run today?", "where-it-runs", template, context, plain=_in_tables(kind))


def _in_tables(kind: str) -> Sequence[Section[Any]]:
    """The answers, all evidence, and the hardware of which nothing is known."""

    def answers(knowledge: Knowledge, record_id: str) -> Sequence[ModelToday]:
        found = runs_today(knowledge, SUBJECTS[kind](knowledge, record_id))
        return [ModelToday(record_id, one, short_answer(knowledge, one.best), ()) for one in found]

    def hardware(knowledge: Knowledge, record_id: str) -> HardwareAnswers:
        return hardware_answers(knowledge, SUBJECTS[kind](knowledge, record_id))

    def evidence(knowledge: Knowledge, record_id: str) -> Sequence[Evidence]:
        return [one for line in hardware(knowledge, record_id).known for one in line.evidence]

    return (
        Section("Does it run today?", "where-it-runs", answers, chosen(TODAY.columns, ANSWER), empty=NO_ANSWER),
        Section("Evidence", "evidence", evidence, (ACCELERATOR, *OF_EVIDENCE), cells=CELLS),
        Section(
            "Hardware without data",
            "no-data",
            lambda known, record_id: hardware(known, record_id).nothing_known,
            (Column("accelerator", "The accelerator.", lambda chip: chip, kind="accelerators"),),
            note="No data does not mean unsupported.",
        ),
        Section(
            "Memory and weights, an estimate",
            "memory",
            lambda known, record_id: hardware(known, record_id).instances_for_memory if kind == "models" else (),
            INSTANCES,
        ),
    )


def issues_of_software(kind: str) -> Sequence[Section[Any]]:
    """Known issues and source disagreements about the software that the answers rest on."""

    def section(heading: str, name: str, columns: Sequence[Column[Any]]) -> Section[Any]:
        def issues(knowledge: Knowledge, record_id: str) -> Sequence[Issue[Any]]:
            found: Index[Issue[Any]] = getattr(knowledge, name)
            return found.of_any(*stacks_of(knowledge, SUBJECTS[kind](knowledge, record_id)))

        note = "Of a framework on an accelerator that the answers above rest on, whatever the model:"
        return Section(heading, f"software-{name}", issues, columns, whole=f"{name}/", note=note)

    return (
        section("Known issues of its software", "limitations", ISSUES),
        section("Source disagreements about its software", "conflicts", DISAGREEMENTS),
    )


def today_lines(knowledge: Knowledge, hardware: HardwareAnswers) -> TodayLines:
    """The lines about a model or an architecture."""
    lines = [_line(knowledge, hardware, line) for line in hardware.known]
    current = [line for line in lines if line.answer.best.outcome in INSTALLED]
    shown, folded = current[:MOST_SHOWN], [line for line in lines if line not in current[:MOST_SHOWN]]
    return TodayLines(shown, folded) if current and len(folded) >= FEWEST_FOLDED else TodayLines(lines, [])


def _line(knowledge: Knowledge, hardware: HardwareAnswers, line: AnswerLine) -> TodayLine:
    subject = hardware.subject
    instances = [one for one in hardware.instances_for_memory if one.accelerator == line.accelerator]
    evidence = [one for one in line.evidence if not one.predates_model]
    tables: Sequence[Section[Any]] = (
        Section("Instance types", "", lambda *_: instances if subject.model else (), INSTANCES, kept="runs_today"),
        Section("Evidence", "", lambda *_: evidence, OF_EVIDENCE, cells=CELLS),
    )
    shown = (shown_section(table, knowledge, "", "") for table in tables)
    return TodayLine(
        answer=line,
        headline=headline(knowledge, line.best),
        speed=_speed(knowledge, subject, line.best),
        install=[panel for answer in line.today if (panel := _install(knowledge, subject, answer.best))],
        tables=[table for table in shown if table],
    )


def _speed(knowledge: Knowledge, subject: Subject, best: Option) -> tuple[str, str] | None:
    kind, record_id = ("models", subject.model) if subject.model else ("architectures", subject.architecture)
    runs = [
        fact
        for fact in knowledge.measurements_of(kind, record_id)
        if best.accelerator in fact.accelerators and fact.workload == best.workload and fact.row.throughput
    ]
    speeds = highest(knowledge, [fact for fact in runs if fact.framework == best.framework] or runs)
    for fact in speeds:
        context = ", ".join(filter(None, (hardware(knowledge, fact), setup(knowledge, fact))))
        return throughput(knowledge, fact), context
    return None


def _install(knowledge: Knowledge, subject: Subject, option: Option) -> InstallPanel | None:
    """How to install what an answer names, by the pin of that answer."""
    if option.outcome not in INSTALLED or option.framework is None:
        return None
    stack = option.framework, option.accelerator, option.workload
    return install_panel(knowledge, *stack, ForModel(option.pin, subject.family))


def _said_in(found: Evidence) -> Phrase:
    if found.catalogue:
        return phrase(RecordLink("catalogues", found.catalogue))
    first, *others = found.sources
    return phrase(RecordLink("sources", first), f" and {len(others)} more" if others else None)


INSTANCES: Sequence[Column[InstanceAnswer]] = (
    *chosen(MEMORY, ["instance"]),
    Column("runs_today", "The answer for each workload.", "shorts", label="Does it run on it?"),
    *chosen(MEMORY, ["memory_gib", "share_of_memory_for_weights"]),
)

FROM_TWIN = ("kind", "status", "fit", "framework", "workload", "instances", "level")

LABELS = {"kind": "Evidence", "status": "Says", "framework": "Software", "level": "About"}
"""Of the first column in a cell of several: that of the cell."""

OF_EVIDENCE: Sequence[Column[Evidence]] = (
    *(replace(column, label=LABELS.get(column.name, "")) for column in chosen(EVIDENCE, FROM_TWIN)),
    Column("facts", "How many facts say so.", lambda found: plural(found.count, "fact"), beside="kind"),
    Column(
        "sdk",
        "The newest SDK release that it names.",
        lambda found: (found.sdks or (None,))[-1],
        absent="",
        look=sdk_version,
    ),
    Column("variant", "The checkpoint, where that is a variant.", kind="models", absent=""),
    Column(
        "as_listed",
        "The names in the list.",
        lambda found: ", ".join(found.as_listed) or None,
        label="Listed as",
        absent="",
    ),
    Column("said_in", "The list or the documents that say so.", _said_in, label="Source"),
    replace(AS_OF, get="newest", beside="said_in"),
    Column(
        "dropped",
        "Whether a later edition of the list dropped it.",
        lambda found: "no longer in a later edition" if found.superseded else None,
        beside="said_in",
    ),
)

CELLS = {
    "Says": ("status", "fit"),
    "Software": ("framework", "sdk", "workload"),
    "About": ("level", "variant", "as_listed"),
}
