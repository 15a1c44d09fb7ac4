"""Vendors' lists of supported models: the page of one, what changed since its last edition, and the list of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from macros.knowledge import Knowledge, Listed
from macros.knowledge.feature_matrix import FeatureMatrix, feature_matrix
from macros.knowledge.grouping import group_pairs
from macros.pages.facets import facets, record_facet, term_facet
from macros.pages.page_head import PageHead
from macros.pages.paging import PagedList, pager, shown_of_groups
from macros.pages.vendor_lists import subjects_of
from macros.schema.catalogues import Accuracy, Catalogue
from macros.schema.conflicts import Conflict
from macros.tables.evidence import scores_of
from macros.words import plural

Subject = tuple[str, str | None, str, str]
"""What a line is about: workload, heading, kind of record, id."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    catalogue = knowledge.records.catalogues[record]
    lines = plural(len(catalogue.rows), "line")
    description = f"{catalogue.title}: {lines}, with the words of the source and what changed."
    return PageHead(catalogue.title, description, [catalogue.title])


@dataclass(frozen=True)
class LineChange:
    """The lines of two editions of a list about one subject."""

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
        """Tasks that only the later edition names, where both name the subject."""
        return _only_in(self.after, self.before)

    @property
    def tasks_removed(self) -> Sequence[str]:
        """Tasks that only the earlier edition names, where both name the subject."""
        return _only_in(self.before, self.after)

    @property
    def rewritten(self) -> bool:
        """Whether both name it, in other words."""
        return bool(self.before and self.after and self.before.row.as_published != self.after.row.as_published)

    @property
    def changed(self) -> bool:
        """Whether both name it, with other tasks, status, hardware or parallelism."""
        if self.before is None or self.after is None:
            return False
        return bool(self.tasks_added or self.tasks_removed) or _compared(self.before) != _compared(self.after)


def _compared(line: Listed) -> tuple[object, ...]:
    return line.status, line.accelerators, line.row.parallelism, line.row.not_parallelism


def _only_in(line: Listed | None, other: Listed | None) -> Sequence[str]:
    return [task for task in line.row.tasks if task not in other.row.tasks] if line and other else []


@dataclass(frozen=True)
class EditionDiff:
    earlier_id: str
    earlier: Catalogue
    added: Sequence[LineChange]
    removed: Sequence[LineChange]
    changed: Sequence[LineChange]
    rewritten: Sequence[LineChange]
    """Named by both, in other words, with nothing else changed."""
    same: int


ScoresOfList = tuple[Catalogue, Sequence[Accuracy]]


def accuracy_of(knowledge: Knowledge, model: str) -> Sequence[ScoresOfList]:
    """The scores that vendors' lists report of a model."""
    scores = group_pairs((score.catalogue, score.accuracy) for score in scores_of(knowledge, model))
    return [(knowledge.records.catalogues[key], found) for key, found in scores.items()]


@dataclass(frozen=True)
class CataloguePage:
    catalogue: Catalogue
    sections: Sequence[tuple[str | None, str, int, Sequence[Listed]]]
    """By heading and workload: how many lines there are, and as many of them as the page shows."""
    difference: EditionDiff | None
    later: str | None
    """The next edition of the same list."""
    features: FeatureMatrix | None
    accuracy: Sequence[ScoresOfList]
    conflicts: Sequence[tuple[str, Conflict]]


def page(knowledge: Knowledge, record: str) -> CataloguePage:
    catalogue = knowledge.records.catalogues[record]
    lines = knowledge.listed.of("catalogues", record)
    return CataloguePage(
        catalogue=catalogue,
        sections=_sections(lines),
        difference=difference(knowledge, record),
        later=lines[0].replaced_by,
        features=feature_matrix(knowledge.records.catalogues, [record]),
        accuracy=[(catalogue, catalogue.accuracy)] if catalogue.accuracy else [],
        conflicts=knowledge.conflicts.of(("sources", catalogue.citation.source)),
    )


def _sections(lines: Iterable[Listed]) -> Sequence[tuple[str | None, str, int, Sequence[Listed]]]:
    groups = group_pairs(((line.row.section, line.workload), line) for line in lines)
    shown = shown_of_groups(groups.values(), "catalogue lines")
    return [(*key, len(groups[key]), some) for key, some in zip(groups, shown, strict=True)]


def difference(knowledge: Knowledge, record: str) -> EditionDiff | None:
    """What changed since the earlier edition; None where there is none."""
    catalogue = knowledge.records.catalogues[record]
    if catalogue.earlier is None:
        return None
    earlier = knowledge.records.catalogues[catalogue.earlier]
    changes = _changes(*(knowledge.listed.of("catalogues", key) for key in (catalogue.earlier, record)))
    both = [change for change in changes if change.before and change.after]
    changed = [change for change in both if change.changed]
    rewritten = [change for change in both if change.rewritten and not change.changed]
    return EditionDiff(
        earlier_id=catalogue.earlier,
        earlier=earlier,
        added=[change for change in changes if change.before is None],
        removed=[change for change in changes if change.after is None],
        changed=changed,
        rewritten=rewritten,
        same=len(both) - len(changed) - len(rewritten),
    )


def _changes(earlier: Iterable[Listed], later: Iterable[Listed]) -> Sequence[LineChange]:
    """By subject: lines of the same words are compared with each other, then what remains in order."""
    changes = []
    lines_before, lines_after = _by_subject(earlier), _by_subject(later)
    for subject in dict.fromkeys([*lines_after, *lines_before]):
        before, after = (
            {line.row.as_published: line for line in lines.get(subject, ())} for lines in (lines_before, lines_after)
        )
        same = [words for words in after if words in before]
        changes += [LineChange(*subject, before.pop(words), after.pop(words)) for words in same]
        changes += [LineChange(*subject, *pair) for pair in zip_longest(before.values(), after.values())]
    return changes


def _by_subject(lines: Iterable[Listed]) -> Mapping[Subject, Sequence[Listed]]:
    """Lines by what they are about: one that names three architectures is about each of them."""
    return group_pairs(
        ((line.workload, line.row.section, kind, record), line) for line in lines for kind, record in subjects_of(line)
    )


def index(knowledge: Knowledge, number: str = "1") -> PagedList[tuple[str, Catalogue, EditionDiff | None]]:
    """One page of the list: id, list, and what changed since its earlier edition.

    The newest first; last those for a framework that has ended.
    """
    catalogues = knowledge.records.catalogues
    newest_first = sorted(catalogues.items(), key=lambda item: (item[1].as_of, item[0]), reverse=True)
    current_first = sorted(newest_first, key=lambda item: _has_ended(knowledge, item[1]))
    pages = pager(knowledge, "catalogues", number)
    frameworks = (one.framework for one in catalogues.values() if one.framework)
    return PagedList(
        pages,
        [(key, catalogue, difference(knowledge, key)) for key, catalogue in pages.cut(current_first)],
        facets=facets(
            pages.total,
            record_facet(knowledge, "framework", "frameworks", frameworks),
            term_facet(knowledge, "workload", "workload", (one.workload for one in catalogues.values())),
        ),
    )


def _has_ended(knowledge: Knowledge, catalogue: Catalogue) -> bool:
    framework = catalogue.framework
    return framework is not None and knowledge.lifecycle.ended_state("frameworks", framework) is not None
