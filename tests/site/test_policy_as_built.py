"""The Content Security Policy of every page allows its own scripts and nothing else."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping

from tests.support.built_site import BuiltSite, Page
from tests.support.html_tree import Element

LONGEST = 400
"""Bytes of the element that states a policy."""

POLICY = "Content-Security-Policy"


def stated(page: Page) -> Mapping[str, list[str]]:
    """The directives of a page's policy."""
    (meta,) = page.document.all("meta", http_equiv=POLICY)
    return {name: words for name, *words in map(str.split, meta.attributes["content"].split(";"))}


def hashes(page: Page) -> Iterator[str]:
    for script in page.document.all("script"):
        if "src" not in script.attributes and not script.attributes.get("type", "").endswith("json"):
            yield f"'sha256-{b64encode(hashlib.sha256(script.code.encode()).digest()).decode()}'"


def test_a_page_allows_its_own_scripts_and_no_others(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        allowed = stated(page)
        assert allowed["default-src"] == ["'self'"], key
        assert allowed["script-src"] == ["'self'", *sorted(hashes(page))], key
        assert set(allowed) == {"default-src", "script-src", "img-src", "object-src", "base-uri", "form-action"}, key


def test_the_policy_comes_first_in_the_head(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        inside = [found for found in page.document.one("head").children if isinstance(found, Element)]
        assert "charset" in inside[0].attributes, key
        assert inside[1].attributes["http-equiv"] == POLICY, key


def test_a_policy_is_short(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        text = page.file.read_text("utf-8")
        (element,) = re.findall(rf'<meta http-equiv="{POLICY}"[^>]*>', text)
        assert len(element) <= LONGEST, key


def test_there_are_few_inline_scripts(built: BuiltSite) -> None:
    """Two of the theme on every page, one for each depth of addresses, one for the 404 page and one for redirects."""
    assert len({one for page in built.everything.values() for one in hashes(page)}) <= 8
