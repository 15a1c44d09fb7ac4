"""What was tried, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.mutations.trying import HARMLESS, REFUSED, Trial


def table(trials: Sequence[Trial]) -> Iterator[str]:
    """A line for each kind: how many were tried, refused at their place, harmless, or taken wrongly."""
    kinds = list(dict.fromkeys(trial.kind for trial in trials))
    width = max(len(kind.name) for kind in kinds)
    yield _line("kind", width, "tried", "refused", "harmless", "wrong")
    for kind in kinds:
        counts = _counts([trial for trial in trials if trial.kind is kind])
        because = f"  {kind.harmless}" if kind.harmless else ""
        yield _line(kind.name, width, *counts) + because
    yield _line(f"all {len(kinds)} kinds", width, *_counts(trials))


def _counts(trials: Sequence[Trial]) -> Sequence[int]:
    verdicts = [trial.verdict for trial in trials]
    refused, harmless = verdicts.count(REFUSED), verdicts.count(HARMLESS)
    return len(trials), refused, harmless, len(trials) - refused - harmless


def _line(name: str, width: int, *counts: object) -> str:
    return f"{name:{width}}" + "".join(f"{count or '':>9}" for count in counts)
