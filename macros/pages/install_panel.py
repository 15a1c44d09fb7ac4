"""How to install a framework on an accelerator for a workload: versions, images and commands as sources give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from macros.columns.phrase import Code, Phrase, Piece, RecordLink, Sdk, TermOf, joined, phrase
from macros.columns.sentences import newest_version
from macros.facts import Knowledge
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.images import CONTAINER, PublishedImage
from macros.facts.knowledge import once
from macros.facts.packages import Shipped
from macros.facts.pins import PACKAGE, PACKAGE_INSTALLER, Pins, names_image, pinned_command
from macros.facts.support_status import OFFERED, SupportStatus
from macros.pages.support_today import SupportLine
from macros.schema.base import SourceReference
from macros.schema.frameworks import Install
from macros.schema.values import Date
from macros.words import normal, version_order

REMARK = re.compile(r"(?P<code>.+?) \((?P<remark>[^()]*)\)")
"""What to install, with a remark in brackets."""


class Block(NamedTuple):
    label: str
    about: Phrase
    code: str
    """Empty where there is nothing to copy."""
    citations: tuple[SourceReference, ...]


@dataclass(frozen=True)
class InstallPanel:
    """What is recorded on installing a framework on an accelerator for a workload, for one model or for any."""

    knowledge: Knowledge
    framework: str
    accelerator: str
    workload: str
    pin: Sequence[str] | None = None
    """What an answer about one model pins; None: the panel is for any model, with the pins of the support status."""
    family: str | None = None
    """Of the model, where it is known: images that serve other families only are left out."""

    def __bool__(self) -> bool:
        """Whether anything is recorded that could be installed."""
        return bool(self.blocks or self.commands)

    def documents(self, blocks: Iterable[Block]) -> Sequence[tuple[str, Date | None]]:
        """The sources that blocks cite, each with the date for which it speaks."""
        cited = chain.from_iterable(block.citations for block in blocks)
        return unique((one.source, self.knowledge.as_of(one)) for one in cited)

    @cached_property
    def status(self) -> SupportStatus | None:
        return self.knowledge.support.status_of(self.framework, self.accelerator, self.workload)

    @property
    def stated_for(self) -> tuple[str, Phrase]:
        """Workload, and the support status with what belongs to it."""
        if self.status is None:
            return self.workload, phrase(TermOf("support_status", "unknown"))
        line = SupportLine(self.knowledge, self.status)
        return self.workload, phrase(line.shown, *(f", {words}" for words in line.beside))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The pins, and the packages and images with just these versions; nothing twice."""
        images = list(self._newest_images)
        containers = [image for image in images if image.kind == CONTAINER]
        pins = [pin for pin in self._pins.texts if not any(names_image(pin, image) for image in containers)]
        named = "\n".join(self._pins.texts)
        unnamed = [one for one in self._shipped if one.row.version not in named and one.row.package not in named]
        return (
            *map(self._beside_commands, map(self._with_newest, _together(self._pin_block(pin) for pin in pins))),
            *([self._package_block(unnamed, None if pins else self.status)] if unnamed else ()),
            *_image_blocks(images),
        )

    @cached_property
    def commands(self) -> tuple[Block, ...]:
        """Those that work, with the pinned versions; none that would install another version, or may."""
        return tuple(_command_block(*one) for one in self._pinned)

    @property
    def installs(self) -> Sequence[Install]:
        """What its commands are made of."""
        return [install for install, _ in self._pinned]

    @property
    def has_further(self) -> bool:
        """Whether there are commands for the accelerator that it leaves out: they name no version, or another."""
        return len(self._installs) > len(self._pinned)

    @cached_property
    def _pinned(self) -> Sequence[tuple[Install, str]]:
        pins = self._pins
        versions = {normal(one.row.package): one.row.version for one in self._shipped if pins.texts}
        versions |= {name: named[0] for name, named in pins.packages.items()}
        if pins.texts and not versions:
            return [(one, one.command) for one in self._installs if any(image in one.command for image in pins.texts)]
        pinned = ((one, pinned_command(one.command, versions)) for one in self._installs)
        return [(install, text) for install, text in pinned if text is not None]

    @cached_property
    def _installs(self) -> Sequence[Install]:
        """The commands that work on the accelerator."""
        every = self.knowledge.records.frameworks[self.framework].install
        return [one for one in every if one.works and (not one.accelerators or self.accelerator in one.accelerators)]

    @cached_property
    def _says_pins(self) -> SupportStatus | None:
        """The status of support, where that names just what is pinned."""
        stated = self.status.statement.pin if self.status else ()
        return self.status if self.pin is None or tuple(self.pin) == tuple(stated) else None

    @cached_property
    def _pins(self) -> Pins:
        said = self._says_pins
        texts = self.pin if self.pin is not None else said.statement.pin if said else ()
        return Pins(self.knowledge, self.framework, texts, said.statement.last_sdk if said else None)

    @cached_property
    def _of_sdk(self) -> Sequence[Shipped]:
        """The packages of the SDK for the accelerator."""
        if not (sdk := self._pins.sdk):
            return ()
        records = self.knowledge.records
        carriers = self.knowledge.instances.of("accelerators", self.accelerator)
        return self.knowledge.packages.of_series(sdk, unique(records.instances[one].series for one in carriers))

    @cached_property
    def _shipped(self) -> Sequence[Shipped]:
        """The packages of the framework, and the main ones of the SDK that belong to no framework."""
        if not (sdk := self._pins.sdk):
            return ()
        records = self.knowledge.records
        ids = records.names.ids_by_name["components"]
        main = {ids[name] for name in records.platforms[records.sdks[sdk].platform].main_packages}
        owners = ((one, records.components[one.component].framework) for one in self._of_sdk)
        return [one for one, owner in owners if owner == self.framework or (owner is None and one.component in main)]

    @property
    def _newest_images(self) -> Iterator[PublishedImage]:
        """Of each list the newest images made for the framework; where none is, the newest that contain it.

        A list whose newest image names no hardware is left out: whether it is for the accelerator is not known.
        """
        possible = [image for image in self.knowledge.images.of("frameworks", self.framework) if self._fits(image)]
        named = [image for image in possible if image.accelerators]
        made_for = [image for image in possible if image.frameworks[0] == self.framework]
        own = made_for if any(image in named for image in made_for) else possible
        for group in group_by(own, lambda image: (image.kind, image.group)).values():
            yield from (image for image in group if image.order == group[0].order and image in named)

    def _fits(self, image: PublishedImage) -> bool:
        """Whether it has the pinned versions, and may be for the hardware, the workload and the family of the model."""
        families = image.header.families
        return (
            self._pins.fit(image)
            and (not self.family or not families or self.family in families)
            and image.workload in (None, self.workload)
            and (self.accelerator in image.accelerators or not image.accelerators)
        )

    def _pin_block(self, pin: str) -> Block:
        """What to install, in the form of a requirement where a command takes such, and a remark about it."""
        found = REMARK.fullmatch(pin)
        code, remark = (found["code"], found["remark"]) if found else (pin, None)
        if (package := PACKAGE.fullmatch(code)) and self._is_requirement(package["name"]):
            code = f"{package['name']}=={package['version']}"
        citations = (self._says_pins.citation,) if self._says_pins else ()
        releases = self._releases_of(pin)
        if remark in [self.knowledge.sdk_name(one) for one in releases]:
            remark = None
        named = joined(map(Sdk, releases))
        about = phrase(f" ({remark})" if remark else None, phrase(": ", named) if named else None)
        return Block("Version to pin", about, code, citations)

    def _with_newest(self, block: Block) -> Block:
        """Pins, and the newest version of the framework's package where they name an older one of what is offered."""
        watch = self.knowledge.records.frameworks[self.framework].watch
        if not watch or not watch.newest or not self.status or self.status.status not in OFFERED:
            return block
        pinned = Pins(self.knowledge, self.framework, (block.code,), None).packages.get(normal(watch.name), ())
        is_older = any(version_order(version) < version_order(watch.newest) for version in pinned)
        return block._replace(about=phrase(block.about, ". ", newest_version(watch))) if is_older else block

    def _beside_commands(self, block: Block) -> Block:
        """Pins that the commands have already are named, and not copied once more."""
        lines = block.code.splitlines()
        is_told = all(
            "==" in line and any(line[line.index("==") :] in text for _, text in self._pinned) for line in lines
        )
        if not lines or not is_told:
            return block
        return block._replace(about=phrase(" ", joined(map(Code, lines)), block.about), code="")

    def _is_requirement(self, package: str) -> bool:
        """Whether it is installed with pip."""
        takes_requirements = any(PACKAGE_INSTALLER.search(one.command) for one in self._installs)
        return takes_requirements or normal(package) in _built_for_python(self.knowledge)

    def _releases_of(self, pin: str) -> Sequence[str]:
        """The SDK releases that a pin names; those that another pin names, where they have its version."""
        own = Pins(self.knowledge, self.framework, (pin,), None)
        return own.sdks or [sdk for sdk in self._pins.sdks if own.has(sdk)]

    def _package_block(self, packages: Sequence[Shipped], status: SupportStatus | None) -> Block:
        """Packages built for versions of Python as lines of a requirements file; the others by name."""
        release = packages[0].release
        cited = unique(found for one in packages if (found := one.citation))
        others = joined(
            phrase(RecordLink("components", one.component), " ", Code(one.row.version))
            for one in packages
            if not one.row.python
        )
        is_other = self._pins.sdks and packages[0].sdk not in self._pins.sdks
        about = phrase(
            phrase(" of ", Sdk(packages[0].sdk)),
            ", with the same versions" if is_other else None,
            ", the last release that is named as supporting it" if status else None,
            f". {release.partial}" if release.partial and any(one.row.citation for one in packages) else None,
            f", built for Python {' or '.join(pythons)}" if (pythons := self._pythons(packages)) else None,
            phrase(": ", others) if others else None,
        )
        requirements = [f"{one.row.package}=={one.row.version}" for one in packages if one.row.python]
        return Block("Packages", about, "\n".join(requirements), (*((status.citation,) if status else ()), *cited))

    def _pythons(self, packages: Sequence[Shipped]) -> Sequence[str]:
        """The versions of Python for which some packages are built and those that the pins name besides."""
        named = " ".join(self._pins.texts)
        built = [one.row.python for one in self._of_sdk if one in packages or one.row.version in named]
        every = [versions for versions in built if versions]
        return [version for version in unique(chain.from_iterable(every)) if all(version in one for one in every)]


