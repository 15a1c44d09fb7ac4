"""Problems in the data, written for people, for GitHub's annotations, or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from macros.loading import Problem


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


REPORTS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "text": lambda problems: "\n".join(map(str, problems)),
    "github": lambda problems: "\n".join(map(_annotation, problems)),
    "json": lambda problems: json.dumps({"problems": list(map(asdict, problems))}, ensure_ascii=False, indent=2),
}
"""By the name of a format."""
