"""Small pictures of measurements: figures against batch size, or latency against throughput where the load differs.

Places across are in percent of the width, so that a picture fills its column and its letters keep their size;
places down are in pixels. A picture that would not be readable is not drawn: the table has all of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from macros.views.benchmark_groups import (
    CHOICES,
    LATENCIES,
    SAME_WORK,
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
LEFT, RIGHT = 14.0, 86.0
"""Where the scale across begins and ends, in percent: the rest is for the words."""
TOP, BOTTOM = 36.0, 190.0
"""Where the scale upwards ends and begins, in pixels."""

FEWEST_POINTS = 3
MOST_SERIES = 4
"""One for each mark and dash."""
MOST_TICKS = 4
LONGEST_LABEL = 16

NEAR_NOTHING = 0.4
"""A scale begins at nothing where the lowest figure is below this share of the highest."""

ALIKE = 0.9
"""Runs whose lowest figure is above this share of the highest are no picture: a scale would only blow up noise."""

LETTER_WIDTH = 2.4
"""Of a label, in percent of the narrowest picture."""
LABEL_HEIGHT = 13.0
MARK_WIDTH, MARK_HEIGHT = 3.0, 9.0
STEPS = 12
"""Into which a line is cut to keep labels off it."""
PLACES = (
    *((0.0, shift) for shift in (-8.0, 18.0)),
    *((side, shift) for shift in (4.0, -8.0, 18.0) for side in (3.5, -3.5)),
    *((0.0, shift) for shift in (-21.0, 31.0)),
    *((side, shift) for shift in (4.0, -21.0, 31.0) for side in (7.0, -7.0)),
    *((0.0, shift) for shift in (-34.0, 44.0, -47.0, 57.0)),
)
"""Where a label may stand from its point, in percent and pixels, the best place first."""

DISPENSABLE = ("operating_system", "framework_version", "cores")
"""Settings that need not name a series where others do, the least telling first."""


@dataclass(frozen=True)
class Point:
    """A run in the picture."""

    run: Measurement
    x: float
    y: float


@dataclass(frozen=True)
class Label:
    """Words beside a point: the middle of their lower edge."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Series:
    """Runs that differ in one setting only."""

    points: Sequence[Point]
    joined: bool
    """Whether a line joins them: between batch sizes, not between loads."""
    unshown: bool

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
    labels: Sequence[Label]
    """Of every point where there is one series, else of the end of each."""
    told_apart_by: Sequence[str]
    """The settings that name a series."""

    def names(self, series: Series) -> Sequence[tuple[str, Any]]:
        """The settings that tell a series from the others, as far as they are stated."""
        fact = series.points[0].run.fact
        return [(name, said) for name in self.told_apart_by if (said := value(fact, name)) is not None]


def charts(runs: Sequence[Measurement]) -> Sequence[Chart]:
    """The pictures of one band: none where fewer than three runs differ in batch size or load only."""
    under_load = any(run.fact.row.load for run in runs)
    free = ("load", "request_rate") if under_load else ("batch_size",)
    lines = _lines([run for run in runs if run.fact.row.throughput], free)
    if not lines or (under_load and len(lines) > 1):
        return []
    facts = [run.fact for line in lines for run in line]
    latency = next((name for name in LATENCIES if all(value(fact, name) for fact in facts)), None)
    axes = [("throughput", latency)] if under_load else [("batch_size", "throughput"), ("batch_size", latency)]
    names = _told_apart_by(lines, free)
    drawn = [_chart(lines, across, upwards, names) for across, upwards in axes if upwards]
    return [chart for chart in drawn if chart]


def _lines(runs: Sequence[Measurement], free: Sequence[str]) -> Sequence[Sequence[Measurement]]:
    """The runs that differ in some settings only, where enough of them do."""
    fixed = [name for name in (*SAME_WORK, *CHOICES) if name not in free]
    alike = divided([run for run in runs if value(run.fact, free[0]) is not None], fixed)
    lines = [line for line in alike if differing([run.fact for run in line], free)]
    enough = sum(map(len, lines)) >= FEWEST_POINTS and len(lines) <= MOST_SERIES
    return lines if enough else []


def _chart(lines: Sequence[Sequence[Measurement]], across: str, upwards: str, names: Sequence[str]) -> Chart | None:
    """The picture; None where its labels do not find room."""
    facts = [run.fact for line in lines for run in line]
    if all(_alike([value(fact, name) for fact in facts]) for name in (across, upwards)):
        return None
    x_axis = Axis.of([value(fact, across) for fact in facts])
    y_axis = Axis.of([0, *(value(fact, upwards) for fact in facts)])
    series = [_series(line, across, upwards, x_axis, y_axis) for line in lines]
    labels = _labels(series, across, upwards, names)
    if labels is None:
        return None
    return Chart(
        across=across,
        upwards=upwards,
        x_ticks=[(tick, x_axis.place(tick, LEFT, RIGHT)) for tick in x_axis.ticks],
        y_ticks=[(tick, y_axis.place(tick, BOTTOM, TOP)) for tick in y_axis.ticks],
        series=series,
        labels=labels,
        told_apart_by=names,
    )


