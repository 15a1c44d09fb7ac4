"""Groups of changes in words, and whole comparisons as text, Markdown and JSON."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.history.diff import Change, What
from macros.history.grouping import ORDER, Group
from macros.words import plural

FIRST = 5
"""So many records of a group are named; the others are counted."""
LONGEST = 72
"""Characters of a value that is told."""
BEFORE_THE_DIFFERENCE = 20
LABELLED = 120

SIDES: Mapping[What, Sequence[str]] = {
    "added": ("after",),
    "removed": ("before",),
    "renamed": ("before", "after"),
    "changed": ("before", "after"),
    "reordered": (),
}
"""Which values a change has."""


@dataclass(frozen=True)
class Comparison:
    """Two states by the names a person gave them, and what lies between."""

    old: str
    new: str
    changes: Sequence[Change]
    groups: Sequence[Group]


def head(group: Group, quote: Callable[[str], str] = "“{}”".format) -> str:
    """What happened to the records of a group, without their names."""
    records = len(group.records)
    if not group.field:
        return f"{group.kind}: {records} {'with other content' if group.what == 'changed' else group.what}"
    how = f"{group.what}{_from_to(group, quote)}"
    times = f", {plural(len(group.changes), 'time')}" if len(group.changes) > records else ""
    return f"{group.kind}: {group.field} {how} in {plural(records, 'record')}{times}"


def _from_to(group: Group, quote: Callable[[str], str]) -> str:
    if group.what == "reordered":
        return ""
    if not group.alike:
        return " in different ways" if group.what == "changed" else ""
    before, after = shortened(group.before, group.after)
    if group.what == "changed":
        return f" from {quote(before)} to {quote(after)}"
    return f" ({quote(after if group.what == 'added' else before)})"


def names(group: Group) -> Sequence[str]:
    """What each record of a group is called, in the order of `group.records` and without its kind."""
    if group.what == "renamed":
        return [f"{_id(change.before)} → {_id(change.record)}" for change in group.changes]
    if group.alike and len(group.changes) == 1 and group.changes[0].row:
        return [f"{_id(group.changes[0].record)} ({_plain(group.changes[0].row, LABELLED)})"]
    return [_plain(_id(record), LABELLED) for record in group.records]


def _id(record: str) -> str:
    return record.partition("/")[2] or record


def shortened(before: Any, after: Any) -> tuple[str, str]:
    """Two values as texts of one line, cut so that the difference between them shows."""
    old, new = _as_text(before), _as_text(after)
    start = 0
    if max(len(old), len(new)) > LONGEST:
        pairs = enumerate(zip(old, new, strict=False))
        same = next((at for at, (was, is_now) in pairs if was != is_now), min(len(old), len(new)))
        start = max(same - BEFORE_THE_DIFFERENCE, 0)
    return _plain(old, LONGEST, start), _plain(new, LONGEST, start)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_as_text(inner)}" for key, inner in value.items()) or "{}"
    if isinstance(value, list):
        return "; ".join(map(_as_text, value)) or "[]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def plain(text: str) -> str:
    """A text without what a terminal or XML would take for a command."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)


def _plain(text: str, longest: int, start: int = 0) -> str:
    piece = f"{'…' if start else ''}{text[start:]}"
    return plain(piece if len(piece) <= longest else f"{piece[: longest - 1]}…")


def counts(comparison: Comparison) -> Mapping[str, int]:
    """How many records were added, removed, renamed and changed."""
    whole = {what: {c.record for c in comparison.changes if c.what == what and not c.field} for what in ORDER[:3]}
    changed = {c.record for c in comparison.changes if c.field or c.what == "changed"}
    return {**{what: len(records) for what, records in whole.items()}, "changed": len(changed)}


def _summary(comparison: Comparison) -> str:
    found = [f"{count} {what}" for what, count in counts(comparison).items() if count]
    return f"Records: {', '.join(found)}." if found else "No difference."


def _first(named: Sequence[str]) -> str:
    more = f" and {len(named) - FIRST} more" if len(named) > FIRST else ""
    return ", ".join(named[:FIRST]) + more


def as_text(comparison: Comparison) -> str:
    """A comparison for a terminal: one line a group."""
    lines = [f"{head(group)}: {_first(names(group))}" for group in comparison.groups]
    return "\n".join((*lines, _summary(comparison), ""))


def as_markdown(comparison: Comparison) -> str:
    """A comparison for a pull request: one bullet a group."""
    title = f"## Data: {_code(comparison.old)} to {_code(comparison.new)}"
    bullets = [
        f"- {head(_escaped(group), _code)}: {_first([_code(name) for name in names(group)])}"
        for group in comparison.groups
    ]
    listed = ["", *bullets] if bullets else []
    return "\n".join((title, "", _summary(comparison), *listed, ""))


def _escaped(group: Group) -> Group:
    return Group(group.what, _code(group.kind), _code(group.field) if group.field else "", group.alike, group.changes)


def _code(text: str) -> str:
    """A text as code of Markdown, whatever stands in it."""
    text = _plain(text, LABELLED + LONGEST)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if not text.strip() or text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{text}{space}{fence}"


def as_json(comparison: Comparison) -> str:
    """A comparison for a program: groups with all their records, then every change in full."""
    told = {
        "old": comparison.old,
        "new": comparison.new,
        "counts": counts(comparison),
        "groups": [_group(group) for group in comparison.groups],
        "changes": [_change(change) for change in comparison.changes],
    }
    return json.dumps(told, ensure_ascii=False, indent=2, default=_date) + "\n"


def _date(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def _group(group: Group) -> Mapping[str, Any]:
    alike = {"alike": group.alike} if group.field else {}
    values = {side: getattr(group, side) for side in SIDES[group.what]} if group.field and group.alike else {}
    return {
        "what": group.what,
        "kind": group.kind,
        "field": group.field or None,
        **alike,
        **values,
        "count": len(group.changes),
        "records": group.records,
    }


def _change(change: Change) -> Mapping[str, Any]:
    told = {"what": change.what, "record": change.record, "field": change.field or None, "row": change.row or None}
    whole = not change.field and change.what in {"added", "removed"}
    return told | {side: getattr(change, side) for side in SIDES[change.what] if not whole}


FORMATS: Mapping[str, Callable[[Comparison], str]] = {"text": as_text, "markdown": as_markdown, "json": as_json}
"""By the name of `--format`."""
