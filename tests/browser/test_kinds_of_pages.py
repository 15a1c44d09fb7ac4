"""One page of each kind fits a phone, can be read without scripts and printed, and begins with its answer."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Host, OpenPage
from tests.browser.layout import FRAMES_THAT_SCROLL, PHONE, problems_on_a_phone
from tests.browser.scripts import script
from tests.support.built_site import ELSEWHERE, SUB_PATH, BuiltSite
from tests.support.page_kinds import DRAWN, HOME, NOT_FOUND, visit

SCROLLING = ("docs/explore/index.md", "docs/data/index.md")
"""Kinds of pages with tables that scroll on a phone."""
WIDEST = (
    *(*SCROLLING, "docs/contribute/index.md", "docs/families/index.md", "docs/support/index.md", HOME, NOT_FOUND),
    *("data/comparisons", "data/models", "data/accelerators", "data/instances", "data/benchmarks"),
)
LONG_LISTS = ("docs/models/index.md", "docs/conflicts/index.md")
HEADERS = script("headers_in_sight")
"""For each long table without a frame that scrolls: its name, and whether its header is in sight at its last row."""

UNSEEN = script("unseen")

FOLDED_TEXT = script("folded_text")
"""The folded parts that show less than all of their text."""


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("fetch('no-such-file.json')", "status 404"),
        ("fetch('http://127.0.0.2:9/').catch(() => 0)", "violates the following Content Security Policy"),
        ("document.head.appendChild(document.createElement('script')).text = '0'", "inline script violates"),
        ("console.error('broken')", "console: broken"),
        ("new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('thrown') }))", "script: thrown"),
        ("alert('asked')", "dialog: asked"),
    ],
)
def test_an_error_on_a_page_fails_its_test(open_page: OpenPage, base: str, script: str, error: str) -> None:
    def run() -> None:
        with open_page() as page:
            page.goto(base)
            page.evaluate(script)

    with pytest.raises(AssertionError, match=error):
        run()


def test_on_a_phone_tables_scroll_and_no_page_does(open_page: OpenPage, origin: str, kinds: Mapping[str, str]) -> None:
    """Pages with the widest tables and the most on them; test_hostile.py visits all kinds."""
    found = {}
    with open_page(viewport=PHONE, absent=origin + SUB_PATH + kinds[NOT_FOUND]) as page:
        for kind in WIDEST:
            # From another path than the site's own, of which the page for unknown addresses knows nothing.
            visit(page, origin + (SUB_PATH if kind == NOT_FOUND else ELSEWHERE), kind, kinds[kind])
            found[kind] = problems_on_a_phone(page)
            assert bool(page.evaluate(FRAMES_THAT_SCROLL)) or kind not in SCROLLING
    assert {kind: problems for kind, problems in found.items() if problems} == {}


def test_the_header_of_a_table_stays_in_sight(open_page: OpenPage, base: str, kinds: Mapping[str, str]) -> None:
    seen: dict[str, bool] = {}
    with open_page() as page:
        for kind in (
            "docs/models/index.md",
            "docs/conflicts/index.md",
            "data/models",
            "data/instances",
            "data/frameworks",
        ):
            visit(page, base, kind, kinds[kind])
            seen |= {f"{kind}: {table}": in_sight for table, in_sight in page.evaluate(HEADERS)}
    assert seen
    assert [table for table, in_sight in seen.items() if not in_sight] == []


def test_pages_can_be_read_without_scripts(made_up_host: Host, made_up_kinds: Mapping[str, str]) -> None:
    """Those that scripts draw parts of, and those with the most on them: what could hide is the same on the others."""
    found = {}
    base, absent = made_up_host.base, made_up_host.base + made_up_kinds[NOT_FOUND]
    with made_up_host.open_page(java_script_enabled=False, absent=absent) as page:
        for kind in (*WIDEST, *DRAWN, "docs/check/index.md", "docs/models/index.md"):
            page.goto(base + made_up_kinds[kind])
            expect(page.locator("article h1")).to_be_visible()
            found[kind] = page.evaluate(UNSEEN)
        assert {kind: unseen for kind, unseen in found.items() if unseen} == {}
        page.goto(f"{base}models/shuttle-large/")  # with a picture
        lines = page.locator("figure.batch-sizes li svg[role=img]")
        expect(lines.first).to_be_visible()
        assert min(lines.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) > 100


def test_a_page_is_printed_without_what_only_a_screen_can_use(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/")
        page.emulate_media(media="print")
        expect(page.locator("h1")).to_be_visible()
        for needless in ("body > header", "body > footer", ".page-end"):
            expect(page.locator(needless).first).to_be_hidden()
        expect(page.get_by_label("Tested configurations").locator("tbody tr").last).to_be_visible()
        assert page.locator("article details.fold").count()
        assert page.evaluate(FOLDED_TEXT) == []


def test_the_address_of_a_folded_section_opens_it(made_up_host: Host) -> None:
    address = f"{made_up_host.base}frameworks/loom/"
    with made_up_host.open_page() as page:
        page.goto(address)
        folded = page.locator("h2[id] + details.fold")
        sections = folded.evaluate_all("all => all.map((one) => one.previousElementSibling.id)")
        assert sections
        for section in sections:
            page.goto(f"{address}#{section}")
            expect(page.locator(f"#{section} + details.fold")).to_have_attribute("open", "")


SCREENS = {"wide": ViewportSize(width=1280, height=800), "narrow": ViewportSize(width=390, height=800)}
ANSWERING = ("models", "architectures", "families", "accelerators", "instances", "frameworks")
PAGES_OF_A_KIND = 2
"""Here, those of the records with the longest data; `make prove` visits all."""

ANSWER_ENDS = script("answer_ends")


@pytest.mark.proof
@pytest.mark.parametrize("kind", ANSWERING)
def test_the_answer_ends_on_the_first_screen(
    open_page: OpenPage, base: str, built: BuiltSite, kind: str, *, proving: bool
) -> None:
    records = sorted(built.records(kind), key=lambda record: -len(str(record)))
    assert records
    below = []
    for screen, size in SCREENS.items():
        with open_page(viewport=size) as page:
            for record in records if proving else records[:PAGES_OF_A_KIND]:
                page.goto(base + record["url"])
                end = page.evaluate(ANSWER_ENDS)
                below += [(screen, record["url"], end)] if end is None or end > size["height"] else []
    assert below == []
