"""One page of each kind: silent, accessible in light and dark, fit for a phone, and readable without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.kinds import KINDS, NO_PAGE, visit

AXE = Axe()
WCAG = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
PHONE = {"width": 360, "height": 740}

each_kind = pytest.mark.parametrize("kind", KINDS)


def is_missing(kind: str) -> bool:
    """Whether the browser may complain: of the status of a page that is not there."""
    return KINDS[kind] == NO_PAGE


def violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = AXE.run(page, options=WCAG).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:200]} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_kind
def test_no_accessibility_rule_is_violated(open_page: OpenPage, base: str, kind: str, scheme: str) -> None:
    with open_page(color_scheme=scheme, may_complain=is_missing(kind)) as page:
        visit(page, base, kind)
        expect(page.locator("body")).to_have_attribute(
            "data-md-color-scheme", {"light": "default", "dark": "slate"}[scheme]
        )
        assert violations(page) == []


def test_there_is_no_accessibility_rule_violated_in_the_open_search(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label("Search models, hardware, frameworks").fill("bert")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        assert violations(page) == []


OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  return [document.documentElement.scrollWidth - wide, document.body.scrollWidth - wide];
}"""

FRAMES_THAT_SCROLL = """() => [...document.querySelectorAll('.frame')].filter((frame) => {
  const table = frame.querySelector('table');
  return table && table.offsetParent !== null && frame.scrollWidth > frame.clientWidth + 1;
}).map((frame) => {
  const edge = (element) => element.getBoundingClientRect();
  const first = frame.querySelector('tbody th[scope=row]');
  const head = frame.querySelector('thead th');
  frame.scrollLeft = frame.scrollWidth;
  const sideways = [edge(first).left - edge(frame).left, edge(head).left - edge(frame).left];
  frame.scrollTop = frame.scrollHeight;
  const down = frame.scrollHeight > frame.clientHeight + 1 ? edge(head).top - edge(frame).top : 0;
  const result = { moved: frame.scrollLeft, sideways, down, width: edge(first).width, focus: frame.tabIndex, frame: edge(frame).width };
  frame.scrollLeft = frame.scrollTop = 0;
  return result;
})"""


@each_kind
def test_a_phone_scrolls_tables_and_not_the_page(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page(viewport=PHONE, may_complain=is_missing(kind)) as page:
        visit(page, base, kind)
        assert max(page.evaluate(OVERFLOWING)) <= 0
        for frame in page.evaluate(FRAMES_THAT_SCROLL):
            assert frame["moved"] > 0
            assert max(map(abs, frame["sideways"])) <= 2, "the first column and its header stay"
            assert abs(frame["down"]) <= 2, "the header stays"
            assert frame["width"] <= frame["frame"] / 2, "the first column leaves room for the others"
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
        heads = page.evaluate(
            """() => [...document.querySelectorAll('.frame')].map((frame) => {
              const rows = frame.querySelectorAll('tbody tr');
              if (rows.length < 4) return 'in sight';
              rows[rows.length - 1].scrollIntoView({block: 'center', behavior: 'instant'});
              const head = frame.querySelector('thead th').getBoundingClientRect();
              const covered = document.querySelector('.md-header').getBoundingClientRect().bottom;
              return head.top >= covered - 1 && head.bottom <= innerHeight ? 'in sight' : frame.getAttribute('aria-label');
            })"""
        )
        assert set(heads) == {"in sight"}


SAYS_WITHOUT_SCRIPTS = {
    "home": ["I have a model", "316 tested configurations", "Coverage"],
    "model": ["Where it runs", "NVIDIA A10G", "wikitext-103-v1", "Nearest tested models"],
    "family": ["Good fit", "AWS Trainium", "bert-base-uncased"],
    "families": ["What changed between two dates", "Roadmap Item"],
    "comparison": ["torch_neuronx.trace", "GraphDef"],
    "explore": ["bert-base-uncased", "p4d.24xlarge", "Transformers 4.11.0 with PyTorch 1.9.0"],
    "source": ["235 tested configurations"],
    "not found": ["There is no page at this address", "all models"],
}


@each_kind
def test_a_page_can_be_read_without_scripts(open_page: OpenPage, base: str, kind: str) -> None:
    with open_page(java_script_enabled=False, may_complain=is_missing(kind)) as page:
        page.goto(base + KINDS[kind])
        article = page.locator("article")
        expect(article.locator("h1")).to_be_visible()
        for words in SAYS_WITHOUT_SCRIPTS.get(kind, []):
            expect(article.get_by_text(words).filter(visible=True).first).to_be_visible()
        for table in article.locator("table").all():
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


@each_kind
def test_a_page_works_under_any_path(open_page: OpenPage, origin: str, kind: str) -> None:
    if is_missing(kind):
        # A host knows one place for the page of unknown addresses, and so does that page.
        return
    with open_page() as page:
        visit(page, f"{origin}/quite/another/path/", kind)


def test_a_page_is_printed_without_what_only_a_screen_can_use(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}models/bert-base-uncased/")
        page.emulate_media(media="print")
        expect(page.locator("h1")).to_be_visible()
        for needless in (".md-header", ".md-footer", ".page-actions"):
            expect(page.locator(needless).first).to_be_hidden()
        expect(page.locator("table.configurations tbody tr").last).to_be_visible()
