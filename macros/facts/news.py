"""News: dated facts about software and hardware, each in one line of words; those announced for later have a `due`.

What several records tell is told once, by the first of them: a release, a support status, a notice. What is said again
later in the same words is told on its first day.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from macros.addresses import address
from macros.facts.benchmarks import Benchmark
from macros.facts.fact_types import Listed
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.knowledge import Knowledge, once
from macros.facts.notices import DatedNotice
from macros.facts.packages import release_order
from macros.facts.support_status import SupportStatus
from macros.loading import Records
from macros.schema.base import SourceReference
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.components import Notice, Platform
from macros.schema.frameworks import Framework, SupportStatement
from macros.schema.hardware import Accelerator

NewsSubjects = tuple[tuple[str, str], ...]
"""Kind and id of frameworks, SDKs (`platforms`) and accelerators."""

TOPICS: Mapping[str, str] = {
    "end": "Breaking or ending",
    "maintenance": "Maintenance",
    "announced": "Announcements",
    "support": "Support and betas",
    "release": "Releases",
    "benchmark": "Benchmark tables",
    "list": "Support lists",
    "other": "Other notices",
}

TOPIC_OF: Mapping[str, str] = {
    "released": "release",
    "maintenance": "maintenance",
    "end_of_support": "end",
    "ended": "end",
    "never": "end",
    "removed": "end",
    "announced": "announced",
}
"""By lifecycle event or support status."""

WORDS: Mapping[str, tuple[str, str]] = {
    "released": ("available", "release"),
    "maintenance": ("in maintenance", "maintenance"),
    "end_of_support": ("no longer supported", "end of support"),
    "removed": ("removed", "removal"),
    "archived": ("archived", "archiving"),
    "renamed": ("renamed", "new name"),
}
"""By lifecycle event: what is said of the software, and what is announced or corrected."""

BREAKS_NOTHING = ("documentation", "sample")
"""Kinds of components whose end stops no software."""

SAME_CHANGE = datetime.timedelta(days=31)
"""A source dates a change by its notice and by the release that it comes with: these are at most so long apart."""


@dataclass(frozen=True)
class News:
    date: datetime.date
    """The day it takes effect; of an announcement, the day on which it was made."""
    topic: str
    """A key of TOPICS."""
    name: str
    """What it happened to, such as software with its version."""
    happened: str
    """What follows the name, such as ` on Trainium2: removed`."""
    subjects: NewsSubjects
    page: str
    """The address that tells more, from the site's root."""
    sources: tuple[str, ...]
    """The ids of its sources, the main one first."""
    key: str
    """Different for all news of a day, and the same for ever."""
    due: datetime.date | str | None = None
    """The day, or the name of the SDK release that is not out yet, for which it is announced; None for all else."""
    sdk: str | None = None
    """The SDK release with which it took effect or for which it is; None where that is not known."""
    last_sdk: str | None = None
    """The last SDK release that has it."""

    @property
    def text(self) -> str:
        return f"{self.name}{self.happened}"

    @property
    def is_breaking(self) -> bool:
        """Whether software is no longer supported or no longer there, or its name stands for another."""
        return self.topic == "end"

    def ids(self, kind: str) -> Sequence[str]:
        return [record for one, record in self.subjects if one == kind]

    def repeats(self, other: News) -> bool:
        """Whether another record tells the same."""
        if self.topic != other.topic or set(self.ids("frameworks")).isdisjoint(other.ids("frameworks")):
            return False
        if self.topic == "release":
            return self.date == other.date
        return abs(self.date - other.date) <= SAME_CHANGE and not set(self.sources).isdisjoint(other.sources)


@once
def news(knowledge: Knowledge) -> Sequence[News]:
    """All news, the newest first; of a day, what is breaking first."""
    found: list[News] = []
    for teller in (_releases, _statuses, _notices, _publications):
        told = group_by(found, lambda one: one.topic)
        found += [one for one in teller(knowledge) if not any(map(one.repeats, told.get(one.topic, ())))]
    # Sorting keeps the order of what is alike. Of equal texts the last one stays in the mapping: the oldest.
    newest_first = sorted(found, key=lambda one: (one.date, one.is_breaking), reverse=True)
    first_told = {one.text: one for one in newest_first}
    return [one for one in newest_first if first_told[one.text] is one]


def subjects(records: Records) -> Mapping[str, Mapping[str, Framework | Platform | Accelerator]]:
    return {"accelerators": records.accelerators, "platforms": records.platforms, "frameworks": records.frameworks}


