"""Vendors' lists of what they support: the list of lists, and a list's page with what changed since its last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from macros.knowledge import Knowledge, Listed
from macros.schema.catalogues import Accuracy, Catalogue
from macros.schema.conflicts import Conflict
from macros.views.cited_sources import once
from macros.views.heads import PageHead
from macros.views.listings import ListedLine, lines_of
from macros.views.paging import Pager, pager, shown_of_groups
from macros.words import plural

Thing = tuple[str, str | None, str, str]
"""What a line is about: workload, heading, kind of record, id."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    catalogue = knowledge.records.catalogues[record]
    lines = plural(len(catalogue.rows), "line")
    return PageHead(
        catalogue.title,
        f"{catalogue.title}: {lines}, with the words of the source and what changed.",
        [catalogue.title],
    )


@dataclass(frozen=True)
class Change:
    """What two editions of a list say differently of one thing."""

    workload: str
    section: str | None
    kind: str
    record: str
    before: Listed | None
    """None where the earlier edition does not name it."""
    after: Listed | None
    """None where the later edition does not name it."""

    @property
    def tasks_added(self) -> Sequence[str]:
        """Tasks that only the later edition names."""
        return self._only(self.after, self.before)

    @property
    def tasks_removed(self) -> Sequence[str]:
        """Tasks that only the earlier edition names."""
        return self._only(self.before, self.after)

    @property
    def rewritten(self) -> bool:
        """Whether both name it, in other words."""
        return bool(self.before and self.after and self.before.row.as_published != self.after.row.as_published)

    @staticmethod
    def _only(one: Listed | None, other: Listed | None) -> Sequence[str]:
        if one is None or other is None:
            return ()
        return [task for task in one.row.tasks if task not in other.row.tasks]


@dataclass(frozen=True)
class Difference:
    """What changed between two editions of one list."""

    earlier_id: str
    earlier: Catalogue
    added: Sequence[Change]
    removed: Sequence[Change]
    changed: Sequence[Change]
    rewritten: Sequence[Change]
    """Named by both, in other words, with nothing else changed."""
    same: int


@dataclass(frozen=True)
class Section:
    """The lines under one heading of a list."""

    title: str | None
    workload: str
    total: int
    lines: Sequence[ListedLine]
    """As many as the page shows."""


@dataclass(frozen=True)
class Rated:
    """What a list rates for everything it lists, and the scores it reports."""

    id: str
    catalogue: Catalogue
    accuracy: Sequence[Accuracy]


def rated(knowledge: Knowledge, model: str) -> Sequence[Rated]:
    """The lists that name a model and rate features, or report a score of this very model."""
    names = knowledge.records.catalog.names["models"]
    naming = once(line.catalogue_id for line in knowledge.listed_of("models", model))
    found = {key: knowledge.records.catalogues[key] for key in naming}
    lists = [
        Rated(key, one, [score for score in one.accuracy if names[score.model] == model]) for key, one in found.items()
    ]
    return [one for one in lists if one.accuracy or one.catalogue.features]


@dataclass(frozen=True)
class CataloguePage:
    """What a list's page says."""

    id: str
    catalogue: Catalogue
    sections: Sequence[Section]
    difference: Difference | None
    later: str | None
    """The next edition of the same list."""
    rated: Sequence[Rated]
    """Itself, where it rates features or reports scores."""
    conflicts: Sequence[tuple[str, Conflict]]


def page(knowledge: Knowledge, record: str) -> CataloguePage:
    """The page of one list."""
    catalogue = knowledge.records.catalogues[record]
    lines = knowledge.listed_of("catalogues", record)
    rates = catalogue.features or catalogue.accuracy
    return CataloguePage(
        id=record,
        catalogue=catalogue,
        sections=_sections(lines),
        difference=difference(knowledge, record),
        later=lines[0].replaced_by,
        rated=[Rated(record, catalogue, catalogue.accuracy)] if rates else [],
        conflicts=knowledge.conflicts_of(("sources", catalogue.citation.source)),
    )


def _sections(lines: Sequence[Listed]) -> Sequence[Section]:
    groups: dict[tuple[str | None, str], list[Listed]] = {}
    for line in lines:
        groups.setdefault((line.row.section, line.workload), []).append(line)
    return [
        Section(title, workload, len(lines), lines_of(some))
        for ((title, workload), lines), some in zip(
            groups.items(), shown_of_groups(groups.values(), "catalogue lines"), strict=True
        )
    ]


def difference(knowledge: Knowledge, record: str) -> Difference | None:
    """What changed since the earlier edition; None where there is none."""
    earlier = knowledge.records.catalogues[record].earlier
    if earlier is None:
        return None
    changes = _changes(*(_things(knowledge.listed_of("catalogues", key)) for key in (earlier, record)))
    both = [change for change in changes if change.before and change.after]
    changed = [change for change in both if _says_other(change)]
    rewritten = [change for change in both if change.rewritten and not _says_other(change)]
    return Difference(
        earlier_id=earlier,
        earlier=knowledge.records.catalogues[earlier],
        added=[change for change in changes if change.before is None],
        removed=[change for change in changes if change.after is None],
        changed=changed,
        rewritten=rewritten,
        same=len(both) - len(changed) - len(rewritten),
    )


def _things(lines: Sequence[Listed]) -> Mapping[Thing, dict[str, Listed]]:
    """Lines by what they are about, then by their words: one that names three architectures is about each of them."""
    found: dict[Thing, dict[str, Listed]] = {}
    for line in lines:
        about = [("models", line.model)] if line.model else [("architectures", key) for key in line.architectures]
        for kind, record in about:
            found.setdefault((line.workload, line.row.section, kind, record), {})[line.row.as_published] = line
    return found


def _changes(earlier: Mapping[Thing, dict[str, Listed]], later: Mapping[Thing, dict[str, Listed]]) -> Sequence[Change]:
    """Lines of the same words go together; of what remains, lines about the same thing."""
    found = []
    for thing in dict.fromkeys([*later, *earlier]):
        before, after = dict(earlier.get(thing, {})), dict(later.get(thing, {}))
        same = [words for words in after if words in before]
        found += [Change(*thing, before.pop(words), after.pop(words)) for words in same]
        found += [Change(*thing, *pair) for pair in zip_longest(before.values(), after.values())]
    return found


def _says_other(change: Change) -> bool:
    if change.before is None or change.after is None:
        return True
    before, after = change.before, change.after
    return bool(
        change.tasks_added
        or change.tasks_removed
        or (before.status, before.accelerators) != (after.status, after.accelerators)
        or (before.row.parallelism, before.row.not_parallelism) != (after.row.parallelism, after.row.not_parallelism)
    )


@dataclass(frozen=True)
class CatalogueLine:
    """A list in the list of lists."""

    id: str
    catalogue: Catalogue
    lines: int
    difference: Difference | None


@dataclass(frozen=True)
class CatalogueIndex:
    """One page of the list of vendors' lists."""

    pager: Pager
    lines: Sequence[CatalogueLine]


def index(knowledge: Knowledge, number: str = "1") -> CatalogueIndex:
    """One page of the list, the newest first."""
    found = knowledge.records.catalogues.items()
    pages = pager(knowledge, "catalogues", number)
    members = pages.cut(sorted(found, key=lambda item: (item[1].as_of, item[0]), reverse=True))
    lines = [CatalogueLine(key, one, len(one.rows), difference(knowledge, key)) for key, one in members]
    return CatalogueIndex(pages, lines)
