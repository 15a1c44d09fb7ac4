"""What the site search finds: pages and their sections as plain text, in one file, fetched when somebody searches.

The order of hits is decided in the browser, by docs/assets/search/ranking.js.

Tables stay out of it, except those of comparisons and of features, which are text, and the columns that the pages of a
kind name as `searched`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from macros.addresses import address
from macros.columns.column import Column, is_nothing
from macros.columns.files import as_json
from macros.columns.html import HtmlWriter
from macros.facts import Knowledge
from macros.facts.answers import INFERENCE
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.hardware import software_ended
from macros.facts.support_status import software_name
from macros.facts.vendor_lists import FeatureLine, features_of_framework
from macros.outputs import File, search_lists
from macros.outputs.data_files import looks_of
from macros.outputs.page_sections import PageSection
from macros.outputs.search_lists import WEIGHT_OF_LISTS, SearchEntry
from macros.pages.families import NOT_GOOD
from macros.pages.records import names_of
from macros.pages.registry import pages_of
from macros.pages.special_pages import FACETS_OF_NEWS, news_page
from macros.pages.support_today import BESIDE_STATUS, SupportLine, every_line
from macros.schema.hardware import Accelerator
from macros.schema.kinds import WITH_PAGES

ENTRIES = "search/entries.json"

MOST_NEWS = 3
"""News that are named with a vendor, an accelerator or a framework."""
WEIGHT_OF_SDKS = 3
"""An SDK as a whole has no page: who types it with hardware means what is stated of both."""

ASKED_OF_FAMILIES = ("model families", "models to avoid", "unsupported models", "models not recommended")
"""What readers type with hardware who ask what guidelines say."""

POOREST_FIRST = (*NOT_GOOD, "good")

BEFORE_VERSION = re.compile(r"([^\W\d]{2,})\.?(?=\d)")
BETWEEN_WORDS = re.compile(r"[^\w.]+|_")


def files(knowledge: Knowledge, sections: Iterable[PageSection]) -> Iterator[File]:
    records = knowledge.records
    said = _said_of_subjects(knowledge)
    entries = [
        *(_entry(one, said.get(one.location, {})) for one in sections),
        *(entry for record_id in records.frameworks for entry in _features(knowledge, record_id)),
        *_tables_of_records(knowledge),
        *_news(knowledge),
        *search_lists.entries(knowledge),
        *_guidelines(knowledge),
        *_software_on_hardware(knowledge),
    ]
    outcomes = looks_of(knowledge, "outcome")
    yield ENTRIES, as_json({"outcomes": outcomes, "entries": entries})


def _said_of_subjects(knowledge: Knowledge) -> Mapping[str, SearchEntry]:
    """By address, what the page does not say: a model's name, an instance's accelerator, its vendor, a repository.

    News are found by the months that are on their page.
    """
    records = knowledge.records
    models = {
        address("models", key): {"title": model.name, "names": _with_blanks(model.name, *names_of(model))}
        for key, model in records.models.items()
    }
    instances = {address("instances", key): {"accelerator": one.accelerator} for key, one in records.instances.items()}
    chips = {
        address("accelerators", key): {
            "vendor": one.vendor,
            "title": _title_of_chip(knowledge, one),
            "names": [one.name],
        }
        for key, one in records.accelerators.items()
    }
    images = {
        address("images", key): {"repository": "/".join(filter(None, (one.registry, one.repository)))}
        for key, one in records.images.items()
        if one.repository
    }
    months = [f"{month:%B %Y}" for month, _ in news_page(knowledge).months]
    return {**models, **instances, **chips, **images, "changes/": {"names": months}}


def _with_blanks(*names: str) -> Sequence[str]:
    """The names that begin with a word and a version, with a blank between these: Qwen 3-8B for Qwen/Qwen3-8B."""
    short = (name.rpartition("/")[2] for name in names)
    return [BEFORE_VERSION.sub(r"\1 ", one) for one in short if BEFORE_VERSION.match(one)]


def _title_of_chip(knowledge: Knowledge, chip: Accelerator) -> str:
    """Its name; of a board or a system with that of its chips, by which readers know it: n300 (Wormhole)."""
    if not (chip.chips and chip.core_architecture):
        return chip.name
    return f"{chip.name} ({knowledge.term('core_architecture', chip.core_architecture).label})"


def _entry(section: PageSection, said: SearchEntry) -> SearchEntry:
    location = section.location
    entry = {"location": location, "title": section.title, "text": section.text, **said}
    record_id = location.partition("/")[2].removesuffix("/")
    further = (*section.names, *said.get("names", ()))
    names = () if "#" in location else _further_names((entry["title"], record_id), further)
    return entry | ({"names": names} if names else {}) | ({"weight": section.weight} if section.weight else {})


def _further_names(known: Iterable[str], names: Iterable[str]) -> Sequence[str]:
    """The names besides title and id, each once: as it is first written with blanks, or else first written.

    Names that differ in their hyphens only are one name.
    """
    by_letters = {_letters(name): name for name in sorted(names, key=lambda name: " " not in name)[::-1]}
    taken = set(map(_letters, known))
    return [name for letters, name in by_letters.items() if letters not in taken]


def _letters(name: str) -> str:
    return BETWEEN_WORDS.sub(" ", name.casefold()).strip()


def _tables_of_records(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """What the search reads of tables: each row where others can link to it, else the table as a whole."""
    writer = knowledge.cached(HtmlWriter, "")

    def words(columns: Sequence[Column[Any]], fact: Any) -> Sequence[str]:
        return [said for _, said in _told(writer, columns, fact)]

    for kind in WITH_PAGES:
        pages = pages_of(kind)
        for record_id, (section, columns) in product(knowledge.records.of(kind), pages.searched_tables):
            entry = pages.entry_of(knowledge, record_id)
            found = section.facts_of(entry) or ()
            page = address(kind, record_id)
            if section.row_id:
                for fact in found:
                    more = [*words(columns[1:], fact), entry.title]
                    row = {"location": f"{page}#{section.row_id(fact)}", "text": " · ".join(more)}
                    yield from ({**row, "title": title} for title in words(columns[:1], fact))
            elif found:
                text = " · ".join(unique(" ".join(words(columns, fact)) for fact in found))
                heading = f"{entry.title}: {section.heading}"
                yield {"location": f"{page}#{section.anchor}", "title": heading, "text": text}


def _told(writer: HtmlWriter, columns: Iterable[Column[Any]], fact: Any) -> Iterator[tuple[Column[Any], str]]:
    """The columns in which something is published of a fact, each with that as plain text."""
    for column in columns:
        if not is_nothing(value := column.value(fact)):
            yield column, writer.plain(writer.cell(replace(column, folded=False), value))


def _news(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """The list of news as readers filter it: by vendor, called like its SDKs, by accelerator and by framework."""
    page = news_page(knowledge)
    lines = [line for _, month in page.months for line in month]
    kinds = {column.name: column.kind for column in FACETS_OF_NEWS}
    for facet in page.facets:
        for value, label in facet.options if facet.name in kinds else ():
            found = [one for one, fields in lines if value in fields[facet.name]][:MOST_NEWS]
            items = (f"{one.date} {one.text}{' (breaking)' if one.is_breaking else ''}" for one in found)
            about = _subjects_of_news(knowledge, kinds[facet.name], value)
            # Not by a vendor's own name: who types that alone means its hardware.
            record_names = [label, value] if kinds[facet.name] else []
            yield {
                "location": f"changes/?{urlencode({facet.name: value})}",
                "title": f"News: {label}",
                "text": " · ".join(items),
                "names": unique([*record_names, *(name for one in about for name in (one.name, *names_of(one)))]),
                "weight": WEIGHT_OF_LISTS,
            }


def _guidelines(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """By accelerator: what its newest guidelines say of families, the poorest fits first."""
    stated = (one for one in knowledge.newest_guidelines(knowledge.guidelines) if one.fit in POOREST_FIRST)
    for accelerator, found in group_by(stated, attrgetter("accelerator")).items():
        name = pages_of("accelerators").entry_of(knowledge, accelerator).title
        names = unique([name, *names_of(knowledge.records.accelerators[accelerator])])
        families = group_pairs((one.fit, knowledge.records.families[one.family].name) for one in found)
        said = [
            f"{knowledge.term('fit', fit).label} ({found[0].as_of.year}): {', '.join(unique(families[fit]))}"
            for fit in POOREST_FIRST
            if fit in families
        ]
        ended = ["All its software has ended"] if software_ended(knowledge, accelerator) else []
        yield {
            "location": f"families/?{urlencode({'on': accelerator})}",
            "title": f"Model families on {name}",
            "text": " · ".join(ended + said),
            "names": [f"{what} on {one}" for one in names for what in ASKED_OF_FAMILIES],
            "weight": WEIGHT_OF_LISTS,
        }


def _software_on_hardware(knowledge: Knowledge) -> Iterator[SearchEntry]:
    """What is stated of software on an accelerator, as the answer where both are typed, the best first."""
    writer = knowledge.cached(HtmlWriter, "")
    by_both = group_by(every_line(knowledge), lambda one: (one.software, one.status.accelerator))
    # The first few are named to who asks for other software: what serves models, and is said of most of them.
    for (software, accelerator), found in sorted(by_both.items(), key=lambda both: _usefulness(knowledge, both[1])):
        status, chip = found[0].status, knowledge.records.accelerators[accelerator]
        alike = group_by(found, lambda one: (one.status.package, one.look)).values()
        best, *others = [lines[0].in_words(" and ".join(one.status.workload for one in lines)) for lines in alike]
        term = knowledge.term(found[0].shown.vocabulary, found[0].shown.value)
        said = [f"{column.heading}: {words}" for column, words in _told(writer, BESIDE_STATUS, found[0])]
        name = software_name(knowledge.records, status)
        names = {"names": [f"{name} on {one}" for one in names_of(chip)], "weight": WEIGHT_OF_SDKS}
        yield {
            "location": f"support/#{status.id}",
            "title": f"{name} on {_title_of_chip(knowledge, chip)}",
            "text": " ".join(f"{one.rstrip('.')}." for one in (*others, status.statement.note, *said) if one),
            "accelerator": accelerator,
            "outcome": {"words": best, "symbol": term.symbol, "tone": term.tone},
            **(names if status.whole else {"framework": software.record}),
        }


def _usefulness(knowledge: Knowledge, lines: Sequence[SupportLine]) -> tuple[bool, int]:
    """Sort key of software on an accelerator: for inference first, then that which most lines of lists are about."""
    is_other_work = all(line.status.workload != INFERENCE for line in lines)
    return is_other_work, -len(knowledge.listed.of("frameworks", lines[0].software.record))


def _subjects_of_news(knowledge: Knowledge, kind: str | None, value: str) -> Iterable[Any]:
    """The record that news are filtered by: of a vendor, which is none, its SDKs."""
    records = knowledge.records
    return [records.of(kind)[value]] if kind else (one for one in records.platforms.values() if one.vendor == value)


def _features(knowledge: Knowledge, framework_id: str) -> Iterator[SearchEntry]:
    if matrix := features_of_framework(knowledge, framework_id):
        location = f"{address('frameworks', framework_id)}#features"
        text = " · ".join(_rated(knowledge, line) for line in matrix.lines)
        yield {"location": location, "title": "Features", "text": text}


def _rated(knowledge: Knowledge, line: FeatureLine) -> str:
    labels = (knowledge.term("status", one.status).label for ratings in line.ratings for one, _ in ratings)
    return f"{line.name}: {', '.join(dict.fromkeys(labels))}"
