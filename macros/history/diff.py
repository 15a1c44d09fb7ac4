"""The changes between two snapshots of the data, one by one and in groups.

Lists are compared by their entries, not by position. A bulk edit of many records is one group.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from macros.facts.grouping import group_by, group_pairs, unique
from macros.history.snapshots import Snapshot

Action = Literal["added", "removed", "renamed", "changed", "reordered"]
Pair = tuple[dict[str, Any], dict[str, Any]]

FORMER_IDS = ("former_ids", "former_names", "other_names")
"""Fields in which a record may name its former ids."""
MOST_COMPARISONS = 20_000
"""Limit of row pairs to compare for similarity. Above it, a row with several changed fields is removed and added."""
MIN_SIMILARITY = 0.5
"""The least share of equal fields for which two rows count as one changed row."""
LABEL_FIELDS = 5
MAX_VARIANTS = 3
"""Up to so many different changes of a field are a group each; if there are more, only one that is the majority."""
ORDER: Sequence[Action] = ("added", "removed", "renamed", "changed", "reordered")


@dataclass(frozen=True)
class DataChange:
    """One change of a record, of a field, or of a row of a list."""

    action: Action
    record: str
    """Its name in the new snapshot, or in the old one if it was removed."""
    field: str = ""
    """Dotted path, with `[]` for rows of a list; empty for a change of the whole record."""
    row: str = ""
    """The values that identify the row, for a change inside a row."""
    before: Any = None
    """The old value; the old name of a renamed record; None if it was added."""
    after: Any = None

    @property
    def kind(self) -> str:
        """The folder of the record, or its name where it has none."""
        return _kind(self.record)


def differences(old: Snapshot, new: Snapshot) -> Sequence[DataChange]:
    """Every change from one snapshot to another: records added, removed and renamed, then changes inside records."""
    removed, added = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
    renamed = _renamed(old, new, removed, added)
    old_names = {after: before for before, after in reversed(renamed.items())}
    inside: list[DataChange] = []
    for record in sorted(new):
        before = old_names.get(record, record)
        if before in old:
            inside += _changes(record, "", "", old[before], new[record])
    return [
        *(DataChange("added", record) for record in added if record not in old_names),
        *(DataChange("removed", record) for record in removed if record not in renamed),
        *(DataChange("renamed", after, before=before, after=after) for before, after in renamed.items()),
        *inside,
    ]


def _renamed(old: Snapshot, new: Snapshot, removed: Sequence[str], added: Sequence[str]) -> dict[str, str]:
    """Old name to new name: a new record names the old one as its former id, or has the same content."""
    claimed: dict[str, str] = {}
    for record in added:
        for name in _former_names(new[record]):
            claimed.setdefault(f"{_kind(record)}/{name}", record)
    renamed = {record: claimed[record] for record in removed if record in claimed}
    same_content = defaultdict(list)
    for record in added:
        if record not in renamed.values():
            same_content[_kind(record), canonical(new[record])].append(record)
    for record in removed:
        candidates = same_content[_kind(record), canonical(old[record])]
        if record not in renamed and candidates:
            renamed[record] = candidates.pop(0)
    return renamed


def _kind(record: str) -> str:
    return record.partition("/")[0]


def _former_names(value: Any) -> Iterator[str]:
    for field in FORMER_IDS if isinstance(value, dict) else ():
        entries = value.get(field)
        for entry in entries if isinstance(entries, list) else ():
            name = entry.get("name", entry.get("id")) if isinstance(entry, dict) else entry
            if isinstance(name, str):
                yield name


def canonical(value: Any) -> str:
    """JSON of a value, equal only for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def _changes(record: str, field: str, row: str, old: Any, new: Any) -> Iterator[DataChange]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in unique((*old, *new)):
            inner = f"{field}.{key}" if field else str(key)
            if key not in new:
                yield DataChange("removed", record, inner, row, before=old[key])
            elif key not in old:
                yield DataChange("added", record, inner, row, after=new[key])
            else:
                yield from _changes(record, inner, row, old[key], new[key])
    elif canonical(old) == canonical(new):
        return
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(record, field, row, old, new)
    else:
        yield DataChange("changed", record, field, row, old, new)


