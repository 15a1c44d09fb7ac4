"""Text of the data as Markdown that stays text, and links that hold on a page at any depth.

A link starts with a mark that stands for the site's root. What is said of a fact is written once, and each twin puts
its own way to the root in the place of the mark.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from functools import lru_cache

from macros.addresses import address, root_of
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge
from macros.schema.base import HTTP

ROOT = "\0"
"""Stands for the way to the site's root; no text of the data can hold it."""

SPECIAL = re.compile(r"([\\`*\[\]|~])")
"""Marks of code, emphasis, links, cells and struck out words."""
OUTER = re.compile(r"((?<![^\W_])_|_(?![^\W_]))")
"""Underscores that are not inside a word: they emphasise."""
REFERENCE = re.compile(r"&(?=#?\w+;)")
"""Where a character is spelt out."""
BEGINNING = re.compile(r"^(>|#+|[-+=]+(?=\s|$))")
"""Quotes, lists, headings and rules, where a line could begin with them; some readers want no blank after a #."""
NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
"""What would begin a numbered list."""


def escaped(text: str) -> str:
    """Words on one line that Markdown leaves as they are."""
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
    """Code as a block that nothing in it can end."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{indent}{line}".rstrip() for line in (fence, *code.replace(ROOT, " ").splitlines(), fence)]


def rooted(text: str, page: str) -> str:
    """A finished text with its links as they are on the page at an address."""
    return text.replace(ROOT, root_of(page))


def twin_of(page: str) -> str:
    """The address of the twin of the page at an address."""
    return f"{page}index.md"


def link(label: str, target: str) -> str:
    """A link to a file of the site, its label already escaped."""
    return f"[{label}]({ROOT}{target})"


class Words:
    """How records and vocabulary values are named, each looked up once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.reference: Callable[[str, str], str] = lru_cache(maxsize=None)(self._reference)
        """By kind and id: a link to the record's twin."""
        self.term: Callable[[str, str], str] = lru_cache(maxsize=None)(self._term)
        """By vocabulary and value: its label."""
        # Typed, for True is not 1 and as a key it would be.
        self.value: Callable[[object], str] = lru_cache(maxsize=None, typed=True)(plain)
        """A value of a row: rows repeat each other."""

    def name(self, kind: str, record: str) -> str:
        """What readers call a record; models and instances are called by their ids."""
        found = self.knowledge.records.of(kind).get(record)
        if kind in {"models", "instances"}:
            return record
        named = (getattr(found, field, None) for field in ("short_title", "title", "name"))
        return next(filter(None, named), record)

    def _reference(self, kind: str, record: str) -> str:
        label = escaped(self.name(kind, record))
        return link(label, twin_of(address(kind, record))) if kind in WITH_PAGES else label

    def _term(self, vocabulary: str, value: str) -> str:
        return escaped(self.knowledge.term(vocabulary, value).label)
