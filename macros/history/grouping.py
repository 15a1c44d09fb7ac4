"""Group changes, so that a bulk edit of many records is one entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from macros.history.diff import Action, DataChange, canonical
from macros.knowledge.grouping import group_by, unique

MAX_VARIANTS = 3
"""Up to so many different changes of a field are a group each; if there are more, only one that is the majority."""
ORDER: Sequence[Action] = ("added", "removed", "renamed", "changed", "reordered")


@dataclass(frozen=True)
class ChangeGroup:
    """Changes of one field, or of whole records, of one kind."""

    action: Action
    kind: str
    field: str
    alike: bool
    """Whether all changes have the same value before and the same value after."""
    changes: Sequence[DataChange]

    @property
    def records(self) -> Sequence[str]:
        """The changed records, by name in the new snapshot."""
        return unique(change.record for change in self.changes)

    @property
    def before(self) -> Any:
        """The value before, where all are alike."""
        return self.changes[0].before if self.alike else None

    @property
    def after(self) -> Any:
        """The value after, where all are alike."""
        return self.changes[0].after if self.alike else None


def group_changes(changes: Iterable[DataChange]) -> Sequence[ChangeGroup]:
    """Groups of changes: whole records first, then fields, by kind."""
    by_field = group_by(changes, lambda change: (change.kind, change.action, change.field))
    ordered = sorted(by_field, key=lambda key: (bool(key[2]), ORDER.index(key[1]) if not key[2] else 0, *key))
    return [group for key in ordered for group in _groups(*key, by_field[key])]


def _groups(kind: str, action: Action, field: str, changes: Sequence[DataChange]) -> Iterator[ChangeGroup]:
    if not field:
        yield ChangeGroup(action, kind, field, alike=len(changes) == 1, changes=changes)
        return
    by_values = group_by(changes, lambda change: (canonical(change.before), canonical(change.after)))
    variants = sorted(by_values.values(), key=len, reverse=True)
    if len(variants) > MAX_VARIANTS:
        separate = sum(len(variant) > len(changes) / 2 for variant in variants)
    else:
        separate = len(variants)
    for variant in variants[:separate]:
        yield ChangeGroup(action, kind, field, alike=True, changes=variant)
    if rest := [change for variant in variants[separate:] for change in variant]:
        yield ChangeGroup(action, kind, field, alike=False, changes=rest)
