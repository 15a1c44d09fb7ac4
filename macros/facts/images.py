"""Container images and machine images: lists of images, and the images of releases of frameworks."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from macros.facts.citations import as_of
from macros.facts.fact_types import TestedConfiguration
from macros.facts.framework_states import FrameworkState, replacement_of, state_of
from macros.facts.grouping import Index, by, group_pairs, unique
from macros.facts.lifecycle import Lifecycle
from macros.facts.notices import LifecycleStatus
from macros.facts.packages import Packages, begins, release_order, sdk_named
from macros.facts.support_status import Support, SupportStatus
from macros.schema.base import Citation
from macros.schema.components import ImageList, ImageRow
from macros.schema.frameworks import Image, Release
from macros.schema.ids import FrameworkId
from macros.schema.kinds import Records

ImageAge = tuple[tuple[tuple[int, ...], bool], datetime.date]
"""Sort key: by SDK release, then by day."""

CONTAINER, MACHINE = "container", "machine-image"

VERSIONS = re.compile(r"\d+(\.\d+)+")

MOVING_TAGS = re.compile(r"\b(latest|nightly)\b")
"""In tags that a publisher moves to each new image."""


@dataclass(frozen=True, slots=True)
class ImageSoftware:
    """What of an image has ended; where nothing has, the framework it is made for."""

    framework: str
    whole: FrameworkState
    version: LifecycleStatus | None
    """That in the image's SDK release; None where no notice names it, and where the whole framework has ended."""
    ended: SupportStatus | None = None
    """The newest status for the workload of the image, where on all of its hardware it has ended for that."""

    @property
    def state(self) -> str | None:
        """That of the version, else of the framework; None where notices of the version bring none."""
        return self.version.state if self.version else self.whole.id

    @property
    def over(self) -> bool:
        if self.ended:
            return True
        return self.version.over and not self.version.partial_ends if self.version else self.whole.over


