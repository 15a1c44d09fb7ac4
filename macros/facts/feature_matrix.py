"""Which features of their software vendors' lists rate, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.facts.grouping import group_pairs, unique
from macros.facts.knowledge import Knowledge
from macros.schema.catalogues import Catalogue, RatedFeature

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
