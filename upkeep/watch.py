"""Report versions that upstreams have published and that are not recorded yet.

Compares the newest version of a package index, or the newest tag of a repository, with the newest that is known here.
What is watched stands in the data, as `watch` of an SDK or a framework.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.request import Request, urlopen

from macros.facts import Knowledge
from macros.facts.packages import WatchedUpstream, watched_upstreams
from macros.loading import load
from macros.words import version_order

INDEX = "https://pypi.org/pypi/{}/json"
TAGS = "https://api.github.com/repos/{}/tags?per_page=100"
HEADERS = {"User-Agent": "accelerator-atlas-watch/1", "Accept": "application/json"}
TIMEOUT = 30
VERSION = re.compile(r"v?(\d+(?:\.\d+)+)")
"""A tag that is a version; those of previews are left out."""


Fetch = Callable[[str], bytes]
"""Raises OSError, HTTPException or ValueError."""


def fetch(address: str) -> bytes:
    """Request an address."""
    with urlopen(Request(address, headers=HEADERS), timeout=TIMEOUT) as response:
        content: bytes = response.read()
        return content


def report(project: Path, ask: Fetch = fetch) -> str:
    """One line in Markdown for each newer version and for each upstream that could not be read; empty without any."""
    knowledge = Knowledge(load(project / "data"))
    return "".join(
        line for upstream in watched_upstreams(knowledge.records, knowledge.packages) for line in _lines(upstream, ask)
    )


def _lines(upstream: WatchedUpstream, ask: Fetch) -> Iterator[str]:
    file = f"`data/{upstream.kind}/{upstream.record_id}.yml`"
    try:
        published = _published(upstream, ask)
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        yield f"- {upstream.name} could not be read: {str(error) or type(error).__name__} ({file})\n"
        return
    if upstream.newest is None or version_order(published) > version_order(upstream.newest):
        yield f"- **{upstream.name} {published}** is out; {upstream.newest or 'none'} is the newest here ({file})\n"


def _published(upstream: WatchedUpstream, ask: Fetch) -> str:
    """The newest version. Raises ValueError where there is none."""
    name = upstream.watch.name
    if upstream.watch.place == "package-index":
        return str(json.loads(ask(INDEX.format(name)))["info"]["version"])
    tags = [VERSION.fullmatch(tag["name"]) for tag in json.loads(ask(TAGS.format(name)))]
    versions = [found[1] for found in tags if found]
    if not versions:
        raise ValueError("none of its newest tags is a version")
    return max(versions, key=version_order)
