"""The Content Security Policy of pages."""

from __future__ import annotations

import pytest

from macros.site.csp import PLACE, apply_csp, inline_scripts, policy

OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
"""That of alert(1), by `openssl dgst -sha256 -binary | base64`."""


@pytest.mark.parametrize(
    "page",
    [
        "<script>alert(1)</script>",
        '<head><script type="module">alert(1)</script></head>',
        "<SCRIPT>alert(1)</SCRIPT><article>facts</article>",
        "<article>facts</article><script>alert(1)</script>",
    ],
)
def test_a_script_of_the_theme_is_allowed_by_its_hash(page: str) -> None:
    assert inline_scripts(page) == {OF_ALERT}


@pytest.mark.parametrize(
    "page",
    [
        '<script src="own.js"></script>',
        '<script type="application/json">{"a": 1}</script>',
        '<script id="a" type="application/ld+json">{}</script>',
        "<article><script>alert(1)</script></article>",
        "<article></article><script>alert(1)</script><article></article>",
        "<article class=x></article><script>alert(1)</script></article>",
    ],
)
def test_a_loaded_script_linked_data_and_a_script_in_the_article_get_no_hash(page: str) -> None:
    assert inline_scripts(page) == set()


def test_a_page_allows_the_hashes_of_its_own_scripts_alone() -> None:
    page = f'<meta content="{policy()}"><script>alert(1)</script><p>{PLACE}</p>'
    assert (
        apply_csp(page, inline_scripts(page))
        == f'<meta content="{policy([OF_ALERT])}"><script>alert(1)</script><p>{PLACE}</p>'
    )


def test_a_policy_without_hashes_allows_no_inline_script() -> None:
    assert "unsafe" not in policy()
    assert policy([]).startswith("default-src 'self'; script-src 'self'; ")
