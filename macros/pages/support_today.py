"""What runs today: support statuses of software by accelerator, for their own page and for the pages of records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from macros.facts import Knowledge
from macros.facts.decisions import Excluded, exclusions_of_all
from macros.facts.grouping import group_by, unique
from macros.facts.short_answers import contested_status
from macros.facts.support_status import OFFERED, ORDER, SupportStatus
from macros.pages.paging import consecutive
from macros.schema.frameworks import SupportStatement
from macros.words import month


@dataclass(frozen=True)
class NamedReplacement:
    """A framework that a source names as replacement, and where it can replace."""

    framework: str
    status: str | None
    """Its status on the same accelerator for the same workload; None where nothing is stated."""
    offered_on: Sequence[str]
    """Accelerators on which it is offered for this workload."""

    @property
    def offered_here(self) -> bool:
        """Whether it is offered on the same accelerator."""
        return self.status in OFFERED


@dataclass(frozen=True)
class SupportLine:
    """The support status of one framework, or of a whole SDK, on one accelerator."""

    statuses: Sequence[SupportStatus]
    """One for each workload of which the same is said."""
    name: str
    """Of the framework or the SDK."""
    said: SupportStatement
    """The statement that holds."""
    earlier: Sequence[SupportStatement]
    """The newest first."""
    ended_sdk: str | None
    """The name of the SDK with which it ended, where that ended as a whole."""
    replacements: Sequence[NamedReplacement]
    ruled_out_by: Sequence[Excluded]
    """Known issues that rule out all models with it there, and that no newer statement overrules."""
    contested: str | None
    """What other sources say of its status, where they differ."""

    @property
    def status(self) -> SupportStatus:
        """The first."""
        return self.statuses[0]

    @property
    def last_sdk(self) -> str | None:
        """The last SDK release with it, as published."""
        named = (found.exclusion.last_sdk for found in self.ruled_out_by)
        return next(filter(None, named), self.status.statement.last_sdk or self.said.last_sdk)

    @property
    def pin(self) -> Sequence[str]:
        """What to install, as published."""
        named = (found.exclusion.pin for found in self.ruled_out_by)
        return next(filter(None, named), self.status.statement.pin or self.said.pin)

    @property
    def qualifiers(self) -> Sequence[str]:
        """What belongs to its status wherever that stands: an announced end, its age, limits, and other sources."""
        status = self.status
        found = [status.announced_end] if status.announced_end else []
        if status.is_old and status.as_of:
            found.append(f"last said {month(status.as_of)}")
        if self.ruled_out_by:
            found.append("limited")
        return [*found, "contested"] if self.contested else found

    @property
    def workloads(self) -> Sequence[str]:
        """What it is about: training, inference or both."""
        return [status.workload for status in self.statuses]

    @property
    def sources(self) -> Sequence[str]:
        """The documents cited for it, the main one first."""
        cited = (citation for said in (self.said, *self.earlier) for citation in said.citations)
        return unique(citation.source for citation in cited)


@dataclass(frozen=True)
class SupportLines:
    """Support statuses on an accelerator, or of a framework: the best first, then by name."""

    lines: Sequence[SupportLine]
    not_offered: Sequence[SupportLine]
    """Those that were never offered there."""
    counts: Sequence[tuple[str, int]]
    """How many lines have each status, the best first."""

    @property
    def current(self) -> Sequence[SupportLine]:
        """Lines of software whose support is not known to have ended."""
        return [line for line in self.lines if line.status.status != "ended"]

    @property
    def ended(self) -> Sequence[SupportLine]:
        """Lines of software whose support has ended."""
        return [line for line in self.lines if line.status.status == "ended"]

    @property
    def all(self) -> Sequence[SupportLine]:
        """All lines."""
        return (*self.lines, *self.not_offered)

    @property
    def offered(self) -> bool:
        """Whether anything can be used today, or may be: support of it is not known to have ended."""
        return any(status not in {"ended", "never"} for status, _ in self.counts)


@dataclass(frozen=True)
class SupportCell:
    """The best status of a framework on an accelerator, for the workloads that share it."""

    line: SupportLine
    """The first of them."""
    workloads: Sequence[str]

    @property
    def anchor(self) -> str:
        """The id of the first status."""
        return next(status.id for status in self.line.statuses if status.workload == self.workloads[0])


@dataclass(frozen=True)
class SupportGrid:
    """Frameworks by the accelerators of one vendor."""

    vendor: str
    accelerators: Sequence[str]
    rows: Sequence[tuple[SupportLine, Sequence[Sequence[SupportCell]]]]
    """A line that names the framework, and its cells: one for each accelerator."""


@dataclass(frozen=True)
class SupportToday:
    """All statuses."""

    grids: Sequence[SupportGrid]
    sections: Sequence[tuple[str, SupportLines]]
    """By accelerator: software offered first, then the vendor with most statuses, then the name."""
    workloads: Sequence[str]
    sources: Sequence[str]
    """All that the sections cite."""


def table(knowledge: Knowledge) -> SupportToday:
    """The page of all statuses."""
    accelerators = knowledge.records.accelerators
    found = [(chip, support_on_accelerator(knowledge, chip)) for chip in accelerators]
    sections = [(chip, lines) for chip, lines in found if lines]
    statuses = Counter(accelerators[status.accelerator].vendor for status in knowledge.support)

    def order(section: tuple[str, SupportLines]) -> tuple[bool, int, str]:
        chip = accelerators[section[0]]
        return not section[1].offered, -statuses[chip.vendor], chip.name

    sections.sort(key=order)
    vendors = group_by(sections, lambda section: accelerators[section[0]].vendor)
    spoken_of = {status.workload for status in knowledge.support}
    return SupportToday(
        grids=[_grid(vendor, group) for vendor, group in vendors.items()],
        sections=sections,
        workloads=[workload for workload in knowledge.records.vocabularies["workload"].values if workload in spoken_of],
        sources=unique(source for _, section in sections for line in section.all for source in line.sources),
    )


def support_on_accelerator(knowledge: Knowledge, accelerator: str) -> SupportLines | None:
    """The statuses on an accelerator; None where nothing is stated."""
    return _lines(knowledge, knowledge.support.of("accelerators", accelerator))


def support_of_framework(knowledge: Knowledge, framework: str) -> SupportLines | None:
    """The statuses of a framework on all accelerators; None where nothing is stated."""
    return _lines(knowledge, knowledge.support.of("frameworks", framework))


def _lines(knowledge: Knowledge, statuses: Iterable[SupportStatus]) -> SupportLines | None:
    each = sorted((_line(knowledge, status) for status in statuses), key=_order)
    groups = [group for _, group in consecutive(each, _without_workload)]
    lines = [replace(group[0], statuses=[line.status for line in group]) for group in groups]
    never = [line for line in lines if line.status.status == "never"]
    counts = Counter(line.status.status for line in lines)
    return (
        SupportLines(
            lines=[line for line in lines if line not in never],
            not_offered=never,
            counts=[(status, counts[status]) for status in ORDER if status in counts],
        )
        if lines
        else None
    )


def _without_workload(line: SupportLine) -> object:
    """Equal for lines that differ in their workload only."""
    status = line.status
    said = [one.model_copy(update={"workload": ""}) for one in (status.statement, *status.history)]
    return status.whole, status.owner, said, status.ended_with, line.replacements, line.ruled_out_by, line.contested


def _order(line: SupportLine) -> tuple[bool, int, str, str]:
    """The whole SDK, then the best status, then the name."""
    status = line.status
    return not status.whole, ORDER.index(status.status), line.name.lower(), status.package or ""


def _line(knowledge: Knowledge, status: SupportStatus) -> SupportLine:
    records = knowledge.records
    owners = records.platforms if status.whole else records.frameworks
    said = status.ended_with or status.statement
    return SupportLine(
        statuses=[status],
        name=owners[status.owner].name,
        said=said,
        earlier=(status.statement, *status.history) if status.ended_with else status.history,
        ended_sdk=_ended_sdk(knowledge, status) if status.ended_with else None,
        replacements=[_replacement(knowledge, name, status) for name in status.statement.replacement],
        ruled_out_by=_ruled_out_by(knowledge, status),
        contested=contested_status(knowledge, status),
    )


def _ruled_out_by(knowledge: Knowledge, status: SupportStatus) -> Sequence[Excluded]:
    if status.status in {"ended", "never"}:
        return []
    return [found for found in exclusions_of_all(knowledge, status) if not found.overruled]


def _ended_sdk(knowledge: Knowledge, status: SupportStatus) -> str:
    """The name of the SDK whose end on the accelerator ended a status."""
    wholes = (whole for whole in knowledge.support.of("accelerators", status.accelerator) if whole.whole)
    return next(
        knowledge.records.platforms[whole.owner].name for whole in wholes if whole.statement is status.ended_with
    )


def _replacement(knowledge: Knowledge, framework: str, replaced: SupportStatus) -> NamedReplacement:
    here = knowledge.support.status_of(framework, replaced.accelerator, replaced.workload)
    offered = [
        status.accelerator
        for status in knowledge.support.of("frameworks", framework)
        if status.workload == replaced.workload and status.status in OFFERED
    ]
    return NamedReplacement(framework, here.status if here else None, unique(offered))


def _grid(vendor: str, sections: Sequence[tuple[str, SupportLines]]) -> SupportGrid:
    accelerators = [accelerator for accelerator, _ in sections]
    lines = [line for _, found in sections for line in found.all]
    rows = group_by(sorted(lines, key=_order), lambda line: (line.status.whole, line.status.owner))
    return SupportGrid(
        vendor,
        accelerators,
        [(row[0], [_cells(row, accelerator) for accelerator in accelerators]) for row in rows.values()],
    )


def _cells(row: Sequence[SupportLine], accelerator: str) -> Sequence[SupportCell]:
    """The cells of an accelerator, from the lines of a framework with the best first."""
    best: dict[str, SupportLine] = {}
    for line in row:
        if line.status.accelerator == accelerator:
            for workload in line.workloads:
                best.setdefault(workload, line)
    groups = group_by(
        best, lambda key: (best[key].status.status, best[key].status.package, tuple(best[key].qualifiers))
    )
    return [SupportCell(best[group[0]], group) for group in groups.values()]
