"""The changes between two snapshots of the data. Lists are compared by their entries, not by position."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from macros.facts.grouping import group_pairs, unique
from macros.history.snapshots import Snapshot

Action = Literal["added", "removed", "renamed", "changed", "reordered"]
FieldValues = Mapping[str, Any]

FORMER_IDS = ("former_ids", "other_names")
"""Fields in which a record may name its former ids."""
MOST_COMPARISONS = 20_000
"""Limit of row pairs to compare for similarity. Above it, a row with several changed fields is removed and added."""
MIN_SIMILARITY = 0.5
"""The least share of equal fields for which two rows count as one changed row."""
LABEL_FIELDS = 5


@dataclass(frozen=True)
class DataChange:
    """One change of a record, of a field, or of a row of a list."""

    action: Action
    name: str
    """Of the record in the new snapshot, or in the old one if it was removed: its folder and id."""
    field: str = ""
    """Dotted path, with `[]` for rows of a list; empty for a change of the whole record."""
    row: str = ""
    """The values that identify the row, for a change inside a row."""
    before: Any = None
    """The old value; the old name of a renamed record."""
    after: Any = None

    @property
    def kind(self) -> str:
        """The folder of the record, or its name where it has none."""
        return _kind(self.name)


def differences(old: Snapshot, new: Snapshot) -> Sequence[DataChange]:
    """Every change from one snapshot to another: records added, removed and renamed, then changes inside records."""
    removed, added = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
    renamed = _renamed(old, new, removed, added)
    old_names = {name: name for name in old} | {after: before for before, after in renamed.items()}
    return [
        *(DataChange("added", name) for name in added if name not in old_names),
        *(DataChange("removed", name) for name in removed if name not in renamed),
        *(DataChange("renamed", after, before=before, after=after) for before, after in renamed.items()),
        *(
            change
            for name in sorted(new)
            if name in old_names
            for change in _changes(DataChange("changed", name), old[old_names[name]], new[name])
        ),
    ]


def canonical(value: Any) -> str:
    """JSON of a value, equal only for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def _kind(name: str) -> str:
    return name.partition("/")[0]


def _renamed(old: Snapshot, new: Snapshot, removed: Sequence[str], added: Sequence[str]) -> dict[str, str]:
    """Old name to new name: a new record names the old one as its former id, or has the same content."""
    candidates: dict[str, list[str]] = defaultdict(list)
    for name in added:
        for sign in (*_former_names(name, new[name]), _content(name, new[name])):
            candidates[sign].append(name)
    renamed: dict[str, str] = {}
    for name in removed:
        signs = (name, _content(name, old[name]))
        free = (one for sign in signs for one in candidates[sign] if one not in renamed.values())
        if (found := next(free, None)) is not None:
            renamed[name] = found
    return renamed


def _former_names(name: str, value: Any) -> Iterator[str]:
    entries = [value.get(field) for field in FORMER_IDS] if isinstance(value, dict) else []
    for entry in (entry for listed in entries if isinstance(listed, list) for entry in listed):
        yield f"{_kind(name)}/{entry.get('name') if isinstance(entry, dict) else entry}"


def _content(name: str, value: Any) -> str:
    return f"{_kind(name)} {canonical(value)}"


def _changes(at: DataChange, old: Any, new: Any) -> Iterator[DataChange]:
    """The changes from an old to a new value; `at` names their record, field and row."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in unique((*old, *new)):
            inner = replace(at, field=f"{at.field}.{key}" if at.field else str(key))
            if key not in new:
                yield replace(inner, action="removed", before=old[key])
            elif key not in old:
                yield replace(inner, action="added", after=new[key])
            else:
                yield from _changes(inner, old[key], new[key])
    elif canonical(old) == canonical(new):
        return
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(at, old, new)
    else:
        yield replace(at, before=old, after=new)


def _list_changes(at: DataChange, old: Sequence[Any], new: Sequence[Any]) -> Iterator[DataChange]:
    removed, added = dict(enumerate(_unmatched(old, new))), dict(enumerate(_unmatched(new, old)))
    if not removed and not added:
        yield replace(at, action="reordered")
        return
    inner = replace(at, field=f"{at.field}[]")
    for before, after in _take_pairs(removed, added):
        # For a list inside a row, the label of the outer row comes first.
        label = ", ".join(filter(None, (at.row, _label(before, after))))
        yield from _changes(replace(inner, row=label), before, after)
    yield from (replace(inner, action="removed", before=entry) for entry in removed.values())
    yield from (replace(inner, action="added", after=entry) for entry in added.values())


def _unmatched(entries: Iterable[Any], others: Iterable[Any]) -> Iterator[Any]:
    """The entries of one list that the other list does not have, or has less often."""
    available = Counter(map(canonical, others))
    for entry in entries:
        key = canonical(entry)
        available[key] -= 1
        if available[key] < 0:
            yield entry


def _take_pairs(old: dict[int, Any], new: dict[int, Any]) -> Sequence[tuple[FieldValues, FieldValues]]:
    """Takes out of unmatched entries, by index, the pairs of rows that are one changed row; in the order of the old."""
    pairs: dict[int, tuple[FieldValues, FieldValues]] = {}
    fields = unique(field for entry in (*old.values(), *new.values()) if isinstance(entry, dict) for field in entry)
    # The first fields identify a row: rows that differ in one of the last fields are paired first.
    for field in reversed(fields):
        # Linear time, for bulk edits of long lists.
        same_rest = group_pairs((_without(entry, field), index) for index, entry in new.items())
        partners = {rest: iter(indices) for rest, indices in same_rest.items()}
        for index, entry in list(old.items()):
            if (partner := next(partners.get(_without(entry, field) or "", iter(())), None)) is not None:
                pairs[index] = old.pop(index), new.pop(partner)
    for index, partner in _similar_rows(old, new):
        if index in old and partner in new:
            pairs[index] = old.pop(index), new.pop(partner)
    return [pairs[index] for index in sorted(pairs)]


def _without(entry: Any, field: str) -> str | None:
    """A row without one field, canonical; None if that is its only field."""
    rest = {key: value for key, value in entry.items() if key != field} if isinstance(entry, dict) else {}
    return canonical(rest) if rest else None


def _similar_rows(old: Mapping[int, Any], new: Mapping[int, Any]) -> Sequence[tuple[int, int]]:
    """Pairs of indices of rows that share enough fields, the most similar first."""
    before, after = _field_sets(old), _field_sets(new)
    if len(before) * len(after) > MOST_COMPARISONS:
        return []
    scored = sorted(
        (-len(own & other) / max(len(own), len(other), 1), index, partner)
        for index, own in before.items()
        for partner, other in after.items()
    )
    return [(index, partner) for score, index, partner in scored if -score >= MIN_SIMILARITY]


def _field_sets(rows: Mapping[int, Any]) -> Mapping[int, set[tuple[str, str]]]:
    return {
        index: {(field, canonical(value)) for field, value in row.items()}
        for index, row in rows.items()
        if isinstance(row, dict)
    }


def _label(before: FieldValues, after: FieldValues) -> str:
    """The first unchanged values of a row, which tell it from other rows."""
    kept = [value for key, value in before.items() if after.get(key) == value and not isinstance(value, dict | list)]
    return ", ".join(map(str, kept[:LABEL_FIELDS]))
