"""A real browser on the built site, served from a sub-path. Whatever a page complains of fails its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

from tests.support.built_site import SUB_PATH, BuiltSite
from tests.support.chromium import ARGUMENTS, ensure
from tests.support.static_host import served

OpenPage = Callable[..., AbstractContextManager[Page]]
WIDE = {"width": 1280, "height": 900}
TELL_OF_THE_POLICY = """addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.effectiveDirective} forbids ${event.blockedURI} at ${event.sourceFile}`);
})"""
"""Makes what the policy blocks a complaint."""


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


class Complaints:
    """What a page says in the console, fails to load, or asks of another host."""

    def __init__(self, origin: str, absent: str | None) -> None:
        self.origin, self.absent = origin, absent
        self.found: list[str] = []

    def console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.location["url"] != self.absent:
            self.found.append(f"console: {message.text}")

    def error(self, error: Exception) -> None:
        self.found.append(f"script: {error}")

    def request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.found.append(f"another host: {request.url}")

    def response(self, response: Response) -> None:
        if not response.ok and response.status != HTTPStatus.NOT_MODIFIED and response.url != self.absent:
            self.found.append(f"status {response.status}: {response.url}")


@contextmanager
def watched(browser: Browser, complaints: Complaints, **options: Any) -> Iterator[Page]:
    """A page in a browser profile of its own, which may complain of nothing by its end."""
    context = browser.new_context(**{"viewport": WIDE, "locale": "en-GB", "color_scheme": "light", **options})
    context.add_init_script(TELL_OF_THE_POLICY)
    context.on("request", complaints.request)
    context.on("response", complaints.response)
    context.on("console", complaints.console)
    context.on("weberror", lambda error: complaints.error(error.error))
    try:
        yield context.new_page()
    finally:
        context.close()
    assert complaints.found == []


@pytest.fixture(scope="session")
def open_page(browser: Browser, origin: str) -> OpenPage:
    """Opens a page in a browser profile of its own: `with open_page(viewport=…) as page`.

    `absent` is the whole address of a page that is not there, where that is what the test is about.
    """

    def open_one(*, absent: str | None = None, **options: Any) -> AbstractContextManager[Page]:
        return watched(browser, Complaints(origin, absent), **options)

    return open_one
