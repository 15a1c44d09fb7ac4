"""What a page says of itself to search engines and link previews. Pure: the site builder hands in its pages.

All texts are given as readers know them; whoever writes them into HTML escapes them. The linked data comes ready for a
script element: nothing in it can close one.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.addresses import section
from macros.exports import api
from macros.exports.twins.alternates import EVERYTHING, data_of_pages
from macros.knowledge import Knowledge
from macros.schema.sources import Source
from macros.stubs import GeneratedPage, ListPage, WrittenPage
from macros.tables import TABLES
from macros.tables.api_file import BASE

LOCALE = "en_GB"
CONTEXT = "https://schema.org"

DATA_PAGE = "data/"
"""The page that describes the downloads."""

MEASURED_IN = ("tested-configurations", "benchmarks")
"""Lists whose figures are named as what the data measures."""

MEDIA_TYPES = {
    ".json": "application/json",
    ".csv": "text/csv",
    ".zip": "application/zip",
}
"""By the ending of a download; others are not named as a form of the data."""

INSIDE_A_SCRIPT = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
"""What could end a script element or a line of script, as JSON spells it otherwise."""

FURTHER_PAGE = re.compile(r"page-\d+/$")
"""The end of the address of a further page of a long list."""

HOLDING_RECORDS = frozenset({section("releases").removesuffix("/")})
"""Sections (without the slash) in which a record's page has further records' pages below it."""


@dataclass(frozen=True)
class PageFacts:
    """What the site builder knows of a page before it is rendered."""

    address: str
    """From the site's root."""
    title: str
    description: str
    url: str | None
    """Absolute; None where the site has no address of its own."""


@dataclass(frozen=True)
class SiteFacts:
    """What holds for every page."""

    name: str
    url: str
    """Absolute, with a slash at the end; empty where nobody said where the site will be."""
    licence: str
    """The address of the licence of the data."""


@dataclass(frozen=True)
class Metadata:
    """What stands in the head of one page."""

    properties: Sequence[tuple[str, str]]
    """Open Graph: names and values."""
    linked_data: Sequence[str]
    """JSON-LD documents, one for each script element."""


class SiteMetadata:
    """What the pages of one site say of themselves."""

    def __init__(self, knowledge: Knowledge, site: SiteFacts, pages: Iterable[PageFacts]) -> None:
        self._knowledge = knowledge
        self._site = site
        self._pages = {page.address: page for page in pages}
        self._data = data_of_pages(knowledge)

    def at(self, address: str) -> Metadata:
        """The metadata of the page at an address."""
        page = self._pages[address]
        data = dataset(self._knowledge, page, self._site) if address == DATA_PAGE else None
        return of_page(page, self._pages, self._site, data)

    def data_at(self, address: str) -> str:
        """The file that says the same for programs: its path from the site's root."""
        return self._data.get(FURTHER_PAGE.sub("", address), EVERYTHING)


def pages_of(
    written: Iterable[WrittenPage], generated: Iterable[GeneratedPage | ListPage], site_url: str
) -> Iterator[PageFacts]:
    """The facts of all pages. `site_url` is empty where the site has no address of its own."""
    for page in written:
        # Titles and descriptions in front matter are HTML, because themes print them as they are.
        title, description = html.unescape(page.title), html.unescape(page.description)
        yield PageFacts(page.address, title, description, f"{site_url}{page.address}" if site_url else None)
    for one in generated:
        yield PageFacts(one.address, one.title, one.description, f"{site_url}{one.address}" if site_url else None)


def of_page(
    page: PageFacts, pages: Mapping[str, PageFacts], site: SiteFacts, data: Mapping[str, Any] | None = None
) -> Metadata:
    """The metadata of one of some pages, given by address; `data` is the linked data of a data set described on it."""
    trail = list(_trail(page, pages))
    documents = [_breadcrumbs(trail)] if len(trail) > 1 and page.url else []
    if data is not None:
        documents.append(data)
    return Metadata(list(_properties(page, site)), [as_script(document) for document in documents])


def _properties(page: PageFacts, site: SiteFacts) -> Iterator[tuple[str, str]]:
    yield "og:title", page.title
    yield "og:description", page.description
    yield "og:type", "website"
    if page.url:
        yield "og:url", page.url
        yield "og:image", f"{site.url}assets/mark.png"
    yield "og:site_name", site.name
    yield "og:locale", LOCALE


def _trail(page: PageFacts, pages: Mapping[str, PageFacts]) -> Iterator[PageFacts]:
    """The pages from the home page down to a page, that page included. An organisation in an id is no page."""
    parts = page.address.split("/")[:-1]
    section = page.address.partition("/")[0]
    deepest = len(parts) if section in HOLDING_RECORDS else 2
    above = ("".join(f"{part}/" for part in parts[:depth]) for depth in range(min(deepest, len(parts))))
    yield from (pages[address] for address in above if address in pages)
    yield page


def _breadcrumbs(trail: Sequence[PageFacts]) -> Mapping[str, Any]:
    """The way to a page. The last step is the page itself and needs no address."""
    steps = [
        {"@type": "ListItem", "position": position, "name": page.title, "item": page.url}
        for position, page in enumerate(trail, 1)
    ]
    del steps[-1]["item"]
    return {"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": steps}


def dataset(knowledge: Knowledge, page: PageFacts, site: SiteFacts) -> Mapping[str, Any] | None:
    """All published data as one schema.org Dataset, described on a page; None where the site has no address."""
    if not site.url:
        return None
    records = knowledge.records
    maker = {"@type": "Organization", "name": site.name, "url": site.url}
    return {
        "@context": CONTEXT,
        "@type": "Dataset",
        "name": site.name,
        "description": page.description,
        "url": page.url,
        "license": site.licence,
        "creator": maker,
        "dateModified": knowledge.edition.isoformat(),
        "version": knowledge.revision,
        "isAccessibleForFree": True,
        "distribution": list(_distribution(site, api.files(knowledge))),
        "variableMeasured": list(_variables()),
        "isBasedOn": [_work(source) for source in records.sources.values() if source.founding],
    }


def _distribution(site: SiteFacts, files: Iterable[tuple[str, str]]) -> Iterator[Mapping[str, str]]:
    for name, what in files:
        media_type = MEDIA_TYPES.get(name[name.rfind(".") :])
        # The archive holds every file; the lists of facts are named by themselves too, the lists of records are not.
        if media_type and (name.endswith(".zip") or name.partition(".")[0] in TABLES):
            yield {
                "@type": "DataDownload",
                "name": what,
                "encodingFormat": media_type,
                "contentUrl": f"{site.url}{BASE}{name}",
            }


def _variables() -> Iterator[Mapping[str, str]]:
    columns = {column.name: column for listed in MEASURED_IN for column in TABLES[listed].columns}
    for name, column in columns.items():
        if column.unit and column.unit != "YYYY-MM-DD":
            yield {
                "@type": "PropertyValue",
                "name": name,
                "description": column.meaning,
                "unitText": column.unit,
            }


def _work(source: Source) -> Mapping[str, str]:
    return {"@type": "CreativeWork", "name": source.title, "url": source.url}


def as_script(document: Mapping[str, Any]) -> str:
    """A document as JSON that is only data wherever it stands in HTML."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).translate(INSIDE_A_SCRIPT)
