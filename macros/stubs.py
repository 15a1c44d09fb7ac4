"""Pages before they are rendered: those that people write, and the stubs of generated ones."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from macros.addresses import address
from macros.schema.kinds import KINDS
from macros.words import inert

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
LEDE = re.compile(r'<p class="lede">(.*?)</p>', re.DOTALL)
MACRO_CALLS = (
    (re.compile(r"\A\s*# .*\n"), ""),
    (re.compile(r"^\{\{.*\}\}\n?", re.MULTILINE), ""),
    (re.compile(r"\[([^\]]*)\]\([^)\s]*\{\{[^}]*\}\}[^)]*\)"), r"\1"),  # a link whose address has an expression
    (re.compile(r"\{\{.*?\}\}"), ""),
)
"""What is replaced, in this order, to leave out the title and every template expression."""
HTML = (
    (re.compile(r"[ ]*\{:[^}\n]*\}"), ""),
    (re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL), r"[\2](\1)"),
    (re.compile(r"</?code>"), "`"),
    (re.compile(r"</?p[^>]*>"), ""),
)
"""What is replaced, in this order, to make plain Markdown of Markdown with HTML and attributes."""

NAME_PARTS = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
"""The words of a name or id; g5.2xlarge is one word."""
LONG_NAME = 8
WEIGHT_OF_BREVITY = 0.2
WEIGHT_OF_BENCHMARKS = 1.05
"""Less than a word more in an id takes away."""


@dataclass(frozen=True)
class WrittenPage:
    """A hand-written page."""

    address: str
    title: str
    description: str
    source: str
    """Its Markdown, without the front matter."""
    template: str = ""
    """The template of the theme that it asks for; empty for that of all pages."""

    @property
    def lede(self) -> str:
        """Its first sentences, as Markdown; empty where it has none."""
        found = LEDE.search(self.source)
        return " ".join(_replaced(found[1], HTML).split()) if found else ""

    @property
    def words(self) -> str:
        """All its words as Markdown, macro calls left out."""
        return _replaced(self.source, MACRO_CALLS + HTML).strip()


@dataclass(frozen=True)
class GeneratedPage:
    """A page for one record: a stub of front matter and one macro call."""

    kind: str
    record: str
    title: str
    description: str
    names: tuple[str, ...]
    """Every name a reader may search it by."""
    measured: bool = False
    """Whether it is a model with benchmarks."""

    @property
    def address(self) -> str:
        """From the site's root."""
        return address(self.kind, self.record)

    @property
    def data_file(self) -> str:
        """The file to edit, from the project's root."""
        return f"data/{self.kind}/{self.record}.yml"

    @property
    def search_boost(self) -> float:
        """How much the page counts in the site search: by its kind, the brevity of its id, and whether it is measured.

        The search does not weigh a match by how much of the name it covers: without this, gpt2-large
        would answer to gpt2 as well as gpt2 does.
        """
        more_words = min(len(NAME_PARTS.findall(self.record)), LONG_NAME) - 1
        measured = WEIGHT_OF_BENCHMARKS if self.measured else 1
        return round(KINDS[self.kind].search_weight * measured / (1 + WEIGHT_OF_BREVITY * more_words), 2)

    @property
    def stub(self) -> str:
        """The page's source, as a person would write it: front matter and one macro call."""
        names = [inert(name) for name in self.names]
        meta = {"title": inert(self.title), "description": inert(self.description), "tags": names}
        call = f'{{{{ {KINDS[self.kind].page_macro}("{self.record}") }}}}'
        return _stub({**meta, "search": {"boost": self.search_boost}}, call)


@dataclass(frozen=True)
class ListPage:
    """A page of a long list, from the second on; the first one is hand-written and calls the same macro."""

    kind: str
    number: int
    """From 2."""
    total: int
    """Pages of the list."""
    first: WrittenPage

    @property
    def address(self) -> str:
        """From the site's root."""
        return f"{self.first.address}page-{self.number}/"

    @property
    def title(self) -> str:
        return f"{self.first.title}, page {self.number} of {self.total}"

    @property
    def description(self) -> str:
        return f"Page {self.number} of {self.total}. {self.first.description}"

    @property
    def data_file(self) -> str:
        """The file to edit, from the project's root."""
        return f"docs/{self.first.address}index.md"

    @property
    def stub(self) -> str:
        """The page's source: front matter, heading and one macro call."""
        meta = {"title": inert(self.title), "description": inert(self.description), "search": {"exclude": True}}
        call = f'{{{{ {KINDS[self.kind].list_macro}("{self.number}") }}}}'
        return _stub(meta, f"# {inert(self.title)}\n\n{call}")


def written_pages(folder: Path) -> Iterator[WrittenPage]:
    """Every page below a folder of Markdown sources, by address."""
    for file in sorted(folder.rglob("index.md")):
        source = file.read_text("utf-8")
        found = FRONT_MATTER.match(source)
        meta: dict[str, Any] = yaml.load(found[1], yaml.CSafeLoader) if found else {}
        address = file.parent.relative_to(folder).as_posix()
        yield WrittenPage(
            address="" if address == "." else f"{address}/",
            # Titles and descriptions in front matter are HTML, because themes print them as they are.
            title=html.unescape(str(meta.get("title", address))),
            description=html.unescape(" ".join(str(meta.get("description", "")).split())),
            source=source[found.end() :] if found else source,
            template=meta.get("template", ""),
        )


def _stub(meta: Mapping[str, Any], content: str) -> str:
    # JSON is YAML, and quoting it this way leaves nothing for YAML to reinterpret.
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items())
    return "\n".join(("---", *lines, "---", "", content, ""))


def _replaced(text: str, replacements: Iterable[tuple[re.Pattern[str], str]]) -> str:
    for pattern, replacement in replacements:
        text = pattern.sub(replacement, text)
    return html.unescape(text)
