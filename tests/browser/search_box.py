"""Uses the search box of a page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

FIELD = "Search models, hardware, frameworks"
SAID = ".md-search-result__meta"
RESULTS = ".md-search-result__item"
LINKS = f"{RESULTS} > a[href]"
FIRST = f"{RESULTS}:first-child > a[href]"
EMPTY = "Type to start searching"

ADDRESSES = "links => links.map(link => link.href)"


def typed(page: Page, query: str) -> None:
    """Types a query into the empty search box, and waits for the answer."""
    field = page.get_by_label(FIELD)
    field.fill("")
    # The theme looks things up when a key is let go.
    field.press("End")
    expect(page.locator(SAID)).to_have_text(EMPTY)
    field.fill(query)
    field.press("End")
    expect(page.locator(SAID)).not_to_have_text(EMPTY)


def found_pages(page: Page, base: str) -> list[str]:
    """Addresses of the results, best first, from the site's root."""
    addresses: list[str] = page.locator(LINKS).evaluate_all(ADDRESSES)
    return [address.removeprefix(base).partition("?")[0].partition("#")[0] for address in addresses]
