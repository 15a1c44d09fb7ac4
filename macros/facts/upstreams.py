"""What is watched for newer versions, and the newest that is known here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from macros.facts.knowledge import Knowledge
from macros.facts.packages import version_of
from macros.schema.sources import Watch


@dataclass(frozen=True)
class WatchedUpstream:
    """A watched SDK or framework."""

    kind: str
    record: str
    name: str
    watch: Watch
    newest: str | None
    """The newest version known here; None where none is recorded."""


def watched_upstreams(knowledge: Knowledge) -> Iterator[WatchedUpstream]:
    """All of them: SDKs, then frameworks."""
    records = knowledge.records
    for key, platform in records.platforms.items():
        if platform.watch and (releases := knowledge.packages.releases_on(key)):
            yield WatchedUpstream("platforms", key, platform.name, platform.watch, version_of(releases[-1]))
    for key, framework in records.frameworks.items():
        if framework.watch:
            yield WatchedUpstream("frameworks", key, framework.name, framework.watch, framework.watch.newest)
