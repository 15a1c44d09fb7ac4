"""How the benchmark tells what it found, and how it finds it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench import figures, readme
from bench.figures import Figure, read, table
from bench.measure import BenchError, run
from bench.places import FIGURES, README

HELD = Figure("cost per page", 1.04, 1.1, "ratio", "wall time")
BROKEN = Figure("peak memory", 1_200.4, 1_024, "MiB")


@pytest.fixture(scope="module")
def document() -> Mapping[str, Any]:
    """What the last run found."""
    found: Mapping[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    return found


def test_the_table_in_the_readme_is_made_from_the_figures(document: Mapping[str, Any]) -> None:
    text = README.read_text("utf-8")
    assert readme.filled(text, document) == text, "run: python -m bench.readme"


def test_the_figures_say_which_of_them_hold(document: Mapping[str, Any]) -> None:
    assert document["figures"]
    assert [entry["holds"] for entry in document["figures"]] == [figure.holds for figure in read(document)]


def test_every_figure_stands_beside_its_bound() -> None:
    lines = table([HELD, BROKEN]).splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["measured", "at", "most"],
        ["cost", "per", "page", "1.04", "1.10", "holds"],
        ["peak", "memory", "1,200", "MiB", "1,024", "MiB", "DOES", "NOT", "HOLD"],
    ]
    assert lines[-1] == "cost per page: wall time"


def test_a_figure_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the benchmark compares with is not installed for tests.
    monkeypatch.setattr(figures, "version", lambda name: f"version of {name}")
    file = tmp_path / "bench.json"
    figures.write([HELD, BROKEN], file)
    written = json.loads(file.read_text("utf-8"))
    assert read(written) == [HELD, BROKEN]
    assert "| peak memory | 1,200 MiB | 1,024 MiB | does not hold |" in readme.table(written)


@pytest.mark.parametrize("text", ["", readme.BEGIN, f"{readme.END}\n{readme.BEGIN}\n", f"{readme.BEGIN}\n" * 2])
def test_a_readme_without_a_place_for_the_table_is_refused(text: str, document: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="once each"):
        readme.filled(text, document)


FORKED = """
import multiprocessing, time
held = bytearray(b"x" * 100_000_000)
started = [multiprocessing.get_context("fork").Process(target=time.sleep, args=(0.7,)) for _ in range(3)]
for process in started:
    process.start()
for process in started:
    process.join()
"""


def test_memory_that_processes_share_counts_once(tmp_path: Path) -> None:
    (tmp_path / "forked.py").write_text(FORKED, "utf-8")
    cost = run(["forked"], tmp_path, tmp_path / "log")
    if sys.platform == "linux":
        assert cost.peak_together_mib is not None
        assert 100 < cost.peak_together_mib < 300
    else:
        assert cost.peak_process_mib > 95


def test_a_command_that_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit('no more room')", "utf-8")
    with pytest.raises(BenchError, match=r"broken failed in .*\nno more room"):
        run(["broken"], tmp_path, tmp_path / "log")
