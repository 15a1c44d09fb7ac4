"""What describes the pages of each kind of record, and what every macro that a page can call shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from macros.pages import changes, embedded, families, support_today
from macros.pages.records import RecordPages
from macros.schema.kinds import WITH_PAGES


class PageMacro(NamedTuple):
    """A macro: the template is rendered with what `view` makes of the knowledge and the macro's arguments."""

    template: str
    view: Callable[..., object]


def pages_of(kind: str) -> RecordPages[Any]:
    """What the pages of a kind show: the `PAGES` of the module that is called like its folder."""
    found: RecordPages[Any] = import_module(f"macros.pages.{kind}").PAGES
    return found


def _macros_of_kinds() -> Iterator[tuple[str, PageMacro]]:
    for folder, kind in WITH_PAGES.items():
        pages = pages_of(folder)
        yield kind.page_macro, PageMacro("pages/record.md", pages.page)
        if pages.has_list:
            yield kind.list_macro, PageMacro("lists/records.md", pages.index)


PAGE_MACROS: Mapping[str, PageMacro] = {
    **dict(_macros_of_kinds()),
    "guideline_tables": PageMacro("embedded/sections.md", families.guidelines),
    "home_page": PageMacro("pages/home.md", embedded.home),
    "free_comparison": PageMacro("embedded/free_comparison.md", embedded.revision),
    "support_table": PageMacro("embedded/support_table.md", support_today.grids),
    "memory_tables": PageMacro("embedded/memory.md", embedded.memory),
    "example_record": PageMacro("embedded/example_record.md", embedded.example),
    "news_list": PageMacro("embedded/changes.md", changes.index),
    "explore_table": PageMacro("embedded/explore.md", embedded.revision),
    "api_table": PageMacro("embedded/api.md", embedded.revision),
    "envelope_table": PageMacro("embedded/envelope.md", embedded.envelope),
    "column_table": PageMacro("embedded/columns.md", embedded.columns),
    "record_kinds": PageMacro("embedded/record_kinds.md", embedded.kinds),
    "vocabulary_tables": PageMacro("embedded/vocabularies.md", embedded.vocabularies),
}
