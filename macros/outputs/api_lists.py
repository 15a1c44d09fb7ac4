"""What the API publishes: lists of facts and of records, a file for each record, one at each former id, an archive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from macros.addresses import FormerId, address, former_ids, place_of
from macros.columns import TABLES, Column, Row, Table
from macros.columns.answers import ANSWERS, TODAY
from macros.columns.files import BASE
from macros.columns.statements import COMPARISONS
from macros.facts import Knowledge
from macros.loading import Records
from macros.schema.base import Record
from macros.schema.kinds import KINDS, WITH_PAGES

ARCHIVE = "accelerator-atlas.zip"
DATABASE = "accelerator-atlas.sqlite"
DOWNLOADS = {
    ARCHIVE: "Every file of this API in one zip file, for use offline",
    DATABASE: "Every list of this API as a table of one SQLite file, with keys and indexes",
}


@dataclass(frozen=True)
class ApiList:
    """A list of the API. Its rows are computed while they are written: all of them may not fit in memory."""

    name: str
    """The name of its JSON and CSV files below api/v1/, without the extension."""
    title: str
    facts: Collection[Any]
    row: Callable[[Any], Row]
    table: Table[Any] | None = None
    """Describes its rows. None for lists of records: the schema of their kind describes them."""

    @property
    def url(self) -> str:
        """The address of its JSON file, from the site's root."""
        return data_of_list(self.name)

    @property
    def count(self) -> int:
        return len(self.facts)

    def rows(self) -> Iterator[Row]:
        return map(self.row, self.facts)


INDEX = Table[ApiList](
    ApiList,
    "index",
    "Every list of this API",
    (
        Column("name", "The name of the list."),
        Column("url", "Its address, from the site's root."),
        Column("count", "How many entries it has."),
    ),
)


def all_lists(knowledge: Knowledge) -> Iterator[ApiList]:
    for table in TABLES.values():
        if table.facts:
            yield ApiList(table.name, table.title, table.facts(knowledge), table.row, table)
    for key, comparison in knowledge.records.comparisons.items():
        title = f"Comparison {key}, a row for each feature"
        yield ApiList(f"comparisons/{key}", title, comparison.features, COMPARISONS.row, COMPARISONS)
    for kind in KINDS.values():
        if kind.api_list:
            records = knowledge.records.of(kind.folder).items()
            yield ApiList(kind.folder, kind.api_list, records, partial(record_row, knowledge.records, kind.folder))


def index(lists: Sequence[ApiList]) -> ApiList:
    return ApiList(INDEX.name, INDEX.title, lists, INDEX.row, INDEX)


RECORD_TYPES: Mapping[str, type[Record]] = {
    folder: kind.record for folder, kind in WITH_PAGES.items() if folder != "comparisons"
}
"""By kind: the type of its records. Comparisons are left out: comparisons/<id>.json holds a table."""

ELSEWHERE = "outside_url"
"""In the API, the field `url` of the data: there, `url` is the address of the page on this site."""


def record_row(records: Records, kind: str, item: tuple[str, Record]) -> Row:
    """A record with its id as published: id, fields, and the address of its page."""
    record_id, record = item
    fields = record.model_dump()
    elsewhere = {ELSEWHERE: fields["url"]} if "url" in fields else {}
    return {"id": record_id, **fields, "url": place_of(records, kind, record_id), **elsewhere}


FORMER_IDS = Table[FormerId](
    FormerId,
    "former-ids",
    "Where a record with a former id is now",
    (
        Column("id", "The id that the record had before."),
        Column("moved_to", "The id it has now.", "record_id"),
        Column(
            "url",
            "The address of its page, from the site's root.",
            lambda former: address(former.kind, former.record_id),
            holds=str,
        ),
    ),
)
"""The columns of a file at a former id; it has one row. Only these files have `moved_to`."""

OF_ARCHITECTURES = f"architectures-{TODAY.name}/"

OF_ONE_MODEL: Sequence[Table[Any]] = (ANSWERS, TODAY)
"""Tables with a file for each model."""


def former_files(knowledge: Knowledge) -> Iterator[tuple[FormerId, str]]:
    """Each former id with the names of its files, below api/v1/."""
    for former in former_ids(knowledge.records):
        folders = [former.kind, *(table.name for table in OF_ONE_MODEL if former.kind == "models")]
        yield from ((former, f"{folder}/{former.id}.json") for folder in folders)


LISTS_OF_PAGES: Mapping[str, str] = {
    "": "index",
    "benchmarks/": "benchmarks",
    "lifecycle/": "components",
    "compare/": "frameworks",
    "explore/": "tested-configurations",
    "memory/": "instances",
}
"""Per page address: the API list with its facts, where the list is not called like the page."""


def data_of_pages(knowledge: Knowledge) -> Mapping[str, str]:
    """Per page address: the path of its JSON file from the site's root. For other pages use `EVERYTHING`."""
    lists = {**{f"{folder}/": folder for folder, kind in KINDS.items() if kind.api_list}, **LISTS_OF_PAGES}
    found = {page: data_of_list(name) for page, name in lists.items()}
    for kind in WITH_PAGES:
        found |= {address(kind, record): data_of_list(f"{kind}/{record}") for record in knowledge.records.of(kind)}
    return found


def data_of_list(name: str) -> str:
    """The path of a list of the API, or of the file of one record, from the site's root."""
    return f"{BASE}{name}.json"


EVERYTHING = data_of_list(INDEX.name)
