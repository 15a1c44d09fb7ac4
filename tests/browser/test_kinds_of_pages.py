"""One page of each kind: silent, accessible in light and dark, fit for a phone, and readable without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.built_site import SUB_PATH
from tests.support.page_kinds import KINDS, NO_PAGE, visit
from tests.support.static_host import ELSEWHERE

AXE = Axe()
WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
PHONE = {"width": 360, "height": 740}

each_kind = pytest.mark.parametrize("kind", KINDS)


def absent(base: str, kind: str) -> str | None:
    """The address of which the browser may say that it is not there."""
    return base + NO_PAGE if KINDS[kind] == NO_PAGE else None


def violations(page: Page, inside: str | None = None) -> list[str]:
    """What of a page, or of the part that a selector names, breaks a rule."""
    found: list[dict[str, Any]] = AXE.run(page, context=inside, options=WCAG).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:200]} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"]
    ]


def test_many_kinds_are_tried() -> None:
    assert len(KINDS) >= 15
    assert len(set(KINDS.values())) == len(KINDS)


def run_on_the_home_page(open_page: OpenPage, base: str, script: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.evaluate(script)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("fetch('no-such-file.json')", "status 404"),
        ("fetch('http://127.0.0.2:9/').catch(() => 0)", "violates the following Content Security Policy"),
        ("console.error('broken')", "console: broken"),
        ("new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('thrown') }))", "script: thrown"),
    ],
)
def test_what_a_page_complains_of_fails_its_test(open_page: OpenPage, base: str, script: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        run_on_the_home_page(open_page, base, script)


@each_kind
def test_no_accessibility_rule_is_violated_in_light_and_dark(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page(reduced_motion="reduce", absent=absent(base, kind)) as page:
        visit(page, base, kind)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
        assert violations(page) == []
        page.get_by_title("Switch to dark").click()
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        assert violations(page) == []


@pytest.mark.parametrize(("scheme", "name"), [("light", "default"), ("dark", "slate")])
def test_pages_come_in_the_scheme_that_the_reader_prefers(
    open_page: OpenPage, base: str, scheme: str, name: str
) -> None:
    with open_page(color_scheme=scheme) as page:
        page.goto(base)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", name)


def test_there_is_no_accessibility_rule_violated_in_the_open_search(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label("Search models, hardware, frameworks").fill("bert")
        # The theme looks things up when a key is let go.
        page.get_by_label("Search models, hardware, frameworks").press("End")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        # The answers may be there before the panel has faded in, and half faded in nothing has its colours.
        page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
        assert violations(page, ".md-search__inner") == []


OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  return [document.documentElement.scrollWidth - wide, document.body.scrollWidth - wide];
}"""

FRAMES_THAT_SCROLL = """() => {
  const edge = (element) => element.getBoundingClientRect();
  const tables = [...document.querySelectorAll('.frame > table')].filter((table) => table.checkVisibility());
  const frames = tables.map((table) => table.parentElement).filter((one) => one.scrollWidth > one.clientWidth + 1);
  return frames.map((frame) => {
    const [first, head] = ['tbody th[scope=row]', 'thead th'].map((selector) => frame.querySelector(selector));
    frame.scrollLeft = frame.scrollWidth;
    const sideways = [first, head].map((cell) => edge(cell).left - edge(frame).left);
    frame.scrollTop = frame.scrollHeight;
    const down = frame.scrollHeight > frame.clientHeight + 1 ? edge(head).top - edge(frame).top : 0;
    const share = edge(first).width / edge(frame).width;
    return { moved: frame.scrollLeft, sideways, down, share, focus: frame.tabIndex };
  });
}"""

