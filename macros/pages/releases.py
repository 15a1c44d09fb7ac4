"""Releases of frameworks: their image, where that is served, and what was tested with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from macros.columns.column import Column, column_of
from macros.columns.phrase import Code, Inferred, Phrase, RecordLink, phrase, printed
from macros.columns.sentences import turn_of
from macros.facts.framework_states import state_of
from macros.facts.grouping import group_pairs
from macros.facts.images import address_of
from macros.pages.entries import COVERAGE, Entry, columns_of, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.configurations import ConfigurationFile, ConfigurationTable
from macros.schema.frameworks import Framework, Image, Release


def _framework_id(one: Entry[Release]) -> str:
    return one.id.partition("/")[0]


def _framework(one: Entry[Release]) -> Framework:
    return one.records.frameworks[_framework_id(one)]


def _components(one: Entry[Release]) -> Sequence[str]:
    return [f"{component} {version}" for component, version in one.record.components.items()]


def _state(one: Entry[Release]) -> Phrase | None:
    state = state_of(_framework(one))
    whole = RecordLink("frameworks", _framework_id(one), says_end=False)
    return phrase(turn_of(state.turn), " for the whole of ", whole, ".") if state.over else None


IMAGE: Sequence[Column[Image]] = (
    fact("as_published", label="On the vendor’s page", look=Code),
    column_of(Image, "note", label="About it"),
    column_of(Image, "citations"),
)


def _image(one: Entry[Release]) -> Mapping[str, Any] | None:
    image = one.record.image
    if image is None:
        return None
    served = next(iter(_registries(one)), None) if image.registry else None
    return {
        "address": address_of(image, image.tag),
        "region": served.regions[0] if served else "",
        "example": address_of(image, image.tag, served.account, served.regions[0]) if served else "",
        "facts": [(column, column.value(image)) for column in IMAGE],
    }


class Registry(NamedTuple):
    account: str
    regions: Sequence[str]


def _registries(one: Entry[Release]) -> Sequence[Registry]:
    """The account with the most regions first."""
    regions = group_pairs((account, region) for region, account in sorted(one.record.regions.items()))
    return sorted((Registry(*found) for found in regions.items()), key=lambda it: (-len(it.regions), it.account))


class PublishedTable(NamedTuple):
    file: ConfigurationFile
    table: ConfigurationTable


def _tables(one: Entry[Release]) -> Sequence[PublishedTable]:
    files = (file for file in one.records.configurations.values() if file.release == one.id)
    return [PublishedTable(file, table) for file in files for table in file.tables]


def _topology(one: PublishedTable) -> str | None:
    """As printed, where the vocabulary has no such value."""
    return None if one.table.topology else one.table.topology_as_published


def _inferred_date(one: PublishedTable) -> str | None:
    return one.file.as_of_basis if one.file.as_of_inferred else None


def _of_table(name: str, **others: Any) -> Column[PublishedTable]:
    return column_of(ConfigurationTable, name, "table.", **others)


CONDITIONS: Sequence[Column[PublishedTable]] = (
    _of_table("title", label="Table"),
    fact("rows", lambda one: len(one.table.rows)),
    _of_table("scope", label="Batch size counts"),
    column_of(ConfigurationFile, "scope_basis", "file.", label="Why", folded=True),
    _of_table("topology", absent="not published"),
    fact("topology_as_published", _topology, beside="topology", look=printed),
    fact("topology_inferred", "table.topology_note", beside="topology", look=Inferred),
    _of_table("automatic_mixed_precision", absent="not published"),
    _of_table("sequence_length", unit="tokens", absent="per row, or not published"),
    _of_table("tested_with", label="Run with"),
    _of_table("notes"),
    *columns_of(ConfigurationFile, "source as_of", "file."),
    fact("as_of_inferred", _inferred_date, beside="as_of", look=Inferred),
    column_of(ConfigurationFile, "as_of_basis", "file.", folded=True),
)


LAUNCHED = own(Release, "launched", absent="not published")

PAGES = RecordPages[Entry[Release]](
    "releases",
    page_title=lambda one: f"{one.title} ({_framework(one).name})",
    lede=lambda one: f"{_framework(one).name} with {' and '.join(_components(one))}.",
    names=lambda one: [one.id.partition("/")[2]],
    columns=(
        fact("state", _state),
        fact("framework", _framework_id, kind="frameworks"),
        fact("contents", _components, label="Components"),
        LAUNCHED,
        own(Release, "extendable", label="Extendable with Docker"),
        COVERAGE,
        own(Release, "regions_note", label="Regions"),
        own(Release, "regions_citations", label="Regions listed in"),
    ),
    facts="framework contents launched python extendable coverage regions_note regions_citations",
    state="state",
    sections=(
        Section(
            "Image",
            lambda one: [one.record.image] if one.record.image else [],
            (fact("address", lambda image: address_of(image, image.tag), look=Code), *IMAGE),
            "parts/release_image.html",
            _image,
        ),
        Section(
            "Regions",
            _registries,
            (
                fact("account", lambda one: Code(one.account)),
                fact("count", lambda one: len(one.regions), label="Regions"),
                fact("regions", lambda one: ", ".join(one.regions), label="Which"),
            ),
        ),
        Section("How it was tested", _tables, CONDITIONS, anchor="tested-models"),
    ),
    last_sections=(
        Section(
            "Other releases",
            lambda one: one.siblings("frameworks", _framework_id(one)),
            (fact("id", label="Release", kind="releases"), LAUNCHED),
            anchor="releases",
            whole="api/v1/releases.json",
        ),
    ),
)