def _alike(figures: Sequence[float]) -> bool:
    return min(figures) > ALIKE * max(figures)


@dataclass(frozen=True)
class Axis:
    """A scale from one figure to another."""

    start: float
    end: float
    ticks: Sequence[float]

    @staticmethod
    def of(figures: Sequence[float]) -> Axis:
        """A scale that holds some figures, from nothing unless they all are far from it."""
        lowest, end = min(figures), max(figures)
        base = 0.0 if lowest < NEAR_NOTHING * end or lowest == end else lowest
        step = _step(end - base)
        first = math.floor(base / step)
        ticks = [round(step * count, 10) for count in range(first, math.floor(end / step) + 1)]
        return Axis(ticks[0], end, ticks)

    def place(self, figure: float, first: float, last: float) -> float:
        """Where a figure stands on a line between two places."""
        return round(first + (last - first) * (figure - self.start) / (self.end - self.start), 1)


def _step(length: float) -> float:
    """A round figure that cuts a length into few parts."""
    power = 10.0 ** math.floor(math.log10(length))
    steps = (share * power for share in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5))
    return next(step for step in steps if length / step <= MOST_TICKS)


def _series(line: Sequence[Measurement], across: str, upwards: str, x_axis: Axis, y_axis: Axis) -> Series:
    points = [
        Point(
            run,
            x_axis.place(value(run.fact, across), LEFT, RIGHT),
            y_axis.place(value(run.fact, upwards), BOTTOM, TOP),
        )
        for run in sorted(line, key=lambda run: (value(run.fact, across), value(run.fact, upwards)))
    ]
    settings = {point.run.fact.row.batch_size for point in points}
    return Series(
        points=points,
        joined=across == "batch_size" and len(settings) == len(points),
        unshown=all(point.run.unshown for point in points),
    )


def _labels(found: Sequence[Series], across: str, upwards: str, names: Sequence[str]) -> Sequence[Label] | None:
    """What stands at the points of the only series, or at the end of each; None where it does not fit."""
    if len(found) == 1:
        words = [(point, _said(point, across, upwards)) for point in found[0].points]
    else:
        words = [(series.points[-1], _name(series, names)) for series in found]
    texts = [text for _, text in words]
    if len(set(texts)) < len(texts) and (across != "batch_size" or len(found) > 1):
        return None
    room = _Room(found)
    placed = [room.place(point, text) for point, text in sorted(words, key=lambda word: word[0].y)]
    labels = [label for label in placed if label]
    return labels if len(labels) == len(placed) else None


def _said(point: Point, across: str, upwards: str) -> str:
    if across == "batch_size":
        return number(point.run.figure(upwards) or 0)
    return point.run.fact.row.load or ""


def _name(series: Series, names: Sequence[str]) -> str:
    said = values(series.points[0].run.fact, names)
    return " · ".join(str(one) for one in said if one is not None)


def _told_apart_by(lines: Sequence[Sequence[Measurement]], free: Sequence[str]) -> Sequence[str]:
    """As few settings as give each series a name of its own."""
    firsts = [line[0].fact for line in lines]
    names = list(differing(firsts, stated(firsts, [name for name in (*SIZES, *CHOICES) if name not in free])))
    for name in (*DISPENSABLE, *reversed(names)):
        others = [other for other in names if other != name]
        if len({values(fact, others) for fact in firsts}) == len(firsts):
            names = others
    return names


class _Room:
    """Finds each label a place where it covers no point, no line and no other label."""

    def __init__(self, found: Sequence[Series]) -> None:
        points = [(point.x, point.y) for series in found for point in series.points]
        on_lines = chain.from_iterable(_along(first, second) for series in found for first, second in series.steps)
        self._taken = [(x - MARK_WIDTH / 2, MARK_WIDTH, y + MARK_HEIGHT / 2, MARK_HEIGHT) for x, y in points]
        self._taken += [(x, 0.0, y, 0.0) for x, y in on_lines]

    def place(self, point: Point, text: str) -> Label | None:
        """The label where it stands; None where it finds no room."""
        if not 0 < len(text) <= LONGEST_LABEL:
            return None
        width = len(text) * LETTER_WIDTH
        for side, shift in PLACES:
            shifted = point.x + (math.copysign(width / 2, side) + side if side else 0.0)
            middle, lower = min(max(shifted, width / 2), WIDTH - width / 2), point.y + shift
            if self._free(middle, lower, width):
                self._taken.append((middle - width / 2, width, lower, LABEL_HEIGHT))
                return Label(text, round(middle, 1), round(lower, 1))
        return None

    def _free(self, middle: float, lower: float, width: float) -> bool:
        left = middle - width / 2
        return TOP - LABEL_HEIGHT <= lower <= BOTTOM and not any(
            left < taken_left + taken_width
            and taken_left < left + width
            and lower - LABEL_HEIGHT < taken_lower
            and taken_lower - taken_height < lower
            for taken_left, taken_width, taken_lower, taken_height in self._taken
        )


def _along(first: Point, second: Point) -> Iterator[tuple[float, float]]:
    for step in range(1, STEPS):
        share = step / STEPS
        yield first.x + (second.x - first.x) * share, first.y + (second.y - first.y) * share
