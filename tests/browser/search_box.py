"""Uses the search of a page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

OPENER = ".search-opener button"
FIELD = "Search models, hardware, frameworks"
DIALOG = "dialog.search"
LIST = f"{DIALOG} [role=listbox]"
SAID = f"{DIALOG} .search-said"
RESULTS = f"{LIST} [role=option]"
FIRST = f"{RESULTS}:first-child"
ANSWER = f"{LIST} .search-answer"
SELECTED = f"{RESULTS}[aria-selected=true]"

ADDRESSES = "links => links.map(link => link.href)"


def typed(page: Page, query: str) -> None:
    """Opens the search, if it is not open, types a query into the empty field, and waits for the answer."""
    field = page.get_by_label(FIELD)
    page.locator(DIALOG).wait_for(state="attached")  # its script listens for the key from then on
    if not field.is_visible():
        page.keyboard.press("/")
    field.fill(query)
    answered(page)


def answered(page: Page) -> None:
    """Waits until what was typed is answered."""
    expect(page.locator(LIST)).to_have_attribute("aria-busy", "false")


def found_pages(page: Page, base: str) -> list[str]:
    """Addresses of the results, best first, from the site's root."""
    addresses: list[str] = page.locator(RESULTS).evaluate_all(ADDRESSES)
    return [address.removeprefix(base).partition("?")[0].partition("#")[0] for address in addresses]
