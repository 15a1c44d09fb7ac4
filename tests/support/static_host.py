"""Serves a built site from a sub-path, as a static host does: with the headers that its `_headers` file asks for."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from tests.support.built_site import NOT_FOUND, SUB_PATH

ELSEWHERE = "/quite/another/path/"
"""A second place for the same files: pages must not know where they are."""


TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}

HEADERS = "_headers"


@dataclass(frozen=True)
class HeaderRule:
    """One paragraph of a `_headers` file: a path, which may end in an asterisk, and headers below it."""

    path: str
    headers: Sequence[tuple[str, str]]

    def is_about(self, path: str) -> bool:
        return path.startswith(self.path[:-1]) if self.path.endswith("*") else path == self.path


def header_rules(text: str) -> Sequence[HeaderRule]:
    """Reads a `_headers` file as Netlify and Cloudflare Pages do, without the placeholders that it does not use."""
    rules: list[HeaderRule] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append(HeaderRule(line.strip(), []))
        elif line.strip() and not line.startswith("#"):
            name, value = line.split(":", 1)
            rules[-1] = HeaderRule(rules[-1].path, [*rules[-1].headers, (name.strip(), value.strip())])
    return rules


def headers_for(path: str, rules: Sequence[HeaderRule]) -> Mapping[str, str]:
    """What is sent with a path from the site's root. A header that two rules give is sent with both values."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for rule in rules:
        if rule.is_about(path):
            for name, value in rule.headers:
                found[name].append(value)
    return {name: ", ".join(values) for name, values in found.items()}


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, root: Path, rules: Sequence[HeaderRule], **options: Any) -> None:
        self.root, self.rules = root, rules
        super().__init__(*arguments, directory=str(root), **options)

    def guess_type(self, path: Any) -> str:
        # Some systems map these otherwise, and browsers refuse modules of another type.
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def translate_path(self, path: str) -> str:
        inside = _from_root(path)
        return super().translate_path(inside) if inside else str(self.root / "outside" / "of" / "the" / "site")

    def end_headers(self) -> None:
        for name, value in headers_for(_from_root(self.path.partition("?")[0]) or "/", self.rules).items():
            self.send_header(name, value)
        super().end_headers()

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


def _from_root(path: str) -> str | None:
    for prefix in (SUB_PATH, ELSEWHERE):
        if path.startswith(prefix):
            return "/" + path.removeprefix(prefix)
    return None


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serves a folder while the context lasts; the origin, such as http://127.0.0.1:4711."""
    file = root / HEADERS
    rules = header_rules(file.read_text("utf-8")) if file.is_file() else []
    server = _Server(("127.0.0.1", 0), partial(_Handler, root=root, rules=rules))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