def _list_changes(record: str, field: str, row: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[DataChange]:
    removed, added = _unmatched(old, new), _unmatched(new, old)
    if not removed and not added:
        yield DataChange("reordered", record, field, row)
        return
    pairs, removed, added = _pair_rows(removed, added)
    neighbours = (
        [entry for entry in old if isinstance(entry, dict)] if len(pairs) * len(old) <= MOST_COMPARISONS else []
    )
    for before, after in pairs:
        # For a list inside a row, the label of the outer row comes first.
        label = ", ".join(filter(None, (row, _label(before, after, neighbours))))
        yield from _changes(record, f"{field}[]", label, before, after)
    for entry in removed:
        yield DataChange("removed", record, f"{field}[]", row, before=entry)
    for entry in added:
        yield DataChange("added", record, f"{field}[]", row, after=entry)


def _unmatched(entries: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """The entries of one list that the other list does not have, or has less often."""
    available = Counter(map(canonical, others))
    unmatched = []
    for entry in entries:
        key = canonical(entry)
        available[key] -= 1
        if available[key] < 0:
            unmatched.append(entry)
    return unmatched


def _pair_rows(removed: Sequence[Any], added: Sequence[Any]) -> tuple[list[Pair], list[Any], list[Any]]:
    """Pairs of old and new rows that are one changed row, in the order of the old; then unpaired old, unpaired new."""
    old, new = dict(enumerate(removed)), dict(enumerate(added))
    pairs: dict[int, Pair] = {}
    fields = unique(key for entry in (*removed, *added) if isinstance(entry, dict) for key in entry)
    # The first fields identify a row: pair rows that differ in the last fields first.
    for field in reversed(fields):
        # Rows that differ in this field only. Linear time, for bulk edits of long lists.
        candidates = {
            rest: iter(indices)
            for rest, indices in group_pairs((_without(entry, field), index) for index, entry in new.items()).items()
        }
        for index, entry in list(old.items()):
            partner = next(candidates.get(_without(entry, field) or "", iter(())), None)
            if partner is not None:
                pairs[index] = old.pop(index), new.pop(partner)
    for index, partner in _similar_rows(old, new):
        if index in old and partner in new:
            pairs[index] = old.pop(index), new.pop(partner)
    return [pairs[index] for index in sorted(pairs)], list(old.values()), list(new.values())


def _without(entry: Any, field: str) -> str | None:
    """The canonical text of a row without one field; None if that is its only field."""
    rest = {key: value for key, value in entry.items() if key != field} if isinstance(entry, dict) else {}
    return canonical(rest) if rest else None


def _similar_rows(old: Mapping[int, Any], new: Mapping[int, Any]) -> Sequence[tuple[int, int]]:
    """Pairs of rows with at least MIN_SIMILARITY equal fields, relative to the longer row, the most similar first."""
    old_fields, new_fields = _field_sets(old), _field_sets(new)
    if len(old_fields) * len(new_fields) > MOST_COMPARISONS:
        return []
    scored = sorted(
        (-len(own & other) / max(len(own), len(other), 1), index, partner)
        for index, own in old_fields.items()
        for partner, other in new_fields.items()
    )
    return [(index, partner) for score, index, partner in scored if -score >= MIN_SIMILARITY]


def _field_sets(rows: Mapping[int, Any]) -> Mapping[int, set[tuple[str, str]]]:
    return {
        index: {(key, canonical(value)) for key, value in row.items()}
        for index, row in rows.items()
        if isinstance(row, dict)
    }


def _label(before: Mapping[str, Any], after: Mapping[str, Any], neighbours: Sequence[Mapping[str, Any]]) -> str:
    """The first unchanged values of a row, as many as needed to tell it from the other rows of the old list."""
    kept = [
        (key, value)
        for key, value in before.items()
        if not isinstance(value, dict | list) and canonical(after.get(key)) == canonical(value)
    ]
    words: list[str] = []
    for key, value in kept[:LABEL_FIELDS]:
        words.append(str(value))
        neighbours = [other for other in neighbours if other.get(key) == value]
        if len(neighbours) == 1:
            break
    return ", ".join(words)


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
