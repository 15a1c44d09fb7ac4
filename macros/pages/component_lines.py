"""Where each component of the software stack stands, for its page and for the tables that list it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns import lifecycle_words as words
from macros.columns.phrase import Phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.lifecycle import ByNotices, Replacement, replacement_of
from macros.facts.notices import STAGES, LifecycleStatus
from macros.facts.packages import PackageHistory
from macros.schema.base import SourceReference, Statement
from macros.schema.components import Component

LAST_KINDS = ("dependency", "python", "os", "sample", "documentation")
"""Kinds at the end of the list: few readers look for them."""


@dataclass(frozen=True)
class ComponentLine:
    """A component and where it stands."""

    id: str
    record: Component
    kind_label: str
    status: LifecycleStatus
    replacement: Replacement | None
    """By hardware, where it is a framework with a successor."""
    successor: Phrase | None
    versions: Phrase
    """By their state."""
    is_announced: bool
    """Whether something is announced of a version that no notice says has come true."""
    by_notices: ByNotices | None
    package: PackageHistory | None
    replaced: Sequence[str]
    """The components whose place it took."""
    place: tuple[Any, ...]
    """In the list."""

    @property
    def replaced_by(self) -> Phrase | None:
        """What took its place."""
        return words.replacement(self.replacement) if self.replacement else self.successor

    @property
    def rests_on(self) -> Statement | SourceReference | None:
        """What its state rests on."""
        if event := self.status.event:
            return Statement(text=event.text, citations=event.citations)
        return self.status.first_notice.notice.citation if self.status.first_notice else None


def line(knowledge: Knowledge, record: str) -> ComponentLine:
    """What is known of a component."""
    component, lifecycle = knowledge.records.components[record], knowledge.lifecycle
    is_replaced = component.framework == record and knowledge.records.frameworks[record].successor is not None
    return ComponentLine(
        id=record,
        record=component,
        kind_label=knowledge.term("component_kind", component.kind).label.lower(),
        status=lifecycle.status_of(record),
        replacement=replacement_of(knowledge.records, record) if is_replaced else None,
        successor=words.successor_of(knowledge, record),
        versions=words.versions_by_state(_by_state(lifecycle.versions_of(record))),
        is_announced=any(version.pending for version in lifecycle.versions_of(record)),
        by_notices=lifecycle.by_notices(record),
        package=knowledge.packages.history_of(record),
        replaced=knowledge.components.of("components", record),
        place=_place(knowledge, record),
    )


def lines(knowledge: Knowledge, components: Iterable[str]) -> Sequence[ComponentLine]:
    """Components as rows of a table: by state, those still developed first, those without a state last."""
    unsorted = (line(knowledge, record) for record in components)
    return sorted(unsorted, key=lambda one: (STAGES.get(one.status.state or "", len(STAGES)), one.record.name))


def _place(knowledge: Knowledge, record: str) -> tuple[Any, ...]:
    component = knowledge.records.components[record]
    kinds = list(knowledge.records.vocabularies["component_kind"].values)
    product = knowledge.records.frameworks[component.framework] if component.framework else component
    return (
        component.kind in LAST_KINDS,
        kinds.index(component.kind),
        knowledge.lifecycle.status_of(record).over,
        # The components of one framework stand together, itself first.
        product.name.lower(),
        record != component.framework,
        component.name.lower(),
    )


def _by_state(versions: Iterable[LifecycleStatus]) -> Sequence[tuple[str, Sequence[str]]]:
    # What ended on some hardware only is shown beside that hardware.
    pairs = ((status.state, status.version) for status in versions if status.version and not status.partial_ends)
    return sorted(group_pairs(pairs).items(), key=lambda item: STAGES[item[0]])
