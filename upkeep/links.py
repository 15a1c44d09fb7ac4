"""Report addresses in the data that no longer answer or have moved permanently."""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from time import sleep
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import yaml

from macros.facts.grouping import group_by
from macros.loading import read_all
from macros.schema.json_schemas import TYPES
from macros.schema.values import HTTP
from upkeep.github import preformatted

HEADERS = {"User-Agent": "accelerator-atlas-link-check/1", "Accept": "*/*"}
TIMEOUT = 30
INTERVAL = 1
"""Seconds between two addresses of one host."""
PAUSES = (5, 60)
"""Seconds before the second and the third try of an address that fails."""
HOSTS_AT_A_TIME = 8

HEADINGS = {
    "gone": "Gone: name an address that shows the same revision, or an archived copy",
    "failed": "Failed three times: open them by hand",
    "moved": "Moved permanently: put the new address into the data",
}

Result = tuple[str, str]
"""A key of HEADINGS or `ok`, and a detail: the HTTP status, the error or the new address."""


class _Redirects(HTTPRedirectHandler):
    """Follows redirects and records where the permanent ones at the start lead."""

    moved_to = ""
    _permanent = True

    def redirect_request(  # noqa: PLR0913, PLR0917 - the signature of the standard library
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        self._permanent = self._permanent and code in {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT}
        if self._permanent:
            self.moved_to = newurl
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(address: str) -> Result:
    """Request an address once. A host that refuses programs (401, 403, 429 …) answers: that is ok."""
    redirects = _Redirects()
    try:
        with build_opener(redirects).open(Request(address, headers=HEADERS), timeout=TIMEOUT):
            return ("moved", redirects.moved_to) if redirects.moved_to else ("ok", "")
    except HTTPError as error:
        error.close()
        if error.code in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            return "gone", f"{error.code} {error.reason}"
        is_refusal = HTTPStatus.BAD_REQUEST <= error.code < HTTPStatus.INTERNAL_SERVER_ERROR
        return ("ok", "") if is_refusal else ("failed", f"{error.code} {error.reason}")
    except (OSError, HTTPException, ValueError) as error:
        return "failed", str(getattr(error, "reason", error))


def check_host(addresses: Sequence[str]) -> dict[str, Result]:
    """Check the addresses of one host in turn."""
    results = {}
    for address in addresses:
        results[address] = fetch(address)
        for pause in PAUSES:
            if results[address][0] == "failed":
                sleep(pause)
                results[address] = fetch(address)
        sleep(INTERVAL)
    return results


def find_addresses(project: Path) -> dict[str, list[str]]:
    """Every address in the data or that follows from it, without its fragment, and its places as file:line."""
    places = defaultdict(list)
    for path in sorted((project / "data").rglob("*.yml")):
        for event in yaml.parse(path.read_text("utf-8"), yaml.CSafeLoader):
            if isinstance(event, yaml.ScalarEvent) and event.start_mark and HTTP.fullmatch(event.value):
                place = f"{path.relative_to(project).as_posix()}:{event.start_mark.line + 1}"
                places[event.value.partition("#")[0]].append(place)
    for name, entry in read_all(project / "data").entries.items():
        record = TYPES[name.partition("/")[0]]
        if entry.value and "url" in record.FOLLOWING and "url" not in entry.value:
            at = entry.problem((), "")
            places[str(record.following(entry.value).get("url"))].append(f"{at.file}:{at.line}")
    return dict(places)


def report(project: Path) -> str:
    """Check all addresses in the data, several hosts at a time. The findings in Markdown; empty if there are none."""
    places = find_addresses(project)
    by_host = group_by(places, lambda address: urlsplit(address).netloc)
    with ThreadPoolExecutor(HOSTS_AT_A_TIME) as threads:
        return format_report(dict(ChainMap(*threads.map(check_host, by_host.values()))), places)


def format_report(results: Mapping[str, Result], places: Mapping[str, Sequence[str]]) -> str:
    """The findings in Markdown, one block per status."""
    blocks = []
    for status, heading in HEADINGS.items():
        lines = [
            f"{address}: {detail}, in {', '.join(places[address])}"
            for address, (found, detail) in sorted(results.items())
            if found == status
        ]
        blocks += [f"### {heading}\n\n{preformatted(lines)}\n"] if lines else []
    return "\n".join(blocks)
