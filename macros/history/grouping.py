"""Changes to groups: what one edit did to many records reads as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from macros.history.diff import Change, What, canonical

FEW = 3
"""Up to so many ways in which one field changed are told one by one. Of more, only one that most changes share is."""
ORDER: Sequence[What] = ("added", "removed", "renamed", "changed", "reordered")


@dataclass(frozen=True)
class Group:
    """Changes of one field, or of whole records, of one kind."""

    what: What
    kind: str
    field: str
    alike: bool
    """Whether all of them went from the same value to the same value."""
    changes: Sequence[Change]

    @property
    def records(self) -> Sequence[str]:
        """The records they happened to, by name in the new state."""
        return list(dict.fromkeys(change.record for change in self.changes))

    @property
    def before(self) -> Any:
        """The value before, where all are alike."""
        return self.changes[0].before if self.alike else None

    @property
    def after(self) -> Any:
        """The value after, where all are alike."""
        return self.changes[0].after if self.alike else None


def grouped(changes: Iterable[Change]) -> Sequence[Group]:
    """Groups of changes: whole records first, then fields, by kind."""
    by_field: defaultdict[tuple[str, What, str], list[Change]] = defaultdict(list)
    for change in changes:
        by_field[change.kind, change.what, change.field].append(change)
    ordered = sorted(by_field, key=lambda key: (bool(key[2]), ORDER.index(key[1]) if not key[2] else 0, *key))
    return [group for key in ordered for group in _groups(*key, by_field[key])]


def _groups(kind: str, what: What, field: str, changes: Sequence[Change]) -> Iterator[Group]:
    if not field:
        yield Group(what, kind, field, alike=len(changes) == 1, changes=changes)
        return
    alike: defaultdict[tuple[str, str], list[Change]] = defaultdict(list)
    for change in changes:
        alike[canonical(change.before), canonical(change.after)].append(change)
    # Sorting keeps the order of the records among ways that are equally frequent.
    ways = sorted(alike.values(), key=len, reverse=True)
    one_by_one = len(ways) if len(ways) <= FEW else sum(1 for way in ways if len(way) > len(changes) / 2)
    for way in ways[:one_by_one]:
        yield Group(what, kind, field, alike=True, changes=way)
    if rest := [change for way in ways[one_by_one:] for change in way]:
        yield Group(what, kind, field, alike=False, changes=rest)
