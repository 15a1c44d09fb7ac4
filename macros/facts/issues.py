"""Known issues and source disagreements, by the records that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from macros.facts.grouping import Index
from macros.schema.issues import Conflict, Limitation, Subjects

S = TypeVar("S", Limitation, Conflict)

STACKS = "stacks"
"""Pairs of framework and accelerator, beside the kinds of record: of issues about no model, architecture or family."""


class Issue(NamedTuple, Generic[S]):
    id: str
    record: S
    about: Subjects

    @property
    def rules_out(self) -> bool:
        """Whether software does not run some hardware or models because of it."""
        return getattr(self.record, "excludes", None) is not None and self.record.state != "fixed"


def index_issues(records: Mapping[str, S], subjects: str, states: Iterable[str]) -> Index[Issue[S]]:
    """Issues by state and id, before them those that rule something out until they are fixed.

    `subjects` is the field that says what they are about; `states` are in their order.
    """
    order = list(states)

    def place(issue: Issue[S]) -> tuple[bool, int, str]:
        return not issue.rules_out, order.index(issue.record.state), issue.id

    def stacks(issue: Issue[S]) -> tuple[Any, ...]:
        about = issue.about
        is_general = not (about.models or about.architectures or about.families)
        return tuple(product(about.frameworks, about.accelerators)) if is_general else ()

    issues = [Issue(record_id, record, getattr(record, subjects)) for record_id, record in records.items()]
    issues.sort(key=place)
    return Index(issues, {kind: f"about.{kind}" for kind in Subjects.model_fields} | {STACKS: stacks})
