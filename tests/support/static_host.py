"""Serves a built site from a sub-path, as a static host does that sets no headers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
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


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, root: Path, **options: Any) -> None:
        self.root = root
        super().__init__(*arguments, directory=str(root), **options)

    def guess_type(self, path: Any) -> str:
        # Some systems map these otherwise, and browsers refuse modules of another type.
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def translate_path(self, path: str) -> str:
        inside = _from_root(path)
        return super().translate_path(inside) if inside else str(self.root / "outside" / "of" / "the" / "site")

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
    server = _Server(("127.0.0.1", 0), partial(_Handler, root=root))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
