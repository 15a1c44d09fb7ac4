"""For each page, the JSON file of the API with the same facts: linked from its head and from its twin."""

from __future__ import annotations

from collections.abc import Mapping

from macros.addresses import address
from macros.exports import record_files
from macros.exports.api_lists import INDEX
from macros.kinds import KINDS, WITH_PAGES
from macros.knowledge import Knowledge
from macros.tables.api_file import BASE

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