def _releases(knowledge: Knowledge) -> Iterator[News]:
    records = knowledge.records
    for key, sdk in records.sdks.items():
        if sdk.date is None:
            continue
        about = _each("platforms", [sdk.platform])
        yield _release(sdk.date, knowledge.sdk_name(key), about, address("sdks", key), sdk.citations)
    for key, launch in records.releases.items():
        framework = key.partition("/")[0]
        if launch.launched:
            name, about = f"{records.frameworks[framework].name}: {launch.name}", _software(knowledge, framework)
            yield _release(launch.launched, name, about, address("releases", key), launch.citations)
    for key, component in records.components.items():
        about, page = _software(knowledge, component.framework), f"{address('components', key)}#tags"
        for tag in component.tags:
            if tag.released and tag.date:
                found = _release(tag.date, f"{component.name} {tag.version}", about, page, [tag.citation])
                yield replace(found, key=f"{page}/{tag.version}", sdk=knowledge.sdk_named(tag.sdk or ""))


def _release(
    day: datetime.date, name: str, about: NewsSubjects, page: str, citations: Iterable[SourceReference]
) -> News:
    return News(day, "release", name, " released", about, page, _sources(citations), page)


StatusChange = tuple[SupportStatus, SupportStatement, str | None]
"""A status, a statement that changes it or announces its end, and the status before that; None where none is known."""


def _statuses(knowledge: Knowledge) -> Iterator[News]:
    """Changes of support statuses and announced ends: those of one software, workload and day together."""
    changes = group_pairs(
        ((event, change[1].day, status.owner, status.package, status.workload), change)
        for status in knowledge.support
        for event, change in _changes(status)
    )
    return (_of_statuses(knowledge, key[0], found) for key, found in changes.items())


def _changes(status: SupportStatus) -> Iterator[tuple[str, StatusChange]]:
    """The dated changes of a status, each with the new status or `announced`.

    The first statement is a change only where it is an end: before it no source was read.
    """
    for said, earlier in pairwise((status.statement, *status.history, None)):
        before = earlier.status if earlier else None
        if said and said.date and said.ends_with:
            yield "announced", (status, said, before)
        if said and said.date and said.status != before and (before or said.status == "ended"):
            yield said.status, (status, said, before)


def _of_statuses(knowledge: Knowledge, event: str, found: Sequence[StatusChange]) -> News:
    records, (status, said, _) = knowledge.records, found[0]
    owner, part = status.owner, f" ({status.package})" if status.package else ""
    software = (("platforms", owner),) if status.whole else _software(knowledge, owner)
    hardware = _on(records.accelerators[one.accelerator].short_name for _, one, _ in found)
    instead = _instead(", ".join(records.frameworks[key].name for key in said.replacement))
    workload = knowledge.term("workload", status.workload).label.lower()
    is_next = event == "announced" and _is_next(knowledge, said.ends_with)
    return News(
        said.day,
        TOPIC_OF.get(event, "support"),
        subjects(records)[software[0][0]][owner].name,
        f"{part} for {workload}{hardware}: {_new_status(knowledge, event, found)}{instead}",
        (*software, *_each("accelerators", (one.accelerator for _, one, _ in found))),
        "support/" if status.whole else f"{address('frameworks', owner)}#runs-today",
        _sources(said.citations),
        _key("support", owner, status.package, status.workload, event),
        knowledge.sdk_name(said.ends_with or "", owner) if is_next else None,
        last_sdk=knowledge.sdk_named(said.last_sdk or "") if TOPIC_OF.get(event) == "end" else None,
    )


def _new_status(knowledge: Knowledge, event: str, found: Sequence[StatusChange]) -> str:
    """For example: public beta (before: private beta). The status before is said where all have the same."""
    if event == "announced":
        return f"end of support announced for {knowledge.sdk_name(found[0][1].ends_with or '', found[0][0].owner)}"
    befores = {before for _, _, before in found}
    now, *then = (knowledge.term("support_status", one).label.lower() for one in (event, *befores) if one)
    return f"{now} (before: {then[0]})" if len(befores) == len(then) == 1 else now


def _notices(knowledge: Knowledge) -> Iterator[News]:
    place = list(knowledge.records.components).index
    for dated in sorted(knowledge.lifecycle.notices, key=lambda dated: (place(dated.component), dated.index)):
        notice, component = dated.notice, knowledge.records.components[dated.component]
        topic, sdk = _topic(notice, component.kind), knowledge.sdk_named(notice.sdk or "")
        day = notice.date if topic == "announced" else dated.effective
        platforms = _each("platforms", [_platform(knowledge, notice.sdk)])
        chips = _each("accelerators", notice.accelerators)
        if day and not dated.corrected_by:
            yield News(
                day,
                topic,
                f"{component.name} {notice.version or ''}".rstrip(),
                _words(knowledge, dated),
                unique((*_software(knowledge, component.framework), *platforms, *chips)),
                f"{address('components', dated.component)}#notices",
                (notice.citation.source,),
                _key(dated.component, notice.event, notice.announces, notice.version, *notice.accelerators),
                due(knowledge, dated) if topic == "announced" else None,
                # That with which an end is announced stands in its words.
                None if notice.event == "announced" else sdk,
                knowledge.sdk_named(notice.last_sdk or ""),
            )


