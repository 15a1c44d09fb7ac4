"""Dated facts about one record as an Atom feed beside its page: of frameworks, components, SDKs and models."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.addresses import address, section
from macros.exports.feed import AUTHOR, Entry, midnight, tag
from macros.exports.support_feed import statement_title
from macros.exports.writing import File, Render
from macros.knowledge import Benchmark, Knowledge, Listed, TestedConfiguration
from macros.words import plural

FEED = "feed.xml"


@dataclass(frozen=True)
class DatedFact(Entry):
    """A fact about the record that the feed is about."""

    text: str
    source: str
    """The id of the source that it is cited from."""


def files(knowledge: Knowledge, render: Render, site_url: str) -> Iterator[File]:
    """A feed for each record with a dated fact, and one of the releases of each SDK beside their list."""
    records = knowledge.records
    names = {
        "frameworks": {key: one.name for key, one in records.frameworks.items()},
        "components": {key: one.name for key, one in records.components.items()},
        "models": {key: key for key in records.models},
    }
    for kind, facts_of in FACTS.items():
        for record, name in names[kind].items():
            page = address(kind, record)
            yield from _feed(render, site_url, (page, page), name, facts_of(knowledge, record))
    for record, platform in records.platforms.items():
        place = (section("sdks"), f"{section('sdks')}{record}/")
        yield from _feed(render, site_url, place, platform.name, _releases(knowledge, record))


def pages_with_feed(knowledge: Knowledge) -> frozenset[str]:
    """The addresses of the pages that have a feed beside them."""
    return frozenset(
        address(kind, record)
        for kind, facts_of in FACTS.items()
        for record in knowledge.records.of(kind)
        if any(True for _ in facts_of(knowledge, record))
    )


def _feed(
    render: Render, site_url: str, place: tuple[str, str], name: str, facts: Iterable[DatedFact]
) -> Iterator[File]:
    """The feed about a page, in a folder: `place` is the address of both."""
    about, folder = place
    newest_first = sorted(facts, key=lambda fact: fact.moment, reverse=True)
    if not newest_first:
        return
    entries = list(_with_ids(site_url, folder, newest_first))
    content = render(
        "record_feed.xml",
        folder,
        base=site_url or "../" * folder.count("/"),
        about=about,
        self_address=f"{folder}{FEED}",
        id=tag(site_url, min(fact.moment for fact in entries).date(), folder),
        updated=entries[0].moment,
        entries=entries,
        name=name,
    )
    yield f"{folder}{FEED}", content.encode()


def _with_ids(site_url: str, folder: str, facts: Iterable[DatedFact]) -> Iterator[DatedFact]:
    """The facts with ids that stay as long as day and place do: the n-th fact of a day has the number n."""
    seen: Counter[tuple[datetime.date, str]] = Counter()
    for fact in facts:
        day = fact.moment.date()
        seen[day, fact.anchor] += 1
        yield replace(fact, id=tag(site_url, day, f"{folder}{fact.anchor}/{seen[day, fact.anchor]}"))


def _fact(day: datetime.date, title: str, anchor: str, text: str, source: str) -> DatedFact:
    return DatedFact("", title, midnight(day), AUTHOR, anchor, text, source)


def _of_framework(knowledge: Knowledge, record: str) -> Iterator[DatedFact]:
    for event in knowledge.records.frameworks[record].lifecycle:
        state = knowledge.term("lifecycle", event.state).label
        yield _fact(event.date, state, "lifecycle", event.text, event.citations[0].source)
    for status in knowledge.support.of("frameworks", record):
        for said in (status.statement, *status.history):
            if said.date:
                title = statement_title(knowledge, status, said)
                yield _fact(said.date, title, "runs-today", said.as_published or "", said.citations[0].source)


def _of_component(knowledge: Knowledge, record: str) -> Iterator[DatedFact]:
    for dated in knowledge.lifecycle.notices.of("components", record):
        notice = dated.notice
        if notice.date:
            title = knowledge.term("lifecycle_event", notice.event).label
            title += f", version {notice.version}" if notice.version else ""
            yield _fact(notice.date, title, "notices", notice.note or "", notice.citation.source)


def _of_model(knowledge: Knowledge, record: str) -> Iterator[DatedFact]:
    """Its results: those of one source and day together."""
    results: Mapping[str, tuple[str, Sequence[Benchmark | TestedConfiguration | Listed]]] = {
        "benchmark": ("benchmarks", knowledge.measurements_of("models", record)),
        "tested configuration": ("tested-configurations", knowledge.configurations.of("models", record)),
        "support list line": ("listed", knowledge.listed.of("models", record)),
    }
    for noun, (anchor, facts) in results.items():
        for (day, source), count in Counter((fact.as_of, fact.source) for fact in facts).items():
            yield _fact(day, plural(count, noun), anchor, "", source)


def _releases(knowledge: Knowledge, platform: str) -> Iterator[DatedFact]:
    for record, sdk in knowledge.records.sdks.items():
        if sdk.platform == platform:
            text = plural(len(sdk.packages), "package") if sdk.packages else ""
            yield _fact(sdk.date, knowledge.sdk_name(record), "releases", text, sdk.citations[0].source)


FACTS: Mapping[str, Callable[[Knowledge, str], Iterator[DatedFact]]] = {
    "frameworks": _of_framework,
    "components": _of_component,
    "models": _of_model,
}
"""By kind of record with a feed: its dated facts."""
