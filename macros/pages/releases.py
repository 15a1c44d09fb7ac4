"""Releases of frameworks: their image, where that is served, and what was tested with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import Code, Phrase, RecordLink, TermOf, phrase
from macros.facts import Knowledge
from macros.facts.fact_types import Coverage, coverage
from macros.facts.grouping import group_pairs
from macros.facts.images import address_of_release
from macros.facts.lifecycle import FrameworkState, state_of
from macros.pages.records import RecordPages
from macros.pages.section import Section, TemplateSection
from macros.schema.base import Citation, Statement
from macros.schema.configurations import ConfigurationFile, ConfigurationTable
from macros.schema.frameworks import Framework, Image, Release
from macros.words import number, plural


@dataclass(frozen=True)
class ReleaseLine:
    """A release with its framework and how much was tested with it."""

    id: str
    record: Release
    framework_id: str
    framework: Framework
    state: FrameworkState
    """Of the framework."""
    coverage: Coverage | None

    @property
    def components(self) -> Sequence[str]:
        """Components with their versions."""
        return [f"{component} {version}" for component, version in self.record.components.items()]

    @property
    def regions(self) -> Statement | Sequence[Citation] | None:
        """What is said of the regions that serve its image."""
        note, citations = self.record.regions_note, self.record.regions_citations
        return Statement(text=note, citations=citations) if note and citations else citations


def line(knowledge: Knowledge, record: str) -> ReleaseLine:
    """What is known of a release."""
    framework = record.partition("/")[0]
    return ReleaseLine(
        id=record,
        record=knowledge.records.releases[record],
        framework_id=framework,
        framework=knowledge.records.frameworks[framework],
        state=state_of(knowledge.records.frameworks[framework]),
        coverage=coverage(knowledge.configurations.of("releases", record)),
    )


def _lede(one: ReleaseLine) -> str:
    *others, last = one.components
    components = f"{', '.join(others)} and {last}" if others else last
    launched = f", launched on {one.record.launched}" if one.record.launched else ""
    tests = "No tested configuration is published for it in the sources used here."
    if one.coverage:
        configurations = plural(one.coverage.configurations, "tested configuration")
        tests = f"{configurations} of {plural(one.coverage.models, 'model')}."
    return f"{one.framework.name} with {components}{launched}. {tests}"


def _state(one: ReleaseLine) -> Phrase | None:
    if not one.state.over:
        return None
    since = " since " if one.state.turn.day_published else ", date not published; by "
    whole = phrase(" for the whole of ", RecordLink("frameworks", one.framework_id, says_end=False), ".")
    return phrase(TermOf("lifecycle", one.state.id), since, one.state.turn.date, whole)


IMAGE: Sequence[Column[Image]] = (
    Column(
        "as_published",
        "As the vendor's page prints it.",
        lambda image: phrase(Code(image.as_published), " differs") if image.as_published else None,
        label="On the vendor’s page",
        absent="the same, where it prints one",
    ),
    Column("note", "Why it differs, or more about it.", label="About it", absent=""),
    Column("citations", "Who says so.", label="Source"),
)


def _image(knowledge: Knowledge, record: str) -> Mapping[str, Any] | None:
    release = knowledge.records.releases[record]
    if release.image is None:
        return None
    registries = _registries(knowledge, record)
    region = registries[0].regions[0] if registries and release.image.registry else ""
    return {
        "address": address_of_release(release.image),
        "region": region,
        "example": address_of_release(release.image, registries[0].account, region) if region else "",
        "facts": [(column, column.value(release.image)) for column in IMAGE],
    }


@dataclass(frozen=True)
class Registry:
    """An account that serves the image."""

    account: str
    regions: Sequence[str]


def _registries(knowledge: Knowledge, record: str) -> Sequence[Registry]:
    """The account with the most regions first."""
    served = knowledge.records.releases[record].regions
    regions = group_pairs((account, region) for region, account in sorted(served.items()))
    found = [Registry(account, its_regions) for account, its_regions in regions.items()]
    return sorted(found, key=lambda one: (-len(one.regions), one.account))


def _conditions(knowledge: Knowledge, record: str) -> Sequence[Statement | Phrase]:
    """What one batch size counts, and what each published table states about its runs."""
    files = [file for file in knowledge.records.configurations.values() if file.release == record]
    return [said for file in files for said in _of_file(knowledge, file)]


def _of_file(knowledge: Knowledge, file: ConfigurationFile) -> Iterator[Statement | Phrase]:
    if file.scope_basis:
        yield file.scope_basis
    inferred = ", inferred: " if file.as_of_inferred else ": "
    yield phrase(RecordLink("sources", file.source), " is taken as of ", file.as_of, inferred, file.as_of_basis)
    for table in file.tables:
        yield phrase(f"{table.title}: ", "; ".join(_of_table(knowledge, table)), ".")
        yield from table.notes


def _of_table(knowledge: Knowledge, table: ConfigurationTable) -> Iterator[str]:
    yield plural(len(table.rows), "row")
    yield f"batch size {knowledge.term('batch_size_scope', table.scope).label}"
    yield f"topology {_topology(knowledge, table)}"
    mixed = {None: "not published", True: "on", False: "off"}[table.automatic_mixed_precision]
    yield f"automatic mixed precision {mixed}"
    length = number(table.sequence_length) if table.sequence_length else "per row, or not published"
    yield f"sequence length {length}"
    if table.tested_with:
        yield f"run with {table.tested_with}"
    if table.topology_note:
        yield f"inferred: {table.topology_note}".rstrip(".")


def _topology(knowledge: Knowledge, table: ConfigurationTable) -> str:
    if table.topology:
        return knowledge.term("topology", table.topology).label.lower()
    return f"“{table.topology_as_published}” as published" if table.topology_as_published else "not published"


def _siblings(knowledge: Knowledge, record: str) -> Sequence[ReleaseLine]:
    """The other releases of the framework, the newest first."""
    every = knowledge.releases.of("frameworks", record.partition("/")[0])
    return [line(knowledge, other) for other in every if other != record]


LAUNCHED: Column[ReleaseLine] = Column("launched", "When it was launched.", "record.launched")

PAGES = RecordPages[ReleaseLine](
    "releases",
    line,
    order=lambda one: one.id,
    page_title=lambda one: f"{one.record.name} ({one.framework.name})",
    lede=_lede,
    description=lambda one: (
        f"{one.framework.name} with {one.record.name}: image, regions and "
        f"{plural(one.coverage.configurations if one.coverage else 0, 'tested configuration')}."
    ),
    names=lambda one: [one.record.name, one.id.partition("/")[2]],
    columns=(),
    has_list=False,
    state=Column("state", "Where its framework stands.", _state),
    facts=(
        Column("framework", "What it is a release of.", "framework_id", kind="frameworks"),
        Column("components", "What it consists of."),
        LAUNCHED,
        Column("python", "The version in its image.", "record.python", absent=""),
        Column(
            "extendable",
            "Whether the vendor says that the image can be extended.",
            "record.extendable",
            label="Extendable with Docker",
            absent="",
        ),
        Column("coverage", "How much was tested with it.", label="Tested", absent=""),
        Column("regions", "Where its image is served.", absent=""),
    ),
    sections=(
        TemplateSection("Image", "image", "parts/release_image.html", _image),
        Section(
            "Regions",
            "regions",
            _registries,
            (
                Column("account", "The registry account that serves the image.", lambda one: Code(one.account)),
                Column("count", "How many regions.", lambda one: len(one.regions), label="Regions"),
                Column("regions", "Which regions.", lambda one: ", ".join(one.regions), label="Which"),
            ),
        ),
        Section(
            "How it was tested",
            "tested-models",
            _conditions,
            (Column("said", "What the source states about its tests.", lambda said: said),),
        ),
    ),
    last_sections=(
        Section(
            "Other releases",
            "releases",
            _siblings,
            (Column("id", "The release.", label="Release", kind="releases"), LAUNCHED),
            whole="api/v1/releases.json",
        ),
    ),
)
