"""Finished pages: their Content Security Policy, and the blank space that is left."""

from __future__ import annotations

import pytest

from macros.site.finished import PLACE, POLICY, with_policy

OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
"""That of alert(1), by `openssl dgst -sha256 -binary | base64`."""


def allowed(page: str) -> str:
    """The hashes that a finished page allows."""
    return with_policy(f"{PLACE}|{page}").partition("|")[0]


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
    assert allowed(page) == OF_ALERT


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
    assert allowed(page) == ""


def test_only_the_policy_itself_is_filled_in() -> None:
    page = f'<meta content="{{}}"><script>alert(1)</script><p>{PLACE}</p>'
    assert "unsafe" not in POLICY
    assert with_policy(page.format(POLICY)) == page.format(POLICY.replace(PLACE, OF_ALERT))
