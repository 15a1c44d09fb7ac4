"""The Content Security Policy of pages, and the header files for hosts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest

from macros.site.csp import PLACE, apply_csp, inline_scripts, policy, policy_of_site
from macros.site.headers import header_files
from macros.site.state import Site
from tests.support.static_host import header_rules, headers_for

OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
"""That of alert(1), by `openssl dgst -sha256 -binary | base64`."""

ASSETS = ("assets/javascripts/bundle.0123abcd.min.js", "assets/stylesheets/main.89efcdab.min.css", "assets/own.js")


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


@pytest.fixture(scope="module")
def written(made_up: Site) -> Mapping[str, str]:
    allowed = policy_of_site(inline_scripts("<script>alert(1)</script>"))
    files = header_files(made_up.renderer, allowed, ASSETS)
    return {name: content.decode() for name, content in files}


@pytest.mark.parametrize("name", ["_headers", ".htaccess", "headers.nginx.conf"])
def test_every_header_file_holds_the_same_headers(written: Mapping[str, str], name: str) -> None:
    for rule in header_rules(written["_headers"]):
        for header, value in rule.headers:
            assert header in written[name]
            assert value in written[name]
    assert written[name].count(f"script-src 'self' {OF_ALERT};") == 1
    assert written[name].endswith("\n")
    assert "&" not in written[name], "nothing is escaped as in HTML"


def test_each_file_is_sent_its_headers_and_none_twice(written: Mapping[str, str]) -> None:
    rules = header_rules(written["_headers"])
    everywhere = headers_for("/models/shuttle-large/", rules)
    assert "frame-ancestors 'none'" in everywhere["Content-Security-Policy"]
    assert everywhere["X-Content-Type-Options"] == "nosniff"
    more = {
        "/api/v1/models.json": {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"},
        "/badges/shuttle-large.svg": {"Cross-Origin-Resource-Policy": "cross-origin"},
        **{f"/{name}": {"Cache-Control": "public, max-age=31536000, immutable"} for name in ASSETS[:2]},
        "/assets/own.js": {},
        "/": {},
    }
    for path, headers in more.items():
        assert headers_for(path, rules) == {**everywhere, **headers}, path


def test_header_files_are_within_the_limits_of_hosts(written: Mapping[str, str]) -> None:
    """Cloudflare Pages reads 100 rules of lines of 2,000 letters; nginx knows a variable once."""
    assert len(header_rules(written["_headers"])) <= 100
    assert max(map(len, written["_headers"].splitlines())) <= 2000
    declared = Counter(re.findall(r"^set (\$\w+) ", written["headers.nginx.conf"], re.MULTILINE))
    used = re.findall(r"^add_header .* (\$\w+) always;$", written["headers.nginx.conf"], re.MULTILINE)
    assert declared == Counter(used)
    assert written["headers.nginx.conf"].count("{") == written["headers.nginx.conf"].count("}")
    assert written[".htaccess"].count("<If ") == written[".htaccess"].count("</If>") == 4
