"""Charts of benchmarks: figures against batch size, or latency against throughput where the load differs.

x is in percent of the width, so that a chart fills its column and its letters keep their size; y is in pixels. A chart
that would not be readable is not drawn: the table has all of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from macros.views.benchmark_runs import (
    CHOICES,
    SAME_WORK,
    SIZES,
    Run,
    differing,
    group_runs,
    stated,
)
from macros.words import number

WIDTH = 100.0
LEFT, RIGHT = 14.0, 86.0
"""Where the scale across begins and ends, in percent: the rest is for the words."""
TOP, BOTTOM = 36.0, 190.0
"""Where the scale upwards ends and begins, in pixels."""

LATENCIES = ("latency_p50_ms", "tpot_p50_ms", "request_latency_s", "inter_token_latency_ms", "ttft_p50_ms", "ttft_ms")
"""A chart shows the first that all its runs state."""

FEWEST_POINTS = 3
MOST_SERIES = 4
"""One for each mark and dash."""
MOST_TICKS = 4
LONGEST_LABEL = 16

NEAR_ZERO = 0.4
"""A scale begins at zero where the lowest figure is below this share of the highest."""

NEARLY_EQUAL = 0.9
"""Runs whose lowest figure is above this share of the highest are not drawn: the scale would only enlarge noise."""

LETTER_WIDTH = 2.4
"""Of a label, in percent of the narrowest chart."""
LABEL_HEIGHT = 13.0
MARK_WIDTH, MARK_HEIGHT = 3.0, 9.0
STEPS = 12
"""Points on a line between two marks that labels keep off."""
PLACES = (
    *((0.0, shift) for shift in (-8.0, 18.0)),
    *((side, shift) for shift in (4.0, -8.0, 18.0) for side in (3.5, -3.5)),
    *((0.0, shift) for shift in (-21.0, 31.0)),
    *((side, shift) for shift in (4.0, -21.0, 31.0) for side in (7.0, -7.0)),
    *((0.0, shift) for shift in (-34.0, 44.0, -47.0, 57.0)),
)
"""Where a label may stand from its point, in percent and pixels, the best place first."""

DISPENSABLE = ("operating_system", "framework_version", "cores")
"""Settings that need not name a series where others do, the least useful first."""


@dataclass(frozen=True)
class ChartPoint:
    run: Run
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

    points: Sequence[ChartPoint]
    joined: bool
    """Whether a line joins them: between batch sizes, not between loads."""
    unshown: bool

    @property
    def steps(self) -> Iterator[tuple[ChartPoint, ChartPoint]]:
        return pairwise(self.points) if self.joined else iter(())


@dataclass(frozen=True)
class Chart:
    across: str
    """The name of the setting or figure."""
    upwards: str
    x_ticks: Sequence[tuple[float, float]]
    """What to write, and where."""
    y_ticks: Sequence[tuple[float, float]]
    series: Sequence[Series]
    labels: Sequence[Label]
    """Of every point where there is one series, else of the end of each."""
    series_settings: Sequence[str]
    """The settings that name a series."""

    def names(self, series: Series) -> Sequence[tuple[str, Any]]:
        run = series.points[0].run
        return [(name, found) for name in self.series_settings if (found := run.value(name)) is not None]


def charts(runs: Sequence[Run]) -> Sequence[Chart]:
    """The charts of runs that do the same work: none where fewer than three differ in batch size or load only."""
    under_load = any(run.fact.row.load for run in runs)
    free = ("load", "request_rate") if under_load else ("batch_size",)
    lines = _lines([run for run in runs if run.fact.row.throughput], free)
    if not lines or (under_load and len(lines) > 1):
        return []
    latency = next((name for name in LATENCIES if all(run.value(name) for line in lines for run in line)), None)
    axes = [("throughput", latency)] if under_load else [("batch_size", "throughput"), ("batch_size", latency)]
    settings = _series_settings(lines, free)
    drawn = [_chart(lines, across, upwards, settings) for across, upwards in axes if upwards]
    return [chart for chart in drawn if chart]


def _lines(runs: Sequence[Run], free: Sequence[str]) -> Sequence[Sequence[Run]]:
    """The runs that differ in some settings only, where enough of them do."""
    fixed = [name for name in (*SAME_WORK, *CHOICES) if name not in free]
    alike = group_runs([run for run in runs if run.value(free[0]) is not None], fixed)
    lines = [line for line in alike if differing(line, free)]
    enough = sum(map(len, lines)) >= FEWEST_POINTS and len(lines) <= MOST_SERIES
    return lines if enough else []


def _chart(lines: Sequence[Sequence[Run]], across: str, upwards: str, settings: Sequence[str]) -> Chart | None:
    """The chart; None where its labels do not find room."""
    x_values, y_values = ([run.value(name) for line in lines for run in line] for name in (across, upwards))
    if _nearly_equal(x_values) and _nearly_equal(y_values):
        return None
    x_axis, y_axis = Scale.of(x_values), Scale.of([0, *y_values])
    series = [_series(line, across, upwards, x_axis, y_axis) for line in lines]
    labels = _labels(series, across, upwards, settings)
    if labels is None:
        return None
    return Chart(
        across=across,
        upwards=upwards,
        x_ticks=[(tick, x_axis.place(tick, LEFT, RIGHT)) for tick in x_axis.ticks],
        y_ticks=[(tick, y_axis.place(tick, BOTTOM, TOP)) for tick in y_axis.ticks],
        series=series,
        labels=labels,
        series_settings=settings,
    )


def _nearly_equal(figures: Sequence[float]) -> bool:
    return min(figures) > NEARLY_EQUAL * max(figures)


@dataclass(frozen=True)
class Scale:
    start: float
    end: float
    ticks: Sequence[float]

    @staticmethod
    def of(figures: Sequence[float]) -> Scale:
        """A scale that holds some figures, from zero unless they all are far from it."""
        lowest, end = min(figures), max(figures)
        base = 0.0 if lowest < NEAR_ZERO * end or lowest == end else lowest
        step = _step(end - base)
        first = math.floor(base / step)
        ticks = [round(step * count, 10) for count in range(first, math.floor(end / step) + 1)]
        return Scale(ticks[0], end, ticks)

    def place(self, figure: float, first: float, last: float) -> float:
        """Where a figure stands on a line between two places."""
        return round(first + (last - first) * (figure - self.start) / (self.end - self.start), 1)


def _step(length: float) -> float:
    """A round figure that cuts a length into few parts."""
    power = 10.0 ** math.floor(math.log10(length))
    steps = (share * power for share in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5))
    return next(step for step in steps if length / step <= MOST_TICKS)


def _series(line: Sequence[Run], across: str, upwards: str, x_axis: Scale, y_axis: Scale) -> Series:
    points = [
        ChartPoint(
            run,
            x_axis.place(run.value(across), LEFT, RIGHT),
            y_axis.place(run.value(upwards), BOTTOM, TOP),
        )
        for run in sorted(line, key=lambda run: (run.value(across), run.value(upwards)))
    ]
    batch_sizes = {point.run.fact.row.batch_size for point in points}
    return Series(
        points=points,
        joined=across == "batch_size" and len(batch_sizes) == len(points),
        unshown=all(point.run.unshown for point in points),
    )


def _labels(found: Sequence[Series], across: str, upwards: str, settings: Sequence[str]) -> Sequence[Label] | None:
    """What stands at the points of the only series, or at the end of each; None where it does not fit."""
    if len(found) == 1:
        texts = [(point, _point_label(point, across, upwards)) for point in found[0].points]
    else:
        texts = [(series.points[-1], _series_label(series, settings)) for series in found]
    if len({text for _, text in texts}) < len(texts) and (across != "batch_size" or len(found) > 1):
        return None
    room = _Room(found)
    placed = [room.place(point, text) for point, text in sorted(texts, key=lambda item: item[0].y)]
    labels = [label for label in placed if label]
    return labels if len(labels) == len(placed) else None


def _point_label(point: ChartPoint, across: str, upwards: str) -> str:
    if across == "batch_size":
        return number(point.run.value(upwards) or 0)
    return point.run.fact.row.load or ""


def _series_label(series: Series, settings: Sequence[str]) -> str:
    return " · ".join(str(found) for found in series.points[0].run.values(settings) if found is not None)


def _series_settings(lines: Sequence[Sequence[Run]], free: Sequence[str]) -> Sequence[str]:
    """As few settings as give each series a name of its own."""
    firsts = [line[0] for line in lines]
    names = differing(firsts, stated(firsts, [name for name in (*SIZES, *CHOICES) if name not in free]))
    for name in (*DISPENSABLE, *reversed(names)):
        others = [other for other in names if other != name]
        if len({run.values(others) for run in firsts}) == len(firsts):
            names = others
    return names


class _Room:
    """Finds each label a place where it covers no point, no line and no other label."""

    def __init__(self, found: Sequence[Series]) -> None:
        points = [(point.x, point.y) for series in found for point in series.points]
        on_lines = chain.from_iterable(_along(first, second) for series in found for first, second in series.steps)
        self._taken = [(x - MARK_WIDTH / 2, MARK_WIDTH, y + MARK_HEIGHT / 2, MARK_HEIGHT) for x, y in points]
        self._taken += [(x, 0.0, y, 0.0) for x, y in on_lines]

    def place(self, point: ChartPoint, text: str) -> Label | None:
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


def _along(first: ChartPoint, second: ChartPoint) -> Iterator[tuple[float, float]]:
    for step in range(1, STEPS):
        share = step / STEPS
        yield first.x + (second.x - first.x) * share, first.y + (second.y - first.y) * share
