"""What runs today: support statuses of software by accelerator, for their own page and for the pages of records."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from macros.columns.column import SOURCE, Column
from macros.columns.phrase import Phrase, Piece, RecordLink, Sdk, TermOf, joined, links, phrase
from macros.facts import Knowledge
from macros.facts.decisions import Excluded, exclusions_of_all
from macros.facts.grouping import group_by, unique
from macros.facts.hardware import order_of_accelerator
from macros.facts.knowledge import once
from macros.facts.reasons import announced_end, contested_status
from macros.facts.support_status import OFFERED, ORDER, OVER, SupportStatus, software_name
from macros.pages.entries import fact
from macros.pages.section import Section
from macros.schema.frameworks import SupportStatement
from macros.words import month, plural

MOST_NAMED = 6
"""Accelerators on which a replacement is offered that are named; of more, the number is given."""


@dataclass(frozen=True)
class SupportLine:
    knowledge: Knowledge
    status: SupportStatus
    also: Sequence[SupportStatus] = ()
    """Those for further workloads of which all the same is said."""
    alike: Sequence[SupportLine] = ()
    """Lines of further accelerators that read the same, though their reasons may differ."""

    @property
    def workloads(self) -> Sequence[str]:
        return [one.workload for one in (self.status, *self.also)]

    @property
    def all(self) -> Sequence[SupportLine]:
        return [self, *self.alike]

    @property
    def ids(self) -> Sequence[str]:
        """Those of all statuses that the line stands for."""
        return [one.id for line in self.all for one in (line.status, *line.also)]

    @cached_property
    def order(self) -> tuple[Any, ...]:
        """Sort key: of whole SDKs first, then the best, then by name; of one software by hardware."""
        status = self.status
        name = software_name(self.knowledge.records, status).lower()
        hardware = order_of_accelerator(self.knowledge, status.accelerator)
        return not status.whole, self.rank, name, status.package or "", hardware

    @cached_property
    def ruled_out_by(self) -> Sequence[Excluded]:
        """Known issues that rule out all models with it there, and that no newer statement overrules."""
        ruled_out = exclusions_of_all(self.knowledge, self.status) if self.status.status not in OVER else ()
        return [one for one in ruled_out if not one.overruled]

    @cached_property
    def contested(self) -> str | None:
        """What other sources say of its status, where they differ."""
        return contested_status(self.knowledge, self.status)

    @property
    def software(self) -> RecordLink:
        return RecordLink("platforms" if self.status.whole else "frameworks", self.status.owner, says_end=False)

    @property
    def rank(self) -> int:
        return ORDER.index(self.status.status)

    @property
    def shown(self) -> TermOf:
        """The status as readers see it: what other sources doubt has a mark of its own."""
        if self.status.status == "current" and self.contested:
            return TermOf("outcome", "contested")
        return TermOf("support_status", self.status.status)

    def in_words(self, workloads: str) -> str:
        """The status as readers see it for some workloads, the part of the framework it is about, what limits it."""
        label = self.knowledge.term(self.shown.vocabulary, self.shown.value).label
        part = [self.status.package] if self.status.package else []
        return ", ".join((f"{label} for {workloads}", *part, *self.beside))

    @property
    def look(self) -> tuple[int | str, ...]:
        """Equal for statuses that read the same, the best first."""
        return self.rank, *self.qualifiers

    @property
    def hardware(self) -> Sequence[RecordLink] | Phrase:
        """The accelerators, and the part of the framework that it is about. Of one vendor only the first names it."""
        found, vendor = [], ""
        for chip in (line.status.accelerator for line in self.all):
            name = self.knowledge.records.accelerators[chip].name
            found.append(RecordLink("accelerators", chip, name.removeprefix(f"{vendor} ")))
            vendor = name.partition(" ")[0]
        return self.about(joined(found)) if self.status.package else found

    def about(self, subject: Piece) -> Phrase:
        """A subject of the line, and whether it is about a part of the framework, or about all of an SDK."""
        part = "whole SDK" if self.status.whole else self.status.package
        return phrase(subject, f", {part}" if part else None)

    @property
    def qualifiers(self) -> Sequence[str]:
        """What belongs to its status wherever that stands: an announced end, its age, limits, and other sources."""
        status = self.status
        said = (
            announced_end(self.knowledge, status),
            f"last said {month(status.as_of)}" if status.is_old and status.as_of else None,
            "contested" if self.contested else None,
            "limited" if self.ruled_out_by else None,
        )
        return list(filter(None, said))

    @property
    def beside(self) -> Sequence[str]:
        """The qualifiers that the status as readers see it does not say already."""
        return [words for words in self.qualifiers if words != self.shown.value]

    @property
    def state(self) -> Phrase:
        limits = links("limitations", (found.limitation for found in self.ruled_out_by))
        return phrase(
            self.shown,
            " " if self.beside else None,
            ", ".join(self.beside),
            phrase(": ", limits) if limits else None,
        )

    @property
    def last_sdk(self) -> str | None:
        named = (found.exclusion.last_sdk for found in self.ruled_out_by)
        return next(filter(None, named), self.status.statement.last_sdk or self._said.last_sdk)

    @property
    def pin(self) -> Sequence[str]:
        pins = (found.exclusion.pin for found in self.ruled_out_by)
        return next(filter(None, pins), self.status.statement.pin or self._said.pin)

    @property
    def replacement(self) -> Phrase:
        """The frameworks named instead, and where they are offered, if not here."""
        return joined(map(self._instead, self.status.statement.replacement), "; ")

    def _instead(self, framework_id: str) -> Phrase:
        support, status = self.knowledge.support, self.status
        link = RecordLink("frameworks", framework_id, says_end=False)
        here = support.status_of(framework_id, status.accelerator, status.workload)
        if here and here.status in OFFERED:
            return phrase(link)
        offered = (one for one in support.of("frameworks", framework_id) if one.status in OFFERED)
        chips = unique(one.accelerator for one in offered if one.workload == status.workload)
        if chips and (elsewhere := self._elsewhere(chips)):
            return phrase(link, " on ", elsewhere)
        return phrase(link, ", not offered here" if here and here.status in OVER else ", status not stated")

    def _elsewhere(self, chips: Sequence[str]) -> Phrase | None:
        """Some accelerators in words, if they are few: those of the vendor of this one, or all if it has none."""
        known = self.knowledge.records.accelerators
        near = [chip for chip in chips if known[chip].vendor == known[self.status.accelerator].vendor]
        named = near or chips
        if len(named) > MOST_NAMED:
            return phrase(plural(len(near), "other accelerator")) if near else None
        return phrase(links("accelerators", named, " and "), " only" if len(named) == len(chips) else None)

    @property
    def day(self) -> datetime.date | Phrase:
        """The day for which its statement speaks, or after which it was written."""
        said = self._said
        return said.date or phrase("undated", phrase(", after ", said.after) if said.after else None)

    @property
    def reasons(self) -> Sequence[Phrase]:
        """What the sources of all lines say alike, then what only those of some hardware say."""
        alike = [said for said in self.own_reasons if all(said in line.own_reasons for line in self.alike)]
        by_rest = group_by(self.all, lambda line: tuple(said for said in line.own_reasons if said not in alike))
        by_hardware = (
            (links("accelerators", (line.status.accelerator for line in lines)), rest)
            for rest, lines in by_rest.items()
            if rest
        )
        return [*alike, *(phrase(hardware, ": ", joined(rest, " · ")) for hardware, rest in by_hardware)]

    @cached_property
    def own_reasons(self) -> Sequence[Phrase]:
        """What its source says, what others say, and what was said before."""
        said, status = self._said, self.status
        earlier = [status.statement, *status.history] if status.ended_with else status.history
        further = links("sources", (cited.source for cited in said.citations[1:]))
        more = {"Sources differ: ": self.contested, "": said.note, "Inferred: ": said.inferred}
        return [
            phrase("With the whole SDK: " if status.ended_with else None, _published(said)),
            *(phrase(label, words) for label, words in more.items() if words),
            *(
                phrase("Earlier: ", TermOf("support_status", one.status), " ", one.date, " ", _published(one))
                for one in earlier
            ),
            *([phrase("Further sources: ", further)] if further else []),
        ]

    @property
    def _said(self) -> SupportStatement:
        return self.status.ended_with or self.status.statement


def _published(said: SupportStatement) -> Phrase:
    words = f"“{said.as_published}”, " if said.as_published else None
    return phrase(words, RecordLink("sources", said.citations[0].source))


COLUMNS: Sequence[Column[SupportLine]] = (
    Column("software", "The framework, or the whole SDK.", lambda one: one.about(one.software), label="Framework"),
    fact("accelerator", "hardware"),
    Column("workload", "What models are run for.", "workloads", vocabulary="workload"),
    Column("state", "What holds today.", label="Status"),
    Column("last_sdk", "The last SDK release that supports or has it.", label="Supported in SDK", look=Sdk),
    Column("pin", "What to install.", label="Install or pin", absent="not stated"),
    Column("replacement", "The frameworks named instead.", absent="–"),
    Column("day", "The day for which the statement speaks.", label="Date"),
    Column("reasons", "Who says so, and what else is said.", label="Source", folded=True, beside="day"),
)
ON_HARDWARE = [column for column in COLUMNS if column.name != "accelerator"]
PUBLISHED_IN: Column[SupportLine] = replace(SOURCE, get="status.citation.source")
FOR_PROGRAMS = [*(column for column in COLUMNS if column.name != "reasons"), PUBLISHED_IN]
BESIDE_STATUS = [column for column in COLUMNS if column.name in ("last_sdk", "pin", "replacement", "day")]
WITH_FRAMEWORK = [column for column in COLUMNS if column.name != "software"]
"""The columns on the pages of hardware, in files, in the search, and on the pages of a framework."""

NO_STATEMENT = (
    "No vendor’s statement about software on this accelerator is recorded. No data does not mean unsupported."
)


def support_sections(
    statuses: Callable[[Any], Iterable[SupportStatus]], columns: Sequence[Column[SupportLine]], empty: str = ""
) -> tuple[Section[SupportLine], Section[SupportLine]]:
    """What runs today on or with a record whose `statuses` are found, else what did; and the rest."""

    def parts(one: Any) -> tuple[Sequence[SupportLine], Sequence[SupportLine]]:
        lines = support_lines(one.knowledge, statuses(one))
        ended = [line for line in lines if line.status.status == "ended"]
        today = [line for line in lines if line.status.status not in OVER] or ended or lines
        return today, [line for line in lines if line not in today]

    section = partial(Section[SupportLine], columns=columns, source=PUBLISHED_IN, whole="support/", kept="state")
    return (
        section("What runs today", lambda one: merged(parts(one)[0]), anchor="runs-today", empty=empty, is_open=True),
        section("Ended or never offered", lambda one: merged(parts(one)[1]), anchor="not-offered"),
    )


def merged(lines: Iterable[SupportLine]) -> Sequence[SupportLine]:
    """The lines; those that differ in their workload alone are one, then those that differ in hardware and reasons."""
    of_workloads = group_by(lines, partial(_but, ["workload"])).values()
    found = [replace(first, also=[one.status for one in more]) for first, *more in of_workloads]
    together = [as_one(alike) for alike in group_by(found, on_any_hardware).values()]
    return sorted(together, key=_widest_first)


def _widest_first(line: SupportLine) -> tuple[bool, int, bool, int]:
    """Sort key: what nobody contests and is for most hardware first, among lines of whole SDKs and of one status."""
    return not line.status.whole, line.rank, line.contested is not None, -len(line.all)


def on_any_hardware(line: SupportLine) -> str:
    """What a line says but its accelerator and its reasons: equal for lines that can be one."""
    return _but(["accelerator", "reasons"], line)


def as_one(alike: Sequence[SupportLine]) -> SupportLine:
    """The line for the hardware of all of them."""
    first, *more = alike
    return replace(first, alike=more)


def _but(names: Container[str], line: SupportLine) -> str:
    """All that a line says but some columns, as text: equal for lines that say the same."""
    return str([column.value(line) for column in COLUMNS if column.name not in names])


def support_lines(knowledge: Knowledge, statuses: Iterable[SupportStatus]) -> Sequence[SupportLine]:
    return sorted((SupportLine(knowledge, status) for status in statuses), key=lambda line: line.order)


@once
def every_line(knowledge: Knowledge) -> Sequence[SupportLine]:
    return support_lines(knowledge, knowledge.support)
