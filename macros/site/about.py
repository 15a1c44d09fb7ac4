"""What a page says of itself: linked data, the file with the same facts, and addresses on the forge for its readers.

Linked data comes ready for a script element: nothing in it can close one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from macros.addresses import section
from macros.columns import TABLES
from macros.columns.files import BASE, compact
from macros.outputs.api_lists import DOWNLOADS, EVERYTHING, all_lists, data_of_pages
from macros.outputs.feeds import pages_with_feed
from macros.pages.page_source import PageSource
from macros.site.state import Site

CONTEXT = "https://schema.org"
DATA_PAGE = "data/"
"""The page that describes the downloads."""
MEDIA_TYPES = {
    ".json": "application/json",
    ".csv": "text/csv",
    ".zip": "application/zip",
    ".sqlite": "application/vnd.sqlite3",
}
"""By the ending of a download."""

INSIDE_A_SCRIPT = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
"""What could end a script element or a line of script, as JSON spells it otherwise."""

FURTHER_PAGE = re.compile(r"page-\d+/$")
"""The end of the address of a further page of a long list."""

HOLDING_RECORDS = section("releases").removesuffix("/")
"""The first part of addresses at which a record's page has further records' pages below it."""

CORRECTION = ("Correct a fact", "correct-a-fact", "page")
FORMS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "sources": [("A source has moved", "a-source-has-moved", "page")],
    "models": [CORRECTION, ("Report a result", "report-a-result", "model")],
    "instances": [CORRECTION, ("Report a result", "report-a-result", "hardware")],
}
"""By the first part of the address of a record's page: label, form and the field of the form that is filled in.

The forms are files of `.github/ISSUE_TEMPLATE/` and `.gitlab/issue_templates/`. Other pages have CORRECTION.
"""


@dataclass(frozen=True)
class About:
    """What the theme's templates show of a page besides its content."""

    title: str
    description: str
    data: str
    """The file that says the same for programs: its path from the site's root."""
    has_twin: bool
    has_feed: bool
    """Whether a feed of its record lies beside the page."""
    linked_data: Sequence[str]
    """The JSON-LD documents, one for each script element; none where the site has no address."""
    issue_links: Sequence[tuple[str, str]]
    """Label and address of each form."""


def about(site: Site, config: Mapping[str, Any], address: str) -> About:
    page, knowledge = site.by_address[address], site.knowledge
    return About(
        page.title,
        page.description,
        data=knowledge.cached(data_of_pages).get(FURTHER_PAGE.sub("", address), EVERYTHING),
        has_twin=not FURTHER_PAGE.search(address),
        has_feed=address in knowledge.cached(pages_with_feed),
        linked_data=[as_script(document) for document in _linked_data(site, config, page)],
        issue_links=issue_links(config["repo_url"] or "", address),
    )


def as_script(document: Mapping[str, Any]) -> str:
    """A document as JSON that is only data wherever it stands in HTML."""
    return compact(document).translate(INSIDE_A_SCRIPT)


def _linked_data(site: Site, config: Mapping[str, Any], page: PageSource) -> Iterator[Mapping[str, Any]]:
    trail = list(_trail(site, page))
    if site.url and len(trail) > 1:
        steps = [
            {"@type": "ListItem", "position": position, "name": one.title, "item": f"{site.url}{one.address}"}
            for position, one in enumerate(trail, 1)
        ]
        del steps[-1]["item"]  # the last step is the page itself and needs no address
        yield {"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": steps}
    if site.url and page.address == DATA_PAGE:
        yield _dataset(site, config, page)


def _trail(site: Site, page: PageSource) -> Iterator[PageSource]:
    """The pages from the home page down to a page, that page included. An organisation in an id is no page."""
    parts = page.address.split("/")[:-1]
    depth = len(parts) if parts[:1] == [HOLDING_RECORDS] else min(len(parts), 2)
    above = ("".join(f"{part}/" for part in parts[:count]) for count in range(depth))
    yield from (site.by_address[one] for one in above if one in site.by_address)
    yield page


def _dataset(site: Site, config: Mapping[str, Any], page: PageSource) -> Mapping[str, Any]:
    """All published data as one schema.org Dataset."""
    name, knowledge = config["site_name"], site.knowledge
    edition = f"Edition {knowledge.edition}, revision {knowledge.revision}"
    founding = (source for source in knowledge.records.sources.values() if source.founding)
    return {
        "@context": CONTEXT,
        "@type": "Dataset",
        "name": name,
        "description": page.description,
        "url": f"{site.url}{page.address}",
        "license": f"{config['repo_url']}/blob/main/LICENSE",
        "creator": {"@type": "Organization", "name": name, "url": site.url},
        "dateModified": knowledge.edition.isoformat(),
        "version": knowledge.revision,
        "citation": f"{name}: {page.description} {edition}. {site.url}",
        "isAccessibleForFree": True,
        "distribution": list(_distribution(site)),
        "isBasedOn": [{"@type": "CreativeWork", "name": one.title, "url": one.url} for one in founding],
    }


def _distribution(site: Site) -> Iterator[Mapping[str, str]]:
    """Lists of facts, not those of records; the archive holds every file, the database every list."""
    files = dict(DOWNLOADS)
    for one in (one for one in all_lists(site.knowledge) if one.name in TABLES):
        files |= {f"{one.name}.json": one.title, f"{one.name}.csv": f"{one.title}, as CSV"}
    for name, what in files.items():
        media_type, address = MEDIA_TYPES[PurePosixPath(name).suffix], f"{site.url}{BASE}{name}"
        yield {"@type": "DataDownload", "name": what, "encodingFormat": media_type, "contentUrl": address}


def edits_of_data(repository: str) -> str:
    """The list of every commit that touches the data."""
    return f"{repository}/{'-/' if 'gitlab' in repository else ''}commits/main/data"


def issue_links(repository: str, page: str) -> Sequence[tuple[str, str]]:
    """Label and address of each form for the page at an address, with the page or record filled in."""
    first, _, record = page.rstrip("/").partition("/")
    return [
        (label, _issue(repository, label, form, {field: page if field == "page" else record}))
        for label, form, field in (FORMS.get(first, [CORRECTION]) if record else [CORRECTION])
    ]


def _issue(repository: str, label: str, form: str, fields: Mapping[str, str]) -> str:
    title = f"{label}: {''.join(fields.values())}"
    if "gitlab" in repository:
        return f"{repository}/-/issues/new?{urlencode({'issuable_template': form, 'issue[title]': title})}"
    return f"{repository}/issues/new?{urlencode({'template': f'{form}.yml', 'title': title, **fields})}"
