"""The changes between two snapshots of the data. Lists are compared by their entries, not by position."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from macros.history.snapshots import Snapshot
from macros.knowledge.grouping import group_pairs, unique

Action = Literal["added", "removed", "renamed", "changed", "reordered"]
Pair = tuple[dict[str, Any], dict[str, Any]]

FORMER_IDS = ("former_ids", "former_names", "other_names")
"""Fields in which a record may name its former ids."""
MOST_COMPARISONS = 20_000
"""Rows are compared each with each up to so many pairs. Beyond, rows with several changes count as other rows."""
MIN_SIMILARITY = 0.5
"""The share of its fields that a changed row keeps; with less it is another row."""
LABEL_FIELDS = 5


@dataclass(frozen=True)
class DataChange:
    """One change of a record, of a field, or of a row of a list."""

    action: Action
    record: str
    """Its name in the new snapshot, or in the old one if it is gone."""
    field: str = ""
    """Dotted, `[]` for rows of a list; empty where the record as a whole is meant."""
    row: str = ""
    """The fields that identify the row, where a field of a row is meant."""
    before: Any = None
    """Of a renamed record its old name. None where it was added."""
    after: Any = None

    @property
    def kind(self) -> str:
        """The folder of the record, or its name where it has none."""
        return _kind(self.record)


def differences(old: Snapshot, new: Snapshot) -> Sequence[DataChange]:
    """Every change from one snapshot to another: records added, removed and renamed, then changes inside records."""
    gone, come = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
    renamed = _renamed(old, new, gone, come)
    old_names = {after: before for before, after in reversed(renamed.items())}
    inside: list[DataChange] = []
    for record in sorted(new):
        before = old_names.get(record, record)
        if before in old:
            inside += _changes(record, "", "", old[before], new[record])
    return [
        *(DataChange("added", record) for record in come if record not in old_names),
        *(DataChange("removed", record) for record in gone if record not in renamed),
        *(DataChange("renamed", after, before=before, after=after) for before, after in renamed.items()),
        *inside,
    ]


def _renamed(old: Snapshot, new: Snapshot, gone: Sequence[str], come: Sequence[str]) -> dict[str, str]:
    """Old name to new name: a new record names the old one as its former id, or has the same content."""
    claimed: dict[str, str] = {}
    for record in come:
        for name in _former_names(new[record]):
            claimed.setdefault(f"{_kind(record)}/{name}", record)
    renamed = {record: claimed[record] for record in gone if record in claimed}
    same_content = defaultdict(list)
    for record in come:
        if record not in renamed.values():
            same_content[_kind(record), canonical(new[record])].append(record)
    for record in gone:
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
    """A text that is the same for equal values only."""
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
    gone, come = _unmatched(old, new), _unmatched(new, old)
    if not gone and not come:
        yield DataChange("reordered", record, field, row)
        return
    pairs, gone, come = _pair_rows(gone, come)
    neighbours = (
        [entry for entry in old if isinstance(entry, dict)] if len(pairs) * len(old) <= MOST_COMPARISONS else []
    )
    for before, after in pairs:
        # A list inside a row is named by that row; a list of a record by its own rows.
        label = ", ".join(filter(None, (row, _label(before, after, neighbours))))
        yield from _changes(record, f"{field}[]", label, before, after)
    for entry in gone:
        yield DataChange("removed", record, f"{field}[]", row, before=entry)
    for entry in come:
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


def _pair_rows(gone: Sequence[Any], come: Sequence[Any]) -> tuple[list[Pair], list[Any], list[Any]]:
    """Rows that are the same row with other fields, in the order of the old ones; and what is left on either side."""
    old, new = dict(enumerate(gone)), dict(enumerate(come))
    pairs: dict[int, Pair] = {}
    fields = unique(key for entry in (*gone, *come) if isinstance(entry, dict) for key in entry)
    # The first fields identify a row, so a row with another one of these is paired last.
    for field in reversed(fields):
        # Rows that are equal but for one field: linear in time, for bulk edits of long lists.
        candidates = {
            rest: iter(found)
            for rest, found in group_pairs((_without(entry, field), index) for index, entry in new.items()).items()
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
    """The canonical text of a row but for one field; None where no other field would be left."""
    rest = {key: value for key, value in entry.items() if key != field} if isinstance(entry, dict) else {}
    return canonical(rest) if rest else None


def _similar_rows(old: Mapping[int, Any], new: Mapping[int, Any]) -> Sequence[tuple[int, int]]:
    """Pairs of rows that share at least half of the fields of the row that has more, the most similar first."""
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
    """The first fields that a changed row kept, as many as set it apart from the other rows of the old list."""
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
