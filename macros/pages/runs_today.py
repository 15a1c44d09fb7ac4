"""The answer on the page of a model or an architecture: whether it runs today, a line for each accelerator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from macros.columns.answers import TODAY, ModelToday, today_of
from macros.columns.column import Column, chosen, within
from macros.columns.phrase import Phrase, answer_phrase
from macros.facts import Knowledge
from macros.facts.answers import RUNS_TODAY, Option, RunsToday
from macros.facts.evidence import Subject
from macros.facts.grouping import Index, group_by, group_pairs, unique
from macros.facts.hardware import AnswerLine, HardwareAnswers, InstanceAnswer, hardware_answers, stacks_of
from macros.facts.issues import Issue
from macros.facts.short_answers import ShortAnswer, in_lists, short_answer
from macros.facts.speeds import Speed, best_speed
from macros.pages.entries import fact
from macros.pages.install_panel import InstallPanel
from macros.pages.issues import DISAGREEMENTS, ISSUES, AnyEntry, subject_of
from macros.pages.options import OPTIONS, OptionRow
from macros.pages.section import Section, ShownSection, shown_facts
from macros.words import percent

FEWEST_FOLDED = 2
"""Lines of vendors on none of whose accelerators it runs: fewer stand open."""


SETTLED = ("fixed", "moot")
"""States of known issues of software that concern nobody who installs it today."""


class Installing(NamedTuple):
    """How to install what an answer names, for the workloads for which it is the same."""

    panel: InstallPanel
    workloads: Sequence[str]

    @property
    def said(self) -> tuple[Any, ...]:
        """Equal where the same is installed."""
        return _installed(self.panel), self.workloads


def _installed(panel: InstallPanel) -> tuple[Any, ...]:
    return panel.framework, panel.blocks, panel.commands


class TodayLine(NamedTuple):
    accelerators: Sequence[str]
    """Several of one vendor, where all that is said of them is the same but for their instance types."""
    answer: AnswerLine
    """Of the first of them."""
    shorts: Sequence[Phrase]
    """The answer for each workload, the best first."""
    in_lists: ShortAnswer
    """The form of the answer for the best workload that lists have."""
    speed: Speed | None
    """Of the best workload that has figures, the newest of the highest throughputs, with its framework or else any; and
    what it was measured with, and costs."""
    install: Sequence[Installing]
    """How to install the best option of each workload whose software is supported or maintained."""
    options: ShownSection | None
    """What it runs with, or does not, a row each."""
    disputes: Sequence[Phrase]
    """What sources contest of these, and known issues that rule them out."""
    instance_types: ShownSection | None = None
    """Instance types, with the memory that a model takes there."""

    @property
    def level(self) -> str | None:
        """What the evidence is about, where that is not the checkpoint."""
        level = self.answer.best.level
        return None if level == "checkpoint" else level

    @property
    def said(self) -> tuple[Any, ...]:
        """All that it says of its hardware, to compare with what another line says."""
        best = self.answer.best
        panels = [one.said for one in self.install]
        others = [found.software_of_others for found in self.answer.today]
        evidence = best.shown, best.contested, best.as_of, best.level, best.deciding.kind
        return self.shorts, evidence, self.speed, self.options, self.disputes, panels, others


class VendorLines(NamedTuple):
    """The lines of the accelerators of one vendor."""

    vendor: str
    lines: Sequence[TodayLine]
    """The best first."""

    @property
    def others_by_answer(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The other accelerators, by their answers as lists say them."""
        return _by_answer(self.lines[1:])


