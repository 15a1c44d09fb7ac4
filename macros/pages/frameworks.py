"""Frameworks: where each stands, on which hardware, how to install it, and what was tested with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from macros.columns import sentences as words
from macros.columns.column import Column, column_of
from macros.columns.phrase import Cited, Code, PageLink, Phrase, TermOf, joined, links, phrase
from macros.facts import TestedConfiguration
from macros.facts.framework_states import FrameworkState, Replacement, events_of, replacement_of, state_of, turns_over
from macros.facts.grouping import group_by, unique
from macros.facts.packages import sdk_named
from macros.facts.reasons import contested_status
from macros.facts.support_status import OFFERED, OVER
from macros.pages import components, releases
from macros.pages.entries import ITSELF, Entry, columns_of, entries, fact
from macros.pages.install_panel import offered_panels
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.shared_sections import EMBED, FEATURES
from macros.pages.support_today import WITH_FRAMEWORK, support_sections
from macros.schema.frameworks import Event, Framework, Install, Link, ValidatedExamples
from macros.schema.ids import FrameworkId
from macros.schema.sources import SourceLink
from macros.words import number


class FrameworkEntry(Entry[Framework]):
    @property
    def state(self) -> FrameworkState:
        return state_of(self.record)

    @property
    def replacement(self) -> Replacement | None:
        return replacement_of(self.records, self.id)

    @property
    def accelerators(self) -> Sequence[str]:
        return list(self.record.hardware)

    @property
    def vendors(self) -> Sequence[str]:
        """Of its accelerators."""
        return unique(self.records.accelerators[one].vendor for one in self.accelerators)

    @property
    def workloads(self) -> Sequence[str]:
        return unique(workload for workloads in self.record.hardware.values() for workload in workloads)

    @property
    def comparisons(self) -> Sequence[str]:
        return [key for key, found in self.records.comparisons.items() if self.id in found.frameworks]

    @property
    def names(self) -> Sequence[str]:
        """The functions that comparisons name as its own, such as library.trace()."""
        features = (feature for one in self.comparisons for feature in self.records.comparisons[one].features)
        values = (feature.values.get(FrameworkId(self.id), "") for feature in features)
        return [value for value in values if value.endswith("()")]

    @property
    def replaced(self) -> Sequence[str]:
        return [key for key, other in self.records.frameworks.items() if other.successor == self.id]


def _order(one: FrameworkEntry) -> tuple[int, int]:
    """Those still developed first, then those with the newest event."""
    return one.place("lifecycle", one.state.id), -one.state.newest.date.toordinal()


def _standing(one: FrameworkEntry) -> Phrase:
    over, last_sdk = turns_over(one.record), _last_sdk(one)
    told, replacement = one.knowledge.lifecycle.by_notices(one.id), one.replacement
    turns = over[::-1] or [one.state.turn]
    said, watch, doubts = one.state.rests_on, one.record.watch, _doubts(one)
    replaced = " Replaced by " if over else " Being replaced by "
    return phrase(
        joined(map(words.turn_of, turns)),
        ".",
        phrase(" Last supported by ", last_sdk, ".") if over and last_sdk else None,
        phrase(replaced, words.replacement(replacement), ".") if replacement else None,
        " No successor has a page here." if over and not replacement else None,
        phrase(" ", words.by_notices(told)) if told else None,
        phrase(" ", newest) if watch and (newest := words.newest_version(watch)) else None,
        phrase(" ", TermOf("outcome", "contested"), f" on all its hardware: {doubts[0]}") if doubts else None,
        phrase(" ", said.text, " ", Cited(said.citations)),
    )


def _doubts(one: FrameworkEntry) -> Sequence[str]:
    """Why its support is contested, the first reason first, where it is on all hardware on which it is offered."""
    offered = [found for found in one.facts("support") if found.status in OFFERED]
    reasons = [contested_status(one.knowledge, found) for found in offered]
    return unique(filter(None, reasons)) if all(reasons) else ()


def _state_in_list(one: FrameworkEntry) -> Phrase:
    contested = ", contested on all its hardware" if _doubts(one) else None
    return phrase(TermOf("lifecycle", one.state.id), contested)


def _quantises_to(one: FrameworkEntry) -> Phrase | None:
    to = one.record.quantises_to
    return phrase(f"{to.name}, {number(to.bits)} bits for each parameter ", Cited(to.citations)) if to else None


def _last_sdk(one: FrameworkEntry) -> Phrase | None:
    """The newest SDK release that supported it on any hardware, where that has ended everywhere."""
    statuses = one.facts("support")
    if any(status.status not in OVER for status in statuses):
        return None
    by_sdk = group_by(statuses, lambda status: sdk_named(one.records, status.statement.last_sdk))
    last = max(filter(None, by_sdk), key=lambda sdk: one.records.sdks[sdk].order, default=None)
    if last is None:
        return None
    is_contested = any(contested_status(one.knowledge, status) for status in by_sdk[last])
    return phrase(words.dated_sdk(one.knowledge, last), ", contested" if is_contested else None)


def _day(event: Event) -> Phrase:
    return phrase(None if event.day_published else "by ", event.date)


def _command(one: Install) -> Phrase:
    chips, sources = links("accelerators", one.accelerators), links("sources", (it.source for it in one.citations))
    return phrase(
        one.label,
        "" if one.works else ", no longer works",
        phrase(", for ", chips) if chips else None,
        f". {one.note}" if one.note else None,
        phrase(" (", sources, "): "),
        Code(one.command),
    )


def _steps(one: FrameworkEntry) -> Iterator[Phrase]:
    for guide in one.record.guides:
        for step in guide.steps:
            yield phrase(f"{guide.title}: {step.title}. {step.explanation or ''} ", Code(step.code))


def _tests_by_model(one: FrameworkEntry) -> Sequence[Sequence[TestedConfiguration]]:
    tests = sorted(one.facts("configurations"), key=lambda test: test.model)
    return list(group_by(tests, lambda test: test.model).values())


def _in_explorer(tests: Sequence[TestedConfiguration]) -> PageLink:
    query = f"show=configurations&framework={tests[0].framework}&model={tests[0].model}"
    return PageLink(number(len(tests)), f"explore/?{query}")


def _install(one: FrameworkEntry) -> Mapping[str, object]:
    """Panels of the hardware on which it is offered, and commands that none of them has."""
    panels = offered_panels(one.knowledge, one.id)
    shown = [install for panel, _ in panels for install in panel.installs]
    places = list(enumerate(one.record.install, start=1))
    commands = [(place, install) for place, install in places if install not in shown]
    in_panels = [place for place, install in places if install in shown]
    return {"panels": panels, "commands": commands, "in_panels": in_panels}


RUNS_TODAY, OVER_HERE = support_sections(lambda one: one.facts("support"), WITH_FRAMEWORK)

PAGES = RecordPages[FrameworkEntry](
    "frameworks",
    entry=FrameworkEntry,
    order=_order,
    description=lambda one: f"{one.title}: lifecycle, supported hardware, install lines, and which models run with it.",
    columns=(
        Column("state", "That of the newest event known.", "state.id", vocabulary="lifecycle"),
        Column("state_in_list", "The newest known, and whether it is contested.", _state_in_list, label="State"),
        Column("began", "When that state began.", lambda one: _day(one.state.turn), label="Since"),
        Column("newest", "As of when the state is known.", "state.newest.date", label="Newest event"),
        fact("accelerators", label="Hardware", absent="not stated"),
        fact("hardware", lambda one: words.chips_in_brief(one.knowledge, one.accelerators), absent="not stated"),
        fact("vendors", label="Hardware of"),
        fact("newest_version", lambda one: one.record.watch and one.record.watch.newest, label="Newest version"),
        fact("workloads", vocabulary="workload", absent="not stated"),
        fact("standing", _standing),
        fact("replaced", kind="frameworks", label="Replaces"),
        fact("quantises_to", _quantises_to),
        fact("coverage", label="Tested"),
    ),
    listed="state_in_list newest_version hardware workloads began newest replacement",
    facets="state vendors workloads",
    facts="vendor licence package accelerators workloads replaced quantises_to coverage",
    more_facts="other_names",
    state="standing",
    answer=RUNS_TODAY,
    sections=(
        Section(
            "Install",
            "record.install",
            [fact("command", _command)],
            "parts/install.md",
            _install,
        ),
        Section(
            "Quick start",
            lambda one: list(_steps(one)),
            [ITSELF],
            "parts/guides.md",
            lambda one: {"guides": one.record.guides},
            anchor="guides",
        ),
        Section(
            "Lifecycle",
            lambda one: events_of(one.record)[::-1],
            (
                fact("day", _day, label="Date"),
                column_of(Event, "state"),
                column_of(Event, "text", label="What happened"),
                column_of(Event, "citations"),
            ),
        ),
        Section(
            "Notices and versions",
            components.components_of,
            (
                fact("component", "id", kind="components"),
                *components.PAGES.named("standing_today end replacement pin versions"),
            ),
            anchor="notices",
            whole="lifecycle/",
        ),
        Section(
            "Releases",
            lambda one: entries(one.knowledge, "releases", one.facts("releases")),
            (
                Column("release", "Those with a published image or tests.", "id", kind="releases"),
                *releases.PAGES.named("launched contents python extendable coverage"),
            ),
            whole="api/v1/releases.json",
        ),
        Section(
            "Tested models",
            _tests_by_model,
            (
                fact("model", lambda tests: tests[0].model, kind="models"),
                fact("configurations", _in_explorer, kind=None),
                fact("accelerators", lambda tests: sorted({test.accelerator for test in tests})),
                Column("as_of", "The newest test.", lambda tests: max(test.as_of for test in tests)),
            ),
            anchor="models",
            whole="explore/?show=configurations&framework={record}",
        ),
    ),
    last_sections=(
        OVER_HERE,
        FEATURES,
        Section(
            "How to read the validated examples",
            lambda one: [table for table in one.records.validated.values() if table.framework == one.id],
            columns_of(ValidatedExamples, "title published_note reading source locator"),
            anchor="validated-tables",
            summary="What their marks mean",
        ),
        Section("Comparisons", "comparisons", [fact("comparison", lambda key: key, kind="comparisons")]),
        Section(
            "Links",
            "record.links",
            (
                fact("link", lambda link: SourceLink(label=link.label, url=link.url, works=link.works)),
                column_of(Link, "note"),
            ),
        ),
        EMBED,
    ),
    folds=True,
    former_anchors={"facts": "hardware", "lifecycle": "timeline", "verdicts": "families"},
    caption=(
        "Those still developed first. The state is that of the newest event known for each; the newest version was that"
        " in its package index or repository when that was last read."
    ),
)
