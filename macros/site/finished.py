"""Finished pages: without needless blank space, with their Content Security Policy, and those at former addresses.

The policy says what a page may load and run. It stands in each page, as many hosts send no headers, with the hash of
each script that the theme puts into the page. Styles need no exception: neither the theme nor our scripts write any.
See https://www.w3.org/TR/CSP3/.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator

from macros.addresses import moves, root_of
from macros.facts import Knowledge
from macros.outputs import File, Render

PLACE = "'atlas-scripts'"
"""Stands in a policy for the hashes of scripts until the page is finished; a browser allows nothing by it."""

POLICY = (
    f"default-src 'self'; script-src 'self' {PLACE}; "
    "img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
NO_CODE = re.compile(r"""\ssrc=|\stype=["']?application/(?:ld\+)?json\b""", re.IGNORECASE)
"""Attributes of a script element that browsers load from elsewhere, or never run."""
FACTS = re.compile(r"<article\b.*</article>", re.DOTALL | re.IGNORECASE)
"""The part of a page that says what the data says: up to its last end, so that no text in it can end it early."""

KEPT = re.compile(r"(<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL | re.IGNORECASE)
"""What shows its blank space."""
AFTER_A_LINE_BREAK = re.compile(r"\n\s+")
BEFORE_A_BLOCK = re.compile(r"\n(?=</?(?:li|ul|div|nav|p|footer|meta|link|script)[\s>])")
"""Line breaks that show nowhere: what follows begins a line of its own, or is not shown at all."""


def with_policy(page: str) -> str:
    """A page with the hashes of its scripts in its policy.

    A script among the facts counts for nothing: had a mistake let one in, a hash would allow it.
    """
    frame = FACTS.sub("", page)
    scripts = {code for attributes, code in SCRIPT.findall(frame) if code and not NO_CODE.search(attributes)}
    hashes = (b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in scripts)
    return page.replace(PLACE, " ".join(sorted(f"'sha256-{one}'" for one in hashes)), 1)


def without_blanks(page: str) -> str:
    """A page without blank space after line breaks, and without line breaks that show nowhere."""
    pieces = KEPT.split(page)
    pieces[::2] = [BEFORE_A_BLOCK.sub("", AFTER_A_LINE_BREAK.sub("\n", piece)) for piece in pieces[::2]]
    return "".join(pieces)


def redirects(knowledge: Knowledge, render: Render) -> Iterator[File]:
    """For each former address, a page that sends the reader on, and its Markdown twin."""
    for move in moves(knowledge.records):
        page = move.moved_from.removeprefix("/")
        target = root_of(page) + move.to.removeprefix("/")
        html = render("redirect.html", page, target=target, move=move, policy=POLICY)
        yield f"{page}index.html", with_policy(html).encode()
        target_page, hash_sign, place = target.partition("#")
        twin = f"{target_page}index.md{hash_sign}{place}"
        yield f"{page}index.md", f"This page is now at [{move.to}]({twin}).\n".encode()
