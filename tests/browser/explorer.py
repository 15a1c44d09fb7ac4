"""The explorer, in the words of who uses it, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage

CONFIGURATIONS, BENCHMARKS = "explore/configurations.json", "explore/benchmarks.json"
ROWS = ".explorer table tbody tr:not(.details, .group)"
STATUS = ".explorer .count"
AFTER_PAINT = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
OPENER = f"{ROWS} button[aria-expanded]"


class Explorer:
    """The page, in the words of who uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def go(self, query: str = "?show=configurations") -> Explorer:
        self.page.goto(self.address + query)
        expect(self.page.locator(STATUS)).not_to_be_empty()
        return self

    def expect_count(self, count: int, total: int, noun: str = "tested configurations") -> None:
        expect(self.page.locator(STATUS)).to_have_text(f"{count:,} of {total:,} {noun}")

    def facet(self, name: str) -> Locator:
        return self.page.locator(".facets details").filter(has=self.page.locator("summary", has_text=name)).first

    def choice(self, facet: str, value: str) -> Locator:
        return self.facet(facet).locator(f'input[value="{value}"]')

    def find(self, facet: str, value: str) -> Locator:
        """A choice of a facet, which is opened and completed where need be."""
        group = self.facet(facet)
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        # One that opens is filled a moment later.
        expect(group.locator("li").first).to_be_attached()
        if not self.choice(facet, value).count():
            group.locator(".more-values").click()
        return self.choice(facet, value)

    def tick(self, facet: str, value: str) -> None:
        """Chooses a value; the address follows once the rows are painted."""
        self.find(facet, value).click()
        self.page.evaluate(AFTER_PAINT)

    def left(self, facet: str, value: str) -> int:
        """How many rows a choice says that it would leave."""
        return int(self.find(facet, value).locator("xpath=../span").inner_text())

    def scroll_through(self) -> None:
        """Rows are added as the end comes near; this goes on until there is no more."""
        more = self.page.locator(".explorer .more")
        while left := more.inner_text():
            more.scroll_into_view_if_needed()
            expect(more).not_to_have_text(left)

    def column(self, name: str) -> list[str]:
        """What every row says in a column."""
        self.scroll_through()
        headers = self.page.locator(".explorer thead th").all_inner_texts()
        place = next(index for index, header in enumerate(headers) if header.startswith(name)) + 1
        return self.page.locator(f"{ROWS} > :nth-child({place})").all_inner_texts()

    def download(self, name: str) -> str:
        """The file that a button gives."""
        with self.page.expect_download() as found:
            self.page.get_by_role("button", name=name, exact=True).click()
        return Path(found.value.path()).read_text("utf-8")

    @property
    def query(self) -> Mapping[str, list[str]]:
        """That of the address, which follows once the rows are painted."""
        self.page.evaluate(AFTER_PAINT)
        return parse_qs(urlsplit(self.page.url).query)


Explore = Callable[..., AbstractContextManager[Explorer]]
"""Opens the explorer at a view: `with explore("?model=...", **options_of_the_browser) as explorer`."""


@contextmanager
def explorer_of(
    open_page: OpenPage,
    base: str,
    query: str = "?show=configurations",
    *,
    document: Any = None,
    file: str = CONFIGURATIONS,
    **options: Any,
) -> Iterator[Explorer]:
    """The explorer of a site at a view, perhaps given another document in the place of one of its files."""
    with open_page(**options) as page:
        if document is not None:
            page.route(f"**/{file}", lambda route: route.fulfill(json=document))
        yield Explorer(page, f"{base}explore/").go(query)


def repeated(document: Mapping[str, Any], copies: int) -> Mapping[str, Any]:
    """What the explorer is given, with every row several times."""
    columns = {
        name: {**column, "codes": column["codes"] * copies} if "codes" in column else column
        for name, column in document["columns"].items()
    }
    return {**document, "count": document["count"] * copies, "columns": columns}


def directed(document: Mapping[str, Any], name: str, better: str | None) -> Mapping[str, Any]:
    """What the explorer is given, with a direction in which a column is better."""
    column = {**document["columns"][name], "better": better}
    return {**document, "columns": {**document["columns"], name: column}}
