"""`api/v1/stack.json`: the state of each package, image, instance type and SDK release, for checking what a file names.

Every decision is taken here; what reads the file looks names up in it, and compares SDK releases and days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.columns import sentences
from macros.columns.column import Row
from macros.columns.html import HtmlWriter
from macros.columns.software import STANDING, none_since, page_of_image, state_of_software
from macros.facts import Knowledge
from macros.facts.framework_states import framework_itself, replacement_of, state_of
from macros.facts.hardware import software_ended
from macros.facts.images import CONTAINER, PublishedImage
from macros.facts.notices import STILL_DEVELOPED, LifecycleStatus
from macros.facts.packages import begins, version_of
from macros.schema.components import Component, Tag
from macros.schema.frameworks import Framework
from macros.stack.judging import LEVELS
from macros.stack.reading import PATTERNS
from macros.words import normal, version_order

NAME = "stack"
TITLE = "The state of every package, image and instance type, for checking what a file names"

FITTING_KINDS = ("framework", "library", "compiler")
"""Kinds of component whose versions must be of one SDK release; drivers and tools go with older ones too."""

INSTALLED_KINDS = (*FITTING_KINDS, "tool", "runtime", "driver")
"""Kinds of component that packages are often called like."""

PACKAGE = re.compile(r"[A-Za-z0-9][\w.-]*")
"""A name that an index can have."""

HOST = re.compile(r"^[\w<>-]+(?:\.[\w<>-]+)+/")
"""Of a registry, at the beginning of an address."""

LEVEL_OF_STATE = {"preview": "preview", "maintenance": "maintenance", "ended": "ended", "removed": "ended"}


def row(knowledge: Knowledge) -> Row:
    return {
        "edition": knowledge.edition,
        "levels": {key: level._asdict() for key, level in LEVELS.items()},
        "patterns": PATTERNS,
        "sdk_names": sorted({one.short_name for one in knowledge.records.platforms.values()}),
        "sdks": [_sdk(knowledge, sdk_id) for sdk_id in knowledge.packages.releases],
        "packages": dict(_packages(knowledge)),
        "images": dict(_images(knowledge)),
        "machine_images": dict(_machine_images(knowledge)),
        "instances": {key: _instance(knowledge, key) for key in knowledge.records.instances},
        "models": {key: address("models", key) for key in knowledge.records.models if "/" in key},
    }


def _plain(knowledge: Knowledge, value: Any) -> str | None:
    write = knowledge.cached(HtmlWriter, "")
    return write.plain(write.value(value)) if value else None


def _said(**said: Any) -> Mapping[str, Any]:
    """Without what is not known."""
    return {name: value for name, value in said.items() if value not in (None, "", [], {})}


def _sdk(knowledge: Knowledge, sdk_id: str) -> Mapping[str, Any]:
    release = knowledge.records.sdks[sdk_id]
    releases = knowledge.packages.releases_on(release.platform)
    # Betas and candidates, which have letters, replace nothing.
    newer = [one for one in releases[releases.index(sdk_id) + 1 :] if version_of(one).replace(".", "").isdigit()]
    return _said(
        id=sdk_id,
        name=knowledge.sdk_name(sdk_id),
        version=version_of(sdk_id),
        platform=release.platform,
        date=release.date,
        page=address("sdks", sdk_id),
        instead=knowledge.sdk_name(newer[-1]) if newer else None,
    )


def _packages(knowledge: Knowledge) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """By the name that package indexes compare."""
    records = knowledge.records
    for component_id, component in records.components.items():
        framework = framework_itself(records, component_id)
        names = [component.package, framework.package if framework else None]
        if component.kind in INSTALLED_KINDS:
            names.append(component_id)
        for name in dict.fromkeys(normal(one) for one in names if one and PACKAGE.fullmatch(one)):
            yield name, _package(knowledge, component_id)
    for framework_id, framework in records.frameworks.items():
        if framework_itself(records, framework_id):
            continue
        # A component of the same name is a part of another framework.
        called = (framework.package or framework_id, framework_id)
        state, follows = state_of(framework), replacement_of(records, framework_id)
        for name in dict.fromkeys(normal(one) for one in called if PACKAGE.fullmatch(one)):
            yield (
                name,
                _said(
                    name=framework.name,
                    page=address("frameworks", framework_id),
                    level=LEVEL_OF_STATE.get(state.id, "fine"),
                    words=_plain(knowledge, sentences.turn_of(state.turn)),
                    instead=_plain(knowledge, sentences.replacement(follows)) if follows else None,
                    indexed=_indexed(framework),
                ),
            )


def _indexed(framework: Framework | None) -> Mapping[str, Any] | None:
    """The newest version in the package index, and the day on which somebody looked there."""
    watch = framework.watch if framework else None
    return {"version": watch.newest, "read": watch.read} if watch and watch.place == "package-index" else None


def _package(knowledge: Knowledge, component_id: str) -> Mapping[str, Any]:
    component = knowledge.records.components[component_id]
    builds: dict[str, list[str]] = {}
    others = knowledge.packages.others_named_like(component_id)
    for shipped in (*knowledge.packages.of_component(component_id), *others):
        builds.setdefault(shipped.row.version, []).append(shipped.sdk)
    for tag in component.tags:
        sdks = (knowledge.sdk_named(sdk) for sdk in filter(None, (tag.sdk, *tag.sdks)))
        builds.setdefault(tag.version, []).extend(filter(None, sdks))
    history = knowledge.packages.history_of(component_id)
    newest = history.version if history and history.in_newest else None
    if history is None:
        released = (tag.version for tag in component.tags if tag.released and builds[tag.version])
        newest = max(released, key=version_order, default=None)
    return _said(
        name=component.name,
        page=address("components", component_id),
        **(_of_whole(knowledge, component_id) or _status(knowledge, knowledge.lifecycle.status_of(component_id))),
        newest=newest,
        indexed=_indexed(framework_itself(knowledge.records, component_id)),
        fits=component.kind in FITTING_KINDS or None,
        built_on=_base_package(knowledge, component),
        named=_named(knowledge, component_id) | {one.row.version: _other(knowledge, one.component) for one in others},
        builds={key: [sdk for sdk in knowledge.packages.releases if sdk in of] for key, of in builds.items()},
    )


def _base_package(knowledge: Knowledge, component: Component) -> str | None:
    """The package of the framework whose version the component's own begins with; None where that has no record."""
    frameworks = knowledge.records.frameworks.items()
    named = ((key, one) for key, one in frameworks if one.name == component.built_on)
    return next((normal(one.package or key) for key, one in named), None)


