"""Notices about components, and package versions of SDK releases, as API rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.exports.columns import LOCATOR, SOURCE, Column, Row
from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import DatedNotice
from macros.knowledge.packages import Shipped

NOTICE_COLUMNS: Mapping[str, Column] = {
    "id": Column("Names the notice: component and position in its record."),
    "component": Column("What it is about.", kind="components"),
    "component_kind": Column("What kind of thing that is.", vocabulary="component_kind"),
    "framework": Column("The framework it belongs to. Null where there is none here.", kind="frameworks"),
    "event": Column("What the notice says happens.", vocabulary="lifecycle_event"),
    "announces": Column(
        "What is announced or put right. Null for notices of the event itself.", vocabulary="lifecycle_event"
    ),
    "version": Column("The version it speaks of, as named. Null where it speaks of the whole."),
    "date": Column("Of the notice. Null where none is stated.", unit="YYYY-MM-DD"),
    "effective": Column(
        "The day it takes effect: that of the SDK release it names, or else its own. Null where neither is known, and"
        " for announcements that name no release.",
        unit="YYYY-MM-DD",
    ),
    "sdk": Column("The SDK release in which it takes effect, as named. Null where none is."),
    "last_sdk": Column("The last SDK release with it, as named. Null where none is."),
    "successor": Column("What the source names as replacement. Null where it names none."),
    "applies_to": Column("Hardware as the source names it. Null where it names none."),
    "accelerators": Column("The same as records.", kind="accelerators"),
    "instances": Column("Single instance types the source speaks of.", kind="instances"),
    "state": Column(
        "The lifecycle state it brings. Null for announcements, new names, corrections, and what was put right later.",
        vocabulary="lifecycle",
    ),
    "corrected": Column("Whether a later notice puts it right."),
    "component_state": Column(
        "Where the component as a whole stands at the edition of the data: a framework by its own events, everything"
        " else by its notices, or by the newest package list where no notice says. Null where none of them does.",
        vocabulary="lifecycle",
    ),
    "source": SOURCE,
    "locator": LOCATOR,
    "note": Column("A doubt, or how the date was found. Null where there is none."),
}
"""Of lifecycle.json."""

PACKAGE_COLUMNS: Mapping[str, Column] = {
    "sdk": Column("The SDK release.", kind="sdks"),
    "date": Column("The day of the release.", unit="YYYY-MM-DD"),
    "package": Column("The package as the list of the release spells it."),
    "component": Column("The record of the package.", kind="components"),
    "version": Column("Its version in the release; a package can have several."),
    "series": Column("Instance series it is listed for; empty where none are."),
    "python": Column("Python versions it is built for; empty where none are named."),
    "source": Column("The document that lists it. Null where none is recorded.", kind="sources"),
    "locator": LOCATOR,
    "note": Column("A slip of the list. Null where there is none."),
}
"""Of package-versions.json."""


def notices(knowledge: Knowledge) -> Iterator[Row]:
    """Every notice of every component, as rows of lifecycle.json."""
    for component in knowledge.records.components:
        for step in sorted(knowledge.lifecycle.notices_of(component), key=lambda step: step.index):
            yield notice(knowledge, step)


def notice(knowledge: Knowledge, step: DatedNotice) -> Row:
    """A row of lifecycle.json."""
    component, said = knowledge.records.components[step.component], step.notice
    undated = said.event == "announced" and said.sdk is None
    return {
        "id": f"{step.component}/{step.index + 1}",
        "component": step.component,
        "component_kind": component.kind,
        "framework": component.framework,
        "event": said.event,
        "announces": said.announces,
        "version": said.version,
        "date": said.date,
        "effective": None if undated else step.effective,
        "sdk": said.sdk,
        "last_sdk": said.last_sdk,
        "successor": said.successor,
        "applies_to": said.applies_to,
        "accelerators": list(said.accelerators),
        "instances": list(said.instances),
        "state": step.state,
        "corrected": step.corrected_by is not None,
        "component_state": knowledge.lifecycle.status_of(step.component).state,
        "source": said.citation.source,
        "locator": said.citation.locator,
        "note": said.note,
    }


def package_versions(knowledge: Knowledge) -> Iterator[Row]:
    """Every package version of every SDK release, oldest release first, as rows of package-versions.json."""
    for sdk in knowledge.packages.releases:
        for shipped in knowledge.packages.of_release(sdk):
            yield package_version(knowledge, shipped)


def package_version(knowledge: Knowledge, shipped: Shipped) -> Row:
    """A row of package-versions.json."""
    sdk, row = knowledge.records.sdks[shipped.sdk], shipped.row
    return {
        "sdk": shipped.sdk,
        "date": sdk.date,
        "package": row.package,
        "component": shipped.component,
        "version": row.version,
        "series": list(row.series),
        "python": list(row.python),
        "source": sdk.manifest.source if sdk.manifest else None,
        "locator": sdk.manifest.locator if sdk.manifest else None,
        "note": row.note,
    }
