"""Values of columns as Markdown, for the versions of pages that programs read."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from macros.columns.column import Column
from macros.columns.phrase import Phrase
from macros.columns.writer import Writer
from macros.schema.base import SourceReference, Statement

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
FIRST_OF_BLOCK = frozenset("0123456789>#-+=")
BLANKS = re.compile(r"\s+")
MAY_CHANGE = re.compile(r"[\\`*\[\]|~_&<]|[^\S ]|  ")
"""Finds something in every text that `escaped` changes. Most texts need no escape, and one search is quicker."""

SHORTEST_FENCE = 3


def escaped(text: str) -> str:
    """Words, in one line, that Markdown shows unchanged within a line."""
    if not MAY_CHANGE.search(text):
        return text
    words = REFERENCE.sub("&amp;", OUTER.sub(r"\\\1", SPECIAL.sub(r"\\\1", BLANKS.sub(" ", text))))
    # Not every Markdown knows a backslash before this one.
    return words.replace("<", "&lt;")


def no_block(line: str) -> str:
    """A line of Markdown that begins neither list, quote, heading nor rule."""
    if line[:1] not in FIRST_OF_BLOCK:
        return line
    return NUMBERED.sub(r"\1\\\2", BEGINNING.sub(r"\\\1", line))


def fenced(code: str, language: str, highlighted: Sequence[int] = (), indent: int = 0) -> Markup:
    """Code from the data in a Markdown fence that it cannot close. `highlighted` are numbers of lines, from 1."""
    text = "".join(c for c in code if c in "\n\t" or unicodedata.category(c) != "Cc")
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(SHORTEST_FENCE, longest + 1)
    lines = f' hl_lines="{" ".join(map(str, highlighted))}"' if highlighted else ""
    block = f"{f'{fence} {language}{lines}'.rstrip()}\n{text.rstrip()}\n{fence}"
    # Text in a fence is code, not markup: Markdown escapes it.
    return Markup(textwrap.indent(block, " " * indent))  # noqa: S704


def twin_of(page: str) -> str:
    return f"{page}index.md"


class MarkdownWriter(Writer):
    """Writes values in the Markdown versions of pages, whose links lead to such versions too."""

    before_fold = "; "
    marks: Mapping[str, str] = {
        "address": "{0}",
        "as of": "{}",
        "citation": "{}",
        "citations": "— {}",
        "day": "{}",
        "detail": "{}",
        "doubt": "({})",
        "ended": "({})",
        "folded": "{}: {}",
        "inferred": "(inferred: {})",
        "inferred beside": "inferred: {}",
        "labelled": "{}",
        "link": "[{1}]({0})",
        "nothing": "{}",
        "old": "{0}",
        "other name": "{}",
        "small": "({})",
        "undated": "undated",
        "verdict": "{2}",
    }

    def words(self, text: str) -> str:
        return escaped(text)

    def line(self, text: str) -> str:
        return no_block(escaped(text.strip()))

    def phrase(self, said: Phrase) -> str:
        return no_block(super().phrase(said))

    def joined(self, between: str, written: Iterable[str]) -> str:
        return between.join(written)

    def code(self, text: str) -> str:
        """Code of several lines is a block, which must be the last of a list's item."""
        return f"\n\n{fenced(text, '', indent=4)}" if "\n" in text else self.words(text)

    def target(self, address: str) -> str:
        if "://" in address:
            return f"<{address.replace('|', '%7C')}>"
        path = address.partition("#")[0]
        return f"{self.root}{twin_of(path) if path.endswith('/') else address}"

    def number(self, value: float) -> str:
        """As it was published: programs compare it."""
        return str(value).removesuffix(".0")

    def several(self, values: Sequence[Any], written: Sequence[str]) -> str:
        return ("; " if isinstance(values[0], SourceReference | Statement | Phrase) else ", ").join(written)

    def table(self, columns: Sequence[Column[Any]], rows: Sequence[Sequence[Any]]) -> str:
        head = (f"| {' | '.join(column.heading for column in columns)} |", f"|{'---|' * len(columns)}")
        cells = ([self.cell(*one) for one in zip(columns, row, strict=True)] for row in rows)
        return "\n".join((*head, *(f"| {' | '.join(row)} |" for row in cells)))
