"""Frameworks: where each stands, on which hardware, how to install it, and what was tested with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column, chosen
from macros.columns.lifecycle_words import by_notices, replacement
from macros.columns.phrase import PageLink, Phrase, Sdk, TermOf, joined, phrase
from macros.facts import Knowledge, TestedConfiguration
from macros.facts.fact_types import Coverage, coverage
from macros.facts.grouping import group_by, unique
from macros.facts.lifecycle import FrameworkState, Replacement, events_of, replacement_of, state_of, turns_over
from macros.facts.packages import sdk_named
from macros.facts.vendor_lists import features_of_framework
from macros.pages import components, releases
from macros.pages.entries import entries
from macros.pages.install_panel import offered_panels
from macros.pages.records import RecordPages
from macros.pages.section import Section, TemplateSection
from macros.pages.support_today import OVER, WITH_FRAMEWORK, support_sections
from macros.pages.timeline import timeline
from macros.schema.base import Statement
from macros.schema.frameworks import Event, Framework, Link
from macros.schema.ids import FrameworkId
from macros.schema.sources import SourceLink
from macros.words import number


@dataclass(frozen=True)
class FrameworkLine:
    """A framework, and where it stands."""

    knowledge: Knowledge
    id: str

    @property
    def record(self) -> Framework:
        return self.knowledge.records.frameworks[self.id]

    @property
    def state(self) -> FrameworkState:
        return state_of(self.record)

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: those still developed first, then those with the newest event."""
        states = list(self.knowledge.records.vocabularies["lifecycle"].values)
        return states.index(self.state.id), -self.state.newest.date.toordinal()

    @property
    def since(self) -> Phrase:
        """When its state began."""
        return _day(self.state.turn)

    @property
    def rests_on(self) -> Statement:
        """The event that ended it, or else the newest one."""
        event = self.state.turn if self.state.over else self.state.newest
        return Statement(text=event.text, citations=event.citations)

    @property
    def successors(self) -> Replacement | None:
        """What replaced it."""
        found = replacement_of(self.knowledge.records, self.id)
        return found if found.successors else None

    @property
    def replaced(self) -> Sequence[str]:
        """The frameworks it replaced."""
        return [key for key, other in self.knowledge.records.frameworks.items() if other.successor == self.id]

    @property
    def accelerators(self) -> Sequence[str]:
        return [hardware.accelerator for hardware in self.record.hardware]

    @property
    def workloads(self) -> Sequence[str]:
        return unique(workload for hardware in self.record.hardware for workload in hardware.workloads)

    @property
    def tested(self) -> Coverage | None:
        """How much was tested with it."""
        return coverage(self.knowledge.configurations.of("frameworks", self.id))

    @property
    def newest_version(self) -> Phrase | None:
        """The newest version that somebody saw."""
        watch = self.record.watch
        return phrase(f"{watch.newest} last looked for on ", watch.read) if watch and watch.newest else None

    @property
    def last_sdk(self) -> Phrase | None:
        """The newest SDK release that supported it on any hardware, where that has ended everywhere."""
        records, statuses = self.knowledge.records, self.knowledge.support.of("frameworks", self.id)
        if any(status.status not in OVER for status in statuses):
            return None
        named = [sdk for status in statuses if (sdk := sdk_named(records, status.statement.last_sdk))]
        last = max(named, key=lambda sdk: records.sdks[sdk].date, default=None)
        return phrase(Sdk(last), " of ", records.sdks[last].date) if last else None

    @property
    def calls(self) -> Sequence[str]:
        """The functions that comparisons name as its own, such as library.trace()."""
        comparisons = [self.knowledge.records.comparisons[key] for key in _comparisons(self.knowledge, self.id)]
        values = [feature.values.get(FrameworkId(self.id), "") for one in comparisons for feature in one.features]
        return [value for value in values if value.endswith("()")]


def _comparisons(knowledge: Knowledge, record_id: str) -> Sequence[str]:
    return [key for key, one in knowledge.records.comparisons.items() if record_id in one.frameworks]


def _standing(one: FrameworkLine) -> Phrase:
    """Where it stands, until when, and what replaces it."""
    over = turns_over(one.record)
    turns = list(reversed(over)) or [one.state.turn]
    told = one.knowledge.lifecycle.by_notices(one.id)
    replaced = " Replaced by " if over else " Being replaced by "
    return phrase(
        joined(_turn(turn, within=turn is not turns[0]) for turn in turns),
        ".",
        phrase(" Last supported by ", one.last_sdk, ".") if over and one.last_sdk else None,
        f" {turns[0].text}" if over and not turns[0].day_published else None,
        phrase(replaced, replacement(one.successors), ".") if one.successors else None,
        " No successor has a page here." if over and not one.successors else None,
        phrase(" ", by_notices(told)) if told else None,
    )


