"""Templates, scripts and styles are read like code: their lines are short, and nothing in them is left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.project import PROJECT

TEMPLATES = PROJECT / "macros" / "templates"
MOST_CHARACTERS = 120
MACRO = re.compile(r"\{% macro (\w+)\(")
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
SUFFIXES = {".css", ".html", ".jinja", ".js", ".md", ".xml"}
SOURCES = [
    *(file for folder in (TEMPLATES, PROJECT / "overrides") for file in folder.rglob("*.*") if file.suffix in SUFFIXES),
    *(file for file in (PROJECT / "docs" / "assets").rglob("*.*") if file.suffix in SUFFIXES),
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.relative_to(PROJECT).as_posix())
def test_lines_are_short(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), start=1)
    assert [number for number, line in lines if len(line) > MOST_CHARACTERS] == []


def test_every_macro_of_a_template_is_used() -> None:
    texts = [COMMENT.sub("", file.read_text("utf-8")) for file in TEMPLATES.rglob("*") if file.is_file()]
    everything = "\n".join(texts)
    macros = {name for text in texts for name in MACRO.findall(text)}
    assert {name for name in macros if len(re.findall(rf"\b{name}\b", everything)) == 1} == set()
