"""A built site: its pages, their links, its files, and a host that serves it from a sub-path."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from macros.outputs.search import ENTRIES
from tests.support.elements import Element, read_html

READY = os.environ.get("ATLAS_SITE", "")
"""A folder with a built site, to be tested instead of one that the tests build."""
_SETTINGS = os.environ if READY else {}
"""The environment it was built with; the tests build with the addresses in mkdocs.yml."""

SITE_URL = _SETTINGS.get("SITE_URL") or "https://accelerator-atlas.github.io/accelerator-atlas/"
SUB_PATH = urlsplit(SITE_URL).path
ORIGIN = SITE_URL.removesuffix(SUB_PATH)
REPOSITORY = _SETTINGS.get("REPO_URL") or "https://github.com/accelerator-atlas/accelerator-atlas"

NOT_FOUND = "404.html"
ELSEWHERE = "/quite/another/path/"
"""A second place at which the host serves the same files: pages must not know where they are."""
REFERRING = "//@href | //@src | //@action | //@content[../@http-equiv='refresh']"
"""The attributes that hold an address."""
REDIRECT = re.compile(r'<meta http-equiv="?refresh')


@dataclass(frozen=True)
class Link:
    page: str
    value: str
    tag: str = "a"
    relation: str = ""

    @cached_property
    def target(self) -> str:
        """The absolute address it leads to."""
        return urljoin(SITE_URL + self.page, self.value)

    @cached_property
    def is_outside(self) -> bool:
        """Whether it names another host or scheme."""
        parts = urlsplit(self.value)
        return bool(parts.scheme or parts.netloc)

    def __str__(self) -> str:
        return f"{self.page or 'home'}: <{self.tag}> to {self.value}"


@dataclass
class Page:
    address: str
    """From the site's root; empty for the home page."""
    file: Path

    @cached_property
    def document(self) -> Element:
        return read_html(self.file.read_text("utf-8"))

    @cached_property
    def ids(self) -> Sequence[str]:
        ids: Sequence[str] = self.document.node.xpath("//@id")
        return ids

    @cached_property
    def title(self) -> str:
        return self.document.all("title")[0].text

    @cached_property
    def description(self) -> str:
        return "".join(found.attributes["content"] for found in self.document.all("meta", name="description"))

    @cached_property
    def is_redirect(self) -> bool:
        return bool(REDIRECT.search(self.file.read_text("utf-8")))

    @cached_property
    def links(self) -> Sequence[Link]:
        found = []
        for value in self.document.node.xpath(REFERRING):
            element = value.getparent()
            address = value.partition("url=")[2] if value.attrname == "content" else str(value)
            found.append(Link(self.address, address, element.tag, element.get("rel", "")))
        return found


CARDS = "cards/"
"""What cards for other sites stand below."""


class BuiltSite:
    """The folder of a built site."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def everything(self) -> Mapping[str, Page]:
        """Every HTML file by its address, redirects and the 404 page included."""
        files = sorted(self.root.rglob("*.html"))
        addresses = (file.relative_to(self.root).as_posix().removesuffix("index.html") for file in files)
        return {address: Page(address, file) for address, file in zip(addresses, files, strict=True)}

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """Every page by its address, without redirects, the 404 page and what other sites embed."""
        return {
            key: page
            for key, page in self.everything.items()
            if key != NOT_FOUND and not key.startswith(CARDS) and not page.is_redirect
        }

    def file(self, path: str) -> Path:
        return self.root / path

    def json(self, path: str) -> Any:
        return json.loads(self.file(path).read_bytes())

    def result(self, name: str) -> Any:
        """What a file of the API lists."""
        return self.json(f"api/v1/{name}.json")["result"]

    def records(self, name: str) -> Sequence[Mapping[str, Any]]:
        """The same; of rows that print the same run, the one that is counted."""
        return [record for record in self.result(name) if record.get("repeats") is None]

    @cached_property
    def search_entries(self) -> Sequence[Mapping[str, Any]]:
        """What the search can find, in the order of the pages."""
        entries: Sequence[Mapping[str, Any]] = self.json(ENTRIES)["entries"]
        return entries

    def broken(self, link: Link) -> str | None:
        """Why a link inside the site is broken; None if it is not."""
        parts = urlsplit(link.target)
        if f"{parts.scheme}://{parts.netloc}" != ORIGIN or not parts.path.startswith(SUB_PATH):
            return f"{link} leaves the site"
        path = unquote(parts.path.removeprefix(SUB_PATH))
        if path in self.everything:
            if parts.fragment and unquote(parts.fragment) not in self.everything[path].ids:
                return f"{link}: there is no such place on the page"
            return None
        return None if self.file(path).is_file() and path else f"{link}: there is no such file"


def texts_in(document: Any) -> Iterator[str]:
    """Every text in a JSON document, keys included."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, part in document.items():
            yield from (key, *texts_in(part))
    elif isinstance(document, list):
        for part in document:
            yield from texts_in(part)


TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}
"""Some systems map these otherwise, and browsers refuse modules of another type."""


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(self, *arguments: Any, root: Path, **options: Any) -> None:
        self.root = root
        super().__init__(*arguments, directory=str(root), **options)

    def translate_path(self, path: str) -> str:
        for prefix in (SUB_PATH, ELSEWHERE):
            if path.startswith(prefix):
                return super().translate_path("/" + path.removeprefix(prefix))
        return str(self.root / "outside" / "of" / "the" / "site")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = (self.root / NOT_FOUND).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - named by the base class
        """Logs nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        # A browser that leaves a page breaks off what it still loads.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serves a folder while the context lasts, as a host that sets no headers; the origin, http://127.0.0.1:4711."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, root=root))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