def _topic(notice: Notice, kind: str) -> str:
    if notice.breaking:
        return "end"
    topic = TOPIC_OF.get(notice.event, "other")
    return "other" if topic == "end" and kind in BREAKS_NOTHING else topic


def _words(knowledge: Knowledge, dated: DatedNotice) -> str:
    """What a notice says of a component, such as ` on Trainium2: in maintenance; instead NKI`."""
    notice, accelerators = dated.notice, knowledge.records.accelerators
    chips = (accelerators[key].short_name for key in notice.accelerators)
    is_instance = knowledge.records.components[dated.component].kind == "instance"
    # Of an instance type its hardware needs no words.
    hardware = "" if is_instance else _on(chain(chips, notice.instances))
    breaking = f"; {notice.breaking}" if notice.breaking else ""
    if notice.event == "renamed" and notice.successor:
        return f"{hardware}: renamed to {notice.successor}{breaking}"
    happened = WORDS.get(notice.event, (notice.event,))[0]
    if notice.announces:
        noun = WORDS.get(notice.announces, ("", "change"))[1]
        when = _when(knowledge, dated) if notice.event == "announced" else None
        happened = f"{noun} {notice.event}{f' for {when}' if when else ''}"
    return f"{hardware}: {happened}{_instead(notice.successor)}{breaking}"


def _when(knowledge: Knowledge, dated: DatedNotice) -> datetime.date | str | None:
    sdk, framework = dated.notice.sdk, knowledge.records.components[dated.component].framework
    return knowledge.sdk_name(sdk, framework or _platform(knowledge, sdk)) if sdk else dated.announced_for


def due(knowledge: Knowledge, dated: DatedNotice) -> datetime.date | str | None:
    """The later day, or the SDK release not out yet, for which a notice announces something; None for neither."""
    if dated.effective and dated.effective > knowledge.edition:
        return dated.effective
    return _when(knowledge, dated) if _is_next(knowledge, dated.notice.sdk) else None


def _is_next(knowledge: Knowledge, words: str | None) -> bool:
    """Whether a number such as 2.34 or forge/6.11 is of an SDK release that is not out yet: newer than all like it."""
    alike = _written_alike(knowledge, words)
    return bool(alike) and release_order(words or "") > max(map(release_order, alike))


def _platform(knowledge: Knowledge, words: str | None) -> str | None:
    """The SDK of which such a number is a release: that whose releases are written like it."""
    alike = _written_alike(knowledge, words)
    return knowledge.records.sdks[alike[0]].platform if alike else None


def _written_alike(knowledge: Knowledge, words: str | None) -> Sequence[str]:
    return [sdk for sdk in knowledge.records.sdks if words and sdk.rpartition("/")[0] == words.rpartition("/")[0]]


def _publications(knowledge: Knowledge) -> Iterator[News]:
    for key, table in knowledge.records.benchmarks.items():
        rows = knowledge.benchmarks.of("benchmarks", key)
        yield _publication("benchmark", f"Benchmark table: {table.title}", address("benchmarks", key), table, rows)
    for key, found in knowledge.records.catalogues.items():
        name = f"{'New edition' if found.earlier else 'Support list'}: {found.title}"
        yield _publication("list", name, address("catalogues", key), found, knowledge.listed.of("catalogues", key))


def _publication(
    topic: str, name: str, page: str, file: BenchmarkFile | Catalogue, rows: Sequence[Benchmark | Listed]
) -> News:
    chips = _each("accelerators", chain.from_iterable(row.accelerators for row in rows))
    about = (*_each("frameworks", (row.framework for row in rows)), *chips)
    return News(file.as_of, topic, name, "", about, page, (file.citation.source,), page)


def _software(knowledge: Knowledge, framework_id: str | None) -> NewsSubjects:
    platform = knowledge.records.frameworks[framework_id].platform if framework_id else None
    return (*_each("frameworks", [framework_id]), *_each("platforms", [platform]))


def _each(kind: str, ids: Iterable[str | None]) -> NewsSubjects:
    return unique((kind, key) for key in ids if key)


def _sources(citations: Iterable[SourceReference]) -> tuple[str, ...]:
    return unique(citation.source for citation in citations)


def _key(*parts: str | None) -> str:
    return "/".join(filter(None, parts))


def _on(hardware: Iterable[str]) -> str:
    names = ", ".join(unique(hardware))
    return f" on {names}" if names else ""


def _instead(successor: str | None) -> str:
    return f"; instead {successor}" if successor else ""
