"""Finished pages: their Content Security Policy allows no script of the text, and code keeps its blanks."""

from __future__ import annotations

import pytest

from macros.site.finished import PLACE, POLICY, with_policy, without_blanks

OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
"""That of alert(1), by `openssl dgst -sha256 -binary | base64`."""


def allowed(page: str) -> str:
    """The hashes that a finished page allows."""
    return with_policy(f"{PLACE}|{page}").partition("|")[0]


@pytest.mark.parametrize(
    "page",
    [
        "<article><script>alert(1)</script></article>",
        "<article></article><script>alert(1)</script><article></article>",
        "<article class=x></article><script>alert(1)</script></article>",
    ],
)
def test_a_script_in_the_article_gets_no_hash(page: str) -> None:
    assert allowed(page) == ""


def test_code_keeps_its_blanks_and_words_stay_apart() -> None:
    page = "<p>a\n   <b>b</b>\n c</p>\n<PRE>\n  x\n   <li>y\n</PRE>\n   <textarea> \n z</textarea>"
    shown = "<p>a\n<b>b</b>\nc</p>\n<PRE>\n  x\n   <li>y\n</PRE>\n<textarea> \n z</textarea>"
    assert without_blanks(page) == shown


def test_only_the_policy_itself_is_filled_in() -> None:
    page = f'<meta content="{{}}"><script>alert(1)</script><p>{PLACE}</p>'
    assert "unsafe" not in POLICY
    assert with_policy(page.format(POLICY)) == page.format(POLICY.replace(PLACE, OF_ALERT))
