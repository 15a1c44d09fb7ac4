"""Which pages are generated: one for each record, and the further pages of long lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from macros.addresses import section
from macros.facts import Knowledge
from macros.pages.paging import ON_ONE_PAGE, pager
from macros.pages.registry import view_of
from macros.schema.kinds import WITH_PAGES
from macros.stubs import GeneratedPage, ListPage, WrittenPage


def generated_pages(knowledge: Knowledge) -> Iterator[GeneratedPage]:
    """Every generated page, by kind and id."""
    for kind in WITH_PAGES:
        head_of = view_of(kind).head
        for record, found in knowledge.records.of(kind).items():
            head = head_of(knowledge, record)
            names = dict.fromkeys([*head.names, *getattr(found, "former_ids", ())])
            measured = kind == "models" and bool(knowledge.benchmarks.of(kind, record))
            yield GeneratedPage(kind, record, head.title, head.description, tuple(names), measured)


def list_pages(knowledge: Knowledge, written: Iterable[WrittenPage]) -> Iterator[ListPage]:
    """The pages of long lists after their first ones, which are hand-written and call the same macro."""
    by_address = {page.address: page for page in written}
    for folder in WITH_PAGES:
        first = by_address.get(section(folder))
        if first and folder not in ON_ONE_PAGE:
            total = pager(knowledge, folder, "1").pages
            yield from (ListPage(folder, number, total, first) for number in range(2, total + 1))
