"""The Content Security Policy in a real browser: it stops what it should, and nothing that the site does.

All other tests here open pages with their policy too, and fail when it blocks anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

from playwright.sync_api import Browser, expect

from tests.browser.conftest import OpenPage
from tests.browser.records import Api
from tests.browser.search_box import typed
from tests.support.built_site import NOT_FOUND, SUB_PATH, BuiltSite, served

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


def test_the_policy_blocks_injected_elements_which_run_without_it(
    browser: Browser, built: BuiltSite, kinds: Mapping[str, str], tmp_path: Path
) -> None:
    for folder in ("assets", "search"):
        copytree(built.file(folder), tmp_path / folder)
    (tmp_path / NOT_FOUND).touch()
    text, above = built.file(f"{kinds[KIND]}index.html").read_text("utf-8"), kinds[KIND].rstrip("/").rpartition("/")[0]
    elements = "".join(element for element, _ in INJECTED.values())
    for name, page_text, injected in (("free", META.sub("", text), INJECTED["script"][0]), ("blocked", text, elements)):
        (tmp_path / above / name).mkdir(parents=True)
        attacked = page_text.replace("</article>", f"{injected}</article>")
        (tmp_path / above / name / "index.html").write_text(attacked, "utf-8")
    with served(tmp_path) as origin, browser.new_context() as context:
        context.add_init_script(GATHER)
        page = context.new_page()
        page.goto(f"{origin}{SUB_PATH}{above}/free/")
        assert (page.title(), page.evaluate("blocked")) == ("script ran", [])
        page.goto(f"{origin}{SUB_PATH}{above}/blocked/")
        directives = sorted({directive for _, directive in INJECTED.values()})
        page.wait_for_function("directives => directives.every((one) => blocked.includes(one))", arg=directives)
        expect(page.locator("h1")).to_be_visible()
        expect(page.get_by_text("x", exact=True)).to_be_visible()
        assert page.title() != "script ran"
        assert page.evaluate("document.baseURI") == page.url


def test_an_address_and_a_command_can_be_copied(open_page: OpenPage, base: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{base}data/recipes/")
        page.get_by_role("button", name="Copy", exact=True).first.click()
        expect(page.get_by_text("Copied.").first).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator("pre code").first.inner_text().strip()


def test_the_address_of_an_image_can_be_copied(open_page: OpenPage, base: str, api: Api) -> None:
    images = [one for one in api.records("images") if one["name"] and str(one["copy"]).endswith(f":{one['name']}")]
    folder = next(one["id"].rpartition("/")[0] for one in images if one["release"] is None)
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{base}images/{folder}/")
        cell = page.locator("th", has=page.get_by_role("button", name="Copy address")).first
        cell.get_by_role("button").click()
        expect(cell.get_by_text("Copied.")).to_be_visible()
        tag = cell.evaluate("cell => cell.firstChild.textContent.trim()")
        here = {one["name"]: one["copy"] for one in images if one["id"].rpartition("/")[0] == folder}
        assert page.evaluate("navigator.clipboard.readText()") == here[tag]


def test_a_search_can_be_shared(open_page: OpenPage, base: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{base}data/")
        typed(page, "neuron core")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{base}?q=neuron+core"
