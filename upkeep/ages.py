"""Facts past the age rule in `data/atlas.yml`, counted to a day and not to the newest change of the data."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.ages import AgeRuler
from macros.words import plural


@dataclass(frozen=True)
class Old:
    """The facts of one source that speak for one day and are old."""

    as_of: datetime.date
    source: str
    facts: int
    months: int
    is_new: bool
    """Whether they were not yet old on the day of the newest change of the data."""


def old_facts(knowledge: Knowledge, today: datetime.date) -> Sequence[Old]:
    """What is old today, the newest first."""
    ruler = AgeRuler(knowledge.records.atlas.age_rule, today)
    found = []
    for (as_of, source), facts in Counter(_dated(knowledge)).items():
        age = ruler.age(as_of)
        if age.old:
            found.append(Old(as_of, source, facts, age.months, not knowledge.ages.age(as_of).old))
    return sorted(found, key=lambda old: (-old.as_of.toordinal(), old.source))


def _dated(knowledge: Knowledge) -> Iterator[tuple[datetime.date, str]]:
    facts = (
        knowledge.configurations,
        knowledge.verdicts,
        knowledge.validated,
        knowledge.benchmarks,
        knowledge.listed,
    )
    for some in facts:
        for fact in some:
            yield fact.as_of, fact.source


def report(found: Sequence[Old], old_after_months: int, today: datetime.date) -> str:
    """The findings in Markdown; empty where there are none."""
    if not found:
        return ""
    total = sum(old.facts for old in found)
    head = f"On {today}, {plural(total, 'fact')} of {plural(len({old.source for old in found}), 'source')}"
    advice = "Look for something newer and record it beside the old fact. What was true then stays in the data."
    return "\n".join(
        (
            f"{head} lie more than {old_after_months} months back. {advice}",
            "",
            "| speaks for | months back | facts | source | new since the edition |",
            "|---|---:|---:|---|---|",
            *(_row(old) for old in found),
            "",
        )
    )


def _row(old: Old) -> str:
    # An id has no character that Markdown would read.
    file, is_new = f"`data/sources/{old.source}.yml`", "yes" if old.is_new else ""
    return f"| {old.as_of} | {old.months} | {old.facts:,} | {file} | {is_new} |"
