"""The parts of the benchmark: what each measures, and the bound of every figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median

from bench import exploring, searching
from bench.figures import Figure
from bench.measure import Cost, compressed, run
from bench.places import PROJECT
from bench.project import CONFIGURATIONS
from bench.sites import TODAY, Sites, told
from bench.stock import Agreement

CHECK = ("macros", "check")


def builds(sites: Sites) -> Iterator[Figure]:
    """Full builds against stock mkdocs-material and Zensical, which build the same text from ready Markdown."""
    found = sites.compared
    size = f"full build, {_models(sites.sizes.reference)}, {sites.sizes.reference * CONFIGURATIONS:,} rows, against"
    note = _against("stock", found.ours, found.stock, found.agreement)
    yield Figure(f"{size} stock mkdocs-material", found.ours.seconds / found.stock.seconds, 0.6, "ratio", note)
    note = _against("Zensical, cold", found.ours, found.zensical, found.agreement_of_zensical)
    yield Figure(f"{size} Zensical, cold", found.ours.seconds / found.zensical.seconds, 0.8, "ratio", note)


def _against(name: str, ours: Cost, theirs: Cost, text: Agreement) -> str:
    return (
        f"wall time, {ours.seconds:.1f} s against {theirs.seconds:.1f} s of {name}; in "
        f"processor time {ours.processor_seconds / theirs.processor_seconds:.2f}; {text.share:.2%} of {text.words:,} "
        f"words on {text.pages} pages are the same, {text.words_of_pictures:,} words of pictures left out"
    )


def growth(sites: Sites) -> Iterator[Figure]:
    """What a page costs among many, and the memory that many take."""
    sizes = sites.sizes
    before, large, after = sites.build(sizes.reference), sites.build(sizes.large), sites.build(sizes.reference)
    # In turns, for the same machine may be twice as quick a few minutes later.
    small = Cost.middle([before, after])
    pages = sites.pages(sizes.reference), sites.pages(sizes.large)
    ratios = [
        (many / pages[1]) / (few / pages[0])
        for few, many in ((small.seconds, large.seconds), (small.processor_seconds, large.processor_seconds))
    ]
    yield Figure(
        f"cost per page, {_models(sizes.large)} against {sizes.reference:,}",
        ratios[0],
        1.1,
        "ratio",
        f"wall time, {1_000 * large.seconds / pages[1]:.2f} ms at {pages[1]:,} pages against "
        f"{1_000 * small.seconds / pages[0]:.2f} ms at {pages[0]:,}; in processor time {ratios[1]:.2f}",
    )
    yield _memory(f"peak memory, {_models(sizes.large)}, {sizes.large * CONFIGURATIONS:,} rows", large)


def _memory(name: str, cost: Cost) -> Figure:
    if cost.peak_together_mib is None:
        note = "largest resident size of one process; this system does not tell what processes have together"
        return Figure(name, cost.peak_process_mib, 1_024, "MiB", note)
    note = (
        "all processes together, each shared page counted once (the sum of their proportional set sizes, looked at "
        f"five times a second); largest resident size of one process: {cost.peak_process_mib:,.0f} MiB"
    )
    return Figure(name, cost.peak_together_mib, 1_024, "MiB", note)


def checks(sites: Sites) -> Iterator[Figure]:
    """Loading and checking the data alone, as `make check` does."""
    sizes = sites.sizes
    project = sites.project(sizes.large)
    many = _checked(project.folder, project.log, f"{_models(sizes.large)}", sizes.runs)
    note = "wall time of the process, its start included; the middle of all runs"
    yield Figure(f"loading and checking {sizes.large * CONFIGURATIONS:,} rows", many, 8, "s", note)
    few = _checked(PROJECT, sites.work / "today.log", "today's data", sizes.runs)
    yield Figure("`make check` on today's data", few, 1, "s", note)


def _checked(folder: Path, log: Path, what: str, runs: int) -> float:
    costs = [
        told(
            f"check of {what}, {number} of {runs}",
            lambda: run(CHECK, folder, log),
            lambda cost: f"{cost.seconds:.2f} s",
        )
        for number in range(1, runs + 1)
    ]
    return median(cost.seconds for cost in costs)


def search(sites: Sites) -> Iterator[Figure]:
    """The site search, cold, in a browser."""
    models = sites.sizes.large
    site = sites.built(models).site
    found = told("searching in a browser", lambda: searching.measure(site))
    name = f"site search, {_models(models)}:"
    note = f"{found.entries:,} entries; the middle of {searching.VISITS} visits, each in a fresh profile"
    yield Figure(f"{name} from typing to the first answer, cold", found.milliseconds, 700, "ms", note)
    yield Figure(f"{name} fetched for it, compressed", found.bytes_compressed / 1_000, 1_500, "KB")


def explore(sites: Sites) -> Iterator[Figure]:
    """The explorer in a browser."""
    for models, milliseconds, size in ((sites.sizes.reference, 50, 400), (sites.sizes.large, 200, 3_000)):
        site = sites.built(models).site
        found = told(f"{_models(models)}, exploring in a browser", partial(exploring.measure, site))
        name = f"explore, {models * CONFIGURATIONS:,} rows:"
        note = f"{found.rows:,} rows with today's; the middle of {exploring.CLICKS} clicks"
        yield Figure(f"{name} from a click to the painted table", found.milliseconds, milliseconds, "ms", note)
        yield Figure(f"{name} first visit, compressed", found.bytes_compressed / 1_000, size, "KB")


def pages(sites: Sites) -> Iterator[Figure]:
    """What a reader of today's site fetches."""
    project = sites.built(TODAY)
    models = [page for page in (project.site / "models").rglob("index.html") if page.parent.name != "models"]
    largest = max(models, key=lambda page: page.stat().st_size)
    note = f"{largest.parent.relative_to(project.site).as_posix()}/"
    yield Figure("largest model page of today's data", largest.stat().st_size / 1_000, 60, "KB", note)
    ours = [file.relative_to(project.folder / "docs") for file in (project.folder / "docs").rglob("*")]
    shipped = [project.site / file for file in ours if file.suffix in {".css", ".js"}]
    size = sum(compressed(file) for file in shipped)
    yield Figure("all our styles and scripts, compressed", size / 1_000, 60, "KB", f"{len(shipped)} files")


def _models(number: int) -> str:
    return f"{number:,} models"


PARTS: Mapping[str, Callable[[Sites], Iterator[Figure]]] = {
    "builds": builds,
    "growth": growth,
    "checks": checks,
    "search": search,
    "explore": explore,
    "pages": pages,
}
"""In the order in which one uses what the others built."""
