"""Two states to the changes between them. Lists are compared by what stands in them, not by where."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from macros.history.snapshots import State

What = Literal["added", "removed", "renamed", "changed", "reordered"]

FORMER_IDS = ("former_ids", "former_names", "other_names")
"""Fields in which a record may say what it was called before."""
MOST_COMPARISONS = 20_000
"""Rows are compared each with each up to so many pairs. Beyond, rows with several changes count as other rows."""
ENOUGH_ALIKE = 0.5
"""The share of its fields that a changed row keeps; with less it is another row."""
LABEL_FIELDS = 5


@dataclass(frozen=True)
class Change:
    """One thing that is otherwise in the new state."""

    what: What
    record: str
    """Its name in the new state, or in the old one if it is gone."""
    field: str = ""
    """Dotted, `[]` for rows of a list; empty where the record as a whole is meant."""
    row: str = ""
    """What tells the row from its neighbours, where a field of a row is meant."""
    before: Any = None
    """Of a renamed record its old name. None where it was added."""
    after: Any = None

    @property
    def kind(self) -> str:
        """The folder of the record, or its name where it lies in none."""
        return self.record.partition("/")[0]


def differences(old: State, new: State) -> Sequence[Change]:
    """Every change from one state to another, by record."""
    gone = [record for record in sorted(old) if record not in new]
    come = [record for record in sorted(new) if record not in old]
    renamed = _renamed(old, new, gone, come)
    return [
        *(Change("added", record) for record in come if record not in renamed.values()),
        *(Change("removed", record) for record in gone if record not in renamed),
        *(Change("renamed", after, before=before, after=after) for before, after in renamed.items()),
        *_inside(old, new, renamed),
    ]


def _inside(old: State, new: State, renamed: Mapping[str, str]) -> Iterator[Change]:
    now: dict[str, str] = {}
    for before, after in renamed.items():
        now.setdefault(after, before)
    for record in sorted(new):
        before = now.get(record, record)
        if before in old:
            yield from _changes(record, "", "", old[before], new[record])


def _renamed(old: State, new: State, gone: Sequence[str], come: Sequence[str]) -> dict[str, str]:
    """Old name to new name of records that went on under another one."""
    claimed: dict[str, str] = {}
    for record in come:
        kind, _, _ = record.partition("/")
        for name in _former_names(new[record]):
            claimed.setdefault(f"{kind}/{name}", record)
    renamed = {record: claimed[record] for record in gone if record in claimed}
    waiting = defaultdict(list)
    for record in come:
        if record not in renamed.values():
            waiting[record.partition("/")[0], canonical(new[record])].append(record)
    for record in gone:
        same = waiting[record.partition("/")[0], canonical(old[record])]
        if record not in renamed and same:
            renamed[record] = same.pop(0)
    return renamed


def _former_names(value: Any) -> Iterator[str]:
    for field in FORMER_IDS if isinstance(value, dict) else ():
        entries = value.get(field)
        for entry in entries if isinstance(entries, list) else ():
            name = entry.get("name", entry.get("id")) if isinstance(entry, dict) else entry
            if isinstance(name, str):
                yield name


def canonical(value: Any) -> str:
    """A text that two values share only if they are the same."""
    if isinstance(value, str):
        # Most values are texts. JSON would close the quote, so this is no other value's.
        return f'"{value}'
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def _changes(record: str, field: str, row: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            inner = f"{field}.{key}" if field else str(key)
            if key not in new:
                yield Change("removed", record, inner, row, before=old[key])
            elif key not in old:
                yield Change("added", record, inner, row, after=new[key])
            else:
                yield from _changes(record, inner, row, old[key], new[key])
    elif isinstance(old, list) and isinstance(new, list):
        yield from _in_list(record, field, row, old, new)
    elif canonical(old) != canonical(new):
        yield Change("changed", record, field, row, old, new)


def _in_list(record: str, field: str, row: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[Change]:
    if canonical(old) == canonical(new):
        return
    gone, come = _without_equal(old, new)
    if not gone and not come:
        yield Change("reordered", record, field, row)
        return
    pairs, gone, come = _pairs(gone, come)
    # A list that is the content of a row is named by that row; a list of a record by its own rows.
    labels = [f"{row}, {own}" if row and own else row or own for own in _labels(pairs, old)]
    for (before, after), label in zip(pairs, labels, strict=True):
        yield from _changes(record, f"{field}[]", label, before, after)
    for entry in gone:
        yield Change("removed", record, f"{field}[]", row, before=entry)
    for entry in come:
        yield Change("added", record, f"{field}[]", row, after=entry)


Pair = tuple[dict[str, Any], dict[str, Any]]


def _without_equal(old: Sequence[Any], new: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What stands in only one of two lists."""
    return _beyond(old, Counter(map(canonical, new))), _beyond(new, Counter(map(canonical, old)))


