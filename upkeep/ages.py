"""Report the facts that are older today than the age rule in `data/atlas.yml` allows."""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path

from macros.facts import Knowledge
from macros.facts.citations import AgeRuler
from macros.loading import load

HEAD = """\
{facts:,} facts are more than {months} months old. Look for newer results and record them beside the old ones, which
stay in the data.

| date | age in months | facts | source |
|---|---:|---:|---|
"""


def report(project: Path, today: datetime.date | None = None) -> str:
    """A table in Markdown of old facts by date and source, newest first; empty if there are none."""
    knowledge = Knowledge(load(project / "data"))
    rule = knowledge.records.atlas.age_rule
    ruler = AgeRuler(rule, today or datetime.datetime.now(datetime.UTC).date())
    kinds = (
        knowledge.configurations,
        knowledge.guidelines,
        knowledge.validated,
        knowledge.benchmarks,
        knowledge.listed,
    )
    counts = Counter((fact.as_of, fact.source) for facts in kinds for fact in facts)
    rows = [
        f"| {as_of} | {ruler.age(as_of).months} | {counts[as_of, source]:,} | `data/sources/{source}.yml` |\n"
        for as_of, source in sorted(counts, reverse=True)
        if ruler.age(as_of).old
    ]
    facts = sum(count for (as_of, _), count in counts.items() if ruler.age(as_of).old)
    return HEAD.format(facts=facts, months=rule.old_after_months) + "".join(rows) if rows else ""
