"""What describes the pages of each kind of record, and what every macro that a page can call shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from macros.columns import TABLES
from macros.facts import Knowledge
from macros.pages import families, special_pages, support_grid
from macros.pages.records import RecordPages
from macros.schema.atlas import Vocabulary
from macros.schema.kinds import WITH_PAGES


class PageMacro(NamedTuple):
    """A macro: the template is rendered with what `view` makes of the knowledge and the macro's arguments."""

    template: str
    view: Callable[..., object] = lambda *_: None


def pages_of(kind: str) -> RecordPages[Any]:
    """What the pages of a kind show: the `PAGES` of the module that is called like its folder."""
    found: RecordPages[Any] = import_module(f"macros.pages.{kind}").PAGES
    return found


def _macros_of_kinds() -> Iterator[tuple[str, PageMacro]]:
    for folder, kind in WITH_PAGES.items():
        pages = pages_of(folder)
        yield kind.page_macro, PageMacro("pages/record.md", pages.page)
        if pages.listed:
            yield kind.list_macro, PageMacro("lists/records.html", pages.index)


def _example(knowledge: Knowledge, kind: str) -> str:
    """The id of the record of a kind with the most tested configurations, for examples."""
    return min(knowledge.records.of(kind), key=lambda one: (-len(knowledge.configurations.of(kind, one)), one))


def _vocabularies(knowledge: Knowledge, *names: str) -> Mapping[str, Vocabulary]:
    """By the name of the field: those that are named, else all."""
    found = knowledge.records.vocabularies
    return {name: found[name] for name in names or found}


PAGE_MACROS: Mapping[str, PageMacro] = {
    **dict(_macros_of_kinds()),
    "guideline_list": PageMacro("embedded/sections.md", lambda knowledge: [families.guideline_list(knowledge)]),
    "guideline_tables": PageMacro("embedded/sections.md", families.guidelines),
    "home_page": PageMacro("pages/home.md", special_pages.home),
    "free_comparison": PageMacro("embedded/free_comparison.html", special_pages.example_comparisons),
    "support_table": PageMacro("embedded/support_table.md", support_grid.grids),
    "memory_tables": PageMacro("embedded/memory.md", special_pages.memory),
    "example_record": PageMacro("embedded/example_record.md", _example),
    "news_list": PageMacro("embedded/changes.md", special_pages.news_page),
    "stack_check": PageMacro("embedded/check.html"),
    "explore_table": PageMacro("embedded/explore.html"),
    "api_table": PageMacro("embedded/api.html"),
    "column_table": PageMacro("embedded/columns.html", lambda _, name: TABLES[name]),
    "record_kinds": PageMacro("embedded/record_kinds.html"),
    "vocabulary_tables": PageMacro("embedded/vocabularies.md", _vocabularies),
}
