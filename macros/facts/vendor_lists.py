"""Which features of their software vendors' lists rate, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from macros.facts.fact_types import Listed
from macros.facts.grouping import group_pairs, unique
from macros.facts.knowledge import Knowledge
from macros.schema.catalogues import Catalogue, ListedRow, RatedFeature
from macros.words import number, plural

IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)$")
"""What lists write behind the name of a feature: an abbreviation, or for what the rating holds."""


@dataclass(frozen=True)
class Rating:
    """What a list says of a feature, for everything that it names."""

    feature: RatedFeature
    about: str
    """What stands in brackets behind the name of the feature; empty if nothing does."""


@dataclass(frozen=True)
class FeatureLine:
    """A feature as several lists rate it."""

    name: str
    """As the newest list prints it, without what stands in brackets behind it."""
    category: str
    ratings: Sequence[Sequence[Rating]]
    """One list of ratings for each vendor's list; empty where that does not rate the feature."""


@dataclass(frozen=True)
class FeatureMatrix:
    """Features down, vendors' lists across."""

    lists: Sequence[str]
    """Ids of the vendors' lists, newest first."""
    lines: Sequence[FeatureLine]


def features_of_framework(knowledge: Knowledge, framework: str) -> FeatureMatrix | None:
    """What the lists about a framework rate; None where they rate nothing."""
    lists = knowledge.records.catalogues
    return feature_matrix(lists, [key for key, one in lists.items() if one.framework == framework])


def features_of_model(knowledge: Knowledge, model: str) -> FeatureMatrix | None:
    """What the lists that name a model rate; None where they rate nothing."""
    naming = unique(line.catalogue_id for line in knowledge.listed.of("models", model))
    return feature_matrix(knowledge.records.catalogues, naming)


def feature_matrix(catalogues: Mapping[str, Catalogue], keys: Sequence[str]) -> FeatureMatrix | None:
    """What some lists rate, of each the newest edition that rates features."""
    rating = [key for key in keys if catalogues[key].features]
    replaced = {catalogues[key].earlier for key in rating}
    lists = [key for key in rating if key not in replaced]
    lists.sort(key=lambda key: catalogues[key].as_of, reverse=True)
    rated = ((_name(feature).casefold(), (key, feature)) for key in lists for feature in catalogues[key].features)
    lines = [_line(lists, ratings) for ratings in group_pairs(rated).values()]
    categories = unique(line.category for line in lines)
    lines.sort(key=lambda line: categories.index(line.category))
    return FeatureMatrix(lists, lines) if lines else None


def _name(feature: RatedFeature) -> str:
    return IN_BRACKETS.sub("", feature.feature)


def _line(lists: Iterable[str], ratings: Sequence[tuple[str, RatedFeature]]) -> FeatureLine:
    newest = ratings[0][1]
    by_list = group_pairs((key, _rating(feature)) for key, feature in ratings)
    return FeatureLine(_name(newest), newest.category, [by_list.get(key, ()) for key in lists])


def _rating(feature: RatedFeature) -> Rating:
    about = IN_BRACKETS.search(feature.feature)
    return Rating(feature, about[1] if about else "")


Subject = tuple[str, str | None, str, str]
"""What a line is about: workload, heading, kind of record, id."""

Change = Literal["Added", "No longer listed", "Changed", "Written otherwise", "Same"]
ORDER: Sequence[Change] = ("Added", "No longer listed", "Changed", "Written otherwise", "Same")


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
    def change(self) -> Change:
        """What happened to it: changed if both editions name it with other tasks, status, hardware or parallelism."""
        if self.before is None or self.after is None:
            return "No longer listed" if self.before else "Added"
        if _compared(self.before) != _compared(self.after):
            return "Changed"
        return "Same" if self.before.row.as_published == self.after.row.as_published else "Written otherwise"

    @property
    def says(self) -> str | None:
        """Tasks that were added and removed, and the words where both editions have them and they differ."""
        return "; ".join(self._parts()) or None

    def _parts(self) -> Iterator[str]:
        rows = [line.row for line in (self.before, self.after) if line]
        before, after = rows[0], rows[-1]
        if len(rows) == 1 and after.tasks:
            yield ", ".join(after.tasks)
        if added := [task for task in after.tasks if task not in before.tasks]:
            yield f"now also {', '.join(added)}"
        if removed := [task for task in before.tasks if task not in after.tasks]:
            yield f"no longer {', '.join(removed)}"
        if before.as_published != after.as_published:
            yield f"“{before.as_published}” before, “{after.as_published}” now"


def _compared(line: Listed) -> tuple[object, ...]:
    row = line.row
    return set(row.tasks), line.status, line.accelerators, row.parallelism, row.not_parallelism


def subjects_of(line: Listed) -> Sequence[tuple[str, str]]:
    """Kind and id of the model or the architectures that a line is about."""
    return [("models", line.model)] if line.model else [("architectures", key) for key in line.architectures]


def compared_with_earlier(knowledge: Knowledge, record: str) -> Sequence[LineChange] | None:
    """The lines of a list beside those of its earlier edition, by what happened to them; None where there is none."""
    earlier = knowledge.records.catalogues[record].earlier
    if earlier is None:
        return None
    changes = _changes(*(knowledge.listed.of("catalogues", key) for key in (earlier, record)))
    return sorted(changes, key=lambda one: ORDER.index(one.change))


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


def terms_of(row: ListedRow) -> Sequence[str]:
    """The terms of a line in words; those that it does not state are left out."""
    terms = (
        row.covers and f"only {', '.join(row.covers)}",
        ", ".join(row.tasks),
        ", ".join(row.data_types),
        row.tensor_parallel and f"tensor parallel {row.tensor_parallel}",
        row.data_parallel and f"data parallel {row.data_parallel}",
        row.batch_size and f"batch size {row.batch_size}",
        row.sequence_length and f"sequence length {number(row.sequence_length)}",
        row.parallelism and f"with {' and '.join(row.parallelism)}",
        row.not_parallelism and f"without {' and '.join(row.not_parallelism)}",
        row.model_class and f"class {row.model_class}",
        row.recommended_for and f"recommended for {row.recommended_for}",
        row.samples and plural(row.samples, "sample"),
        row.archived and "at least one archived",
        row.features and f"features: {', '.join(row.features)}",
        row.features_not_supported and f"not: {', '.join(row.features_not_supported)}",
        row.features_not_applicable and f"not applicable: {', '.join(row.features_not_applicable)}",
        row.hardware_as_published and f"printed hardware: {row.hardware_as_published}",
        row.note,
    )
    return [words for words in terms if words]
