"""How to install a framework on an accelerator for a workload: versions, images and commands as sources give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge
from macros.facts.grouping import group_by, unique
from macros.facts.images import CONTAINER, MACHINE, PublishedImage
from macros.facts.packages import Shipped
from macros.facts.pins import PACKAGE, Pins, normal, pinned_command
from macros.facts.support_status import OFFERED, SupportStatus
from macros.schema.base import Citation, SourceReference
from macros.schema.frameworks import Install

REMARK = re.compile(r"(?P<code>.+?) \((?P<remark>[^()]*)\)")
"""What to install, with a remark in brackets."""


@dataclass(frozen=True)
class Pin:
    """What a statement of support says to install."""

    code: str
    remark: str | None


@dataclass(frozen=True)
class MachineImage:
    """A machine image, and the virtual environments in it that have the framework."""

    image: PublishedImage
    environments: Sequence[str]


@dataclass(frozen=True)
class Command:
    """A command of a source, with the pinned versions."""

    install: Install
    text: str

    @property
    def is_pinned(self) -> bool:
        """Whether versions were put into it."""
        return self.text != self.install.command


@dataclass(frozen=True)
class ForModel:
    """What an answer about one model says of its software."""

    pin: Sequence[str]
    family: str | None
    """Of the model, where it is known: images that serve other families only are left out."""


@dataclass(frozen=True)
class InstallPanel:
    """What is recorded on installing a framework on an accelerator for a workload."""

    framework: str
    accelerator: str
    workload: str
    status: SupportStatus | None
    """None where no statement is recorded."""
    pins: Sequence[Pin]
    pins_citation: SourceReference | None
    sdk: str | None
    """The SDK release whose packages follow: the last one that supports the framework, as the status says."""
    packages: Sequence[Shipped]
    """Without those that a pin names already."""
    packages_citations: Sequence[Citation]
    partial: str | None
    """Why these packages are not from the release's own list for the hardware, where they are not."""
    containers: Sequence[PublishedImage]
    """Of each repository the newest with the pinned versions."""
    machine_images: Sequence[MachineImage]
    """Of the newest SDK release that has any with the pinned versions."""
    commands: Sequence[Command]

    @property
    def requirements(self) -> Sequence[str]:
        """The packages that are built for versions of Python, as lines of a requirements file."""
        return [f"{found.row.package}=={found.row.version}" for found in self.packages if found.row.python]

    @property
    def other_packages(self) -> Sequence[Shipped]:
        """The packages that name no version of Python."""
        return [found for found in self.packages if not found.row.python]

    @property
    def content(self) -> object:
        """What it shows, equal for panels that show the same."""
        return (
            tuple(self.pins),
            self.pins_citation,
            self.sdk,
            tuple(self.packages),
            tuple(image.id for image in self.containers),
            tuple((machine.image.id, *machine.environments) for machine in self.machine_images),
            tuple(command.text for command in self.commands),
        )


def install_panel(
    knowledge: Knowledge, framework: str, accelerator: str, workload: str, model: ForModel | None = None
) -> InstallPanel | None:
    """The panel, for one model or for any; None where nothing is recorded that could be installed."""
    status = knowledge.support.status_of(framework, accelerator, workload)
    stated = status.statement.pin if status else ()
    texts = model.pin if model else stated
    is_stated = tuple(texts) == tuple(stated)
    last_sdk = status.statement.last_sdk if status and is_stated else None
    pins = Pins(knowledge, framework, texts, last_sdk)
    fitting = [
        image
        for image in knowledge.images.of("frameworks", framework)
        if pins.fit(image) and not (model and model.family and image.families and model.family not in image.families)
    ]
    images = list(_newest_images(fitting, framework, accelerator, workload))
    containers = [image for image in images if image.kind == CONTAINER]
    shown_names = [image.name for image in containers if image.name]
    own_pins = [pin for pin in texts if not any(name in pin for name in shown_names)]
    sdk = pins.sdk
    shipped = list(_packages(knowledge, framework, accelerator, sdk)) if sdk else []
    packages = [one for one in shipped if not any(name in pin for pin in texts for name in _spelled(one))]
    commands = list(_commands(knowledge, accelerator, pins, shipped))
    machine_images = _machine_images([image for image in images if image.kind == MACHINE])
    if not (own_pins or packages or containers or machine_images or commands):
        return None
    release = knowledge.records.sdks[sdk] if sdk and packages else None
    manifest = release.manifest if release else None
    from_elsewhere = any(one.row.citation for one in packages)
    return InstallPanel(
        framework=framework,
        accelerator=accelerator,
        workload=workload,
        status=status,
        pins=[pin_of(pin) for pin in own_pins],
        pins_citation=status.citation if status and own_pins and is_stated else None,
        sdk=sdk if packages else None,
        packages=packages,
        packages_citations=unique(cited for one in packages if (cited := one.row.citation or manifest)),
        partial=release.partial if release and from_elsewhere else None,
        containers=containers,
        machine_images=machine_images,
        commands=commands,
    )


