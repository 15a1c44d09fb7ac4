"""The policy of every page as built, and that of the site, measured against the scripts that are really there."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping

import pytest
from macros.site_theme import is_preview
from mkdocs.config import load_config

from macros.site.csp import policy
from tests.support.built_site import BuiltSite, Page
from tests.support.html_tree import Element
from tests.support.places import PROJECT
from tests.support.static_host import header_rules, headers_for

DEAREST = 400
"""Bytes of a page that its policy may cost."""

POLICY = "Content-Security-Policy"


def stated(page: Page) -> Mapping[str, list[str]]:
    """What a page says may be loaded: words by directive."""
    (meta,) = page.document.all("meta", http_equiv=POLICY)
    return directives(meta.attributes["content"])


def directives(policy: str) -> Mapping[str, list[str]]:
    return {name: words for name, *words in map(str.split, policy.split(";"))}


def hashes(page: Page) -> Iterator[str]:
    for script in page.document.all("script"):
        if "src" not in script.attributes and not script.attributes.get("type", "").endswith("json"):
            yield f"'sha256-{b64encode(hashlib.sha256(script.code.encode()).digest()).decode()}'"


def test_a_page_allows_what_it_runs_and_nothing_else(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        allowed = stated(page)
        assert allowed["default-src"] == ["'self'"], key
        assert allowed["script-src"] == ["'self'", *sorted(hashes(page))], key
        assert set(allowed) == {"default-src", "script-src", "img-src", "object-src", "base-uri", "form-action"}, key


def test_the_policy_comes_before_all_that_it_speaks_of(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        inside = [found for found in page.document.one("head").children if isinstance(found, Element)]
        assert "charset" in inside[0].attributes, key
        assert inside[1].attributes["http-equiv"] == POLICY, key


def test_a_policy_costs_a_page_little(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        text = page.file.read_text("utf-8")
        (element,) = re.findall(rf'<meta http-equiv="{POLICY}"[^>]*>', text)
        assert len(element) <= DEAREST, key


def test_the_frame_of_pages_needs_few_scripts_in_them(built: BuiltSite) -> None:
    """Two of the theme on every page, one for each depth and one for the page without a place, one of redirects."""
    assert len({one for page in built.everything.values() for one in hashes(page)}) <= 8


def test_what_hosts_send_allows_every_page(built: BuiltSite) -> None:
    sent = directives(headers_for("/", header_rules(built.file("_headers").read_text("utf-8")))[POLICY])
    everything = {one for page in built.everything.values() for one in hashes(page)}
    assert sent["script-src"] == ["'self'", *sorted(everything)]
    for key, page in built.everything.items():
        for name, words in stated(page).items():
            assert set(words) <= set(sent[name]), key
    assert sent["frame-ancestors"] == ["'none'"]


def test_files_named_by_their_content_are_kept(built: BuiltSite) -> None:
    rules = header_rules(built.file("_headers").read_text("utf-8"))
    kept = {rule.path for rule in rules if "Cache-Control" in dict(rule.headers)}
    assert len(kept) == 3
    assert [path for path in kept if not built.file(path.removeprefix("/")).is_file()] == []


@pytest.mark.parametrize(("site_url", "preview"), [("https://example.org/", False), ("http://127.0.0.1:8000/", True)])
def test_a_preview_has_no_policy_as_it_reloads_its_pages(site_url: str, *, preview: bool) -> None:
    config = load_config(str(PROJECT / "mkdocs.yml"), site_url=site_url)
    assert is_preview(config) is preview
    template = config.theme.get_env().get_template("main.html")
    context = {"config": config, "base_url": ".", "page": None, "page_policy": "" if preview else policy()}
    head = "".join(template.blocks["site_meta"](template.new_context(context)))
    assert head.count(POLICY) == (not preview)
    assert head.count("<meta charset") == 1
