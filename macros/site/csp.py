"""What a page may load and run: a Content Security Policy, with the hash of each script that the theme puts into it.

The policy stands in each page, as many hosts send no headers. Styles need no exception: neither the theme nor our
scripts write any into a page.
See https://www.w3.org/TR/CSP3/.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Collection

PLACE = "'atlas-scripts'"
"""Stands in a page for the hashes of its scripts until the page is finished; a browser allows nothing by it."""

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
NO_CODE = re.compile(r"""\ssrc=|\stype=["']?application/(?:ld\+)?json\b""", re.IGNORECASE)
"""Attributes of a script element that browsers load from elsewhere, or never run."""

FACTS = re.compile(r"<article\b.*</article>", re.DOTALL | re.IGNORECASE)
"""The part of a page that says what the data says: up to its last end, so that no text in it can end it early."""


def inline_scripts(page: str) -> frozenset[str]:
    """The hashes, as a policy names them, of the scripts that a page's frame has in itself.

    A script among the facts counts for nothing: had a mistake let one in, a hash would allow it.
    """
    frame = FACTS.sub("", page)
    return frozenset(
        _hash(code) for attributes, code in SCRIPT.findall(frame) if code and not NO_CODE.search(attributes)
    )


def _hash(code: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


def policy(scripts: Collection[str] = (PLACE,)) -> str:
    """The policy of a page with these scripts in it, as a `meta` element may state it."""
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src 'self'", *sorted(scripts))),
            # The theme's style sheet has its icons in itself.
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        )
    )


def apply_csp(page: str, scripts: Collection[str]) -> str:
    """A finished page with the hashes of its scripts in its policy."""
    return page.replace(PLACE, " ".join(sorted(scripts)), 1)
