"""What a page says of itself to programs: linked data, and the file of the API with the same facts.

Linked data comes ready for a script element: nothing in it can close one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from macros.addresses import section
from macros.columns import TABLES
from macros.columns.files import BASE
from macros.facts import Knowledge
from macros.outputs.api_lists import ARCHIVE, ARCHIVE_TITLE, EVERYTHING, api_lists, data_of_pages
from macros.outputs.feeds import pages_with_feed
from macros.stubs import GeneratedPage, ListPage, WrittenPage

CONTEXT = "https://schema.org"

DATA_PAGE = "data/"
"""The page that describes the downloads."""

MEASURED_IN = ("tested-configurations", "benchmarks")
"""Lists whose figures are named as what the data measures."""

MEDIA_TYPES = {".json": "application/json", ".csv": "text/csv", ".zip": "application/zip"}
"""By the ending of a download."""

INSIDE_A_SCRIPT = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
"""What could end a script element or a line of script, as JSON spells it otherwise."""

FURTHER_PAGE = re.compile(r"page-\d+/$")
"""The end of the address of a further page of a long list."""

HOLDING_RECORDS = frozenset({section("releases").removesuffix("/")})
"""Sections (without the slash) in which a record's page has further records' pages below it."""

Page = WrittenPage | GeneratedPage | ListPage


@dataclass(frozen=True)
class SiteMetadata:
    """What the pages of one site say of themselves."""

    knowledge: Knowledge
    pages: Mapping[str, Page]
    """By address."""
    name: str
    url: str
    """Absolute, with a slash at the end; empty where nobody said where the site will be."""
    licence: str
    """The address of the licence of the data."""

    @cached_property
    def _data(self) -> Mapping[str, str]:
        return data_of_pages(self.knowledge)

    def data_at(self, address: str) -> str:
        """The file that says the same for programs: its path from the site's root."""
        return self._data.get(FURTHER_PAGE.sub("", address), EVERYTHING)

    @cached_property
    def _with_feed(self) -> frozenset[str]:
        return pages_with_feed(self.knowledge)

    def has_feed(self, address: str) -> bool:
        """Whether a feed of its record lies beside the page."""
        return address in self._with_feed

    def linked_data(self, address: str) -> Sequence[str]:
        """The JSON-LD documents of a page, one for each script element; none where the site has no address."""
        if not self.url:
            return []
        trail = list(self._trail(address))
        documents = [self._breadcrumbs(trail)] if len(trail) > 1 else []
        if address == DATA_PAGE:
            documents.append(self.dataset(address))
        return [as_script(document) for document in documents]

    def _trail(self, address: str) -> Iterator[Page]:
        """The pages from the home page down to a page, that page included. An organisation in an id is no page."""
        parts = address.split("/")[:-1]
        deepest = len(parts) if address.partition("/")[0] in HOLDING_RECORDS else 2
        above = ("".join(f"{part}/" for part in parts[:depth]) for depth in range(min(deepest, len(parts))))
        yield from (self.pages[one] for one in above if one in self.pages)
        yield self.pages[address]

    def _breadcrumbs(self, trail: Sequence[Page]) -> Mapping[str, Any]:
        """The way to a page. The last step is the page itself and needs no address."""
        steps = [
            {"@type": "ListItem", "position": position, "name": page.title, "item": f"{self.url}{page.address}"}
            for position, page in enumerate(trail, 1)
        ]
        del steps[-1]["item"]
        return {"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": steps}

    def dataset(self, address: str) -> Mapping[str, Any]:
        """All published data as one schema.org Dataset, described on a page."""
        sources = self.knowledge.records.sources.values()
        return {
            "@context": CONTEXT,
            "@type": "Dataset",
            "name": self.name,
            "description": self.pages[address].description,
            "url": f"{self.url}{address}",
            "license": self.licence,
            "creator": {"@type": "Organization", "name": self.name, "url": self.url},
            "dateModified": self.knowledge.edition.isoformat(),
            "version": self.knowledge.revision,
            "isAccessibleForFree": True,
            "distribution": list(self._distribution()),
            "variableMeasured": list(_variables()),
            "isBasedOn": [
                {"@type": "CreativeWork", "name": source.title, "url": source.url}
                for source in sources
                if source.founding
            ],
        }

    def _distribution(self) -> Iterator[Mapping[str, str]]:
        """Lists of facts, not those of records; the archive holds every file."""
        for one in api_lists(self.knowledge):
            if one.name in TABLES:
                yield self._download(f"{one.name}.json", one.title)
                yield self._download(f"{one.name}.csv", f"{one.title}, as CSV")
        yield self._download(ARCHIVE, ARCHIVE_TITLE)

    def _download(self, name: str, what: str) -> Mapping[str, str]:
        media_type, address = MEDIA_TYPES[PurePosixPath(name).suffix], f"{self.url}{BASE}{name}"
        return {"@type": "DataDownload", "name": what, "encodingFormat": media_type, "contentUrl": address}


def _variables() -> Iterator[Mapping[str, str]]:
    columns = {column.name: column for listed in MEASURED_IN for column in TABLES[listed].columns}
    for name, column in columns.items():
        if column.unit and column.unit != "YYYY-MM-DD":
            about = {"name": name, "description": column.meaning, "unitText": column.unit}
            yield {"@type": "PropertyValue", **about}


def as_script(document: Mapping[str, Any]) -> str:
    """A document as JSON that is only data wherever it stands in HTML."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).translate(INSIDE_A_SCRIPT)
