"""What `make bench` measures, on the made-up data with a hundred models more: as ratios, in time of the processor."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree

import pytest

from bench import stock
from bench.measure import Project
from bench.project import add_models, generate
from bench.rebuilding import Change, Files, change_figure, differing, digests, rewritten
from macros.loading import load
from tests.support.build_site import build_site
from tests.support.made_up_project import make_project

MODELS = 100
RUNS = 2
"""Of which the least counts."""

MOST_OF_STOCK = 1.5
"""Of the time of stock mkdocs-material: 1.1 here, where what is made of the records besides pages counts most."""
MOST_OF_A_FULL_BUILD = 0.6
"""Of the time of a full build, for one after a changed figure: 0.4 here, for the same reason."""
MOST_GROWTH = 5
"""How much longer four times as many records may take to load."""

PACKED = ".zip"
"""Ends the name of what cannot be searched for a text."""


def processor_seconds(work: Callable[[], object]) -> float:
    """Time that this process, and those it started, were at work on something."""
    gc.collect()
    before = os.times()
    work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


def use_processors(patch: pytest.MonkeyPatch, count: int) -> None:
    """Lets builds use so many, whatever this machine has."""
    patch.setattr(os, "sched_getaffinity", lambda _: set(range(count)), raising=False)


def build(project: Project) -> None:
    build_site(project.folder, project.site)


def build_anew(project: Project) -> None:
    for made in (project.site, project.folder / ".cache"):
        rmtree(made, ignore_errors=True)
    build(project)


@dataclass(frozen=True)
class Found:
    """What builds of one project cost in seconds of one processor, and what the last of them left."""

    project: Project
    full: float
    stock: float
    again: float
    """The last: after one figure was changed."""
    change: Change
    before: Files
    after: Files


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder = tmp_path_factory.mktemp("grown")
    ours = generate(make_project(folder / "origin").folder, folder / "atlas", MODELS)
    full, others = [], []
    with pytest.MonkeyPatch.context() as patch:
        use_processors(patch, 1)
        build(ours)
        theirs = stock.write(ours.site, ours.folder, folder / "stock")
        for _ in range(RUNS):
            others.append(processor_seconds(lambda: build_anew(theirs)))
            full.append(processor_seconds(lambda: build_anew(ours)))
        before = digests(ours.site)
        change = change_figure(ours, 1)
        again = processor_seconds(lambda: build(ours))
    return Found(ours, min(full), min(others), again, change, before, digests(ours.site))


def test_a_full_build_costs_little_more_than_one_by_stock_material_even_when_small(found: Found) -> None:
    assert found.full / found.stock <= MOST_OF_STOCK


def test_a_rebuild_after_one_changed_figure_costs_a_part_of_a_full_one(found: Found) -> None:
    assert found.again / found.full <= MOST_OF_A_FULL_BUILD


def test_a_file_with_the_content_it_had_stays_the_very_file(found: Found) -> None:
    assert len(differing(found.before, found.after)) < len(found.after)
    assert rewritten(found.before, found.after) == frozenset()


def test_only_files_that_show_what_changed_are_changed(found: Found) -> None:
    # The revision names the state of the data, which files for programs say they come from.
    revision = load(found.project.folder / "data").revision
    shows = re.compile(rf"\b{found.change.figure}\b|{re.escape(revision)}")
    changed = differing(found.before, found.after)
    texts = {name: (found.project.site / name).read_text("utf-8") for name in changed if not name.endswith(PACKED)}
    assert [name for name, text in texts.items() if not shows.search(text)] == []
    pages = {name for name in changed if name.startswith("models/") and name.endswith(".html")}
    assert pages == {f"{found.change.page}index.html"}


def test_cached_or_not_with_one_process_or_two_the_bytes_are_the_same(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_processors(monkeypatch, 2)
    build_anew(found.project)
    assert differing(found.after, digests(found.project.site)) == frozenset()


def test_loading_grows_with_the_data(tmp_path: Path) -> None:
    folders = [make_project(tmp_path / str(models)).folder / "data" for models in (MODELS, 4 * MODELS)]
    for folder, models in zip(folders, (MODELS, 4 * MODELS), strict=True):
        add_models(folder, models)
    rounds = [[processor_seconds(partial(load, folder)) for folder in folders] for _ in range(5)]
    few, many = map(min, zip(*rounds, strict=True))
    assert many / few <= MOST_GROWTH
