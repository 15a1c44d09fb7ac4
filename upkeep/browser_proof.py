"""Use a built site in a browser as a reader does: open it, explore, search, and listen to the console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Error, Page, sync_playwright

from upkeep.chromium import ARGUMENTS, NoChromiumError, ensure

QUERY = "llama"
RESULTS = "dialog.search [role=listbox] [role=option]"
COUNT = re.compile(r"([\d,]+) of ([\d,]+)")
PATIENCE = 20_000
"""Milliseconds."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Say nothing of requests."""


def problems(site: Path) -> list[str]:
    """What goes wrong on the home page, in the explorer and in the search of a built site; empty if nothing does."""
    try:
        chromium = ensure()
    except NoChromiumError as error:
        return [str(error)]
    said: list[str] = []
    with served(site) as address, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS)).new_page()
        page.set_default_timeout(PATIENCE)

        def remember(message: str) -> None:
            said.append(message)

        page.on("console", lambda message: remember(f"console: {message.text}") if message.type == "error" else None)
        page.on("pageerror", lambda error: remember(f"script: {error}"))
        try:
            page.goto(address)
            _explore(page, address)
            if (site / "search" / "entries.json").is_file():
                _search(page, address)
        except (Error, AssertionError) as error:
            said.append(str(error).partition("\n")[0])
    return said


def _explore(page: Page, address: str) -> None:
    page.goto(f"{address}explore/?show=benchmarks")
    page.wait_for_function("document.querySelector('.count')?.textContent.includes(' of ')")
    shown = COUNT.search(page.locator(".count").inner_text())
    assert shown, "the explorer shows no count of benchmarks"  # noqa: S101 - reported as a finding
    assert shown[1] != "0", "the explorer shows no benchmark"  # noqa: S101


def _search(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("/")
    page.keyboard.type(QUERY)
    page.locator(RESULTS).first.wait_for()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
