"""Blank space that nobody sees goes; what readers see as space, or as code, stays."""

from __future__ import annotations

import pytest

from macros.site.minify import minify_html


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n</ul>\n", "<ul><li>\none</li></ul>\n"),
        (
            "<p>two\n  <a href='x'>words</a>\n  <code>code</code></p>",
            "<p>two\n<a href='x'>words</a>\n<code>code</code></p>",
        ),
        ("<b>a</b>\n  <link-like>b</link-like>", "<b>a</b>\n<link-like>b</link-like>"),
        ("<pre>\n  kept\n  <li>too</pre>\n\n<div>", "<pre>\n  kept\n  <li>too</pre><div>"),
    ],
)
def test_minify_html(page: str, left: str) -> None:
    assert minify_html(page) == left