def _of_whole(knowledge: Knowledge, component_id: str) -> Mapping[str, Any]:
    """The end of all frameworks that a component is a part of, where no notice is about itself; else nothing."""
    component = knowledge.records.components[component_id]
    wholes = component.frameworks or tuple(filter(None, (component.framework,)))
    states = [state_of(knowledge.records.frameworks[one]) for one in wholes]
    if knowledge.lifecycle.status_of(component_id).state or not states or not all(one.over for one in states):
        return {}
    last = max(states, key=lambda one: one.turn.date)
    name = knowledge.records.frameworks[wholes[states.index(last)]].name
    return {"level": "ended", "words": f"a part of {name}: {_plain(knowledge, sentences.turn_of(last.turn))}"}


def _named(knowledge: Knowledge, component_id: str) -> dict[str, Mapping[str, Any]]:
    """By version: what a notice says of it, or else that it pins what has ended."""
    named = {
        # A beta is said by its level, and its builds have the number alone.
        one.version.partition(" (")[0]: _status(knowledge, one)
        for one in knowledge.lifecycle.versions_of(component_id)
        if one.version and not one.partial_ends
    }
    pinning = {
        tag.version: said
        for tag in knowledge.records.components[component_id].tags
        if (said := _pins_ended(knowledge, tag)) and not any(begins(tag.version, version) for version in named)
    }
    return named | pinning


def _pins_ended(knowledge: Knowledge, tag: Tag) -> Mapping[str, Any] | None:
    """That a version pins a build of a package of its SDK that has ended; None where it pins none."""
    components = knowledge.records.names.ids_by_name["components"]
    for name, accepted in tag.requires.items():
        version = accepted.removeprefix("==")
        builds = knowledge.packages.builds_of(components[name], version) if name in components else ()
        ended = [one for one in map(knowledge.lifecycle.version_of_build, builds) if one and one.over]
        if ended and len(ended) == len(builds) and not ended[-1].partial_ends:
            standing = _plain(knowledge, sentences.standing(ended[-1]))
            return _said(level="pins-ended", words=f"requires {name} {version}: {standing}")
    return None


