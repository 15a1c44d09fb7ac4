"""The lists of the API (tables of facts, comparisons, all records of a kind), and the file with the facts of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from macros.addresses import address
from macros.columns import TABLES, Column, Row, Table
from macros.columns.envelope import BASE
from macros.columns.statements import COMPARISONS
from macros.facts import Knowledge
from macros.outputs import record_files
from macros.schema.kinds import KINDS, WITH_PAGES


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

    def rows(self) -> Iterator[Row]:
        """All rows, computed one after the other."""
        return map(self.row, self.facts)


INDEX = Table[ApiList](
    ApiList,
    "index",
    "Every list of this API",
    (
        Column("name", "The name of the list."),
        Column("url", "Its address, from the site's root.", lambda found: f"{BASE}{found.name}.json", holds=str),
        Column("count", "How many entries it has.", lambda found: len(found.facts), holds=int),
    ),
)
"""The list of the lists."""


def api_lists(knowledge: Knowledge) -> Iterator[ApiList]:
    """Every list, in the order of the index."""
    for table in TABLES.values():
        if table.facts:
            yield ApiList(table.name, table.title, table.facts(knowledge), table.row, table)
    for key, comparison in knowledge.records.comparisons.items():
        title = f"Comparison {key}, a row for each feature"
        yield ApiList(f"comparisons/{key}", title, comparison.features, COMPARISONS.row, COMPARISONS)
    for kind in KINDS.values():
        if kind.api_list:
            found = knowledge.records.of(kind.folder).items()
            yield ApiList(kind.folder, kind.api_list, found, partial(record_files.row, kind.folder))


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
        found |= {address(kind, record): data_of_record(kind, record) for record in knowledge.records.of(kind)}
    return found


def data_of_list(name: str) -> str:
    """The path of a list of the API from the site's root."""
    return f"{BASE}{name}.json"


def data_of_record(kind: str, record: str) -> str:
    """The path of the API file of one record from the site's root."""
    return f"{BASE}{record_files.name(kind, record)}"


EVERYTHING = data_of_list(INDEX.name)
"""The path of the list of all lists."""