def _turn(turn: Event, *, within: bool) -> Phrase:
    since = phrase(" since ", turn.date) if turn.day_published else ", date not published"
    return phrase(TermOf("lifecycle", turn.state, within=within), since)


def _day(event: Event) -> Phrase:
    return phrase(None if event.day_published else "by ", event.date)


def _record(knowledge: Knowledge, record_id: str) -> Framework:
    return knowledge.records.frameworks[record_id]


def _if_any(**context: object) -> Mapping[str, object] | None:
    """The context of a template; None where all of it is empty."""
    return context if any(context.values()) else None


def _tests_by_model(knowledge: Knowledge, record_id: str) -> Sequence[Sequence[TestedConfiguration]]:
    tests = sorted(knowledge.configurations.of("frameworks", record_id), key=lambda test: test.model)
    return list(group_by(tests, lambda test: test.model).values())


def _in_explorer(tests: Sequence[TestedConfiguration]) -> PageLink:
    query = f"show=configurations&framework={tests[0].framework}&model={tests[0].model}"
    return PageLink(number(len(tests)), f"explore/?{query}")


def _where(link: Link) -> SourceLink:
    return SourceLink(label=link.label, url=link.url, works=link.works)


VENDOR: Column[Any] = Column("vendor", "Who makes it.", "record.vendor")
WORKLOADS: Column[Any] = Column("workloads", "What it runs models for.", vocabulary="workload", absent="not stated")
ACCELERATORS: Column[Any] = Column(
    "accelerators", "What it runs on, or ran on.", kind="accelerators", label="Hardware", absent="not stated"
)
RUNS_TODAY, NEVER_OFFERED = support_sections(lambda known, one: known.support.of("frameworks", one), WITH_FRAMEWORK)

PAGES = RecordPages[FrameworkLine](
    "frameworks",
    line=FrameworkLine,
    order=lambda one: one.order,
    description=lambda one: (
        f"{one.record.name}: lifecycle, supported hardware, install lines, and which models run with it."
    ),
    names=lambda one: one.calls,
    columns=(
        Column("state", "That of the newest event known.", "state.id", vocabulary="lifecycle"),
        Column("began", "When that state began.", "since", label="Since"),
        Column("newest", "As of when the state is known.", "state.newest.date", label="Newest event"),
        ACCELERATORS,
        WORKLOADS,
        Column("replacement", "What took its place.", "successors", absent="–"),
    ),
    state=Column("standing", "Where it stands.", _standing),
    facts=(
        Column("rests_on", "The event that ended it, or the newest one.", label="State rests on"),
        Column("newest_version", "Where newer ones appear.", label="Newest version known here", absent=""),
        VENDOR,
        ACCELERATORS,
        WORKLOADS,
        Column("replaced", "What it took the place of.", kind="frameworks", label="Replaces", absent=""),
    ),
    more_facts=(Column("other_names", "What it is also called.", "record.other_names", absent=""),),
    answer=RUNS_TODAY,
    sections=(
        TemplateSection(
            "Install",
            "install",
            "parts/install.md",
            lambda known, one: _if_any(commands=_record(known, one).install, panels=offered_panels(known, one)),
        ),
        TemplateSection(
            "Quick start", "guides", "parts/guides.md", lambda known, one: _if_any(guides=_record(known, one).guides)
        ),
        TemplateSection(
            "Timeline", "timeline", "parts/timeline.html", lambda known, one: {"line": timeline(known, one)}
        ),
        Section(
            "Lifecycle",
            "lifecycle",
            lambda known, one: events_of(_record(known, one))[::-1],
            (
                Column("day", "When it happened, or by when it had.", _day, label="Date"),
                Column("state", "The state from then on.", vocabulary="lifecycle"),
                Column("text", "What happened.", label="What happened"),
                Column("citations", "Who says so.", label="Source"),
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
                Column("configurations", "Tested.", _in_explorer),
                Column(
                    "accelerators",
                    "On which it was tested.",
                    lambda tests: sorted({test.accelerator for test in tests}),
                    kind="accelerators",
                ),
                Column("as_of", "The newest test.", lambda tests: max(test.as_of for test in tests)),
            ),
            whole="explore/?show=configurations&framework={record}",
        ),
    ),
    last_sections=(
        NEVER_OFFERED,
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
            (
                Column("title", "The table of examples.", label="Table"),
                Column("published_note", "Where readers find it.", label="Where it stands"),
                Column("reading", "How we read its marks.", label="Our reading"),
                Column("source", "The document that has it.", kind="sources"),
                Column("locator", "Its place there.", label="Place", beside="source"),
            ),
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
            lambda known, one: _record(known, one).links,
            (Column("link", "Where to read on.", _where), Column("note", "What to know of it.", absent="–")),
        ),
    ),
    folded=True,
    former_anchors={"facts": "hardware", "verdicts": "families"},
    left_out=("runs-today", "notices", "tested-configurations"),
    caption="Those still developed first. The state is that of the newest event known for each.",
)