class TodayLines(NamedTuple):
    """A line for each accelerator about which anything is known."""

    vendors: Sequence[VendorLines]
    """The best first."""
    folded: Sequence[TodayLine]
    """Those of vendors on none of whose accelerators it runs today, where there are several."""

    @property
    def folded_by_answer(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The accelerators of the folded lines, by their answers as lists say them."""
        return _by_answer(self.folded)

    @property
    def every(self) -> Sequence[TodayLine]:
        """In the order of the page."""
        return [*chain.from_iterable(vendor.lines for vendor in self.vendors), *self.folded]

    def first_with(self, install: Installing) -> str:
        """The first accelerator on the page where the same is installed."""
        found = ((one, line.answer.accelerator) for line in self.every for one in line.install)
        return next(accelerator for one, accelerator in found if one.said == install.said)


def _by_answer(lines: Iterable[TodayLine]) -> Mapping[ShortAnswer, Sequence[str]]:
    return group_pairs((line.in_lists, chip) for line in lines for chip in line.accelerators)


def today_lines(knowledge: Knowledge, answers: HardwareAnswers) -> TodayLines:
    accelerators = knowledge.records.accelerators
    by_vendor = group_by(answers.known, lambda line: accelerators[line.accelerator].vendor)
    vendors = [VendorLines(vendor, _lines(knowledge, answers, known)) for vendor, known in by_vendor.items()]
    running = [one for one in vendors if one.lines[0].answer.best.outcome in RUNS_TODAY]
    folded = [line for one in vendors if one not in running for line in one.lines]
    return TodayLines(running, folded) if running and len(folded) >= FEWEST_FOLDED else TodayLines(vendors, [])


def _lines(knowledge: Knowledge, answers: HardwareAnswers, known: Sequence[AnswerLine]) -> Sequence[TodayLine]:
    """The lines of a vendor: one for all accelerators of which the same is said, where the first of them stands."""
    groups: list[tuple[Any, list[TodayLine]]] = []  # what is said has lists in it, which cannot be keys
    for line in (_line(knowledge, answers.subject, one) for one in known):
        said = line.said
        same = next((lines for other, lines in groups if other == said), None)
        if same:
            same.append(line)
        else:
            groups.append((said, [line]))
    return [_together(answers, lines) for _, lines in groups]


def _together(answers: HardwareAnswers, same: Sequence[TodayLine]) -> TodayLine:
    """One line for those that say the same, with the instance types of all of them."""
    chips = [line.answer.accelerator for line in same]
    instances = [one for one in answers.instances_for_memory if one.line.accelerator in chips]
    instance_types = alike(instances) if answers.subject.model and same[0].answer.is_answered else ()
    return same[0]._replace(accelerators=chips, instance_types=shown_facts(INSTANCE_TYPES, instance_types))


def _line(knowledge: Knowledge, subject: Subject, line: AnswerLine) -> TodayLine:
    with_any = {option.framework for answer in line.today for option in answer.options}
    rows = [OptionRow(knowledge, option, with_any) for answer in line.today for option in _shown(answer)]
    shorts = [short_answer(knowledge, found.best) for found in line.today]
    kinds = () if line.best.rests_on_status else shorts[0].kinds
    return TodayLine(
        accelerators=[line.accelerator],
        answer=line,
        # What the end of the line says of the first answer it says of those that rest on the same kind of evidence.
        shorts=[
            answer_phrase(one, (*kinds, *one.details) if one is shorts[0] or one.kinds == kinds else ())
            for one in shorts
        ],
        in_lists=in_lists(knowledge, line.best),
        speed=_speed(knowledge, subject, line),
        options=shown_facts(OPTIONS, rows),
        disputes=unique(row.dispute for row in rows if row.dispute),
        install=_installs(panel for answer in line.today if (panel := _install(knowledge, subject, answer.best))),
    )


def _shown(answer: RunsToday) -> Sequence[Option]:
    """The best option of an answer, then the others, unless the model is too large for all."""
    return [answer.best, *(() if answer.best.does_not_fit else answer.alternatives)]


def _speed(knowledge: Knowledge, subject: Subject, line: AnswerLine) -> Speed | None:
    for best in (answer.best for answer in line.today):
        if found := best_speed(knowledge, subject, best):
            is_asked = best.workload == line.best.workload
            return found if is_asked else found._replace(context=f"{best.workload}, {found.context}")
    return None


def _install(knowledge: Knowledge, subject: Subject, option: Option) -> InstallPanel | None:
    """How to install what an answer names, by the pin of that answer."""
    if option.outcome not in RUNS_TODAY or option.framework is None:
        return None
    stack = option.framework, option.accelerator, option.workload
    return knowledge.cached(InstallPanel, *stack, option.pin, subject.family) or None


def _installs(panels: Iterable[InstallPanel]) -> Sequence[Installing]:
    alike = group_by(panels, _installed).values()
    return [Installing(same[0], [panel.workload for panel in same]) for same in alike]


def _on_hardware(one: AnyEntry) -> HardwareAnswers:
    return hardware_answers(one.knowledge, subject_of(one))


def _context(one: AnyEntry) -> Mapping[str, Any]:
    answers = _on_hardware(one)
    # The lines are made when the page is finished: those of all pages at once took an eighth of a build's memory.
    return {"answers": answers, "make_lines": partial(today_lines, one.knowledge, answers), "sources": answers.sources}


def _issues_of_software(heading: str, name: str, columns: Sequence[Column[Any]]) -> Section[Any]:
    """Issues of the software that the answers rest on."""

    def issues(one: AnyEntry) -> Sequence[Issue[Any]]:
        found: Index[Issue[Any]] = getattr(one.knowledge, name)
        every = found.of_any(*stacks_of(one.knowledge, subject_of(one)))
        # Those that rule it out stand among the model's own.
        return [issue for issue in every if not issue.rules_out and issue.record.state not in SETTLED]

    note = "Of a framework on an accelerator that the answers above rest on, whatever the model:"
    return Section(heading, issues, columns, anchor=f"software-{name}", whole=f"{name}/", note=note)


ISSUES_OF_SOFTWARE = (
    # What happens and how they are read stands on their own pages: it is long, and says nothing of the model.
    _issues_of_software("Known issues of its software", "limitations", chosen(ISSUES, "issue hardware state")),
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
    accelerator: str | None
    """What they carry; None where that is the same in all types that are shown."""

    @property
    def shares(self) -> str | None:
        return "; ".join(f"{kind}: {percent(share)}" for kind, share in self.answer.shares.items()) or None


def alike(instances: Sequence[InstanceAnswer]) -> Sequence[AlikeInstances]:
    groups = group_by(
        instances, lambda one: (one.line.accelerator, one.memory_gib, tuple(one.shares.items()), tuple(one.shorts))
    )
    are_several = len({one.line.accelerator for one in instances}) > 1
    found = ((same[0], [one.id for one in same]) for same in groups.values())
    return [AlikeInstances(ids, first, first.line.accelerator if are_several else None) for first, ids in found]


INSTANCE_TYPES = Section[AlikeInstances](
    "Instance types",
    lambda one: alike(_on_hardware(one).instances_for_memory) if one.kind == "models" else (),
    (
        Column("instance", "The instance type; several where the answer is the same.", "ids", kind="instances"),
        fact("accelerator", kind="accelerators"),
        Column("runs_today", "The answer for each workload.", "answer.shorts", label="Does it run on it?"),
        Column("memory_gib", "Memory of all its accelerators.", "answer.memory_gib", unit="GiB"),
        Column("share_of_memory_for_weights", "An estimate, by number format.", "shares"),
    ),
    anchor="memory",
    kept="runs_today",
)


class AlikeToday(NamedTuple):
    """Accelerators of which the same is said."""

    accelerators: Sequence[str]
    today: ModelToday
    """Of the first of them."""


SAID_TODAY = chosen(TODAY.columns, "short pin replacement contested evidence level as_of sources")


def _alike_today(one: AnyEntry) -> Sequence[AlikeToday]:
    answers = today_of(one.knowledge, subject_of(one))
    by_words = group_by(answers, lambda it: str([column.value(it) for column in SAID_TODAY]))
    return [AlikeToday([it.answer.accelerator for it in same], same[0]) for same in by_words.values()]


DOES_IT_RUN = Section[AlikeToday](
    "Does it run today?",
    _alike_today,
    (fact("accelerators"), *within("today", *SAID_TODAY)),
    anchor="where-it-runs",
    template="parts/runs_today.html",
    context=_context,
    empty="No source used here says whether it runs on any accelerator. No data does not mean unsupported.",
)
MEMORY_OF_TYPES = replace(INSTANCE_TYPES, heading="Memory and weights, an estimate", kept="", of_programs=True)
