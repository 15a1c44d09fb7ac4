"""Frameworks: where each stands, on which hardware, how to install it, and what was tested with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from macros.columns import lifecycle_words as words
from macros.columns.column import Column, chosen, column_of
from macros.columns.phrase import Code, PageLink, Phrase, RecordLink, Sdk, joined, phrase
from macros.facts import Knowledge, TestedConfiguration
from macros.facts.grouping import group_by, unique
from macros.facts.lifecycle import FrameworkState, Replacement, events_of, replacement_of, state_of, turns_over
from macros.facts.packages import sdk_named
from macros.facts.vendor_lists import features_of_framework
from macros.pages import components, releases
from macros.pages.entries import ITSELF, Entry, columns_of, entries, fact, listed_in, own
from macros.pages.install_panel import offered_panels
from macros.pages.records import RecordPages
from macros.pages.section import FEW_ROWS, Section, TemplateSection
from macros.pages.support_today import OVER, WITH_FRAMEWORK, support_sections
from macros.pages.timeline import timeline
from macros.schema.base import Statement
from macros.schema.frameworks import Event, Framework, Install, Link, ValidatedExamples
from macros.schema.ids import FrameworkId
from macros.schema.sources import SourceLink
from macros.words import number


class FrameworkEntry(Entry[Framework]):
    """A framework and where it stands."""

    @property
    def state(self) -> FrameworkState:
        return state_of(self.record)

    @property
    def replacement(self) -> Replacement | None:
        """What took its place; None where nothing did."""
        found = replacement_of(self.knowledge.records, self.id)
        return found if found.successors else None

    @property
    def accelerators(self) -> Sequence[str]:
        return [hardware.accelerator for hardware in self.record.hardware]

    @property
    def workloads(self) -> Sequence[str]:
        return unique(workload for hardware in self.record.hardware for workload in hardware.workloads)


def _line(knowledge: Knowledge, record_id: str) -> FrameworkEntry:
    return FrameworkEntry(knowledge, "frameworks", record_id, knowledge.records.frameworks[record_id])


def _order(one: FrameworkEntry) -> tuple[int, int]:
    """Those still developed first, then those with the newest event."""
    return one.place("lifecycle", one.state.id), -one.state.newest.date.toordinal()


def _standing(one: FrameworkEntry) -> Phrase:
    """Where it stands, until when, and what replaces it."""
    over, last_sdk = turns_over(one.record), _last_sdk(one)
    told, replacement = one.knowledge.lifecycle.by_notices(one.id), one.replacement
    turns = over[::-1] or [one.state.turn]
    replaced = " Replaced by " if over else " Being replaced by "
    return phrase(
        joined(words.state_since(turn.state, turn.date if turn.day_published else None) for turn in turns),
        ".",
        phrase(" Last supported by ", last_sdk, ".") if over and last_sdk else None,
        f" {turns[0].text}" if over and not turns[0].day_published else None,
        phrase(replaced, words.replacement(replacement), ".") if replacement else None,
        " No successor has a page here." if over and not replacement else None,
        phrase(" ", words.by_notices(told)) if told else None,
    )


def _last_sdk(one: FrameworkEntry) -> Phrase | None:
    """The newest SDK release that supported it on any hardware, where that has ended everywhere."""
    records, statuses = one.knowledge.records, one.facts("support")
    if any(status.status not in OVER for status in statuses):
        return None
    named = [sdk for status in statuses if (sdk := sdk_named(records, status.statement.last_sdk))]
    last = max(named, key=lambda sdk: records.sdks[sdk].date, default=None)
    return phrase(Sdk(last), " of ", records.sdks[last].date) if last else None


def _rests_on(one: FrameworkEntry) -> Statement:
    """The event that ended it, or else the newest one."""
    event = one.state.turn if one.state.over else one.state.newest
    return Statement(text=event.text, citations=event.citations)


def _newest_version(one: FrameworkEntry) -> Phrase | None:
    watch = one.record.watch
    return phrase(f"{watch.newest} last looked for on ", watch.read) if watch and watch.newest else None


def _replaced(one: FrameworkEntry) -> Sequence[str]:
    return [key for key, other in one.knowledge.records.frameworks.items() if other.successor == one.id]


def _comparisons(knowledge: Knowledge, record_id: str) -> Sequence[str]:
    return [key for key, one in knowledge.records.comparisons.items() if record_id in one.frameworks]


def _calls(one: FrameworkEntry) -> Sequence[str]:
    """The functions that comparisons name as its own, such as library.trace()."""
    comparisons = (one.knowledge.records.comparisons[key] for key in _comparisons(one.knowledge, one.id))
    values = [feature.values.get(FrameworkId(one.id), "") for found in comparisons for feature in found.features]
    return [value for value in values if value.endswith("()")]


def _day(event: Event) -> Phrase:
    return phrase(None if event.day_published else "by ", event.date)


def _record(knowledge: Knowledge, record_id: str) -> Framework:
    return knowledge.records.frameworks[record_id]


def _if_any(**context: object) -> Mapping[str, object] | None:
    """The context of a template; None where all of it is empty."""
    return context if any(context.values()) else None


def _command(one: Install) -> Phrase:
    chips = joined(RecordLink("accelerators", chip) for chip in one.accelerators)
    sources = joined(RecordLink("sources", cited.source) for cited in one.citations)
    return phrase(
        one.label,
        "" if one.works else ", no longer works",
        phrase(", for ", chips) if chips else None,
        f". {one.note}" if one.note else None,
        phrase(" (", sources, "): "),
        Code(one.command),
    )


COMMAND: Column[Install] = Column("command", "What to run, and who says so.", _command)


def _steps(knowledge: Knowledge, record_id: str) -> Sequence[Phrase]:
    return [
        phrase(f"{guide.title}: {step.title}. {step.explanation or ''} ", Code(step.code))
        for guide in _record(knowledge, record_id).guides
        for step in guide.steps
    ]


def _tests_by_model(knowledge: Knowledge, record_id: str) -> Sequence[Sequence[TestedConfiguration]]:
    tests = sorted(knowledge.configurations.of("frameworks", record_id), key=lambda test: test.model)
    return list(group_by(tests, lambda test: test.model).values())


def _in_explorer(tests: Sequence[TestedConfiguration]) -> PageLink:
    query = f"show=configurations&framework={tests[0].framework}&model={tests[0].model}"
    return PageLink(number(len(tests)), f"explore/?{query}")


def _accelerators(tests: Sequence[TestedConfiguration]) -> Sequence[str]:
    return sorted({test.accelerator for test in tests})


def _address(link: Link) -> SourceLink:
    return SourceLink(label=link.label, url=link.url, works=link.works)


WORKLOADS: Column[Any] = Column("workloads", "What it runs models for.", vocabulary="workload", absent="not stated")
HARDWARE: Column[Any] = Column(
    "accelerators", "What it runs on, or ran on.", kind="accelerators", label="Hardware", absent="not stated"
)
RUNS_TODAY, OVER_HERE = support_sections(lambda known, one: known.support.of("frameworks", one), WITH_FRAMEWORK)

PAGES = RecordPages[FrameworkEntry](
    "frameworks",
    line=_line,
    order=_order,
    description=lambda one: f"{one.title}: lifecycle, supported hardware, install lines, and which models run with it.",
    names=_calls,
    columns=(
        Column("state", "That of the newest event known.", "state.id", vocabulary="lifecycle"),
        Column("began", "When that state began.", lambda one: _day(one.state.turn), label="Since"),
        Column("newest", "As of when the state is known.", "state.newest.date", label="Newest event"),
        HARDWARE,
        WORKLOADS,
        Column("replacement", "What took its place.", absent="–"),
    ),
    state=Column("standing", "Where it stands.", _standing),
    facts=(
        fact("rests_on", _rests_on, label="State rests on"),
        fact("newest_version", _newest_version, label="Newest version known here"),
        own(Framework, "vendor"),
        HARDWARE,
        WORKLOADS,
        fact("replaced", _replaced, kind="frameworks", label="Replaces"),
        fact("coverage", label="Tested"),
    ),
    more_facts=(own(Framework, "other_names"),),
    answer=RUNS_TODAY,
    sections=(
        TemplateSection(
            "Install",
            "install",
            "parts/install.md",
            lambda known, one: _if_any(commands=_record(known, one).install, panels=offered_panels(known, one)),
            plain=[Section("Install", "install", listed_in("frameworks", "install"), [COMMAND])],
        ),
        TemplateSection(
            "Quick start",
            "guides",
            "parts/guides.md",
            lambda known, one: _if_any(guides=_record(known, one).guides),
            plain=[Section("Quick start", "guides", _steps, [ITSELF])],
        ),
        TemplateSection("Timeline", "timeline", "parts/timeline.html", lambda *one: {"line": timeline(*one)}),
        Section(
            "Lifecycle",
            "lifecycle",
            lambda known, one: events_of(_record(known, one))[::-1],
            (
                Column("day", "When it happened, or by when it had.", _day, label="Date"),
                column_of(Event, "state"),
                column_of(Event, "text", label="What happened"),
                column_of(Event, "citations"),
            ),
        ),
        Section(
            "Notices and versions",
            "notices",
            lambda known, one: components.lines(known, known.components.of("frameworks", one)),
            (
                Column("component", "A package, image or interface of it.", "id", kind="components"),
                *chosen(components.PAGES.columns, ("state", "replacement", "pin", "package")),
            ),
            whole="lifecycle/",
        ),
        Section(
            "Releases",
            "releases",
            lambda known, one: entries(known, "releases", known.releases.of("frameworks", one)),
            (
                Column("release", "Those with a published image or tests.", "id", kind="releases"),
                *chosen(releases.PAGES.facts, ("launched", "components", "python", "extendable", "coverage")),
            ),
            whole="api/v1/releases.json",
        ),
        Section(
            "Tested models",
            "models",
            _tests_by_model,
            (
                Column("model", "The model.", lambda tests: tests[0].model, kind="models"),
                Column("configurations", "How many were tested.", _in_explorer),
                Column("accelerators", "On which it was tested.", _accelerators, kind="accelerators"),
                Column("as_of", "The newest test.", lambda tests: max(test.as_of for test in tests)),
            ),
            whole="explore/?show=configurations&framework={record}",
        ),
    ),
    last_sections=(
        OVER_HERE,
        TemplateSection(
            "Features",
            "features",
            "parts/features.html",
            lambda known, one: _if_any(matrix=features_of_framework(known, one)),
            "Features that vendors’ lists rate",
        ),
        Section(
            "How to read the validated examples",
            "validated-tables",
            lambda known, one: [table for table in known.records.validated.values() if table.framework == one],
            columns_of(ValidatedExamples, "title published_note reading source locator"),
        ),
        Section(
            "Comparisons",
            "comparisons",
            _comparisons,
            (Column("comparison", "With other frameworks.", lambda one: one, kind="comparisons"),),
        ),
        Section(
            "Links",
            "links",
            listed_in("frameworks", "links"),
            (Column("link", "Where to read on.", _address), column_of(Link, "note")),
        ),
    ),
    most_open=FEW_ROWS,
    former_anchors={"facts": "hardware", "verdicts": "families"},
    left_out=("notices", "tested-configurations"),
    caption="Those still developed first. The state is that of the newest event known for each.",
)