HEADERS_IN_SIGHT = """() => [...document.querySelectorAll('.frame')].map((frame) => {
  const rows = frame.querySelectorAll('tbody tr');
  if (rows.length < 4) return 'in sight';
  rows[rows.length - 1].scrollIntoView({ block: 'center', behavior: 'instant' });
  const head = frame.querySelector('thead th').getBoundingClientRect();
  const covered = document.querySelector('.md-header').getBoundingClientRect().bottom;
  return head.top >= covered - 1 && head.bottom <= innerHeight ? 'in sight' : frame.getAttribute('aria-label');
})"""


@each_kind
def test_a_phone_scrolls_tables_and_not_the_page(open_page: OpenPage, origin: str, kind: str) -> None:
    # From another path than the site's own, of which a host's page for unknown addresses knows nothing.
    base = origin + (SUB_PATH if KINDS[kind] == NO_PAGE else ELSEWHERE)
    with open_page(viewport=PHONE, absent=absent(base, kind)) as page:
        visit(page, base, kind)
        assert max(page.evaluate(OVERFLOWING)) <= 0
        for frame in page.evaluate(FRAMES_THAT_SCROLL):
            assert frame["moved"] > 0
            assert max(map(abs, frame["sideways"])) <= 2, "the first column and its header stay"
            assert abs(frame["down"]) <= 2, "the header stays"
            assert frame["share"] <= 0.5, "the first column leaves room for the others"
            assert frame["focus"] == 0, "the keyboard reaches what scrolls"


@pytest.mark.parametrize("kind", ["model", "families", "source", "explore", "instances"])
def test_wide_tables_do_scroll_on_a_phone(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page(viewport=PHONE) as page:
        visit(page, base, kind)
        assert page.evaluate(FRAMES_THAT_SCROLL)


@pytest.mark.parametrize("kind", ["model", "instance", "datasets"])
def test_the_header_of_a_table_stays_in_sight_while_the_page_scrolls(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page() as page:
        visit(page, base, kind)
        assert set(page.evaluate(HEADERS_IN_SIGHT)) == {"in sight"}


SAYS_WITHOUT_SCRIPTS = {
    "home": ["I have a model", "316 tested configurations", "Coverage"],
    "model": ["Does it run?", "NVIDIA A10G", "wikitext-103-v1", "Nearest models with evidence"],
    "family": ["Good fit", "AWS Trainium", "bert-base-uncased"],
    "families": ["What changed between two dates", "Roadmap Item"],
    "comparison": ["torch_neuronx.trace", "GraphDef"],
    "explore": ["bert-base-uncased", "p4d.24xlarge", "Transformers 4.11.0 with PyTorch 1.9.0"],
    "source": ["235 tested configurations"],
    "not found": ["There is no page at this address", "all models"],
}


@each_kind
def test_a_page_can_be_read_without_scripts(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page(java_script_enabled=False, absent=absent(base, kind)) as page:
        page.goto(base + KINDS[kind])
        article = page.locator("article")
        expect(article.locator("h1")).to_be_visible()
        for words in SAYS_WITHOUT_SCRIPTS.get(kind, []):
            expect(article.get_by_text(words).filter(visible=True).first).to_be_visible()
        for table in article.locator("table:not([hidden])").all():
            expect(table.locator("tbody").first).to_be_visible()


def test_pictures_are_drawn_without_scripts(open_page: OpenPage, base: str) -> None:
    with open_page(java_script_enabled=False) as page:
        page.goto(f"{base}models/bert-base-uncased/")
        lines = page.locator("figure.batch-sizes li svg[role=img]")
        expect(lines.first).to_be_visible()
        for line in lines.all():
            box = line.bounding_box()
            assert box
            assert box["width"] > 100


def test_a_page_is_printed_without_what_only_a_screen_can_use(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}models/bert-base-uncased/")
        page.emulate_media(media="print")
        expect(page.locator("h1")).to_be_visible()
        for needless in (".md-header", ".md-footer", ".page-actions"):
            expect(page.locator(needless).first).to_be_hidden()
        expect(page.locator("table.configurations tbody tr").last).to_be_visible()