@dataclass(frozen=True, slots=True)
class PublishedImage:
    """An image; of a machine image, one virtual environment in it."""

    id: str
    group: str
    """The list it stands in, or the framework of its release. Images of one group follow each other."""
    header: ImageList
    """Of its list; of the image of a release, what the release says."""
    row: ImageRow
    kind: str
    name: str | None
    """The tag of a container image, the name of a machine image."""
    copy: str | None
    """What readers copy: the address of a container image, with `<account>` and `<region>` where these differ, or the
    name of the parameter that holds the id of the newest machine image. None where it is not known, and for a machine
    image that is no longer the newest of its parameter."""
    parameter: str | None
    frameworks: tuple[str, ...]
    """The first is the one it is made for."""
    frameworks_inferred: str | None
    sdk_id: str | None
    built_on: str | None
    series: tuple[str, ...]
    accelerators: tuple[str, ...]
    """Empty where no source says."""
    workload: str | None
    """None: it is for any."""
    citation: Citation
    as_of: datetime.date | None
    """The day that the source which has it is of."""
    release: str | None
    day: datetime.date
    """By which it is ordered among images without an SDK release."""
    newest: bool = False
    """Whether it has the newest SDK release of its line."""
    newest_of_version: bool = False
    """Whether it has the newest SDK release of its line with the same framework version."""
    newer: PublishedImage | None = None
    """The newest image of its line with the same framework version, or, where something of it has ended, with any that
    has not; None where that is itself, or has its name."""
    software: ImageSoftware | None = None
    successors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Where its list is discontinued: the lists that follow, each with the accelerators of its newest image."""

    @property
    def over(self) -> bool:
        return self.software is not None and self.software.over

    @property
    def moves(self) -> bool:
        """Whether its tag is no version, but whatever its publisher built last."""
        return MOVING_TAGS.search(self.name or "") is not None

    @property
    def order(self) -> ImageAge:
        """Sort key by age, the oldest first."""
        return release_order(self.row.sdk or ""), self.day

    @property
    def line(self) -> tuple[str, str | None]:
        """What images replace each other: those of a list, machine images of one name in it.

        Of repositories that have a version in their name, such as `thing/1.2/linux`, those of every version.
        """
        repository = VERSIONS.sub("*", self.header.repository or "")
        return repository if "*" in repository else self.group, self.name if self.kind == MACHINE else None

    @property
    def newer_called(self) -> str | None:
        """What readers look for: the name of the newer image, of another repository its address."""
        if self.newer is None:
            return None
        return self.newer.name if self.newer.group == self.group else self.newer.copy


def index_images(
    records: Records, tests: Index[TestedConfiguration], packages: Packages, lifecycle: Lifecycle, support: Support
) -> Index[PublishedImage]:
    """Every image, the newest first, those of lists before those of releases."""
    found = ((one, _software(one, records, packages, lifecycle)) for one in _images(records, tests))
    images = [replace(one, software=made and _for_workload(one, made, support)) for one, made in found]
    of_lists = _with_newest([image for image in images if image.release is None])
    of_releases = [image for image in images if image.release]
    return Index(
        sorted((*of_lists, *of_releases), key=lambda image: image.order, reverse=True),
        by(
            *("frameworks", "accelerators", "release"),
            sdks="sdk_id",
            images=lambda image: image.group if image.release is None else None,
            sources="citation.source",
        ),
    )


def _images(records: Records, tests: Index[TestedConfiguration]) -> Iterator[PublishedImage]:
    for list_id, images in records.images.items():
        successors = _successors(records, images)
        for number, row in enumerate(images.rows, start=1):
            image = _image(records, f"{list_id}/{number}", list_id, images, row)
            yield replace(image, successors=successors)
    for release_id, release in records.releases.items():
        if release.image:
            framework_id = FrameworkId(release_id.partition("/")[0])
            row = _row_of_release(records, release, release.image, tests.of("releases", release_id))
            header = ImageList(
                title=f"Releases of {records.frameworks[framework_id].name}",
                kind=CONTAINER,
                registry=release.image.registry,
                repository=release.image.repository,
                frameworks=(framework_id,),
                citation=release.image.citations[0],
                rows=(row,),
            )
            image = _image(records, release_id, framework_id, header, row)
            yield replace(image, release=release_id, day=release.launched or datetime.date.min)


def _software(
    image: PublishedImage, records: Records, packages: Packages, lifecycle: Lifecycle
) -> ImageSoftware | None:
    shipped = packages.of_release(image.sdk_id) if image.sdk_id else ()
    found: list[ImageSoftware] = []
    for framework_id in image.frameworks:
        whole = state_of(records.frameworks[framework_id])
        if whole.over and not found:
            return ImageSoftware(framework_id, whole, None)
        built = [one.row.version for one in shipped if one.component == framework_id]
        named = lifecycle.versions_of(framework_id) if built else ()
        versions = [one for one in named if begins(image.row.version or "", one.version or "")]
        own = (one for one in versions if any(begins(version, one.version or "") for version in built))
        found += [ImageSoftware(framework_id, whole, one) for one in (*own, None)]
    return next((one for one in found if one.version and one.over), found[0] if found else None)


def _for_workload(image: PublishedImage, software: ImageSoftware, support: Support) -> ImageSoftware:
    """The software of an image, with its status for what the image is made for, where it has ended for that."""
    if image.workload is None or software.over:
        return software
    here = [
        one
        for one in support.of("frameworks", software.framework)
        if one.workload == image.workload
        and one.status != "never"
        and (not image.accelerators or one.accelerator in image.accelerators)
    ]
    if any(one.status != "ended" for one in here):
        return software
    return replace(software, ended=max(here, key=lambda one: one.as_of or datetime.date.min, default=None))


def _row_of_release(records: Records, release: Release, image: Image, tests: Sequence[TestedConfiguration]) -> ImageRow:
    """The image of a release, for the accelerators it was tested on."""
    workloads = unique(test.workload for test in tests)
    return ImageRow(
        name=image.tag,
        libraries=tuple(f"{name} {version}" for name, version in release.components.items()),
        python=release.python,
        accelerators=unique(records.instances[test.instance].accelerator for test in tests),
        workload=workloads[0] if len(workloads) == 1 else None,
        note=image.note,
    )


def _image(records: Records, image_id: str, group: str, header: ImageList, row: ImageRow) -> PublishedImage:
    parameter = header.parameter.replace("{parameter}", row.parameter) if header.parameter and row.parameter else None
    address = address_of(header, row.name) if header.repository and row.name else None
    return PublishedImage(
        id=image_id,
        group=group,
        header=header,
        row=row,
        kind=header.kind,
        name=row.name,
        copy=parameter if header.kind == MACHINE else address,
        parameter=parameter,
        frameworks=row.frameworks or header.frameworks,
        frameworks_inferred=None if row.frameworks else header.frameworks_inferred,
        sdk_id=sdk_named(records, row.sdk),
        built_on=row.built_on or header.built_on,
        series=row.series or (() if row.accelerators else header.series),
        accelerators=accelerators_of_image(records, header, row),
        workload=row.workload or header.workload,
        citation=row.citation or header.citation,
        as_of=as_of(records, row.citation or header.citation),
        release=None,
        day=(None if row.sdk else row.first_listed) or datetime.date.min,
    )


def accelerators_of_image(records: Records, header: ImageList, row: ImageRow) -> tuple[str, ...]:
    """The accelerators of an image: those it names, or those that its instance series carry."""
    series = row.series or header.series
    named = row.accelerators or (() if row.series else header.accelerators)
    return named or unique(one.accelerator for one in records.instances.values() if one.series in series)


def address_of(images: ImageList | Image, tag: str, account: str = "<account>", region: str = "<region>") -> str:
    host = (images.registry or "").replace("{account}", account).replace("{region}", region)
    return f"{host}/{images.repository}:{tag}".removeprefix("/")


def _successors(records: Records, images: ImageList) -> Mapping[str, Sequence[str]]:
    """Of a discontinued list: those for the same work of what took the place of its frameworks, with their hardware."""
    if not images.discontinued:
        return {}
    replaced = filter(None, (replacement_of(records, framework) for framework in images.frameworks))
    living = {following.id for found in replaced for following in found.successors if not following.state.over}
    return {
        list_id: accelerators_of_image(records, other, max(other.rows, key=lambda row: release_order(row.sdk or "")))
        for list_id, other in records.images.items()
        if living.intersection(other.frameworks) and other.workload == images.workload and not other.discontinued
    }


def _with_newest(images: Sequence[PublishedImage]) -> Iterator[PublishedImage]:
    """The images of lists, with which of each are the newest; only these are copied by a parameter.

    An image that is alone in its list is the newest of nothing: what is newer has another list.
    """

    def version(image: PublishedImage) -> Hashable:
        return image.line, image.built_on, image.row.version

    images_of_line = Counter(image.line for image in images)
    of_line = _newest((image.line, image) for image in images)
    of_version = _newest((version(image), image) for image in images)
    of_parameter = _newest(((image.group, image.parameter), image) for image in images)
    not_over = _newest((image.line, image) for image in images if not image.over)
    for image in images:
        is_led_to = image.kind == CONTAINER or image.order == of_parameter[image.group, image.parameter].order
        newest, has_others = of_version[version(image)], images_of_line[image.line] > 1
        newer = not_over.get(image.line) if image.over else newest
        if newer and (image.order >= newer.order or (image.group, image.name) == (newer.group, newer.name)):
            newer = None
        yield replace(
            image,
            copy=image.copy if is_led_to else None,
            newest=has_others and image.order == of_line[image.line].order,
            newest_of_version=has_others and image.order == newest.order,
            newer=newer,
        )


def _newest(images: Iterable[tuple[Hashable, PublishedImage]]) -> Mapping[Hashable, PublishedImage]:
    return {key: max(group, key=lambda image: image.order) for key, group in group_pairs(images).items()}
