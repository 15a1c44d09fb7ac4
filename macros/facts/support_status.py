"""What a vendor supports today: the newest statement about a framework on an accelerator for a workload.

Every page, comparison, answer and file of the API that speaks of software support reads it from here. Rules:
the newest statement holds, however old it is, and earlier ones are its history; where an SDK has ended on an
accelerator for a workload, so have the frameworks that run on that SDK.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.facts.citations import AgeRuler
from macros.facts.grouping import Index, by, group_by
from macros.schema.base import SourceReference
from macros.schema.frameworks import SupportStatement, statements_of
from macros.schema.kinds import Records

SUPPORTED = ("current", "public-beta", "experimental", "private-beta")
"""Statuses under which the vendor develops it."""
OFFERED = (*SUPPORTED, "maintenance")
OVER = ("ended", "never")
ORDER = (*OFFERED, "unknown", *OVER)
"""All statuses, the best first."""


@dataclass(frozen=True, slots=True)
class SupportStatus:
    """The support status of a framework, or of a whole SDK, on an accelerator for a workload."""

    owner: str
    """The id of the framework; of the platform, where `whole` is True."""
    whole: bool
    """Whether it is about a whole SDK."""
    statement: SupportStatement
    """The newest."""
    history: tuple[SupportStatement, ...]
    """Earlier ones, the newest first."""
    ended_with: SupportStatement | None = None
    """The statement about the whole SDK, where that ended this status."""
    is_old: bool = False
    """Whether the statement is older than the age rule allows: its date is then said with it."""

    @property
    def framework(self) -> str | None:
        return None if self.whole else self.owner

    @property
    def accelerator(self) -> str:
        return self.statement.accelerator

    @property
    def workload(self) -> str:
        return self.statement.workload

    @property
    def package(self) -> str | None:
        """The part of the framework it is about; None for the framework as such."""
        return self.statement.package

    @property
    def id(self) -> str:
        """Unique among all statuses."""
        parts = (self.owner, self.package, self.accelerator, self.workload)
        return "/".join(part.lower().replace(" ", "-") for part in parts if part)

    @property
    def status(self) -> str:
        """Today's, a value of the vocabulary `support_status`."""
        return "ended" if self.ended_with else self.statement.status

    @property
    def as_of(self) -> datetime.date | None:
        """The date of the statement; None where none is published."""
        return (self.ended_with or self.statement).date

    @property
    def citation(self) -> SourceReference:
        return (self.ended_with or self.statement).citations[0]

    @property
    def ends_with(self) -> str | None:
        """The first SDK release that is announced not to support it; None where none is, or where it has ended."""
        return self.statement.ends_with if self.status in OFFERED else None

    @property
    def is_supported(self) -> bool:
        """Whether the vendor develops it, as a release or a beta."""
        return self.status in SUPPORTED


def software_name(records: Records, status: SupportStatus) -> str:
    return (records.platforms if status.whole else records.frameworks)[status.owner].name


class Support(Index[SupportStatus]):
    by_stack: Mapping[tuple[str | None, str, str], SupportStatus]
    """By framework, accelerator and workload."""

    def status_of(self, framework_id: str | None, accelerator_id: str, workload: str) -> SupportStatus | None:
        """The status of a framework as such, else the best of one of its parts, else the end of its SDK.

        None where nothing is stated.
        """
        return self.by_stack.get((framework_id, accelerator_id, workload))


def index_support(records: Records, ages: AgeRuler) -> Support:
    statuses = (replace(status, is_old=_is_old(status, ages)) for status in support_statuses(records))
    found = Support(statuses, by("framework", "accelerator", platforms=lambda one: one.owner if one.whole else None))
    with_sdk = (
        replace(one, owner=framework_id, whole=False, ended_with=one.statement)
        for framework_id, framework in records.frameworks.items()
        for one in found.of("platforms", framework.platform)
        if one.status == "ended"
    )
    stated = [one for one in found if not one.whole]
    stated.sort(key=lambda one: (one.package is not None, ORDER.index(one.status)))
    every = group_by((*stated, *with_sdk), lambda one: (one.framework, one.accelerator, one.workload))
    found.by_stack = {stack: first for stack, [first, *_] in every.items()}
    return found


def _is_old(status: SupportStatus, ages: AgeRuler) -> bool:
    day = (status.ended_with or status.statement).day
    return day > datetime.date.min and ages.age(day).old


def support_statuses(records: Records) -> Iterator[SupportStatus]:
    """Every status: those of whole SDKs, then those of frameworks, in the order of the data."""
    ended: dict[tuple[str | None, str, str], SupportStatement] = {}
    for platform_id, platform in records.platforms.items():
        for status in _statuses(platform_id, statements_of(platform.support), whole=True):
            if status.status == "ended":
                ended[platform_id, status.accelerator, status.workload] = status.statement
            yield status
    for framework_id, framework in records.frameworks.items():
        for status in _statuses(framework_id, statements_of(framework.support), whole=False):
            over = ended.get((framework.platform, status.accelerator, status.workload))
            yield status if status.statement.status in OVER else replace(status, ended_with=over)


def _statuses(owner: str, statements: Sequence[SupportStatement], *, whole: bool) -> Iterator[SupportStatus]:
    groups = group_by(statements, lambda said: (said.package, said.accelerator, said.workload))
    for group in groups.values():
        newest, *earlier = sorted(group, key=lambda said: said.day, reverse=True)
        yield SupportStatus(owner, whole, newest, tuple(earlier))
