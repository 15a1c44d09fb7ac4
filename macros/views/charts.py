"""Small pictures of measurements: throughput against batch size, latency against throughput.

Places across are in percent of the width, so that a picture fills its column and its letters keep their size;
places down are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase
from typing import Any

from macros.views.comparable import (
    CHOICES,
    LATENCIES,
    SIZES,
    Measurement,
    Reading,
    differing,
    divided,
    stated,
    value,
    values,
)
from macros.words import number

WIDTH = 100.0
LEFT, RIGHT = 14.0, 88.0
"""Where the scale across begins and ends, in percent: the rest is for the words."""
TOP, BOTTOM = 36.0, 190.0
"""Where the scale upwards ends and begins, in pixels."""

FEWEST_POINTS = 3
MOST_SERIES = 6
MOST_TICKS = 4

LETTER_WIDTH = 2.4
"""Of a label, in percent of the narrowest picture."""
LABEL_HEIGHT = 13.0
MARK_WIDTH, MARK_HEIGHT = 3.0, 9.0
PLACES = (
    *((0.0, shift) for shift in (-8.0, 18.0)),
    *((side, shift) for shift in (4.0, -8.0, 18.0) for side in (3.5, -3.5)),
    *((0.0, shift) for shift in (-21.0, 31.0)),
    *((side, shift) for shift in (4.0, -21.0, 31.0) for side in (7.0, -7.0)),
    *((0.0, shift) for shift in (-34.0, 44.0, -47.0, 57.0)),
)
"""Where a label may stand from its point, in percent and pixels, the best place first."""

MOST_FIGURES = 2
"""Series whose points carry figures; with more, letters: the table has the figures."""

DISPENSABLE = (
    "framework_as_published",
    "operating_system",
    "framework_version",
    "as_published",
    "model_details",
    "task",
    "sequence_length",
    "cores",
)
"""Settings that need not name a series where others do, the least telling first."""


@dataclass(frozen=True)
class Point:
    """A run in the picture."""

    run: Measurement
    x: float
    y: float
    load: int
    """The place of its load among those of the picture: which shape marks it."""
    label: str
    label_x: float
    label_y: float


@dataclass(frozen=True)
class Series:
    """Runs that differ in one setting only."""

    letter: str
    """Empty where there is only one."""
    points: Sequence[Point]
    joined: bool
    """Whether each setting was run once, so that a line can join them."""
    historic: bool

    @property
    def steps(self) -> Iterator[tuple[Point, Point]]:
        """The points, each with the next."""
        return pairwise(self.points) if self.joined else iter(())


@dataclass(frozen=True)
class Chart(Reading):
    """A picture with its scales."""

    across: str
    """The name of the setting or figure."""
    upwards: str
    x_ticks: Sequence[tuple[float, float]]
    """What to write, and where."""
    y_ticks: Sequence[tuple[float, float]]
    series: Sequence[Series]
    loads: Sequence[str]
    """Those under which the runs were made, if that is recorded."""
    told_apart_by: Sequence[str]
    """The settings that name a series."""

    @property
    def historic(self) -> bool:
        """Whether the source shows none of it any more."""
        return all(series.historic for series in self.series)

    def names(self, series: Series) -> Sequence[tuple[str, Any]]:
        """The settings that tell a series from the others, as far as they are stated."""
        fact = series.points[0].run.fact
        return [(name, said) for name in self.told_apart_by if (said := value(fact, name)) is not None]


def charts(runs: Sequence[Measurement]) -> Sequence[Chart]:
    """The pictures for runs of one setup: none where fewer than three runs differ in batch size or load only."""
    under_load = any(run.fact.row.load for run in runs)
    free = ("load", "request_rate") if under_load else ("batch_size",)
    lines = _lines([run for run in runs if run.fact.row.throughput], free)
    if not lines:
        return []
    found = [] if under_load else [_chart(lines, "batch_size", "throughput", free)]
    facts = [run.fact for line in lines for run in line]
    latency = next((name for name in LATENCIES if all(value(fact, name) for fact in facts)), None)
    return [*found, _chart(lines, "throughput", latency, free)] if latency else found


def _lines(runs: Sequence[Measurement], free: Sequence[str]) -> Sequence[Sequence[Measurement]]:
    """The runs that differ in some settings only, where enough of them do."""
    fixed = [name for name in (*SIZES, *CHOICES) if name not in free]
    alike = divided(runs, fixed)
    lines = [line for line in alike if differing([run.fact for run in line], free)]
    enough = sum(map(len, lines)) >= FEWEST_POINTS and len(lines) <= MOST_SERIES
    return lines if enough else []


def _chart(lines: Sequence[Sequence[Measurement]], across: str, upwards: str, free: Sequence[str]) -> Chart:
    facts = [run.fact for line in lines for run in line]
    x_end, y_end = (max(value(fact, name) for fact in facts) for name in (across, upwards))
    loads = sorted({fact.row.load for fact in facts if fact.row.load})
    letters = ascii_uppercase if len(lines) > 1 else " "
    points = [
        (letter.strip(), run, _x(value(run.fact, across), x_end), _y(value(run.fact, upwards), y_end))
        for letter, line in zip(letters, lines, strict=False)
        for run in sorted(line, key=lambda run: (value(run.fact, across), value(run.fact, upwards)))
    ]
    labels = _Labels([(x, y) for _, _, x, y in points])
    # Where shapes tell the loads, words are for pictures that have room for them.
    wordy = len(points) <= len(loads) if loads else len(lines) <= MOST_FIGURES
    drawn: dict[str, list[Point]] = {letter: [] for letter, *_ in points}
    for letter, run, x, y in sorted(points, key=lambda point: point[3]):
        label = _label(run, letter, across) if wordy else letter
        load = loads.index(run.fact.row.load) if run.fact.row.load else 0
        drawn[letter].append(Point(run, x, y, load, label, *labels.place(x, y, label)))
    return Chart(
        across=across,
        upwards=upwards,
        x_ticks=[(tick, _x(tick, x_end)) for tick in _ticks(x_end)],
        y_ticks=[(tick, _y(tick, y_end)) for tick in _ticks(y_end)],
        series=[_series(letter, found, free) for letter, found in drawn.items()],
        loads=loads,
        told_apart_by=_told_apart_by(lines, free),
    )


def _series(letter: str, points: Sequence[Point], free: Sequence[str]) -> Series:
    settings = {tuple(value(point.run.fact, name) for name in free) for point in points}
    return Series(
        letter=letter,
        points=sorted(points, key=lambda point: (point.x, point.y)),
        joined=len(settings) == len(points),
        historic=all(point.run.historic for point in points),
    )


def _label(run: Measurement, letter: str, across: str) -> str:
    """What stands at a point: the figure, or the setting where both axes are figures."""
    row, figure = run.fact.row, run.figure("throughput")
    words = number(figure or 0) if across == "batch_size" else row.load or f"batch {row.batch_size}"
    return f"{letter} {words}".strip()


def _told_apart_by(lines: Sequence[Sequence[Measurement]], free: Sequence[str]) -> Sequence[str]:
    """As few settings as give each series a name of its own."""
    firsts = [line[0].fact for line in lines]
    names = list(differing(firsts, stated(firsts, [name for name in (*SIZES, *CHOICES) if name not in free])))
    for name in DISPENSABLE:
        others = [other for other in names if other != name]
        if len({values(fact, others) for fact in firsts}) == len(firsts):
            names = others
    return names


def _x(figure: float, end: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * figure / end, 1)


def _y(figure: float, end: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * figure / end, 1)


def _ticks(end: float) -> Sequence[float]:
    """Round figures from nothing up to the end of a scale."""
    power = 10.0 ** math.floor(math.log10(end))
    steps = (share * power for share in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5))
    step = next(step for step in steps if end / step <= MOST_TICKS)
    return [round(step * count, 10) for count in range(math.floor(end / step) + 1)]


class _Labels:
    """Finds each label a place where it covers no point and no other label."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        self._taken = [(x - MARK_WIDTH / 2, MARK_WIDTH, y + MARK_HEIGHT / 2, MARK_HEIGHT) for x, y in points]

    def place(self, x: float, y: float, label: str) -> tuple[float, float]:
        """Where the middle of the label stands, and its lower edge."""
        width = len(label) * LETTER_WIDTH
        middles = [(min(max(x + side, width / 2), WIDTH - width / 2), y + shift) for side, shift in PLACES]
        middle, lower = next((place for place in middles if self._free(*place, width)), middles[0])
        self._taken.append((middle - width / 2, width, lower, LABEL_HEIGHT))
        return round(middle, 1), round(lower, 1)

    def _free(self, middle: float, lower: float, width: float) -> bool:
        start = middle - width / 2
        return TOP - 14 <= lower <= BOTTOM - 2 and not any(
            lower - LABEL_HEIGHT < other_lower
            and other_lower - other_height < lower
            and start < other + other_width
            and other < start + width
            for other, other_width, other_lower, other_height in self._taken
        )
