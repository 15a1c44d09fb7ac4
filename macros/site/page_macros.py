"""Every macro a page can call: the template that holds its words and the view that holds its decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from macros.pages import (
    changes,
    compared,
    family_matrices,
    home,
    memory,
    reference,
    support_today,
)
from macros.pages.registry import is_ordinary, view_of
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site

View = Callable[..., object]


@dataclass(frozen=True)
class PageMacro:
    """A macro: `template` is rendered with the result of `view` as `view`."""

    template: str
    view: View


def _macros_of_kinds() -> Iterator[tuple[str, PageMacro]]:
    """The macros of the pages and lists of every kind of record."""
    for folder, kind in WITH_PAGES.items():
        view = view_of(folder)
        page, listed = ("record", "records") if is_ordinary(folder) else (kind.noun, folder)
        yield kind.page_macro, PageMacro(f"pages/{page}.md", view.page)
        if getattr(view, "has_list", hasattr(view, "index")):
            yield kind.list_macro, PageMacro(f"lists/{listed}.md", view.index)


PAGE_MACROS: Mapping[str, PageMacro] = {
    **dict(_macros_of_kinds()),
    "family_list": PageMacro("lists/families.md", family_matrices.index),
    "home_page": PageMacro("pages/home.md", home.page),
    "free_comparison": PageMacro("embedded/free_comparison.md", compared.kinds),
    "support_table": PageMacro("embedded/support_table.md", support_today.table),
    "memory_tables": PageMacro("embedded/memory.md", memory.tables),
    "example_record": PageMacro("embedded/example_record.md", home.example),
    "news_list": PageMacro("embedded/changes.md", changes.index),
    "explore_table": PageMacro("embedded/explore.md", reference.revision),
    "api_table": PageMacro("embedded/api.md", reference.revision),
    "envelope_table": PageMacro("embedded/envelope.md", reference.envelope),
    "column_table": PageMacro("embedded/columns.md", reference.columns),
    "record_kinds": PageMacro("embedded/record_kinds.md", reference.kinds),
    "vocabulary_tables": PageMacro("embedded/vocabularies.md", reference.vocabularies),
}


def page_address(url: str) -> str:
    """A page's address as the site builder spells it, without the leading dot of the home page."""
    return url.removeprefix("./")


def call(name: str, site: Site, current_url: Callable[[], str], *arguments: str) -> str:
    """The Markdown that a macro call on the current page stands for. Its deferred parts are added to the page's."""
    macro, page = PAGE_MACROS[name], page_address(current_url())
    view: Any = macro.view(site.knowledge, *arguments)
    return site.renderer.markdown(macro.template, page, site.deferred[page], view=view)
