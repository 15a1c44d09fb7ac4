"""Scripts say the same when they are minified."""

from __future__ import annotations

import re

import rjsmin

from tests.support.project import PROJECT

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