def _spelled(package: Shipped) -> tuple[str, str]:
    return package.row.version, package.row.package


def _commands(knowledge: Knowledge, accelerator: str, pins: Pins, shipped: Sequence[Shipped]) -> Iterator[Command]:
    """The commands that work, with the pinned versions; none that would install another version, or may."""
    versions = {normal(one.row.package): one.row.version for one in shipped if pins.texts}
    versions |= {name: named[0] for name, named in pins.packages.items()}
    if pins.texts and not versions:
        return
    for install in knowledge.records.frameworks[pins.framework].install:
        if install.works and (not install.accelerators or accelerator in install.accelerators):
            text = pinned_command(install.command, versions)
            if text is not None:
                yield Command(install, text)


def offered_panels(knowledge: Knowledge, framework: str) -> Sequence[Sequence[InstallPanel]]:
    """The panels of a framework on each accelerator for which it is offered today; those that are equal together."""
    offered = [status for status in knowledge.support.of("frameworks", framework) if status.status in OFFERED]
    stacks = unique((status.accelerator, status.workload) for status in offered)
    panels = [panel for stack in stacks if (panel := install_panel(knowledge, framework, *stack))]
    return list(group_by(panels, lambda panel: panel.content).values())


def pin_of(text: str) -> Pin:
    """What to install, in the form of a requirement where it is a package with its version."""
    found = REMARK.fullmatch(text)
    code, remark = (found["code"], found["remark"]) if found else (text, None)
    package = PACKAGE.fullmatch(code)
    return Pin(f"{package['name']}=={package['version']}" if package else code, remark)


def _packages(knowledge: Knowledge, framework: str, accelerator: str, sdk: str) -> Iterator[Shipped]:
    """The packages of the framework, and the main ones of the SDK that belong to no framework."""
    records = knowledge.records
    ids = records.names.ids_by_name["components"]
    main = {ids[name] for name in records.platforms[records.sdks[sdk].platform].main_packages}
    series = unique(
        records.instances[instance].series for instance in knowledge.instances.of("accelerators", accelerator)
    )
    for shipped in knowledge.packages.of_series(sdk, tuple(series)):
        owner = records.components[shipped.component].framework
        if owner == framework or (owner is None and shipped.component in main):
            yield shipped


def _newest_images(
    images: Sequence[PublishedImage], framework: str, accelerator: str, workload: str
) -> Iterator[PublishedImage]:
    """Of each list the newest images made for the framework; where none is, the newest that contain it.

    A list whose newest image names no hardware is left out: whether it is for the accelerator is not known.
    """
    possible = [
        image
        for image in images
        if image.workload in (None, workload) and (accelerator in image.accelerators or not image.accelerators)
    ]
    named = [image for image in possible if image.accelerators]
    made_for = [image for image in possible if image.frameworks[0] == framework]
    own = made_for if any(image in named for image in made_for) else possible
    for group in group_by(own, lambda image: (image.kind, image.group)).values():
        yield from (image for image in group if image.order == group[0].order and image in named)


def _machine_images(images: Sequence[PublishedImage]) -> Sequence[MachineImage]:
    """Images by name and operating system: those that a parameter leads to, or else all."""
    found = [image for image in images if image.copy] or images
    groups = group_by(found, lambda image: (image.name, image.os)).values()
    return [
        MachineImage(group[0], unique(image.environment for image in group if image.environment)) for group in groups
    ]
