"""Which pages are generated, and what each stub says. Pure: nothing here knows the site builder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from macros.addresses import address
from macros.knowledge import Knowledge
from macros.views.page_heads import DESCRIBERS
from macros.words import inert


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


def generated_pages(knowledge: Knowledge) -> Iterator[GeneratedPage]:
    """Every generated page, by kind and id."""
    for kind, describe in DESCRIBERS.items():
        for record, found in knowledge.records.of(kind).items():
            title, description, names = describe(knowledge, record)
            every = (*names, *getattr(found, "former_ids", ()))
            yield GeneratedPage(kind, record, title, description, tuple(dict.fromkeys(every)))