@once
def _built_for_python(knowledge: Knowledge) -> frozenset[str]:
    """The packages that any SDK release lists with versions of Python, by the name that indexes compare."""
    every = chain.from_iterable(map(knowledge.packages.of_release, knowledge.packages.releases))
    return frozenset(normal(one.row.package) for one in every if one.row.python)


def _together(pins: Iterable[Block]) -> Iterator[Block]:
    """Pins with the same source; requirements of which the same is said as one text to copy."""
    alike = group_by(pins, lambda pin: (pin.about, pin.citations, "==" in pin.code))
    for (about, citations, are_requirements), same in alike.items():
        if len(same) > 1 and are_requirements:
            yield Block("Versions to pin", about, "\n".join(pin.code for pin in same), citations)
        else:
            yield from same


Offers = Mapping[tuple[str, Phrase], Sequence[str]]
"""By workload and support status: the accelerators."""


def offered_panels(knowledge: Knowledge, framework: str) -> Sequence[tuple[InstallPanel, Offers]]:
    """The panels of a framework, each with the accelerators on which it is offered today and its panel is the same."""
    offered = [status for status in knowledge.support.of("frameworks", framework) if status.status in OFFERED]
    stacks = unique((status.accelerator, status.workload) for status in offered)
    panels = [panel for stack in stacks if (panel := InstallPanel(knowledge, framework, *stack))]
    alike = group_by(panels, lambda panel: (panel.blocks, panel.commands)).values()
    return [(same[0], group_pairs((one.stated_for, one.accelerator) for one in same)) for same in alike]


