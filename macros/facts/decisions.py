"""Which piece of evidence decides whether a model works with a framework at all, whatever the state of its software.

- Narrow beats wide: a line about the checkpoint overrules one about its architecture; of lines of one level one that
  says yes or no overrules one that does not, and then the newest counts. A line that expects the checkpoint to work
  without a test says neither, and still overrules wider lines.
- A run overrules lines that say no and are not newer. A line that lists the checkpoint as working decides before a run.
- Without lines and runs, example code decides, and without that a guideline for the whole family: it can say no, but
  never that a model works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from macros.facts.evidence import ARCHIVED, LEVELS, RUNS, Evidence

WorksOrNot = Literal["works", "does-not", "not-said"]

POSITIVE = ("supported", "limited", "experimental")
"""Statuses of lines that say that it works, the most positive first."""


def decide(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    """The deciding piece of the evidence of one framework, and what it says."""
    line = narrowest_line(evidence)
    run = newest_run(evidence)
    if run and line and line.status == "unsupported" and run.newest < line.newest:
        return line, "does-not"
    if run and not (line and _outweighs(line, run)):
        return run, "works"
    if line:
        return line, says(line)
    return _without_lines(evidence)


def _outweighs(line: Evidence, run: Evidence) -> bool:
    """Whether a line about the checkpoint counts before a run: it says that it works, or the run is of a variant."""
    return line.is_own and (line.status in POSITIVE or (run.variant is not None and says(line) == "not-said"))


def _without_lines(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    samples = [found for found in evidence if found.kind == "sample"]
    if samples:
        return min(samples, key=lambda one: ARCHIVED.index(one.archived)), "works"
    guidelines = [found for found in evidence if found.kind == "guideline"]
    refusing = next((found for found in guidelines if found.status == "unsupported"), None)
    return (refusing, "does-not") if refusing else (evidence[0], "not-said")


def narrowest_line(evidence: Iterable[Evidence]) -> Evidence | None:
    """The line of a vendor's list that counts."""
    lines = [found for found in evidence if found.kind == "listed" and not found.superseded]
    wide_and_silent = [found for found in lines if says(found) == "not-said" and not found.is_own]
    order = [*POSITIVE, "unsupported"]
    return min(
        (found for found in lines if found not in wide_and_silent),
        key=lambda one: (
            LEVELS.index(one.level),
            one.variant is not None,
            says(one) == "not-said",
            -one.newest.toordinal(),
            order.index(one.status) if one.status in order else len(order),
        ),
        default=None,
    )


def says(line: Evidence) -> WorksOrNot:
    """What a line or a guideline says."""
    if line.status in POSITIVE:
        return "works"
    return "does-not" if line.status == "unsupported" else "not-said"


def newest_run(evidence: Iterable[Evidence]) -> Evidence | None:
    """The newest run of the model itself, else of a variant."""
    runs = [found for found in evidence if found.kind in RUNS]
    return max(runs, key=lambda found: (found.variant is None, found.newest), default=None)
