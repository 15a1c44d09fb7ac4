"""The policy in a real browser: it stops what it should, and nothing that the site does.

All tests here and beside are served with the headers that the build writes, and fail when the policy blocks anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_search import FIELD, FIRST_THREE
from tests.support.built_site import NOT_FOUND, SUB_PATH, BuiltSite
from tests.support.page_kinds import KINDS, NO_PAGE, visit
from tests.support.static_host import HEADERS, served

POLICY = "content-security-policy"
META = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
ATTACKED = "limitations/large-model-protobuf-2gb/"

INTRUDERS = {
    "script": ("<script>document.title = 'came alive'</script>", "script-src-elem"),
    "listener": ("<img src=x.png onerror=\"document.title = 'came alive'\">", "script-src-attr"),
    "style": ("<p style='display: none'>x</p>", "style-src-attr"),
    "style sheet": ("<style>h1 { display: none }</style>", "style-src-elem"),
    "frame": ("<iframe srcdoc='<script>top.document.title = `came alive`</script>'></iframe>", "script-src-elem"),
    "base": ("<base href='/elsewhere/'>", "base-uri"),
    "other host": ("<script src='//127.0.0.2:9/x.js'></script>", "script-src-elem"),
    "beacon": ("<img src='//127.0.0.2:9/x.png'>", "img-src"),
}
"""What a mistake might let into a page, and the directive that stops it."""

GATHER = """window.blocked = [];
addEventListener("securitypolicyviolation", (event) => window.blocked.push(event.effectiveDirective));"""


@contextmanager
def attacked(built: BuiltSite, folder: Path, intruder: str, stated_by: str) -> Iterator[str]:
    """The address of a page with an intruder among its facts, where the policy stands in one of two places or none."""
    for name in ("assets", "search"):
        copytree(built.file(name), folder / name, symlinks=True)
    (folder / NOT_FOUND).write_bytes(built.file(NOT_FOUND).read_bytes())
    if stated_by == "header":
        (folder / HEADERS).write_bytes(built.file(HEADERS).read_bytes())
    text = built.pages[ATTACKED].file.read_text("utf-8")
    if stated_by != "page":
        text = META.sub("", text)
    place = folder / ATTACKED / "index.html"
    place.parent.mkdir(parents=True)
    place.write_text(text.replace("</article>", f"{intruder}</article>"), "utf-8")
    with served(folder) as origin:
        yield f"{origin}{SUB_PATH}{ATTACKED}"


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context()
    context.add_init_script(GATHER)
    try:
        page = context.new_page()
        page.goto(address)
        yield page
    finally:
        context.close()


@pytest.mark.parametrize("stated_by", ["header", "page"])
def test_intruders_are_stopped(browser: Browser, built: BuiltSite, tmp_path: Path, stated_by: str) -> None:
    everyone = "".join(element for element, _ in INTRUDERS.values())
    with attacked(built, tmp_path, everyone, stated_by) as address, opened(browser, address) as page:
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")
        blocked = page.evaluate("blocked")
        assert {directive for _, directive in INTRUDERS.values()} <= set(blocked)
        assert page.title() != "came alive"
        assert page.evaluate("document.baseURI") == address
        assert page.get_by_text("x", exact=True).is_visible()


def test_without_the_policy_they_come_alive(browser: Browser, built: BuiltSite, tmp_path: Path) -> None:
    element, _ = INTRUDERS["script"]
    with attacked(built, tmp_path, element, "nobody") as address, opened(browser, address) as page:
        assert page.title() == "came alive"
        assert page.evaluate("blocked") == []


def test_every_kind_of_page_comes_with_the_policy(open_page: OpenPage, base: str) -> None:
    with open_page(absent=base + NO_PAGE) as page:
        for kind, address in KINDS.items():
            answer = page.request.get(base + address)
            assert answer.headers[POLICY].startswith("default-src 'self'; "), kind
            assert answer.headers["x-content-type-options"] == "nosniff", kind
        for file in ("badges/gpt2.svg", "changes/feed.xml", "api/v1/models.json", "assets/search-worker.js"):
            assert page.request.get(base + file).headers[POLICY], file


def use_the_search(page: Page, base: str) -> None:
    page.goto(base)
    page.get_by_label(FIELD).click()
    page.keyboard.type("gpt2")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    page.get_by_label("Share", exact=True).click()
    expect(page.locator(".md-dialog")).to_contain_text("Copied")
    page.goto(f"{base}data/")
    page.keyboard.press("/")
    page.keyboard.type("gpt2")
    expect(page.locator(FIRST_THREE).first).to_have_attribute("href", f"{base}models/gpt2/?h=gpt2")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}models/gpt2/*")
    expect(page.locator("mark").first).to_be_attached()
    expect(page.locator("h1")).to_contain_text("gpt2")


def read_a_model(page: Page, base: str) -> None:
    visit(page, base, "model")
    page.locator(".md-clipboard, .md-code__button").first.click()
    expect(page.locator(".md-dialog")).to_contain_text("Copied")
    page.get_by_title("Switch to dark").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def ask_on_the_home_page(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("form[data-question=models] input").fill("gpt2")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}models/gpt2/")


def explore(page: Page, base: str) -> None:
    visit(page, base, "explore")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert download.value.path().read_text("utf-8").startswith("id,")


def compare(page: Page, base: str) -> None:
    visit(page, base, "compare")
    page.get_by_label("Name or id").fill("gpt2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-comparing] table thead th a")).to_have_text(["gpt2"])


def follow_a_redirect(page: Page, base: str) -> None:
    page.goto(f"{base}models/bart-base/")
    page.wait_for_url(f"{base}models/facebook/bart-base/")
    expect(page.locator("h1")).to_contain_text("bart-base")


def get_lost(page: Page, base: str) -> None:
    visit(page, base, "not found")
    expect(page.locator("[data-suggestions] a").first).to_have_text("models/bert-base-uncased/")


@pytest.mark.parametrize(
    "use",
    [
        use_the_search,
        read_a_model,
        ask_on_the_home_page,
        explore,
        compare,
        follow_a_redirect,
        get_lost,
    ],
    ids=lambda use: use.__name__,
)
def test_everything_works_under_the_policy(open_page: OpenPage, base: str, use: Callable[[Page, str], None]) -> None:
    with open_page(absent=base + NO_PAGE, permissions=["clipboard-read", "clipboard-write"]) as page:
        use(page, base)


@pytest.mark.parametrize("file", ["badges/gpt2.svg", "changes/feed.xml", "api/v1/models.json", "licences.txt"])
def test_a_file_can_be_looked_at_by_itself(browser: Browser, base: str, file: str) -> None:
    with opened(browser, base + file) as page:
        expect(page.locator(":root")).to_be_visible()
        assert page.evaluate("blocked") == []


EMBED = """(site) => {
  const shown = (element, address) => new Promise((done) => {
    element.onload = () => done(element.naturalWidth > 0);
    element.onerror = () => done(false);
    element.src = site + address;
    document.body.append(element);
  });
  const read = (address) => fetch(site + address).then((answer) => answer.status, () => 'refused');
  return Promise.all([shown(new Image(), 'badges/gpt2.svg'), read('api/v1/models.json'), read('models/')]);
}"""


def test_other_sites_show_badges_and_read_the_api_but_frame_no_page(
    browser: Browser, base: str, tmp_path: Path
) -> None:
    (tmp_path / NOT_FOUND).write_text(f"<!doctype html><title>Elsewhere</title><iframe src={base}></iframe>", "utf-8")
    with served(tmp_path) as elsewhere, opened(browser, elsewhere) as page:
        assert page.evaluate(EMBED, base) == [True, HTTPStatus.OK, "refused"]
        assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]
