"""Groups of changes in words, and whole diffs as text, Markdown and JSON."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from macros.history.diff import ORDER, Action, ChangeGroup, DataChange
from macros.words import plural

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
"""Which values a change has."""


@dataclass(frozen=True)
class DiffReport:
    """The changes between two snapshots; `old` and `new` are their names as the user gave them."""

    old: str
    new: str
    changes: Sequence[DataChange]
    groups: Sequence[ChangeGroup]


def group_title(group: ChangeGroup, quote: Callable[[str], str] = "“{}”".format) -> str:
    """What changed in the records of a group, without their names."""
    records = len(group.records)
    if not group.field:
        return f"{group.kind}: {records} {'with other content' if group.action == 'changed' else group.action}"
    different = " in different ways" if group.action == "changed" and not group.alike else ""
    how = f"{group.action}{different}{from_to(group, quote)}"
    times = f", {plural(len(group.changes), 'time')}" if len(group.changes) > records else ""
    return f"{group.kind}: {group.field} {how} in {plural(records, 'record')}{times}"


def from_to(group: ChangeGroup, quote: Callable[[str], str] = "“{}”".format) -> str:
    """The values before and after; empty where they are not the same in all records of the group."""
    if group.action == "reordered" or not group.alike:
        return ""
    before, after = _shortened(group.before, group.after)
    if group.action == "changed":
        return f" from {quote(before)} to {quote(after)}"
    return f" ({quote(after if group.action == 'added' else before)})"


def record_names(group: ChangeGroup) -> Sequence[str]:
    """The names of the records of a group, in the order of `group.records` and without their kind."""
    if group.action == "renamed":
        return [f"{_id(change.before)} → {_id(change.record)}" for change in group.changes]
    if group.alike and len(group.changes) == 1 and group.changes[0].row:
        return [f"{_id(group.changes[0].record)} ({_cut(group.changes[0].row, MAX_LABEL)})"]
    return [_cut(_id(record), MAX_LABEL) for record in group.records]


def _id(record: str) -> str:
    return record.partition("/")[2] or record


def _shortened(before: Any, after: Any) -> tuple[str, str]:
    """Two values as texts of one line, cut so that their first difference is shown."""
    old, new = _as_text(before), _as_text(after)
    start = 0
    if max(len(old), len(new)) > MAX_VALUE:
        pairs = enumerate(zip(old, new, strict=False))
        same = next((index for index, (left, right) in pairs if left != right), min(len(old), len(new)))
        start = max(same - CONTEXT, 0)
    return _cut(old, MAX_VALUE, start), _cut(new, MAX_VALUE, start)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_as_text(inner)}" for key, inner in value.items()) or "{}"
    if isinstance(value, list):
        return "; ".join(map(_as_text, value)) or "[]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def printable(text: str) -> str:
    """A text with control characters replaced, which a terminal or XML would interpret."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)


def _cut(text: str, longest: int, start: int = 0) -> str:
    piece = f"{'…' if start else ''}{text[start:]}"
    return printable(piece if len(piece) <= longest else f"{piece[: longest - 1]}…")


def counts(report: DiffReport) -> Mapping[str, int]:
    """How many records were added, removed, renamed and changed."""
    whole = {what: {c.record for c in report.changes if c.action == what and not c.field} for what in ORDER[:3]}
    changed = {c.record for c in report.changes if c.field or c.action == "changed"}
    return {**{what: len(records) for what, records in whole.items()}, "changed": len(changed)}


def _summary(report: DiffReport) -> str:
    parts = [f"{count} {what}" for what, count in counts(report).items() if count]
    return f"Records: {', '.join(parts)}." if parts else "No difference."


def _first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more


def as_text(report: DiffReport) -> str:
    """A diff for a terminal: one line a group."""
    lines = [f"{group_title(group)}: {_first_names(record_names(group))}" for group in report.groups]
    return "\n".join((*lines, _summary(report), ""))


def as_markdown(report: DiffReport) -> str:
    """A diff for a pull request: one bullet a group."""
    title = f"## Data: {_code(report.old)} to {_code(report.new)}"
    bullets = [
        f"- {group_title(_escaped(group), _code)}: {_first_names([_code(name) for name in record_names(group)])}"
        for group in report.groups
    ]
    listed = ["", *bullets] if bullets else []
    return "\n".join((title, "", _summary(report), *listed, ""))


def _escaped(group: ChangeGroup) -> ChangeGroup:
    return replace(group, kind=_code(group.kind), field=_code(group.field) if group.field else "")


def _code(text: str) -> str:
    """A text as Markdown code, with backticks inside it if need be."""
    text = _cut(text, MAX_LABEL + MAX_VALUE)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if not text.strip() or text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{text}{space}{fence}"


def as_json(report: DiffReport) -> str:
    """A diff for a program: groups with all their records, then every change in full."""
    content = {
        "old": report.old,
        "new": report.new,
        "counts": counts(report),
        "groups": [_group(group) for group in report.groups],
        "changes": [_change(change) for change in report.changes],
    }
    return json.dumps(content, ensure_ascii=False, indent=2, default=_date) + "\n"


def _date(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def _group(group: ChangeGroup) -> Mapping[str, Any]:
    alike = {"alike": group.alike} if group.field else {}
    values = {side: getattr(group, side) for side in SIDES[group.action]} if group.field and group.alike else {}
    return {
        "what": group.action,
        "kind": group.kind,
        "field": group.field or None,
        **alike,
        **values,
        "count": len(group.changes),
        "records": group.records,
    }


def _change(change: DataChange) -> Mapping[str, Any]:
    content = {"what": change.action, "record": change.record, "field": change.field or None, "row": change.row or None}
    whole = not change.field and change.action in {"added", "removed"}
    return content | {side: getattr(change, side) for side in SIDES[change.action] if not whole}


FORMATS: Mapping[str, Callable[[DiffReport], str]] = {"text": as_text, "markdown": as_markdown, "json": as_json}
"""By the name of `--format`."""
