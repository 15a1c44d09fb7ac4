"""Software over time, a row each: notices about components, package versions of SDK releases, images."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from macros.addresses import address
from macros.columns.column import CITATION, DATE_FORMAT, Column, Table, within
from macros.columns.phrase import (
    Code,
    Marked,
    PageLink,
    Phrase,
    RecordLink,
    Sdk,
    TermOf,
    event_day,
    joined,
    links,
    phrase,
)
from macros.columns.sentences import standing, turn_of
from macros.facts import Knowledge
from macros.facts.images import PublishedImage
from macros.facts.notices import DatedNotice
from macros.facts.packages import Shipped
from macros.schema.components import Component


@dataclass(frozen=True)
class NoticeFact:
    """A notice with its component."""

    step: DatedNotice
    component: Component
    component_state: str | None
    """Where the component as a whole stands at the edition of the data."""

    @property
    def id(self) -> str:
        """Component and position in its record."""
        return f"{self.step.component}/{self.step.index + 1}"

    @property
    def effective(self) -> datetime.date | None:
        """The day it takes effect; None for announcements that name no release."""
        notice = self.step.notice
        return None if notice.event == "announced" and notice.sdk is None else self.step.effective

    @property
    def put_right(self) -> str | None:
        right = self.step.corrected_by
        if right is None:
            return None
        return f"put right on {right.date}: {right.version}" if right.version else f"put right on {right.date}"


def notice_fact(knowledge: Knowledge, step: DatedNotice) -> NoticeFact:
    state = knowledge.lifecycle.status_of(step.component).state
    return NoticeFact(step, knowledge.records.components[step.component], state)


def _notices(knowledge: Knowledge) -> Sequence[NoticeFact]:
    return [
        notice_fact(knowledge, step)
        for component in knowledge.records.components
        for step in sorted(knowledge.lifecycle.notices.of("components", component), key=lambda step: step.index)
    ]


LIFECYCLE = Table[NoticeFact](
    NoticeFact,
    "lifecycle",
    "Every dated notice about a component, a row each",
    (
        Column("id", "Names the notice: component and position in its record."),
        Column("component", "What it is about.", "step.component", kind="components"),
        Column("component_kind", "What kind of thing that is.", "component.kind", vocabulary="component_kind"),
        Column(
            "framework",
            "The framework it belongs to. Null where there is none here.",
            "component.framework",
            kind="frameworks",
        ),
        *within(
            "step.notice",
            Column("event", "What the notice says happens.", vocabulary="lifecycle_event"),
            Column(
                "announces",
                "What is announced or put right. Null for notices of the event itself.",
                vocabulary="lifecycle_event",
            ),
            Column(
                "version", "The version it speaks of, as named. Null where it speaks of the whole.", absent="the whole"
            ),
            Column("date", "Of the notice. Null where none is stated.", unit=DATE_FORMAT, look=event_day),
        ),
        Column(
            "effective",
            "The day it takes effect: that of the SDK release it names, or else its own. Null where neither is"
            " known, and for announcements that name no release.",
            unit=DATE_FORMAT,
            look=event_day,
        ),
        *within(
            "step.notice",
            Column(
                "sdk",
                "The SDK release in which it takes effect, as named. Null where none is.",
                beside="effective",
                look=Sdk,
            ),
            Column(
                "last_sdk", "The last SDK release with it, as named. Null where none is.", absent="none named", look=Sdk
            ),
            Column("successor", "What the source names as replacement. Null where it names none.", absent="none named"),
            Column("applies_to", "Hardware as the source names it. Null where it names none.", absent="none named"),
            Column("accelerators", "The same as records.", kind="accelerators"),
            Column("instances", "Single instance types the source speaks of.", kind="instances"),
        ),
        Column(
            "state",
            "The lifecycle state it brings. Null for announcements, new names, corrections, and what was put right"
            " later.",
            "step.state",
            vocabulary="lifecycle",
        ),
        Column(
            "corrected",
            "Whether a later notice puts it right.",
            lambda found: found.step.corrected_by is not None,
            holds=bool,
        ),
        Column(
            "component_state",
            "Where the component as a whole stands at the edition of the data: a framework by its own events,"
            " everything else by its notices, or by the newest package list where no notice says. Null where none of"
            " them does.",
            vocabulary="lifecycle",
        ),
        *within(
            "step.notice",
            *CITATION,
            Column(
                "note", "A doubt, or how the date was found. Null where there is none.", absent="none", beside="source"
            ),
        ),
    ),
    _notices,
)

PUT_RIGHT: Column[NoticeFact] = Column(
    "put_right", "When a later notice puts it right, and the version that this names.", absent="no", beside="event"
)
"""Of pages only."""


PACKAGE_VERSIONS = Table[Shipped](
    Shipped,
    "package-versions",
    "Every package version of every SDK release, a row each",
    (
        Column("sdk", "The SDK release.", kind="sdks"),
        Column("date", "The day of the release.", "release.date", unit=DATE_FORMAT, look=event_day),
        Column("package", "The package as the list of the release spells it.", "row.package"),
        Column("component", "The record of the package.", kind="components"),
        *within(
            "row",
            Column("version", "Its version in the release; a package can have several."),
            Column("series", "Instance series it is listed for; empty where none are."),
            Column("python", "Python versions it is built for; empty where none are named.", absent="none named"),
        ),
        replace(CITATION[0], meaning="The document that lists it. Null where none is recorded."),
        CITATION[1],
        Column("note", "A slip of the list. Null where there is none.", "row.note", absent="none"),
    ),
    lambda known: [one for sdk in known.packages.releases for one in known.packages.of_release(sdk)],
)

IMAGES = Table[PublishedImage](
    PublishedImage,
    "images",
    "Every container image and machine image, a row each",
    (
        Column("id", "Names the image: list and position, or the release of a framework whose image it is."),
        Column("kind", "What kind of image it is.", vocabulary="image_kind", beside="name"),
        Column(
            "copy",
            "The address of a container image, with <account> and <region> where these differ; of a machine image the"
            " name of the parameter that holds the id of the newest one. Null where it is not known, and for machine"
            " images that a newer one has replaced.",
            absent="not known, or replaced",
            look=Code,
        ),
        Column("name", "The tag of a container image, the name of a machine image. Null where none is printed."),
        Column(
            "sdk",
            "The SDK release in it, as written. Null where none is named.",
            "row.sdk",
            absent="none named",
            look=Sdk,
        ),
        Column("release", "The release of a framework whose image it is. Null for all others.", kind="releases"),
        Column(
            "frameworks",
            "Frameworks in it, the one it is made for first; empty for images without one.",
            kind="frameworks",
            absent="none recorded",
        ),
        Column("frameworks_inferred", "Why it is taken to be of these frameworks. Null where the source names them."),
        Column("built_on", "The framework whose version follows, as printed.", beside="version"),
        *within(
            "row",
            Column("version", "The version of that framework."),
            Column("libraries", "What it contains, as printed."),
            Column("python", "The version of Python in it."),
            Column("os", "The operating system in it.", label="Operating system", beside="python"),
        ),
        Column("series", "Instance series it is for, as named."),
        Column("accelerators", "The accelerators it is for.", kind="accelerators", absent="none named"),
        Column("workload", "What it is for. Null: for any.", vocabulary="workload", absent="any"),
        Column(
            "environment",
            "The virtual environment in a machine image.",
            "row.environment",
            absent="none named",
            beside="copy",
            look=Code,
        ),
        Column("parameter", "The parameter that holds the id of the newest machine image of this name."),
        Column("newest", "Whether no image of its repository or name has a newer SDK release."),
        Column("newest_of_version", "The same among images with the same framework version."),
        Column(
            "first_listed", "The first revision of the document that lists it.", "row.first_listed", unit=DATE_FORMAT
        ),
        Column("last_listed", "The last revision read that lists it.", "row.last_listed", unit=DATE_FORMAT),
        *CITATION,
        Column(
            "note", "A doubt, or more about it. Null where there is none.", "row.note", absent="none", beside="copy"
        ),
    ),
    lambda known: known.images,
)


def image_anchor(image: PublishedImage) -> str:
    return f"image-{image.id.rpartition('/')[2]}"


def page_of_image(image: PublishedImage) -> str:
    """The page of the release whose image it is, else its line on the page of its list."""
    in_list = f"{address('images', image.group)}#{image_anchor(image)}"
    return address("releases", image.release) if image.release else in_list


def state_of_software(image: PublishedImage) -> Phrase | None:
    """Where the framework of an image stands, or the version of that in its SDK release."""
    found = image.software
    if found is None:
        return None
    link = RecordLink("frameworks", found.framework, says_end=False)
    if found.ended:
        over = TermOf("support_status", "ended")
        day = phrase(", by ", found.ended.as_of) if found.ended.as_of else None
        return phrase(link, ": ", over, f" for {found.ended.workload}", day)
    if found.version:
        return phrase(link, f" {found.version.version}: ", standing(found.version))
    return phrase(link, ": ", turn_of(found.whole.turn))


def none_since(image: PublishedImage) -> Phrase | None:
    """That no further image of its list is published, and where they are now."""
    gone = image.header.discontinued
    following = [_following(image, *one) for one in image.successors.items()]
    return joined((phrase("list discontinued on ", gone.date), *following), "; ") if gone else None


def _following(image: PublishedImage, list_id: str, accelerators: Sequence[str]) -> Phrase:
    """A list in the place of that of an image, with its hardware, and with that of the image for which it has none."""
    lacking = [one for one in image.accelerators if one not in accelerators]
    without = (", not for ", links("accelerators", lacking, " or ")) if lacking else ()
    return phrase("its successor: ", images_for(list_id, accelerators), *without)


def images_for(list_id: str, accelerators: Sequence[str]) -> Phrase:
    """A list of images, with the hardware that they are for."""
    return phrase(RecordLink("images", list_id), " for ", links("accelerators", accelerators, " and "))


def newest_on_record(image: PublishedImage, among: str = "") -> str:
    """That none is known that is newer, as of the day of its source: lists may be old."""
    return f"newest on record{among}{f' as of {image.as_of}' if image.as_of else ''}"


def _equivalent(image: PublishedImage) -> Phrase | None:
    """The newest image that does the same, or that none is known; None where the age of the images is not known."""
    newer = image.newer
    if newer:
        same_version = " with the same version" if image.row.version and not image.over else ""
        scope = same_version or (" of this list" if newer.group == image.group else "")
        age = f"{'' if image.over else 'older; '}newest{scope}: "
        own = phrase(" (", state_of_software(newer), ")") if newer.software != image.software else None
        link = PageLink(image.newer_called or "", page_of_image(newer))
        return phrase(Marked("detail", phrase(age)), link, own and Marked("detail", own))
    if image.newest_of_version and not image.over and (image.row.sdk or image.day != datetime.date.min):
        return phrase(newest_on_record(image, "" if image.newest else " with this version"))
    return None


def _of_list(image: PublishedImage, said: Phrase | None) -> Phrase | None:
    """With what holds of its whole list: a row says that where it is what an address leads to, or says nothing else."""
    gone = none_since(image)
    return phrase(said, Marked("detail", phrase("; ", gone))) if said and gone else said or gone or None


def _standing(image: PublishedImage) -> Phrase | None:
    """Where its software stands, and whether a newer image does the same; None where neither is known."""
    return _of_list(image, joined(filter(None, (state_of_software(image), _equivalent(image))), "; ") or None)


IMAGE_LINK: Column[PublishedImage] = Column(
    "name",
    "The tag or the name, with its place in its list.",
    lambda image: PageLink(image.name, page_of_image(image)) if image.name else None,
)
STANDING: Column[PublishedImage] = Column(
    "standing", "Where its software stands, and which image replaces it.", _standing, absent="not known"
)
STATE: Column[PublishedImage] = Column(
    "state", "Where its software stands.", lambda image: _of_list(image, state_of_software(image)), absent="not known"
)
EQUIVALENT: Column[PublishedImage] = Column(
    "equivalent", "The newest image that does the same.", _equivalent, label="Newest equivalent", absent="not known"
)
