"""The Content Security Policy in a real browser: it stops what it should, and nothing that the site does.

All other tests here are served with the headers that the build writes too, and fail when the policy blocks anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.search_box import typed
from tests.support.built_site import NOT_FOUND, SUB_PATH, BuiltSite
from tests.support.page_kinds import NOT_FOUND as NO_PAGE
from tests.support.static_host import HEADERS, served

POLICY = "content-security-policy"
META = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
KIND = "data/datasets"
"""The kind of the page that is attacked."""

INJECTED = {
    "script": ("<script>document.title = 'script ran'</script>", "script-src-elem"),
    "listener": ("<img src=x.png onerror=\"document.title = 'script ran'\">", "script-src-attr"),
    "style": ("<p style='display: none'>x</p>", "style-src-attr"),
    "style sheet": ("<style>h1 { display: none }</style>", "style-src-elem"),
    "frame": ("<iframe srcdoc='<script>top.document.title = `script ran`</script>'></iframe>", "script-src-elem"),
    "base": ("<base href='/elsewhere/'>", "base-uri"),
    "other host": ("<script src='//127.0.0.2:9/x.js'></script>", "script-src-elem"),
    "beacon": ("<img src='//127.0.0.2:9/x.png'>", "img-src"),
}
"""What a mistake might let into a page, and the directive that stops it."""

GATHER = """window.blocked = [];
addEventListener("securitypolicyviolation", (event) => window.blocked.push(event.effectiveDirective));"""


@contextmanager
def attacked(built: BuiltSite, address: str, folder: Path, element: str, stated_by: str) -> Iterator[str]:
    """A page with an element injected into its article. The policy is stated by the header, the page or nobody."""
    copytree(built.file("assets"), folder / "assets")
    copytree(built.file("search"), folder / "search")
    (folder / NOT_FOUND).touch()
    if stated_by == "header":
        (folder / HEADERS).write_bytes(built.file(HEADERS).read_bytes())
    text = built.file(f"{address}index.html").read_text("utf-8")
    if stated_by != "page":
        text = META.sub("", text)
    place = folder / address / "index.html"
    place.parent.mkdir(parents=True)
    place.write_text(text.replace("</article>", f"{element}</article>"), "utf-8")
    with served(folder) as origin:
        yield f"{origin}{SUB_PATH}{address}"


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context() as context:
        context.add_init_script(GATHER)
        page = context.new_page()
        page.goto(address)
        yield page


@pytest.mark.parametrize("stated_by", ["header", "page"])
def test_injected_elements_are_blocked(
    browser: Browser, built: BuiltSite, kinds: Mapping[str, str], tmp_path: Path, stated_by: str
) -> None:
    elements = "".join(element for element, _ in INJECTED.values())
    directives = sorted({directive for _, directive in INJECTED.values()})
    with (
        attacked(built, kinds[KIND], tmp_path, elements, stated_by) as address,
        opened(browser, address) as page,
    ):
        page.wait_for_function("directives => directives.every((one) => blocked.includes(one))", arg=directives)
        expect(page.locator("h1")).to_be_visible()
        expect(page.get_by_text("x", exact=True)).to_be_visible()
        assert page.title() != "script ran"
        assert page.evaluate("document.baseURI") == address


def test_without_the_policy_an_injected_script_runs(
    browser: Browser, built: BuiltSite, kinds: Mapping[str, str], tmp_path: Path
) -> None:
    element, _ = INJECTED["script"]
    with attacked(built, kinds[KIND], tmp_path, element, "nobody") as address, opened(browser, address) as page:
        assert page.title() == "script ran"
        assert page.evaluate("blocked") == []


@pytest.fixture(scope="module")
def files(built: BuiltSite) -> list[str]:
    """One file of each kind that is fetched besides pages."""
    return [
        next(built.root.glob("badges/**/*.svg")).relative_to(built.root).as_posix(),
        "changes/feed.xml",
        "api/v1/models.json",
        "licences.txt",
    ]


def test_pages_and_files_come_with_the_policy(
    open_page: OpenPage, base: str, kinds: Mapping[str, str], files: list[str]
) -> None:
    with open_page() as page:
        for address in ("", kinds["data/models"], kinds[NO_PAGE], *files, "assets/search-worker.js"):
            headers = page.request.get(base + address).headers
            assert headers[POLICY].startswith("default-src 'self'; "), address
            assert headers["x-content-type-options"] == "nosniff", address


def test_an_address_and_a_command_can_be_copied(open_page: OpenPage, base: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{base}data/")
        page.locator(".md-clipboard, .md-code__button").first.click()
        expect(page.locator(".md-dialog--active")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator("pre code").first.inner_text().strip()


def test_a_search_can_be_shared(open_page: OpenPage, base: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{base}data/")
        typed(page, "neuron core")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{base}?q=neuron+core"


def test_a_file_can_be_opened_by_itself(browser: Browser, base: str, files: list[str]) -> None:
    for file in files:
        with opened(browser, base + file) as page:
            expect(page.locator(":root")).to_be_visible()
            assert page.evaluate("blocked") == [], file


EMBED = """({ site, badge }) => {
  const shown = (element, address) => new Promise((done) => {
    element.onload = () => done(element.naturalWidth > 0);
    element.onerror = () => done(false);
    element.src = site + address;
    document.body.append(element);
  });
  const read = (address) => fetch(site + address).then((answer) => answer.status, () => 'refused');
  return Promise.all([shown(new Image(), badge), read('api/v1/models.json'), read('models/')]);
}"""


def test_other_sites_show_badges_and_read_the_api_but_frame_no_page(
    browser: Browser, base: str, files: list[str], tmp_path: Path
) -> None:
    (tmp_path / NOT_FOUND).write_text(f"<!doctype html><title>Elsewhere</title><iframe src={base}></iframe>", "utf-8")
    with served(tmp_path) as elsewhere, opened(browser, elsewhere) as page:
        assert page.evaluate(EMBED, {"site": base, "badge": files[0]}) == [True, HTTPStatus.OK, "refused"]
        assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]
