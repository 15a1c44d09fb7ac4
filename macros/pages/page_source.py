"""Pages before they are rendered: hand-written ones, and stubs of generated ones: front matter and one macro call."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from macros.addresses import address, section, with_page
from macros.facts import Knowledge
from macros.facts.grouping import unique
from macros.pages.lists import pager
from macros.pages.registry import pages_of
from macros.schema.kinds import WITH_PAGES, Kind
from macros.words import inert

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
LEDE = re.compile(r'<p class="lede">(.*?)</p>', re.DOTALL)
MACRO_CALLS = {
    re.compile(r"\A\s*# .*\n"): "",
    re.compile(r"^\{\{.*\}\}\n?", re.MULTILINE): "",
    re.compile(r"\[([^\]]*)\]\([^)\s]*\{\{[^}]*\}\}[^)]*\)"): r"\1",  # a link whose address has an expression
    re.compile(r"\{\{.*?\}\}"): "",
}
"""What is replaced, in this order, to leave out the title and every template expression."""
HTML = {
    re.compile(r"[ ]*\{:[^}\n]*\}"): "",
    re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL): r"[\2](\1)",
    re.compile(r"</?code>"): "`",
    re.compile(r"</?p[^>]*>"): "",
}
"""What is replaced, in this order, to make plain Markdown of Markdown with HTML and attributes."""

NAME_PARTS = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
"""The words of a name or id; g5.2xlarge is one word."""
LONG_NAME = 8
WEIGHT_OF_BREVITY = 0.2
WEIGHT_OF_THE_BEST = 1.05
"""Breaks ties between equally short ids; smaller than WEIGHT_OF_BREVITY."""
WEIGHT_OF_WHAT_IS_OVER = 0.5
"""Of lists of images of which the software of each has ended."""


@dataclass(frozen=True)
class PageSource:
    address: str
    """From the site's root."""
    title: str
    description: str
    body: str
    file: str
    """The file to edit, from the project's root."""
    meta: dict[str, Any]
    names: Sequence[str] = ()
    """Every name a reader may search it by."""
    kind: str = ""
    """Of the record that it is about; empty for lists and hand-written pages."""
    record: str = ""

    @property
    def text(self) -> str:
        texts = {"title": inert(self.title), "description": inert(self.description)}
        tags = {"tags": list(map(inert, self.names))} if self.names else {}
        # JSON is YAML, and quoting it this way leaves nothing for YAML to reinterpret.
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in (texts | tags | self.meta).items())
        return "\n".join(("---", *lines, "---", "", self.body, ""))

    @property
    def lede(self) -> str:
        """Its first sentences, as Markdown; empty where it has none."""
        found = LEDE.search(self.body)
        return " ".join(_replaced(found[1], HTML).split()) if found else ""

    @property
    def words(self) -> str:
        """All its words as Markdown, macro calls left out."""
        return _replaced(self.body, MACRO_CALLS | HTML).strip()


def _replaced(text: str, replacements: Mapping[re.Pattern[str], str]) -> str:
    for pattern, replacement in replacements.items():
        text = pattern.sub(replacement, text)
    return html.unescape(text)


def written_pages(folder: Path) -> Iterator[PageSource]:
    """Every page below a folder of Markdown files, by address."""
    for file in sorted(folder.rglob("index.md")):
        source, path = file.read_text("utf-8"), file.relative_to(folder).as_posix()
        found = FRONT_MATTER.match(source)
        meta: dict[str, Any] = yaml.load(found[1], yaml.CSafeLoader) if found else {}
        # Titles and descriptions in front matter are HTML, because themes print them as they are.
        title, description = (html.unescape(str(meta.pop(name, ""))) for name in ("title", "description"))
        names = [html.unescape(name) for name in meta.pop("tags", ())]
        body = source[found.end() :] if found else source
        yield PageSource(path.removesuffix("index.md"), title, description, body, f"docs/{path}", meta, names)


def generated_pages(knowledge: Knowledge) -> Iterator[PageSource]:
    """A page for each record, by kind and id."""
    for folder, kind in WITH_PAGES.items():
        pages = pages_of(folder)
        for record_id in with_page(knowledge.records, folder):
            entry = pages.entry_of(knowledge, record_id)
            yield PageSource(
                address(folder, record_id),
                pages.page_title(entry),
                pages.description_of(entry),
                f'{{{{ {kind.page_macro}("{record_id}") }}}}',
                knowledge.records.file(folder, record_id),
                {"search": {"boost": _search_boost(knowledge, kind, record_id)}},
                unique((*pages.names_of(entry), *getattr(entry.record, "former_ids", ()))),
                folder,
                record_id,
            )


def _search_boost(knowledge: Knowledge, kind: Kind[Any], record_id: str) -> float:
    """How much a page counts in the site search: by its kind, the brevity of its id, and what the record has.

    The search does not weigh a match by how much of the name it covers: without this, gpt2-large would answer to gpt2
    as well as gpt2 does.
    """
    more_words = min(len(NAME_PARTS.findall(record_id)), LONG_NAME) - 1
    weight = kind.search_weight * _share_of_weight(knowledge, kind.folder, record_id)
    return round(weight / (1 + WEIGHT_OF_BREVITY * more_words), 2)


def _share_of_weight(knowledge: Knowledge, folder: str, record_id: str) -> float:
    """More for measured models and for the newest release of an SDK; less for images of which all are over."""
    if folder == "images":
        return WEIGHT_OF_WHAT_IS_OVER if all(one.over for one in knowledge.images.of("images", record_id)) else 1
    if folder == "sdks":
        releases = knowledge.packages.releases_on(knowledge.records.sdks[record_id].platform)
        return WEIGHT_OF_THE_BEST if record_id == releases[-1] else 1
    return WEIGHT_OF_THE_BEST if folder == "models" and knowledge.benchmarks.of("models", record_id) else 1


def list_pages(knowledge: Knowledge, written: Iterable[PageSource]) -> Iterator[PageSource]:
    """The pages of long lists after their first ones, which are hand-written and call the same macro."""
    by_address = {page.address: page for page in written}
    for folder, kind in WITH_PAGES.items():
        first = by_address.get(section(folder))
        if first is None or not pages_of(folder).listed:
            continue
        total = pager(knowledge, folder).pages
        for number in range(2, total + 1):
            title = f"{first.title}, page {number} of {total}"
            yield PageSource(
                f"{first.address}page-{number}/",
                title,
                f"Page {number} of {total}. {first.description}",
                f'# {inert(title)}\n\n{{{{ {kind.list_macro}("{number}") }}}}',
                first.file,
                {"search": {"exclude": True}},
            )
