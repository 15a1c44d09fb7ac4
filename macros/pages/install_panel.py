"""How to install a framework on an accelerator for a workload: versions, images and commands as sources give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from macros.columns.phrase import Code, Phrase, Piece, RecordLink, Sdk, joined, phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_by, unique
from macros.facts.images import CONTAINER, PublishedImage
from macros.facts.packages import Shipped
from macros.facts.pins import PACKAGE, Pins, normal, pinned_command
from macros.facts.support_status import OFFERED, SupportStatus
from macros.schema.base import SourceReference

REMARK = re.compile(r"(?P<code>.+?) \((?P<remark>[^()]*)\)")
"""What to install, with a remark in brackets."""


@dataclass(frozen=True)
class Block:
    """Something to copy, and what to know of it."""

    label: str
    about: Phrase
    code: str
    """Empty where there is nothing to copy."""
    citations: tuple[SourceReference, ...]


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
    blocks: tuple[Block, ...]
    commands: tuple[Block, ...]
    """Those that install the pinned versions."""


def install_panel(
    knowledge: Knowledge, framework: str, accelerator: str, workload: str, model: ForModel | None = None
) -> InstallPanel | None:
    """The panel, for one model or for any; None where nothing is recorded that could be installed."""
    status = knowledge.support.status_of(framework, accelerator, workload)
    stated = status.statement.pin if status else ()
    pinned = model.pin if model else stated
    said_by = status if status and tuple(pinned) == tuple(stated) else None
    pins = Pins(knowledge, framework, pinned, said_by.statement.last_sdk if said_by else None)
    images = list(_newest_images(_fitting_images(knowledge, pins, model), framework, accelerator, workload))
    shown_names = [image.name for image in images if image.kind == CONTAINER and image.name]
    own_pins = [pin for pin in pinned if not any(name in pin for name in shown_names)]
    shipped = list(_packages(knowledge, framework, accelerator, pins.sdk)) if pins.sdk else []
    unnamed = [one for one in shipped if not any(name in pin for pin in pinned for name in _spelled(one))]
    blocks = (
        *_pin_blocks(own_pins, said_by),
        *(_package_blocks(knowledge, unnamed, None if own_pins else status) if unnamed else ()),
        *_image_blocks(images),
    )
    commands = tuple(_commands(knowledge, accelerator, pins, shipped))
    found = InstallPanel(framework, accelerator, workload, status, blocks, commands)
    return found if blocks or commands else None


def offered_panels(knowledge: Knowledge, framework: str) -> Sequence[Sequence[InstallPanel]]:
    """The panels of a framework on each accelerator for which it is offered today; those that are equal together."""
    offered = [status for status in knowledge.support.of("frameworks", framework) if status.status in OFFERED]
    stacks = unique((status.accelerator, status.workload) for status in offered)
    panels = [panel for stack in stacks if (panel := install_panel(knowledge, framework, *stack))]
    return list(group_by(panels, lambda panel: (panel.blocks, panel.commands)).values())


def _pin_blocks(pins: Sequence[str], said_by: SupportStatus | None) -> Iterator[Block]:
    for pin in pins:
        code, remark = code_of(pin)
        about = phrase(f" ({remark})") if remark else phrase()
        yield Block("Version to pin", about, code, (said_by.citation,) if said_by else ())


def code_of(pin: str) -> tuple[str, str | None]:
    """What to install, in the form of a requirement where it is a package with its version, and a remark about it."""
    found = REMARK.fullmatch(pin)
    code, remark = (found["code"], found["remark"]) if found else (pin, None)
    package = PACKAGE.fullmatch(code)
    return f"{package['name']}=={package['version']}" if package else code, remark


def _package_blocks(knowledge: Knowledge, packages: Sequence[Shipped], status: SupportStatus | None) -> Iterator[Block]:
    """Packages built for versions of Python as lines of a requirements file; the others by name."""
    sdk = packages[0].sdk
    release = knowledge.records.sdks[sdk]
    cited = unique(found for one in packages if (found := one.row.citation or release.manifest))
    requirements = [f"{one.row.package}=={one.row.version}" for one in packages if one.row.python]
    others = [
        phrase(RecordLink("components", one.component), " ", Code(one.row.version))
        for one in packages
        if not one.row.python
    ]
    about = phrase(
        Sdk(sdk, " of SDK "),
        ", the last release that is named as supporting it" if status else None,
        f". {release.partial}" if release.partial and any(one.row.citation for one in packages) else None,
        phrase(": ", joined(others)) if others else None,
    )
    yield Block("Packages", about, "\n".join(requirements), (*((status.citation,) if status else ()), *cited))


def _image_blocks(images: Sequence[PublishedImage]) -> Iterator[Block]:
    """Containers, then machine images by name and operating system, with the environments in them."""
    for image in images:
        if image.kind == CONTAINER:
            families = joined(RecordLink("families", one, says_end=False) for one in image.header.families)
            serves = phrase(", for ", families, " only") if families else None
            reasons = [
                f" Inferred: {one}" for one in (image.header.families_inferred, image.frameworks_inferred) if one
            ]
            yield _image_block("Container image", image, serves, *reasons)
    machines = [image for image in images if image.kind != CONTAINER]
    led_to = [image for image in machines if image.copy] or machines
    for group in group_by(led_to, lambda image: (image.name, image.row.os)).values():
        name = ", ".join(filter(None, (group[0].name, group[0].row.os)))
        environments = joined(Code(one) for one in unique(image.row.environment for image in group) if one)
        yield _image_block(
            "Machine image",
            group[0],
            f" {name}",
            ". The parameter that holds the id of the newest one" if group[0].copy else None,
            phrase(". In it, virtual environment ", environments) if environments else None,
        )


def _image_block(label: str, image: PublishedImage, serves: Piece | None, *more: Piece | None) -> Block:
    sdk = phrase(" with ", Sdk(image.row.sdk)) if image.row.sdk else None
    note = f". {image.row.note}" if image.row.note else None
    return Block(label, phrase(serves, sdk, note, *more), image.copy or "", (image.citation,))


def _commands(knowledge: Knowledge, accelerator: str, pins: Pins, shipped: Sequence[Shipped]) -> Iterator[Block]:
    """The commands that work, with the pinned versions; none that would install another version, or may."""
    versions = {normal(one.row.package): one.row.version for one in shipped if pins.texts}
    versions |= {name: named[0] for name, named in pins.packages.items()}
    if pins.texts and not versions:
        return
    for install in knowledge.records.frameworks[pins.framework].install:
        if install.works and (not install.accelerators or accelerator in install.accelerators):
            text = pinned_command(install.command, versions)
            if text is not None:
                pinned = ", with the pinned version" if text != install.command else None
                note = f". {install.note}" if install.note else None
                yield Block("Command", phrase(f" {install.label}", pinned, note), text, tuple(install.citations))


def _spelled(package: Shipped) -> tuple[str, str]:
    return package.row.version, package.row.package


def _packages(knowledge: Knowledge, framework: str, accelerator: str, sdk: str) -> Iterator[Shipped]:
    """The packages of the framework, and the main ones of the SDK that belong to no framework."""
    records = knowledge.records
    ids = records.names.ids_by_name["components"]
    main = {ids[name] for name in records.platforms[records.sdks[sdk].platform].main_packages}
    carriers = knowledge.instances.of("accelerators", accelerator)
    for shipped in knowledge.packages.of_series(sdk, unique(records.instances[one].series for one in carriers)):
        owner = records.components[shipped.component].framework
        if owner == framework or (owner is None and shipped.component in main):
            yield shipped


def _fitting_images(knowledge: Knowledge, pins: Pins, model: ForModel | None) -> Iterator[PublishedImage]:
    """Those with the pinned versions that serve the family of the model."""
    family = model.family if model else None
    for image in knowledge.images.of("frameworks", pins.framework):
        if pins.fit(image) and (not family or not image.header.families or family in image.header.families):
            yield image


def _newest_images(
    images: Iterable[PublishedImage], framework: str, accelerator: str, workload: str
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