def _beyond(entries: Iterable[Any], known: Counter[str]) -> list[Any]:
    left = []
    for entry in entries:
        text = canonical(entry)
        if known[text]:
            known[text] -= 1
        else:
            left.append(entry)
    return left


def _pairs(gone: list[Any], come: list[Any]) -> tuple[list[Pair], list[Any], list[Any]]:
    """Rows that are the same row with other fields, in the order of the old ones; and what is left on either side."""
    partners: dict[int, int] = {}
    # The first fields name a row, so a row with another one of these is paired last.
    for field in reversed(_fields((*gone, *come))):
        _match(partners, gone, come, partial(_without, field=field))
    _match_alike(partners, gone, come)
    taken = set(partners.values())
    return (
        [(gone[index], come[partners[index]]) for index in sorted(partners)],
        [entry for index, entry in enumerate(gone) if index not in partners],
        [entry for index, entry in enumerate(come) if index not in taken],
    )


def _fields(entries: Iterable[Any]) -> Sequence[str]:
    return list(dict.fromkeys(key for entry in entries if isinstance(entry, dict) for key in entry))


def _without(entry: Any, field: str) -> str | None:
    """A row but for one field; None where nothing would be left to know it by."""
    if not isinstance(entry, dict):
        return None
    rest = {key: value for key, value in entry.items() if key != field}
    return canonical(rest) if rest else None


def _match(
    partners: dict[int, int], gone: Sequence[Any], come: Sequence[Any], known_by: Callable[[Any], str | None]
) -> None:
    """Pairs rows that are equal but for one field: linear, so that a bulk edit of a long list costs little."""
    taken = set(partners.values())
    waiting: defaultdict[str | None, list[int]] = defaultdict(list)
    for index, entry in enumerate(come):
        if index not in taken:
            waiting[known_by(entry)].append(index)
    waiting.pop(None, None)
    for index, entry in enumerate(gone):
        if index not in partners and (found := waiting.get(known_by(entry))):
            partners[index] = found.pop(0)


def _match_alike(partners: dict[int, int], gone: Sequence[Any], come: Sequence[Any]) -> None:
    """Pairs the rows that are most alike, the best pair first."""
    taken = set(partners.values())
    rows = [index for index, entry in enumerate(gone) if index not in partners and isinstance(entry, dict)]
    others = [index for index, entry in enumerate(come) if index not in taken and isinstance(entry, dict)]
    if len(rows) * len(others) > MOST_COMPARISONS:
        return
    old = {row: {(key, canonical(value)) for key, value in gone[row].items()} for row in rows}
    new = {other: {(key, canonical(value)) for key, value in come[other].items()} for other in others}
    scored = [(-_likeness(old[row], new[other]), row, other) for row in rows for other in others]
    for score, row, other in sorted(scored):
        if -score >= ENOUGH_ALIKE and row not in partners and other not in taken:
            partners[row] = other
            taken.add(other)


def _likeness(old: set[tuple[str, str]], new: set[tuple[str, str]]) -> float:
    """The share of the fields that are the same, of the row that has more."""
    return len(old & new) / max(len(old), len(new), 1)


def _labels(pairs: Sequence[Pair], rows: Sequence[Any]) -> list[str]:
    """For each changed row the first fields it kept, as many as tell it from the other rows of the old list."""
    few = len(pairs) * len(rows) <= MOST_COMPARISONS
    return [_label(before, after, rows if few else ()) for before, after in pairs]


def _label(before: Mapping[str, Any], after: Mapping[str, Any], rows: Sequence[Any]) -> str:
    kept = {
        key: value
        for key, value in before.items()
        if not isinstance(value, dict | list) and canonical(after.get(key)) == canonical(value)
    }
    like_it = [row for row in rows if isinstance(row, dict)]
    words: list[str] = []
    for key, value in list(kept.items())[:LABEL_FIELDS]:
        words.append(str(value))
        like_it = [row for row in like_it if row.get(key) == value]
        if len(like_it) == 1:
            break
    return ", ".join(words)
