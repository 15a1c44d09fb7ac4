"""A real browser on the built site, served from a sub-path. An error on a page fails its test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, Response, expect, sync_playwright

from tests.support import page_kinds
from tests.support.built_site import SUB_PATH, BuiltSite, served
from upkeep.chromium import ARGUMENTS, ensure

# As long as Playwright waits for everything else, so that a busy machine fails no test.
expect.set_options(timeout=30_000)

OpenPage = Callable[..., AbstractContextManager[Page]]
CLIPBOARD = ("clipboard-read", "clipboard-write")
"""Permissions to copy and to read what was copied."""
WIDE = {"width": 1280, "height": 900}
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = ensure()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def origin(built: BuiltSite) -> Iterator[str]:
    """The host that serves the site."""
    with served(built.root) as address:
        yield address


@pytest.fixture(scope="session")
def base(origin: str) -> str:
    """The address of the home page."""
    return origin + SUB_PATH


@pytest.fixture(scope="session")
def kinds(built: BuiltSite) -> Mapping[str, str]:
    """The address of one page of each kind."""
    return page_kinds.fullest(built.root)


@pytest.fixture(scope="session")
def made_up_kinds(made_up_built: BuiltSite) -> Mapping[str, str]:
    """The address of one page of each kind of the made-up site, whose records have every field."""
    return page_kinds.fullest(made_up_built.root)


class PageErrors:
    """What a page writes to the console, fails to load, requests of another host, or asks in a dialog."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.start()

    def start(self, absent: str | None = None) -> None:
        """Forgets everything; `absent` is an address that is expected not to be there."""
        self.found: list[str] = []
        self.absent = absent

    def console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.location["url"] != self.absent:
            self.found.append(f"console: {message.text} at {message.location['url']}")

    def error(self, error: Exception) -> None:
        self.found.append(f"script: {error}")

    def request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.found.append(f"another host: {request.url}")

    def response(self, response: Response) -> None:
        if not response.ok and response.status != HTTPStatus.NOT_MODIFIED and response.url != self.absent:
            self.found.append(f"status {response.status}: {response.url}")

    def dialog(self, dialog: Dialog) -> None:
        self.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()


class Tabs:
    """One page for each set of browser options. It is used again by all tests that ask for the same options."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.open: dict[str, tuple[Page, PageErrors]] = {}

    def make(self, options: Mapping[str, Any]) -> tuple[Page, PageErrors]:
        errors = PageErrors(self.origin)
        context = self.browser.new_context(**{"viewport": WIDE, "locale": "en-GB", "color_scheme": "light", **options})
        context.on("request", errors.request)
        context.on("response", errors.response)
        context.on("console", errors.console)
        context.on("dialog", errors.dialog)
        context.on("weberror", lambda error: errors.error(error.error))
        return context.new_page(), errors

    @contextmanager
    def use(self, *, absent: str | None = None, fresh: bool = False, **options: Any) -> Iterator[Page]:
        """A page, on which any error fails the test.

        `absent` is the whole address of a page that is not there, where that is what the test is about. `fresh` asks
        for a browser profile of its own, where the test leaves more behind than what a page stores.
        """
        key = json.dumps([fresh, options], sort_keys=True)
        page, errors = self.open.pop(key) if key in self.open else self.make(options)
        errors.start(absent)
        try:
            yield page
        except BaseException:
            page.context.close()
            raise
        if fresh:
            page.context.close()
        else:
            page.unroute_all()
            page.emulate_media(media="null")
            if page.url.startswith(self.origin):
                page.evaluate(FORGET)
            self.open[key] = page, errors
        assert errors.found == []

    def close(self) -> None:
        for page, _ in self.open.values():
            page.context.close()


@pytest.fixture(scope="session")
def open_page(browser: Browser, origin: str) -> Iterator[OpenPage]:
    """Opens a page: `with open_page(viewport=...) as page`."""
    with closing(Tabs(browser, origin)) as tabs:
        yield tabs.use


@dataclass(frozen=True)
class Host:
    """A host with a site of its own."""

    base: str
    """The address of the home page."""
    open_page: OpenPage


@contextmanager
def host_of(browser: Browser, site: Path) -> Iterator[Host]:
    """Serves a built site."""
    with served(site) as origin, closing(Tabs(browser, origin)) as tabs:
        yield Host(origin + SUB_PATH, tabs.use)


@pytest.fixture(scope="session")
def made_up_host(browser: Browser, made_up_built: BuiltSite) -> Iterator[Host]:
    """Serves the site of the made-up data."""
    with host_of(browser, made_up_built.root) as host:
        yield host
