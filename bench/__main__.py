"""Measure this project against the limits of its figures: `python -m bench`.

A whole run takes about half an hour on two processors without other work. It writes bench/figures.json and the table in
README.md. Exit codes: 0 all figures are within their limits, 1 one is not, 2 something could not be measured.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import explorer, figures, projects, stock
from bench.figures import PROJECT, Figure
from bench.processes import BenchError, build, build_in_turns, median_cost, run

REFERENCE = "510331e"
"""The commit before the package was simplified: its builds are the measure of ours."""
LEAST_SHARED_WORDS = 0.99
MIB, KB = "MiB", "KB"


@dataclass(frozen=True)
class Sizes:
    """How much is built, and how often."""

    models: int = 1_000
    """Made-up models in the comparison with stock mkdocs-material."""
    many_models: int = 10_000
    """Made-up models at which memory is measured."""
    runs: int = 3
    """Runs of which the median is taken."""


def measure_build(sizes: Sizes) -> Iterator[Figure]:
    """Build today's site and that of commit REFERENCE from nothing, in turns."""
    ours, reference = build_in_turns([projects.current(), projects.at_commit(REFERENCE)], sizes.runs)
    wall, processor = ours.seconds / reference.seconds, ours.processor_seconds / reference.processor_seconds
    note = f"{ours.seconds:.1f} s against {reference.seconds:.1f} s"
    yield Figure("Full build of this site", ours.seconds, "s", in_readme=True)
    yield Figure(f"Full build, wall time against {REFERENCE}", wall, "ratio", 1.35, note)
    note = f"{ours.processor_seconds:.1f} s against {reference.processor_seconds:.1f} s"
    yield Figure(f"Full build, processor time against {REFERENCE}", processor, "ratio", 1.15, note)


def measure_check(sizes: Sizes) -> Iterator[Figure]:
    """Load and check today's data, as `make check` does."""
    project = projects.current()
    cost = median_cost([run(("macros", "check"), project) for _ in range(sizes.runs)])
    yield Figure("Check of all data (`make check`)", cost.seconds, "s", 1, in_readme=True)


def measure_stock(sizes: Sizes) -> Iterator[Figure]:
    """Build many models and, in turns, the same text with stock mkdocs-material from ready Markdown."""
    ours = projects.with_models(sizes.models)
    build(ours)
    theirs = ours.with_name("stock")
    stock.make_project(ours / "site", ours / "mkdocs.yml", theirs)
    our_cost, stock_cost = build_in_turns([ours, theirs], sizes.runs)
    shared = stock.shared_words(ours / "site", theirs / "site")
    if shared < LEAST_SHARED_WORDS:
        raise BenchError(f"only {shared:.1%} of the words of both sites are the same: the comparison is not fair")
    name = f"Build time with {sizes.models:,} models, against stock mkdocs-material"
    note = f"{our_cost.seconds:.1f} s against {stock_cost.seconds:.1f} s; {shared:.2%} of the words are the same"
    yield Figure(name, our_cost.seconds / stock_cost.seconds, "ratio", 0.85, note, in_readme=True)


def measure_memory(sizes: Sizes) -> Iterator[Figure]:
    """Build once with very many models."""
    cost = build(projects.with_models(sizes.many_models))
    rows = sizes.many_models * projects.ROWS_PER_MODEL
    name = f"Peak memory of a build with {sizes.many_models:,} models, {rows:,} results"
    note = f"{cost.seconds:.0f} s; proportional set sizes of all processes, five samples a second"
    yield Figure(name, cost.peak_mib, MIB, 1_536, note, in_readme=True)


def measure_explore(sizes: Sizes) -> Iterator[Figure]:
    """Filter many tested configurations in a browser."""
    for models, slowest, largest in ((sizes.models, 50, 400), (sizes.many_models, None, None)):
        project = projects.with_models(models)
        if not (project / "site").is_dir():
            build(project)
        cost = explorer.measure(project / "site", "configurations")
        rows = f"{models * projects.ROWS_PER_MODEL:,} rows"
        yield Figure(f"Explore, {rows}: from a click to the painted table", cost.milliseconds, "ms", slowest)
        yield Figure(f"Explore, {rows}: first visit, compressed", cost.fetched / 1_000, KB, largest)


def measure_sizes(_: Sizes) -> Iterator[Figure]:
    """Measure what readers of the site download, and how large the package is."""
    project = projects.current()
    site, docs = project / "site", project / "docs"
    if not site.is_dir():
        build(project)
    largest = max((site / "models").rglob("index.html"), key=_size_of_model_page)
    yield Figure("Largest page of a model", _size_of_model_page(largest) / 1_000, KB, 100, in_readme=True)
    assets = [site / file.relative_to(docs) for file in docs.rglob("*") if file.suffix in {".css", ".js"}]
    size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in assets)
    yield Figure("All styles and scripts, compressed", size / 1_000, KB, 70, in_readme=True)
    package = PROJECT / "macros"
    lines = {file: len(file.read_text("utf-8").splitlines()) for file in package.rglob("*.py")}
    longest = max(lines, key=lambda file: lines[file])
    yield Figure("Lines of Python in macros/", sum(lines.values()), "", 16_000)
    yield Figure("Lines of its longest module", lines[longest], "", 350, longest.relative_to(PROJECT).as_posix())
    templates = sum(file.is_file() for file in (package / "templates").rglob("*"))
    yield Figure("Templates", templates, "", 90)


def _size_of_model_page(page: Path) -> int:
    return 0 if page.parent.name == "models" else page.stat().st_size


PARTS: Mapping[str, Callable[[Sizes], Iterator[Figure]]] = {
    "build": measure_build,
    "check": measure_check,
    "stock": measure_stock,
    "memory": measure_memory,
    "explore": measure_explore,
    "sizes": measure_sizes,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark, or parts of it, and print its figures."""
    whole = Sizes()
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--models", type=int, default=whole.models, help="models to compare builds with stock at")
    parser.add_argument("--many-models", type=int, default=whole.many_models, help="models to measure memory at")
    parser.add_argument("--runs", type=int, default=whole.runs, help="runs to take the median of")
    options = parser.parse_args(arguments)
    sizes = Sizes(options.models, options.many_models, options.runs)
    try:
        found = [figure for name in options.only for figure in PARTS[name](sizes)]
    except BenchError as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    if sizes == whole and set(options.only) == set(PARTS):
        figures.write(found)
    print(figures.text_table(found))
    return 1 if any(figure.too_large for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
