"""Named commands exist, no registry is configured, minifying changes nothing, templates have nothing left over."""

from __future__ import annotations

import re

import rcssmin
import rjsmin

from tests.support.project import PROJECT

SCRIPTS = [PROJECT / ".ci" / "run", PROJECT / ".gitlab-ci.yml", *(PROJECT / ".github" / "workflows").glob("*.yml")]
REGISTRY = re.compile(r"--(?:extra-)?index-url|--trusted-host|--find-links|PIP_INDEX|/simple\b|//registry\.")
TEMPLATES = PROJECT / "macros" / "templates"
MOST_CHARACTERS = 120
MACRO = re.compile(r"\{% macro (\w+)\(")
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
SUFFIXES = {".css", ".html", ".jinja", ".js", ".md", ".xml"}


def test_every_make_target_that_a_script_or_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    called = "\n".join(file.read_text("utf-8") for file in SCRIPTS)
    in_scripts = set(re.findall(r"^[^#\n]*\bmake (?:--\S+ )*([a-z]+)", called, re.MULTILINE))
    pages = [(PROJECT / "README.md"), *(PROJECT / "docs").rglob("*.md")]
    in_prose = {found for page in pages for found in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))}
    assert {"build", "test", "check"} <= in_scripts
    assert in_scripts | in_prose <= targets


def test_no_package_registry_is_configured() -> None:
    folders = (PROJECT / "requirements", PROJECT / ".ci")
    files = [*(PROJECT / ".github").rglob("*.yml"), *(file for folder in folders for file in folder.iterdir())]
    for file in (PROJECT / "Makefile", PROJECT / ".gitlab-ci.yml", *files):
        named = [line for line in file.read_text("utf-8").splitlines() if REGISTRY.search(line)]
        assert [line for line in named if "--no-emit-" not in line] == [], file


def test_lines_of_templates_scripts_and_styles_are_short() -> None:
    folders = (TEMPLATES, PROJECT / "overrides", PROJECT / "docs" / "assets")
    files = [file for folder in folders for file in folder.rglob("*.*") if file.suffix in SUFFIXES]
    lines = [(file, line) for file in files for line in file.read_text("utf-8").splitlines()]
    assert [(str(file), line) for file, line in lines if len(line) > MOST_CHARACTERS] == []


def test_every_macro_of_a_template_is_used() -> None:
    texts = [COMMENT.sub("", file.read_text("utf-8")) for file in TEMPLATES.rglob("*") if file.is_file()]
    everything = "\n".join(texts)
    macros = {name for text in texts for name in MACRO.findall(text)}
    assert {name for name in macros if len(re.findall(rf"\b{name}\b", everything)) == 1} == set()


WITHIN = re.compile(r"\$\{[^{}`]*(`[^`]*`)")
"""A template literal within another, which the minifier takes for code: it leaves out what it thinks are blanks."""


def test_template_literals_keep_their_blanks() -> None:
    scripts = (PROJECT / "docs/assets").rglob("*.js")
    changed = [
        f"{script.name}: {found}"
        for script in scripts
        for text in [script.read_text("utf-8")]
        for found in WITHIN.findall(text)
        if found not in rjsmin.jsmin(text)
    ]
    assert changed == []


DESCENDANT = re.compile(r"[^\s,>~+({] :(?:is|not|has|where)\(")
"""A pseudo-class after a blank: in a rule within another the minifier takes it for a declaration, without the blank."""


def test_selectors_keep_their_blanks() -> None:
    sheets = {sheet: sheet.read_text("utf-8") for sheet in (PROJECT / "docs/assets").rglob("*.css")}
    kept = {name: DESCENDANT.findall(rcssmin.cssmin(text)) for name, text in sheets.items()}
    assert kept == {name: DESCENDANT.findall(text) for name, text in sheets.items()}
