"""Measures the build of this project against stock mkdocs-material building the same text: `python -m bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import report, stock
from bench.measure import BenchError, Build, Project
from bench.project import generate
from bench.report import Cost, Size

PROJECT = Path(__file__).resolve().parents[1]
WORK = PROJECT / "bench" / "work"
MODELS = (250, 1_000, 4_000)
RUNS, RUNS_WHEN_LARGE, LARGE = 3, 1, 2_000
"""Builds of each project, of a large one, and the models that make it large."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmark. Exit codes: 0 all bounds hold, 1 one does not, 2 it could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--models", type=int, nargs="+", default=MODELS, help="models to add (250 1000 4000)")
    parser.add_argument(
        "--runs", type=int, help=f"builds of each project ({RUNS}; from {LARGE} models on {RUNS_WHEN_LARGE})"
    )
    parser.add_argument("--output", type=Path, default=PROJECT / "bench.json", help="where the figures go")
    options = parser.parse_args(arguments)
    sizes = sorted(set(options.models))
    if sizes[0] < 1 or (options.runs is not None and options.runs < 1):
        parser.error("models and runs are counted from 1")
    try:
        # All are made before any is built: one state of the project, however long the builds take.
        projects = {models: generate(PROJECT, WORK / str(models) / "atlas", models) for models in sizes}
        found = [_measure(models, project, options.runs) for models, project in projects.items()]
    except BenchError as error:
        print(error, file=sys.stderr)
        return 2
    report.write(found, options.output)
    print(report.table(found))
    return 0 if all(figure.holds for figure in report.figures(found)) else 1


def _measure(models: int, ours: Project, wanted: int | None) -> Size:
    """Builds both projects in turns, so that a busy moment of the machine meets both."""
    runs = wanted or (RUNS_WHEN_LARGE if models >= LARGE else RUNS)
    our_builds = [_build("ours", models, ours)]
    print(f"{models:,} models: writing the same text as Markdown", file=sys.stderr)
    theirs = stock.write(ours.site, ours.folder, ours.folder.with_name("stock"))
    their_builds = [_build("stock", models, theirs)]
    text = stock.compare(ours.site, theirs.site)
    for _ in range(runs - 1):
        our_builds.append(_build("ours", models, ours))
        their_builds.append(_build("stock", models, theirs))
    pages = len(stock.pages(ours.site))
    return Size(models, runs, Cost.of(pages, our_builds), Cost.of(pages, their_builds), text)


def _build(name: str, models: int, project: Project) -> Build:
    build = project.build()
    print(f"{models:,} models, {name}: {build.seconds:.1f} s, {build.peak_memory_mib:.0f} MiB", file=sys.stderr)
    return build


if __name__ == "__main__":
    sys.exit(main())
