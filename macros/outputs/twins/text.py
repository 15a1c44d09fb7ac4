"""Text of the data escaped for Markdown, and links that work on pages at any depth.

A link starts with a placeholder for the site's root, so that rendered text can be cached and used in any twin;
`rooted` replaces it with the relative path from the page to the root.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from functools import lru_cache

from macros.addresses import address, root_of
from macros.facts import Knowledge
from macros.pages.page_source import PageSource
from macros.schema.kinds import WITH_PAGES
from macros.schema.values import HTTP

ROOT = "\0"
"""The placeholder of the site's root: a character that no text of the data can have."""

SPECIAL = re.compile(r"([\\`*\[\]|~])")
"""Characters of code, emphasis, links, table cells and strikethrough."""
OUTER = re.compile(r"((?<![^\W_])_|_(?![^\W_]))")
"""Underscores that are not inside a word: they mean emphasis."""
REFERENCE = re.compile(r"&(?=#?\w+;)")
"""The ampersand of a character reference such as &amp;."""
BEGINNING = re.compile(r"^(>|#+|[-+=]+(?=\s|$))")
"""The beginning of a quote, list, heading or rule; some parsers take # without a blank for a heading."""
NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
"""The beginning of a numbered list."""
MAY_CHANGE = re.compile(r"[\\`*\[\]|~_&<\0]|[^\S ]|  |^[\s>#+=\d-]|\s$")
"""Finds something in every text that `escaped` changes. Most texts need no escape, and one search is quicker."""


def escaped(text: str) -> str:
    """Text on one line, escaped so that Markdown shows it unchanged."""
    if not MAY_CHANGE.search(text):
        return text
    words = SPECIAL.sub(r"\\\1", " ".join(text.replace(ROOT, " ").split()))
    words = REFERENCE.sub("&amp;", OUTER.sub(r"\\\1", words))
    # Not every Markdown knows a backslash before this one.
    words = words.replace("<", "&lt;")
    return NUMBERED.sub(r"\1\\\2", BEGINNING.sub(r"\\\1", words))


def plain(value: object) -> str:
    """A text, number, truth value or date of a record or row as Markdown; an http address as a link."""
    if isinstance(value, str):
        return f"<{value.replace('|', '%7C')}>" if HTTP.fullmatch(value) else escaped(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value).removesuffix(".0")
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"cannot write a {type(value).__name__}")


def fenced(code: str, indent: str) -> list[str]:
    """Code as a fenced block, with a fence longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{indent}{line}".rstrip() for line in (fence, *code.replace(ROOT, " ").splitlines(), fence)]


def rooted(text: str, page: str) -> str:
    """A text with the placeholder replaced by the path from the page at an address to the root."""
    return text.replace(ROOT, root_of(page))


def twin_of(page: str) -> str:
    """The address of the twin of the page at an address."""
    return f"{page}index.md"


def link(label: str, target: str) -> str:
    """A link to a file of the site, its label already escaped."""
    return f"[{label}]({ROOT}{target})"


class Words:
    """Records, vocabulary values and plain values as Markdown, cached. Templates call it too."""

    escaped = staticmethod(escaped)
    link = staticmethod(link)

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.reference: Callable[[str, str], str] = lru_cache(maxsize=None)(self._reference)
        """Links to a record's twin, given kind and id."""
        self.term: Callable[[str, str], str] = lru_cache(maxsize=None)(self._term)
        """The label of a value, given vocabulary and value."""
        # Typed: True equals 1, so both would be the same key.
        self.value: Callable[[object], str] = lru_cache(maxsize=None, typed=True)(plain)
        """A value of a row as Markdown."""

    def name(self, kind: str, record: str) -> str:
        """The display name of a record: its id for models and instances."""
        found = self.knowledge.records.of(kind).get(record)
        if kind in {"models", "instances"}:
            return record
        named = (getattr(found, field, None) for field in ("short_title", "title", "name"))
        return next(filter(None, named), record)

    def twin(self, page: PageSource) -> str:
        """A link to the twin of a page, with the description of the page."""
        return f"{link(escaped(page.title), twin_of(page.address))}: {escaped(page.description)}"

    def _reference(self, kind: str, record: str) -> str:
        label = escaped(self.name(kind, record))
        return link(label, twin_of(address(kind, record))) if kind in WITH_PAGES else label

    def _term(self, vocabulary: str, value: str) -> str:
        return escaped(self.knowledge.term(vocabulary, value).label)
