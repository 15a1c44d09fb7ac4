"""Pages that people write, from their Markdown sources: what they say of themselves, and which records they list."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
LEDE = re.compile(r'<p class="lede">(.*?)</p>', re.DOTALL)
ATTRIBUTES = re.compile(r"[ ]*\{:[^}\n]*\}")
CALL = re.compile(r"^\{\{.*\}\}\n?", re.MULTILINE)
TO_EXPRESSION = re.compile(r"\[([^\]]*)\]\([^)\s]*\{\{[^}]*\}\}[^)]*\)")
"""A link to an address that only a build knows."""
EXPRESSION = re.compile(r"\{\{.*?\}\}")
ANCHOR = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
INLINE_CODE = re.compile(r"</?code>")
TAG = re.compile(r"</?p[^>]*>")
HEADING = re.compile(r"\A\s*# .*\n")

IN_FULL = frozenset({"data/", "contribute/", "contribute/records/"})
"""Pages whose words are worth more than the lists they lead to."""


@dataclass(frozen=True)
class WrittenPage:
    """A page that people write."""

    address: str
    title: str
    description: str
    source: str
    """Its Markdown, without the front matter."""

    @property
    def lede(self) -> str:
        """Its first sentences, as Markdown; empty where it has none."""
        found = LEDE.search(self.source)
        return " ".join(_without_html(found[1]).split()) if found else ""

    @property
    def words(self) -> str:
        """All its words as Markdown, macro calls left out."""
        return _without_html(
            EXPRESSION.sub("", TO_EXPRESSION.sub(r"\1", CALL.sub("", HEADING.sub("", self.source))))
        ).strip()


def written_pages(folder: Path) -> Iterator[WrittenPage]:
    """Every page below a folder of Markdown sources, by address."""
    for file in sorted(folder.rglob("index.md")):
        source = file.read_text("utf-8")
        found = FRONT_MATTER.match(source)
        meta: dict[str, Any] = yaml.load(found[1], yaml.CSafeLoader) if found else {}
        address = file.parent.relative_to(folder).as_posix()
        yield WrittenPage(
            address="" if address == "." else f"{address}/",
            title=str(meta.get("title", address)),
            description=" ".join(str(meta.get("description", "")).split()),
            source=source[found.end() :] if found else source,
        )


def _without_html(source: str) -> str:
    text = ANCHOR.sub(r"[\2](\1)", ATTRIBUTES.sub("", source))
    return html.unescape(TAG.sub("", INLINE_CODE.sub("`", text)))