def _command_block(install: Install, text: str) -> Block:
    pinned = ", with the pinned version" if text != install.command else None
    note = f". {install.note}" if install.note else None
    return Block("Command", phrase(f" {install.label}", pinned, note), text, tuple(install.citations))


def _image_blocks(images: Sequence[PublishedImage]) -> Iterator[Block]:
    """Containers, then machine images by name and operating system, with the environments in them."""
    for image in images:
        if image.kind == CONTAINER:
            families = joined(RecordLink("families", one, says_end=False) for one in image.header.families)
            serves = phrase(", for ", families, " only") if families else None
            reasons = (image.header.families_inferred, image.frameworks_inferred)
            yield _image_block("Container image", image, serves, *(f" Inferred: {one}" for one in reasons if one))
    machines = [image for image in images if image.kind != CONTAINER]
    led_to = [image for image in machines if image.copy] or machines
    for first, *others in group_by(led_to, lambda image: (image.name, image.row.os)).values():
        name = ", ".join(filter(None, (first.name, first.row.os)))
        environments = joined(Code(one) for one in unique(image.row.environment for image in (first, *others)) if one)
        yield _image_block(
            "Machine image",
            first,
            f" {name}",
            ". The parameter that holds the id of the newest one" if first.copy else None,
            phrase(". In it, virtual environment ", environments) if environments else None,
        )


def _image_block(label: str, image: PublishedImage, serves: Piece | None, *more: Piece | None) -> Block:
    sdk = phrase(" with ", Sdk(image.row.sdk)) if image.row.sdk else None
    note = f". {image.row.note}" if image.row.note else None
    return Block(label, phrase(serves, sdk, note, *more), image.copy or "", (image.citation,))