def _other(knowledge: Knowledge, component_id: str) -> Mapping[str, Any]:
    """Another product of the same name."""
    said = _status(knowledge, knowledge.lifecycle.status_of(component_id))
    return {**said, "page": address("components", component_id)}


def _status(knowledge: Knowledge, status: LifecycleStatus) -> Mapping[str, Any]:
    ends = status.announced_ends
    days = [one.announced_for for one in ends if one.announced_for]
    level = LEVEL_OF_STATE.get(status.state or "", "fine" if status.state else "no-notice")
    return _said(
        level="announced" if ends and level != "ended" else level,
        words=_plain(knowledge, sentences.standing(status)),
        ends=min(days, default=None),
        instead=_instead(knowledge, status),
    )


def _instead(knowledge: Knowledge, status: LifecycleStatus) -> str | None:
    """What replaces a component, and where to stay with it."""
    if status.state in STILL_DEVELOPED and not status.pending:
        return None
    successor = status.successor.notice.successor if status.successor else None
    if status.version is None:
        successor = _plain(knowledge, sentences.successor_of(knowledge, status.component)) or successor
    pin = f"last with {_plain(knowledge, sentences.pin(status.pin))}" if status.pin else None
    return "; ".join(filter(None, (successor, pin))) or None


def _images(knowledge: Knowledge) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Container images by namespace, repository and tag."""
    for image in knowledge.images:
        if image.kind == CONTAINER and image.copy:
            yield HOST.sub("", image.copy), _image(knowledge, image)


def _image(knowledge: Knowledge, image: PublishedImage) -> Mapping[str, Any]:
    last, newer = _plain(knowledge, none_since(image)), image.newer_called
    made = image.software
    current = LEVEL_OF_STATE.get((made and made.state) or "", "older" if newer else "fine")
    named = replacement_of(knowledge.records, made.framework) if made and not newer else None
    follows = _plain(knowledge, sentences.replacement(named)) if named else None
    state = _plain(knowledge, state_of_software(image)) if image.over else None
    said = _of_libraries(knowledge, image)
    return _said(
        page=page_of_image(image),
        level="ended" if image.over else said.get("level") or ("discontinued" if last else current),
        words=state or said.get("words") or last or _plain(knowledge, STANDING.value(image)),
        instead=f"{newer} ({last})" if newer and last else newer or follows,
        sdk=image.sdk_id,
    )


def _of_libraries(knowledge: Knowledge, image: PublishedImage) -> Mapping[str, Any]:
    """That a library in an image pins what has ended, by its version; nothing where none does."""
    for library in image.row.libraries:
        name, _, version = library.partition(" ")
        component = knowledge.records.names.ids_by_name["components"].get(name)
        tags = knowledge.records.components[component].tags if component else ()
        for said in (_pins_ended(knowledge, tag) for tag in tags if tag.version == version):
            if said:
                return {**said, "words": f"{library} {said['words']}"}
    return {}


def _machine_images(knowledge: Knowledge) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Machine images by their parameter; those that a newer one replaced by their name."""
    for image in reversed(list(knowledge.images)):  # of one name, the newest counts
        if image.kind != CONTAINER and (name := image.parameter or image.name):
            yield name, _image(knowledge, image)


def _instance(knowledge: Knowledge, instance_id: str) -> Mapping[str, Any]:
    """An instance type is over where its provider says so, or where the software of its accelerator has ended."""
    instance = knowledge.records.instances[instance_id]
    chip = knowledge.records.accelerators[instance.accelerator]
    retired = knowledge.lifecycle.ended_state("instances", instance_id)
    statuses = knowledge.support.of("accelerators", instance.accelerator)
    newest = max((one.as_of for one in statuses if one.whole and one.status == "ended" and one.as_of), default=None)
    last_said = f", the last statement of {newest}" if newest else ""
    ended = software_ended(knowledge, instance.accelerator)
    over = retired or (f"its SDK has ended{last_said}" if ended else None)
    return _said(
        page=address("instances", instance_id),
        level="ended" if over else "fine",
        words=f"{instance.accelerator_count} × {chip.name}{f': {over}' if over else ''}",
    )
