"""What the site search finds: pages and their sections as plain text, in one file, fetched when somebody searches.

Tables stay out of it, except those of comparisons and of features, which are text. Names that differ in their hyphens
only are one name, and the address of a page is one of its names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import address
from macros.columns.files import as_json
from macros.facts import Knowledge
from macros.facts.vendor_lists import FeatureLine, features_of_framework
from macros.outputs.page_sections import PageSection
from macros.schema.comparisons import Comparison, Feature

ENTRIES = "search/entries.json"

BETWEEN_WORDS = re.compile(r"[^\w.]+|_")

Entry = Mapping[str, Any]


def files(knowledge: Knowledge, sections: Iterable[PageSection]) -> Iterator[tuple[str, bytes]]:
    """The file of entries, with the sections of all pages."""
    subjects = _subjects(knowledge)
    pages = [_entry(one, subjects.get(one.location, {})) for one in sections]
    tables = [entry for record, found in knowledge.records.comparisons.items() for entry in _tables(record, found)]
    outcomes = {
        key: {"label": value.label, "symbol": value.symbol, "tone": value.tone}
        for key, value in knowledge.records.vocabularies["outcome"].values.items()
    }
    features = [entry for record in knowledge.records.frameworks for entry in _features(knowledge, record)]
    yield ENTRIES, as_json({"outcomes": outcomes, "entries": [*pages, *tables, *features]})


def _subjects(knowledge: Knowledge) -> Mapping[str, Entry]:
    """By address, what the page itself does not say: how a model's name is spelt, which accelerator an instance has."""
    records = knowledge.records
    models = {address("models", key): {"title": model.name} for key, model in records.models.items()}
    instances = {address("instances", key): {"accelerator": one.accelerator} for key, one in records.instances.items()}
    return {**models, **instances}


def _entry(section: PageSection, subject: Entry) -> Entry:
    location = section.location
    entry = {"location": location, "title": section.title, "text": section.text, **subject}
    record = location.partition("/")[2].removesuffix("/")
    if "#" not in location and (names := _names((entry["title"], record), section.names)):
        entry["names"] = names
    if section.weight is not None:
        entry["weight"] = section.weight
    return entry


def _names(known: Iterable[str], others: Iterable[str]) -> Sequence[str]:
    """The names besides title and id, each once: as it is first written with blanks, or else first written."""
    by_letters = {_letters(name): name for name in sorted(others, key=lambda name: " " not in name)[::-1]}
    taken = set(map(_letters, known))
    return [name for letters, name in by_letters.items() if letters not in taken]


def _letters(name: str) -> str:
    return BETWEEN_WORDS.sub(" ", name.casefold()).strip()


def _tables(record: str, comparison: Comparison) -> Iterator[Entry]:
    """The sections of a comparison that hold its tables."""
    page = address("comparisons", record)
    yield {"location": f"{page}#features", "title": "Features", "text": " · ".join(map(_feature, comparison.features))}
    for area in dict.fromkeys(difference.area for difference in comparison.differences):
        parts = (f"{one.topic}. {one.statement.text}" for one in comparison.differences if one.area == area)
        yield {"location": f"{page}#{area}", "title": f"Differences in {area}", "text": " · ".join(parts)}


def _feature(feature: Feature) -> str:
    values = [*feature.values.values(), *(value for one in feature.corrections for value in one.values.values())]
    return f"{feature.feature}: {', '.join(dict.fromkeys(values))}"


def _features(knowledge: Knowledge, framework: str) -> Iterator[Entry]:
    """The section of a framework's page that holds the features which lists rate."""
    if matrix := features_of_framework(knowledge, framework):
        location = f"{address('frameworks', framework)}#features"
        text = " · ".join(_rated(knowledge, line) for line in matrix.lines)
        yield {"location": location, "title": "Features", "text": text}


def _rated(knowledge: Knowledge, line: FeatureLine) -> str:
    terms = knowledge.records.vocabularies["status"].values
    ratings = (terms[rating.feature.status].label for ratings in line.ratings for rating in ratings)
    return f"{line.name}: {', '.join(dict.fromkeys(ratings))}"
