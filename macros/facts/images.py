"""Container images and machine images: lists of images, and the images of releases of frameworks."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.facts.fact_types import TestedConfiguration
from macros.facts.grouping import Index, group_pairs, unique
from macros.facts.packages import release_order, sdk_named
from macros.loading import Records
from macros.schema.base import Citation
from macros.schema.components import ImageList, ImageRow
from macros.schema.frameworks import Image

Age = tuple[tuple[tuple[int, ...], bool], datetime.date]
"""Sort key: by SDK release, then by day."""

CONTAINER, MACHINE = "container", "machine-image"


@dataclass(frozen=True, slots=True)
class PublishedImage:
    """An image; of a machine image, one virtual environment in it."""

    id: str
    kind: str
    group: str
    """The list it stands in, or the framework of its release. Images of one group follow each other."""
    title: str
    """Of the group."""
    name: str | None
    """The tag of a container image, the name of a machine image."""
    copy: str | None
    """What readers copy: the address of a container image, with `<account>` and `<region>` where these differ, or the
    name of the parameter that holds the id of the newest machine image. None where it is not known, and for a machine
    image that is no longer the newest of its parameter."""
    frameworks: tuple[str, ...]
    """The first is the one it is made for."""
    frameworks_inferred: str | None
    sdk: str | None
    """As written in the data."""
    sdk_id: str | None
    """The record of the SDK release."""
    release: str | None
    """The release of a framework whose image it is."""
    day: datetime.date
    """By which it is ordered among images without an SDK release."""
    built_on: str | None
    version: str | None
    libraries: tuple[str, ...]
    python: str | None
    os: str | None
    series: tuple[str, ...]
    accelerators: tuple[str, ...]
    """Empty where no source says."""
    workload: str | None
    """None: it is for any."""
    families: tuple[str, ...]
    """Of the models that it serves. Empty: any."""
    families_inferred: str | None
    first_listed: datetime.date | None
    last_listed: datetime.date | None
    parameter: str | None
    environment: str | None
    citation: Citation
    note: str | None
    newest: bool = False
    """Whether it has the newest SDK release of its group."""
    newest_of_version: bool = False
    """Whether it has the newest SDK release of its group with the same framework version."""

    @property
    def order(self) -> Age:
        """Sort key by age, the oldest first."""
        return release_order(self.sdk or ""), self.day


def address_of(registry: str | None, repository: str, tag: str, account: str, region: str) -> str:
    """The address to pull a container image from."""
    host = (registry or "").replace("{account}", account).replace("{region}", region)
    return f"{host}/{repository}:{tag}".removeprefix("/")


def address_of_release(image: Image, account: str = "<account>", region: str = "<region>") -> str:
    """The address of the image of a release."""
    return address_of(image.registry, image.repository, image.tag, account, region)


def accelerators_of_image(records: Records, images: ImageList, row: ImageRow) -> tuple[str, ...]:
    """The accelerators of an image: those it names, or those that its instance series carry."""
    series = row.series or images.series
    named = row.accelerators or (() if row.series else images.accelerators)
    carried = (instance.accelerator for instance in records.instances.values() if instance.series in series)
    return named or tuple(unique(carried))


def facts_of_images(records: Records, tests: Index[TestedConfiguration]) -> Iterator[PublishedImage]:
    """Every image, those of lists first. The image of a release is for the accelerators it was tested on."""
    for key, images in records.images.items():
        yield from _of_list(records, key, images)
    for release_id, release in records.releases.items():
        if image := release.image:
            framework = release_id.partition("/")[0]
            tested = tests.of("releases", release_id)
            workloads = unique(test.workload for test in tested)
            yield PublishedImage(
                id=release_id,
                kind=CONTAINER,
                group=framework,
                title=f"Releases of {records.frameworks[framework].name}",
                name=image.tag,
                copy=address_of_release(image),
                frameworks=(framework,),
                frameworks_inferred=None,
                sdk=None,
                sdk_id=None,
                release=release_id,
                day=release.launched or datetime.date.min,
                built_on=None,
                version=None,
                libraries=tuple(f"{name} {version}" for name, version in release.components.items()),
                python=release.python,
                os=None,
                series=(),
                accelerators=tuple(unique(test.accelerator for test in tested)),
                workload=workloads[0] if len(workloads) == 1 else None,
                families=(),
                families_inferred=None,
                first_listed=None,
                last_listed=None,
                parameter=None,
                environment=None,
                citation=image.citations[0],
                note=image.note,
            )


def _of_list(records: Records, key: str, images: ImageList) -> Sequence[PublishedImage]:
    found = [_of_row(records, key, number, images, row) for number, row in enumerate(images.rows, start=1)]
    of_list = _newest((_series_of(image), image) for image in found)
    of_version = _newest(((*_series_of(image), image.built_on, image.version), image) for image in found)
    of_parameter = _newest(((image.parameter,), image) for image in found)
    return [
        replace(
            image,
            copy=image.copy if image.kind == CONTAINER or image.order == of_parameter[image.parameter,] else None,
            newest=image.order == of_list[_series_of(image)],
            newest_of_version=image.order == of_version[*_series_of(image), image.built_on, image.version],
        )
        for image in found
    ]


def _series_of(image: PublishedImage) -> tuple[str | None, ...]:
    """What images replace each other: those of a repository, machine images of one name."""
    return (image.name,) if image.kind == MACHINE else ()


def _newest(
    images: Iterable[tuple[tuple[str | None, ...], PublishedImage]],
) -> Mapping[tuple[str | None, ...], Age]:
    return {key: max(image.order for image in group) for key, group in group_pairs(images).items()}


def _of_row(records: Records, key: str, number: int, images: ImageList, row: ImageRow) -> PublishedImage:
    parameter = images.parameter.replace("{parameter}", row.parameter) if images.parameter and row.parameter else None
    address = None
    if images.repository and row.name:
        address = address_of(images.registry, images.repository, row.name, "<account>", "<region>")
    return PublishedImage(
        id=f"{key}/{number}",
        kind=images.kind,
        group=key,
        title=images.title,
        name=row.name,
        copy=parameter if images.kind == MACHINE else address,
        frameworks=row.frameworks or images.frameworks,
        frameworks_inferred=None if row.frameworks else images.frameworks_inferred,
        sdk=row.sdk,
        sdk_id=sdk_named(records, row.sdk),
        release=None,
        day=datetime.date.min,
        built_on=row.built_on or images.built_on,
        version=row.version,
        libraries=row.libraries,
        python=row.python,
        os=row.os,
        series=row.series or (() if row.accelerators else images.series),
        accelerators=accelerators_of_image(records, images, row),
        workload=row.workload or images.workload,
        families=images.families,
        families_inferred=images.families_inferred,
        first_listed=row.first_listed,
        last_listed=row.last_listed,
        parameter=parameter,
        environment=row.environment,
        citation=row.citation or images.citation,
        note=row.note,
    )


class Images(Index[PublishedImage]):
    """All images, the newest first, indexed by the records that they are of."""


def index_images(records: Records, tests: Index[TestedConfiguration]) -> Images:
    """Every image."""
    return Images(
        sorted(facts_of_images(records, tests), key=lambda image: image.order, reverse=True),
        {
            "frameworks": lambda image: image.frameworks,
            "accelerators": lambda image: image.accelerators,
            "sdks": lambda image: image.sdk_id,
            "releases": lambda image: image.release,
            "images": lambda image: image.group if image.release is None else None,
            "sources": lambda image: image.citation.source,
        },
    )
