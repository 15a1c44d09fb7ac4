"""Which pages are generated, and what each stub says. Pure: nothing here knows the site builder."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from macros.addresses import address, section
from macros.knowledge import Knowledge
from macros.views.page_heads import DESCRIBERS
from macros.views.paging import pager
from macros.words import inert

if TYPE_CHECKING:
    from macros.exports.twins.hand_written import WrittenPage


@dataclass(frozen=True)
class GeneratedPage:
    """A page for one record: a stub of front matter and one macro call."""

    kind: str
    record: str
    title: str
    description: str
    names: tuple[str, ...]
    """Every name a reader may search it by."""

    @property
    def address(self) -> str:
        """From the site's root."""
        return address(self.kind, self.record)

    @property
    def source_path(self) -> str:
        """Where the stub would lie below docs/."""
        return f"{self.address}index.md"

    @property
    def data_file(self) -> str:
        """The file to edit, from the project's root."""
        return f"data/{self.kind}/{self.record}.yml"

    @property
    def search_boost(self) -> float:
        """How much the page counts in the site search: its kind, and the more the shorter its id is.

        The search does not weigh a match by how much of the name it covers: without this, gpt2-large
        would answer to gpt2 as well as gpt2 does.
        """
        more_words = min(len(NAME_PARTS.findall(self.record)), LONG_NAME) - 1
        return round(SEARCH_BOOST[self.kind] / (1 + WEIGHT_OF_BREVITY * more_words), 2)

    @property
    def macro(self) -> str:
        """The macro that makes all of it."""
        return MACROS[self.kind]

    @property
    def meta(self) -> Mapping[str, Any]:
        """Its front matter."""
        return {
            "title": inert(self.title),
            "description": inert(self.description),
            "tags": [inert(name) for name in self.names],
            "search": {"boost": self.search_boost},
        }

    @property
    def stub(self) -> str:
        """The page's source, as a person would write it: front matter and one macro call."""
        # JSON is YAML, and quoting it this way leaves nothing for YAML to reinterpret.
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in self.meta.items())
        return "\n".join(("---", *lines, "---", "", f'{{{{ {self.macro}("{self.record}") }}}}', ""))


MACROS = {
    "models": "model_page",
    "families": "family_page",
    "accelerators": "accelerator_page",
    "instances": "instance_page",
    "frameworks": "framework_page",
    "releases": "release_page",
    "datasets": "dataset_page",
    "comparisons": "comparison_page",
    "sources": "source_page",
    "limitations": "limitation_page",
    "conflicts": "conflict_page",
    "architectures": "architecture_page",
    "benchmarks": "benchmark_page",
    "catalogues": "catalogue_page",
    "components": "component_page",
    "sdks": "sdk_page",
}
"""The macro that fills the pages of a kind."""

SEARCH_BOOST = {
    "models": 4,
    "families": 4,
    "accelerators": 8,
    "instances": 4,
    "frameworks": 5,
    "releases": 6,
    "datasets": 3,
    "comparisons": 4,
    "sources": 0.5,
    "limitations": 1.5,
    "conflicts": 1,
    "architectures": 2,
    "benchmarks": 1,
    "catalogues": 3,
    "components": 2,
    "sdks": 3,
}
"""How much a kind counts in the site search: what people look for before what cites it."""

NAME_PARTS = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
"""The words of a name or id: g5.2xlarge is one."""

LONG_NAME = 8
WEIGHT_OF_BREVITY = 0.2


@dataclass(frozen=True)
class ListPage:
    """A further page of a long list; the first one is hand-written and calls the same macro."""

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
    def source_path(self) -> str:
        """Where the stub would lie below docs/."""
        return f"{self.address}index.md"

    @property
    def title(self) -> str:
        """Title and number."""
        return f"{html.unescape(self.first.title)}, page {self.number} of {self.total}"

    @property
    def description(self) -> str:
        """Number and what the first page says."""
        return f"Page {self.number} of {self.total}. {html.unescape(self.first.description)}"

    @property
    def data_file(self) -> str:
        """The file to edit, from the project's root."""
        return f"docs/{self.first.address}index.md"

    @property
    def stub(self) -> str:
        """The page's source: front matter, heading and one macro call."""
        meta = {"title": inert(self.title), "description": inert(self.description), "search": {"exclude": True}}
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items())
        call = f'{{{{ {LIST_MACROS[self.kind]}("{self.number}") }}}}'
        return "\n".join(("---", *lines, "---", "", f"# {inert(self.title)}", "", call, ""))


LIST_MACROS = {
    "models": "model_list",
    "sources": "source_list",
    "limitations": "limitation_list",
    "conflicts": "conflict_list",
    "architectures": "architecture_list",
    "catalogues": "catalogue_list",
    "benchmarks": "benchmark_list",
    "components": "component_list",
    "sdks": "sdk_list",
    "instances": "instance_list",
    "datasets": "dataset_list",
    "frameworks": "framework_list",
}
"""The macro that makes one page of the list of a kind."""


def list_pages(knowledge: Knowledge, written: Iterable[WrittenPage]) -> Iterator[ListPage]:
    """The pages of long lists after their first ones."""
    by_address = {page.address: page for page in written}
    for kind in LIST_MACROS:
        first, total = by_address.get(section(kind)), pager(knowledge, kind, "1").pages
        if first:
            yield from (ListPage(kind, number, total, first) for number in range(2, total + 1))


def generated_pages(knowledge: Knowledge) -> Iterator[GeneratedPage]:
    """Every generated page, by kind and id."""
    for kind, describe in DESCRIBERS.items():
        for record, found in knowledge.records.of(kind).items():
            title, description, names = describe(knowledge, record)
            every = (*names, *getattr(found, "former_ids", ()))
            yield GeneratedPage(kind, record, title, description, tuple(dict.fromkeys(every)))
