"""Vendors' lists: the features that they rate, side by side; what two editions of a list say differently; in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from macros.facts.fact_types import Listed
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.knowledge import Knowledge
from macros.schema.catalogues import ListedRow, RatedFeature, TestedSize
from macros.words import number, plural

FEATURE = re.compile(r"(?P<name>.*?)\s*(\((?P<about>[^()]*)\))?")
"""The name of a feature, and what lists write behind it: an abbreviation, or for what the rating holds."""


@dataclass(frozen=True)
class FeatureLine:
    name: str
    """As the newest list prints it, without what stands in brackets behind it."""
    category: str
    ratings: Sequence[Sequence[tuple[RatedFeature, str]]]
    """For each list its ratings with what stands in brackets; empty where it does not rate the feature."""


@dataclass(frozen=True)
class FeatureMatrix:
    lists: Sequence[str]
    """Ids of the vendors' lists, newest first."""
    lines: Sequence[FeatureLine]


def features_of_framework(knowledge: Knowledge, framework_id: str) -> FeatureMatrix | None:
    """What the lists about a framework rate; None where they rate nothing."""
    lists = knowledge.records.catalogues
    return _feature_matrix(knowledge, [list_id for list_id, one in lists.items() if one.framework == framework_id])


def features_of_model(knowledge: Knowledge, model_id: str) -> FeatureMatrix | None:
    """What the lists that name a model rate; None where they rate nothing."""
    return _feature_matrix(knowledge, unique(line.catalogue_id for line in knowledge.listed.of("models", model_id)))


def _feature_matrix(knowledge: Knowledge, naming: Sequence[str]) -> FeatureMatrix | None:
    """What some lists rate, of each the newest edition that rates features."""
    catalogues = knowledge.records.catalogues
    rating = {list_id: catalogues[list_id] for list_id in naming if catalogues[list_id].features}
    replaced = {one.earlier for one in rating.values()}
    lists = sorted(rating.keys() - replaced, key=lambda one: (-rating[one].as_of.toordinal(), naming.index(one)))
    rated = [(list_id, feature, *_parts(feature)) for list_id in lists for feature in rating[list_id].features]
    lines = []
    for same in group_by(rated, lambda one: one[2].casefold()).values():
        _, newest, name, _ = same[0]
        by_list = group_pairs((list_id, (feature, about)) for list_id, feature, _, about in same)
        lines.append(FeatureLine(name, newest.category, [by_list.get(list_id, ()) for list_id in lists]))
    categories = unique(line.category for line in lines)
    lines.sort(key=lambda line: categories.index(line.category))
    return FeatureMatrix(lists, lines) if lines else None


def _parts(feature: RatedFeature) -> tuple[str, str]:
    found = FEATURE.fullmatch(feature.feature)
    return (found["name"], found["about"] or "") if found else (feature.feature, "")


EditionChange = Literal["Added", "No longer listed", "Changed", "Written otherwise", "Same"]
ORDER: Sequence[EditionChange] = ("Added", "No longer listed", "Changed", "Written otherwise", "Same")


@dataclass(frozen=True)
class LineChange:
    """The lines of two editions of a list about one subject."""

    workload: str
    section: str | None
    kind: str
    record_id: str
    before: Listed | None
    after: Listed | None

    @property
    def change(self) -> EditionChange:
        """What happened to it: changed if both editions name it with other tasks, status, hardware or parallelism."""
        if self.before is None or self.after is None:
            return "No longer listed" if self.before else "Added"
        before, after = (
            (set(line.row.tasks), line.status, line.accelerators, line.row.parallelism, line.row.not_parallelism)
            for line in (self.before, self.after)
        )
        if before != after:
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


def compared_with_earlier(knowledge: Knowledge, list_id: str) -> Sequence[LineChange] | None:
    """The lines of a list beside those of its earlier edition, by what happened to them; None where there is none.

    A line that names three architectures is about each of them. Lines about a subject that have the same words are
    compared with each other, then what remains in order.
    """
    earlier = knowledge.records.catalogues[list_id].earlier
    if earlier is None:
        return None
    later_lines, earlier_lines = (
        group_pairs(
            ((line.workload, line.row.section, *subject), line)
            for line in knowledge.listed.of("catalogues", edition)
            for subject in line.subjects
        )
        for edition in (list_id, earlier)
    )
    changes = []
    for subject in unique([*later_lines, *earlier_lines]):
        before = {line.row.as_published: line for line in earlier_lines.get(subject, ())}
        after = {line.row.as_published: line for line in later_lines.get(subject, ())}
        same = [words for words in after if words in before]
        changes += [LineChange(*subject, before.pop(words), after.pop(words)) for words in same]
        changes += [LineChange(*subject, *pair) for pair in zip_longest(before.values(), after.values())]
    return sorted(changes, key=lambda one: ORDER.index(one.change))


def size_words(size: TestedSize) -> str:
    """A size with its number formats, such as: tensor parallel 8 in bfloat16 and fp8 on gaudi2."""
    words = (
        size.tensor_parallel and f"tensor parallel {size.tensor_parallel}",
        size.devices and plural(size.devices, "accelerator"),
        size.data_types and f"in {' and '.join(size.data_types)}",
        size.accelerators and f"on {' and '.join(size.accelerators)}",
    )
    return " ".join(part for part in words if part)


def sizes_on(row: ListedRow, accelerator: str) -> Sequence[str]:
    """The sizes in which a line says that a model was tested on an accelerator, in words."""
    here = (size for size in row.sizes if not size.accelerators or accelerator in size.accelerators)
    of_line = TestedSize(tensor_parallel=row.tensor_parallel)
    return [words for size in (of_line, *here) if (words := size_words(replace(size, accelerators=())))]


def terms_of(row: ListedRow) -> Sequence[str]:
    """The terms of a line besides its status, in words; those that it does not state are left out."""
    terms = (
        row.covers and f"only {', '.join(row.covers)}",
        ", ".join(row.tasks),
        ", ".join(row.data_types),
        row.tensor_parallel and f"tensor parallel {row.tensor_parallel}",
        *map(size_words, row.sizes),
        *row.distribution,
        row.version and f"version {row.version}",
        row.data_parallel and f"data parallel {row.data_parallel}",
        row.batch_size and f"batch size {row.batch_size}",
        row.sequence_length and f"sequence length {number(row.sequence_length)}",
        row.parallelism and f"parallelism: {', '.join(row.parallelism)}",
        row.not_parallelism and f"without parallelism: {', '.join(row.not_parallelism)}",
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
