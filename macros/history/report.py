"""The changes between two snapshots in groups, as text, Markdown and JSON. A bulk edit of many records is one group."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from posixpath import commonprefix
from typing import Any

from macros.facts.grouping import group_by, unique
from macros.history.diff import Action, DataChange, canonical
from macros.words import first_of, plural

MAX_VARIANTS = 3
"""Up to so many different changes of a field are a group each; more are one group without values."""
MAX_NAMES = 5
"""How many records of a group are named; the others are only counted."""
MAX_VALUE = 72
"""The length in characters to which a value is cut."""
CONTEXT = 20
"""Characters of a long value before its first difference."""
MAX_LABEL = 120

SIDES: Mapping[Action, Sequence[str]] = {
    "added": ("after",),
    "removed": ("before",),
    "renamed": ("before", "after"),
    "changed": ("before", "after"),
    "reordered": (),
}
WHOLE = ("added", "removed", "renamed")

Marking = Callable[[str], str]


@dataclass(frozen=True)
class ChangeGroup:
    """Changes of one field, or of whole records, of one kind."""

    changes: Sequence[DataChange]
    alike: bool
    """Whether all changes have the same value before and the same value after."""

    @property
    def first(self) -> DataChange:
        """Has the kind, field and action of all changes; where they are alike, also their values."""
        return self.changes[0]

    @property
    def records(self) -> Sequence[str]:
        """The changed records, by name in the new snapshot."""
        return unique(change.name for change in self.changes)


@dataclass(frozen=True)
class DiffReport:
    """The changes between two snapshots; `old` and `new` are their names as the user gave them."""

    old: str
    new: str
    changes: Sequence[DataChange]

    @property
    def groups(self) -> Sequence[ChangeGroup]:
        """Whole records first, then fields, by kind."""
        by_field = group_by(self.changes, lambda change: (change.kind, change.action, change.field)).values()
        ordered = sorted(by_field, key=lambda changes: bool(changes[0].field))
        return [group for changes in ordered for group in _groups(changes)]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many records were added, removed, renamed and changed."""
        whole = {what: {one.name for one in self.changes if one.action == what and not one.field} for what in WHOLE}
        changed = {one.name for one in self.changes if one.field or one.action == "changed"}
        return {what: len(records) for what, records in (whole | {"changed": changed}).items()}


def _groups(changes: Sequence[DataChange]) -> Iterator[ChangeGroup]:
    if not changes[0].field:
        yield ChangeGroup(changes, alike=len(changes) == 1)
        return
    by_values = group_by(changes, lambda change: (canonical(change.before), canonical(change.after)))
    if len(by_values) > MAX_VARIANTS:
        yield ChangeGroup(changes, alike=False)
    else:
        yield from (ChangeGroup(found, alike=True) for found in sorted(by_values.values(), key=len, reverse=True))


def as_text(report: DiffReport) -> str:
    """A diff for a terminal: one line a group."""
    lines = [_line(group, "“{}”".format, str) for group in report.groups]
    return "\n".join((*lines, _summary(report), ""))


def as_markdown(report: DiffReport) -> str:
    """A diff for a pull request: one bullet a group."""
    title = f"## Data: {_code(report.old)} to {_code(report.new)}"
    bullets = [f"- {_line(group, _code, _code)}" for group in report.groups]
    return "\n".join((title, "", _summary(report), *(["", *bullets] if bullets else []), ""))


def _summary(report: DiffReport) -> str:
    parts = [f"{count} {what}" for what, count in report.counts.items() if count]
    return f"Records: {', '.join(parts)}." if parts else "No difference."


def _line(group: ChangeGroup, value: Marking, name: Marking) -> str:
    """What changed in the records of a group, with marks around values, and around names of kinds, fields, records."""
    first, count = group.first, len(group.records)
    if first.field:
        different = " in different ways" if first.action == "changed" and not group.alike else ""
        times = f", {plural(len(group.changes), 'time')}" if len(group.changes) > count else ""
        how = f"{first.action}{different}{_values(group, value)}"
        what = f"{name(first.field)} {how} in {plural(count, 'record')}{times}"
    else:
        what = f"{count} {'with other content' if first.action == 'changed' else first.action}"
    names = [name(one) for one in _record_names(group)]
    return f"{name(first.kind)}: {what}: {first_of(names, MAX_NAMES)}"


def _values(group: ChangeGroup, mark: Marking) -> str:
    """The values before and after; empty where they are not the same in all records of the group."""
    sides = SIDES[group.first.action] if group.alike else ()
    values = [mark(text) for text in _shortened([_as_text(getattr(group.first, side)) for side in sides])]
    return f" from {' to '.join(values)}" if len(values) > 1 else f" ({values[0]})" if values else ""


def _record_names(group: ChangeGroup) -> Sequence[str]:
    """The names of the records of a group, in the order of `group.records` and without their kind."""
    if group.first.action == "renamed":
        return [f"{_id(change.before)} → {_id(change.name)}" for change in group.changes]
    if len(group.changes) == 1 and group.first.row:
        return [f"{_id(group.first.name)} ({_cut(group.first.row, MAX_LABEL)})"]
    return [_cut(_id(name), MAX_LABEL) for name in group.records]


def _id(name: str) -> str:
    return name.partition("/")[2] or name


def _as_text(value: Any) -> str:
    match value:
        case str():
            return " ".join(value.split())
        case dict():
            return ", ".join(f"{key}: {_as_text(inner)}" for key, inner in value.items()) or "{}"
        case list():
            return "; ".join(map(_as_text, value)) or "[]"
        case None | bool():
            return json.dumps(value)
    return str(value)


def _shortened(texts: Sequence[str]) -> Sequence[str]:
    """Texts cut so that their first difference is shown."""
    same = len(commonprefix(texts)) if len(texts) > 1 and max(map(len, texts)) > MAX_VALUE else 0
    return [_cut(text, MAX_VALUE, max(same - CONTEXT, 0)) for text in texts]


def _cut(text: str, longest: int, start: int = 0) -> str:
    """A text without characters that a terminal or XML would interpret, cut on both sides if need be."""
    piece = f"{'…' if start else ''}{text[start:]}"
    piece = piece if len(piece) <= longest else f"{piece[: longest - 1]}…"
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in piece)


def _code(text: str) -> str:
    """A text as Markdown code, with backticks inside it if need be."""
    text = _cut(text, MAX_LABEL + MAX_VALUE)
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if not text.strip() or text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{text}{space}{fence}"


def as_json(report: DiffReport) -> str:
    """A diff for a program: every change in full."""
    changes = list(map(_change, report.changes))
    content = {"old": report.old, "new": report.new, "counts": report.counts, "changes": changes}
    return json.dumps(content, ensure_ascii=False, indent=2, default=str) + "\n"


def _change(change: DataChange) -> Mapping[str, Any]:
    content = {"what": change.action, "record": change.name, "field": change.field or None, "row": change.row or None}
    sides = SIDES[change.action] if change.field or change.action in {"renamed", "changed"} else ()
    return content | {side: getattr(change, side) for side in sides}


FORMATS: Mapping[str, Callable[[DiffReport], str]] = {"text": as_text, "markdown": as_markdown, "json": as_json}
"""By the name of `--format`."""
