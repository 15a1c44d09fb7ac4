"""Report versions that upstreams have published and that are not recorded yet.

Compares the newest version of a package index, the newest tag of a repository, or the date that a host sends with a
document, with the newest that is known here. What is watched stands in the data, as `watch` of an SDK, a framework or
a source.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from macros.knowledge import Knowledge
from macros.knowledge.packages import version_order
from macros.knowledge.upstreams import WatchedUpstream, watched_upstreams
from macros.loading import load

INDEX = "https://pypi.org/pypi/{}/json"
TAGS = "https://api.github.com/repos/{}/tags?per_page=100"
HEADERS = {"User-Agent": "accelerator-atlas-watch/1", "Accept": "application/json"}
TIMEOUT = 30
VERSION = re.compile(r"v?(\d+(?:\.\d+)+)")
"""A tag that is a version; those of previews are left out."""


@dataclass(frozen=True)
class Reply:
    """What a host sends."""

    body: bytes
    last_modified: str | None


Fetch = Callable[[str], Reply]
"""Raises OSError, HTTPException or ValueError."""


def fetch(address: str) -> Reply:
    """Request an address."""
    with urlopen(Request(address, headers=HEADERS), timeout=TIMEOUT) as response:
        return Reply(response.read(), response.headers["Last-Modified"])


def report(project: Path, ask: Fetch = fetch) -> str:
    """One line in Markdown for each newer version and for each upstream that could not be read; empty without any."""
    knowledge = Knowledge(load(project / "data"))
    return "".join(line for upstream in watched_upstreams(knowledge) for line in _lines(upstream, ask))


def _lines(upstream: WatchedUpstream, ask: Fetch) -> Iterator[str]:
    file = f"`data/{upstream.kind}/{upstream.record}.yml`"
    try:
        published = _published(upstream, ask)
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        yield f"- {upstream.name} could not be read: {str(error) or type(error).__name__} ({file})\n"
        return
    if upstream.newest is None or _order(published) > _order(upstream.newest):
        yield f"- **{upstream.name} {published}** is out; {upstream.newest or 'none'} is the newest here ({file})\n"


def _published(upstream: WatchedUpstream, ask: Fetch) -> str:
    """The newest version, or the date of a document. Raises ValueError where there is none."""
    name = upstream.watch.name
    match upstream.watch.place:
        case "package-index":
            return str(_json(ask(INDEX.format(name)))["info"]["version"])
        case "repository":
            tags = [VERSION.fullmatch(tag["name"]) for tag in _json(ask(TAGS.format(name)))]
            versions = [found[1] for found in tags if found]
            if not versions:
                raise ValueError("none of its newest tags is a version")
            return max(versions, key=_order)
        case "document":
            if sent := ask(name).last_modified:
                return parsedate_to_datetime(sent).astimezone(datetime.UTC).date().isoformat()
            raise ValueError("its host sends no date of its last change")


def _json(reply: Reply) -> Any:
    return json.loads(reply.body)


def _order(version: str) -> tuple[int, ...]:
    return version_order(version.replace("-", "."))
