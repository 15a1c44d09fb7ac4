"""The projects of one run of the benchmark: made when first asked for, all from one state of this project."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from bench import stock
from bench.measure import Cost, Project
from bench.project import PARTS, generate
from bench.stock import Agreement

T = TypeVar("T")

TODAY = 0
"""Models that are added to today's data to leave it as it is."""


@dataclass(frozen=True)
class Sizes:
    """How much is built, and how often."""

    reference: int = 1_000
    """Models at which builds are compared."""
    large: int = 10_000
    """Models at which it is seen how the costs grow."""
    runs: int = 3
    """Builds of each project at the reference size, and of whatever else is measured by its middle."""


@dataclass(frozen=True)
class Compared:
    """The same text built by three: the middle of all runs, made in turns so that a busy moment meets all of them."""

    ours: Cost
    stock: Cost
    zensical: Cost
    agreement: Agreement
    """Of our text with stock's."""
    agreement_of_zensical: Agreement


@dataclass
class Sites:
    """Projects by their number of synthetic models, and what their builds cost."""

    origin: Path
    work: Path
    sizes: Sizes
    _projects: dict[int, Project] = field(default_factory=dict)
    _costs: dict[int, list[Cost]] = field(default_factory=dict)

    def project(self, models: int) -> Project:
        """The project with so many synthetic models; it may not have been built."""
        if models not in self._projects:
            target = self.work / (str(models) if models else "today") / "atlas"
            self._projects[models] = told(
                f"{_size(models)}, writing the data", lambda: generate(self._source, target, models)
            )
        return self._projects[models]

    @cached_property
    def _source(self) -> Path:
        """This project as it stands when the run begins: it may be worked on meanwhile."""
        target = self.work / "source"
        shutil.rmtree(target, ignore_errors=True)
        for name in PARTS:
            part, copy = self.origin / name, target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(part, copy) if part.is_dir() else shutil.copy(part, copy)
        return target

    def built(self, models: int) -> Project:
        """The project with so many synthetic models, with its site."""
        if models not in self._costs:
            self.build(models)
        return self.project(models)

    def build(self, models: int) -> Cost:
        """Builds it from nothing once more."""
        project = self.project(models)
        cost = _build(f"{_size(models)}, our build {len(self._costs.get(models, ())) + 1}", project)
        self._costs.setdefault(models, []).append(cost)
        return cost

    def cost(self, models: int, runs: int) -> Cost:
        """The middle of all builds of one size, of which there are at least so many."""
        while len(self._costs.get(models, ())) < runs:
            self.build(models)
        return Cost.middle(self._costs[models])

    def pages(self, models: int) -> int:
        """How many pages the site with so many synthetic models has."""
        return len(stock.pages(self.built(models).site))

    @cached_property
    def compared(self) -> Compared:
        """All three builders at the reference size."""
        models = self.sizes.reference
        ours = self.built(models)
        folder = ours.folder.parent
        theirs = told(
            f"{models:,} models, writing the same text as Markdown",
            lambda: stock.write(ours.site, ours.folder, folder / "stock"),
        )
        zensical = stock.for_zensical(theirs, folder / "zensical")
        costs: tuple[list[Cost], list[Cost]] = ([], [])
        runs = self.sizes.runs
        for run in range(1, runs + 1):
            if run > 1:
                self.build(models)
            costs[0].append(_build(f"{models:,} models, stock mkdocs-material {run} of {runs}", theirs))
            costs[1].append(_build(f"{models:,} models, Zensical {run} of {runs}", zensical))
        return Compared(
            self.cost(models, runs),
            Cost.middle(costs[0]),
            Cost.middle(costs[1]),
            stock.compare(ours.site, theirs.site),
            stock.compare(ours.site, zensical.site),
        )


def _size(models: int) -> str:
    return f"{models:,} models" if models else "today's data"


def _build(what: str, project: Project) -> Cost:
    return told(what, project.build, lambda cost: f"{cost.seconds:.1f} s")


def told(what: str, work: Callable[[], T], result: Callable[[T], str] = lambda _: "done") -> T:
    """Does some work of the benchmark, and says what and how it ended to whoever watches."""
    print(f"  {what} … ", end="", file=sys.stderr, flush=True)
    done = work()
    print(result(done), file=sys.stderr, flush=True)
    return done


def told_part(name: str, number: int, parts: int) -> None:
    """Says which part of the benchmark begins."""
    print(f"{name} ({number} of {parts})", file=sys.stderr, flush=True)
