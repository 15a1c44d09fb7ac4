"""Findings as text for a terminal, as Markdown for an issue, as JSON, and as SARIF for code scanning."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from macros.stack.judging import LEVELS, Finding

Files = Mapping[str, Sequence[Finding]]
"""By the name of a file: its findings, the worst first."""

ALWAYS_COUNTED = ("fine", "unknown")
"""Levels of which it is said, too, that there is nothing."""

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def _line(found: Finding) -> str:
    until = f"until {found.until}" if found.until else None
    instead = f"instead: {found.instead}" if found.instead else None
    return "; ".join(filter(None, (f"{found.name}: {found.state}", until, instead, found.together)))


def _told(found: Sequence[Finding]) -> Sequence[Finding]:
    return [one for one in found if LEVELS[one.level].is_told]


def _counts(found: Sequence[Finding]) -> Iterator[str]:
    """How many there are of what is not told one by one, with the names of what has no state."""
    for key, level in LEVELS.items():
        names = [one.name for one in found if one.level == key]
        named = f": {', '.join(names)}" if names and key in ("model", "unknown") else ""
        if not level.is_told and (names or key in ALWAYS_COUNTED):
            yield f"{level.label}: {len(names)}{named}."


def text(files: Files) -> str:
    lines: list[str] = []
    for name, found in files.items():
        lines += [f"{name}:{one.item.line}: {one.level}: {_line(one)}" for one in _told(found)]
        lines += [f"{name}: {line}" for line in _counts(found)]
    return "\n".join(lines)


def markdown(files: Files) -> str:
    lines: list[str] = []
    for name, found in files.items():
        told = _told(found)
        lines += [f"**{name}**", ""] if len(files) > 1 else []
        lines += [f"- **{one.level}** (line {one.item.line}): {_line(one)}" for one in told]
        lines += ["" if told else "No finding.", *_counts(found), ""]
    return "\n".join(lines).strip()


def _as_dict(found: Finding) -> Mapping[str, Any]:
    return {
        "level": found.level,
        "kind": found.item.kind,
        "name": found.item.name,
        "version": found.item.version,
        "line": found.item.line,
        "state": found.state,
        "until": found.until.isoformat() if found.until else None,
        "instead": found.instead,
        "together": found.together,
        "page": found.page,
    }


def as_json(files: Files) -> str:
    return json.dumps({name: list(map(_as_dict, found)) for name, found in files.items()}, ensure_ascii=False, indent=2)


def sarif(files: Files) -> str:
    """SARIF 2.1.0: what is fine or not known is no result."""
    results = [
        {
            "ruleId": one.level,
            "level": LEVELS[one.level].sarif,
            "message": {"text": _line(one)},
            "locations": [
                {"physicalLocation": {"artifactLocation": {"uri": name}, "region": {"startLine": one.item.line}}}
            ],
        }
        for name, found in files.items()
        for one in _told(found)
    ]
    run = {"tool": {"driver": {"name": "Accelerator Atlas"}}, "results": results}
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


FORMATS: Mapping[str, Callable[[Files], str]] = {"text": text, "markdown": markdown, "json": as_json, "sarif": sarif}
