"""Minified HTML: blank space that is not shown is removed, all else is kept."""

from __future__ import annotations

import pytest

from macros.site.minify import minify_html


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("no markup", "no markup"),
        ("<ul>\n  <li>\n    one\n  </li>\n</ul>\n", "<ul><li>\none</li></ul>\n"),
        (
            "<p>two\n  <a href='x'>words</a>\n  <code>code</code></p>",
            "<p>two\n<a href='x'>words</a>\n<code>code</code></p>",
        ),
        ("<b>a</b>\n  <link-like>b</link-like>", "<b>a</b>\n<link-like>b</link-like>"),
        ("<pre>\n  kept\n  <li>too</pre>\n\n<div>", "<pre>\n  kept\n  <li>too</pre><div>"),
        ("<p>\n<textarea>\n\n a\n</textarea>\n</p>", "<p>\n<textarea>\n\n a\n</textarea></p>"),
    ],
)
def test_blank_space_is_removed_where_it_is_not_shown(page: str, left: str) -> None:
    assert minify_html(page) == left
