"""Problems in the data, written for people, for GitHub's annotations, or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from macros.loading import Problem

Report = Callable[[Sequence[Problem]], str]


def _text(problems: Sequence[Problem]) -> str:
    return "\n".join(map(str, problems))


def _github(problems: Sequence[Problem]) -> str:
    return "\n".join(map(_annotation, problems))


def _annotation(problem: Problem) -> str:
    # The form and its escapes: "Workflow commands for GitHub Actions" in GitHub's documentation.
    title = problem.rule or problem.field or "data"
    place = {"file": problem.file, "line": problem.line, "col": problem.column, "title": title}
    properties = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in place.items())
    subject = f"{problem.field}: " if problem.field else ""
    hint = f"\n{problem.hint}" if problem.hint else ""
    return f"::error {properties}::{_escaped(f'{subject}{problem.message}{hint}')}"


def _escaped(text: str, also: str = "") -> str:
    for character in f"%\r\n{also}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def _json(problems: Sequence[Problem]) -> str:
    return json.dumps({"problems": [asdict(problem) for problem in problems]}, ensure_ascii=False, indent=2)


REPORTS: Mapping[str, Report] = {"text": _text, "github": _github, "json": _json}
"""By the name of a format."""
