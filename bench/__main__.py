"""Measure this project against the limits of its figures: `python -m bench`.

A whole run takes about half an hour on two processors without other work. It writes bench/figures.json and the table in
README.md. Exit codes: 0 all figures are within their limits, 1 one is not, 2 something could not be measured.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench import explorer, figures, projects, stock
from bench.figures import PROJECT, Figure
from bench.processes import BenchError, build, build_in_turns, median_cost, run

REFERENCE = "2b5a665"
"""The commit before pages were described by sections and columns: its builds are the measure of ours."""
LEAST_SHARED_WORDS = 0.99
MODELS, MANY_MODELS = 1_000, 10_000
"""Made-up models in the comparison with stock mkdocs-material, and at which memory is measured."""
RUNS = 3
"""Runs of which the median is taken."""


def measure_build() -> Iterator[Figure]:
    """Build today's site and that of commit REFERENCE from nothing, in turns."""
    both = [projects.with_models(0), projects.at_commit(REFERENCE)]
    ours, reference = build_in_turns(both, RUNS)
    pages, former_pages = (len(stock.pages(project / "site")) for project in both)
    yield Figure("Full build of this site", ours.seconds, "s", in_readme=True)
    yield Figure("Full build, milliseconds per page", 1_000 * ours.seconds / pages, "ms", 20)
    ratio = (ours.seconds / pages) / (reference.seconds / former_pages)
    note = f"{ours.seconds:.1f} s for {pages:,} pages against {reference.seconds:.1f} s for {former_pages:,}"
    yield Figure(f"Full build, wall time per page against {REFERENCE}", ratio, "ratio", 1, note)


def measure_check() -> Iterator[Figure]:
    project = projects.with_models(0)
    cost = median_cost([run(("macros", "check"), project) for _ in range(RUNS)])
    yield Figure("Check of all data (`make check`)", cost.seconds, "s", in_readme=True)


def measure_stock() -> Iterator[Figure]:
    """Build many models and, in turns, the same text with stock mkdocs-material from ready Markdown."""
    ours = projects.with_models(MODELS)
    build(ours)
    theirs = ours.with_name("stock")
    stock.make_project(ours / "site", ours / "mkdocs.yml", theirs)
    our_cost, stock_cost = build_in_turns([ours, theirs], RUNS)
    shared = stock.shared_words(ours / "site", theirs / "site")
    if shared < LEAST_SHARED_WORDS:
        raise BenchError(f"only {shared:.1%} of the words of both sites are the same: the comparison is not fair")
    name = f"Build time with {MODELS:,} models, against stock mkdocs-material"
    note = f"{our_cost.seconds:.1f} s against {stock_cost.seconds:.1f} s; {shared:.2%} of the words are the same"
    yield Figure(name, our_cost.seconds / stock_cost.seconds, "ratio", 1, note, in_readme=True)


def measure_memory() -> Iterator[Figure]:
    cost = build(projects.with_models(MANY_MODELS))
    rows = MANY_MODELS * projects.ROWS_PER_MODEL
    name = f"Peak memory of a build with {MANY_MODELS:,} models, {rows:,} results"
    note = f"{cost.seconds:.0f} s; proportional set sizes of all processes, five samples a second"
    yield Figure(name, cost.peak_mib, "MiB", 2_560, note, in_readme=True)


def measure_explore() -> Iterator[Figure]:
    """Filter many tested configurations in a browser."""
    site = _built(projects.with_models(MODELS))
    milliseconds, fetched = explorer.measure(site, "configurations")
    rows = f"{MODELS * projects.ROWS_PER_MODEL:,} rows"
    yield Figure(f"Explore, {rows}: from a click to the painted table", milliseconds, "ms", 50)
    yield Figure(f"Explore, {rows}: first visit, compressed", fetched / 1_000, "KB", 400)


def measure_sizes() -> Iterator[Figure]:
    """Measure what readers of the site download, and how large the package is."""
    site = _built(projects.with_models(0))
    largest = max(page.stat().st_size for page in (site / "models").glob("*/**/index.html"))
    yield Figure("Largest page of a model", largest / 1_000, "KB", in_readme=True)
    files = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    yield Figure("The whole site", files / 1_000_000, "MB", in_readme=True)
    models = json.loads((site / "api/v1/models.json").read_text("utf-8"))["count"]
    yield Figure("The whole site, for each model", files / models / 1_000, "KB", 600, in_readme=True)
    assets = [file for file in (site / "assets").rglob("*") if file.suffix in {".css", ".js"}]
    size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in assets)
    yield Figure("All styles and scripts, compressed", size / 1_000, "KB", 86, in_readme=True)
    package = PROJECT / "macros"
    lines = {file: len(file.read_text("utf-8").splitlines()) for file in package.rglob("*.py")}
    longest = max(lines, key=lambda file: lines[file])
    yield Figure("Lines of Python in macros/", sum(lines.values()), "", 14_500)
    yield Figure("Lines of its longest module", lines[longest], "", 350, longest.relative_to(PROJECT).as_posix())
    templates = (file for file in (package / "templates").rglob("*") if file.is_file())
    yield Figure("Lines of templates", sum(len(file.read_text("utf-8").splitlines()) for file in templates), "", 2_400)


def _built(project: Path) -> Path:
    if not (project / "site").is_dir():
        build(project)
    return project / "site"


PARTS: Mapping[str, Callable[[], Iterator[Figure]]] = {
    "build": measure_build,
    "check": measure_check,
    "stock": measure_stock,
    "memory": measure_memory,
    "explore": measure_explore,
    "sizes": measure_sizes,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args(arguments).only
    try:
        found = [figure for name in chosen for figure in PARTS[name]()]
    except BenchError as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    if set(chosen) == set(PARTS):
        figures.write(found)
    print(figures.text_table(found))
    return 1 if any(figure.too_large for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
