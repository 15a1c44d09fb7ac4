"""The figures of the benchmark: how they are measured, written and put into the README."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench import figures, launch, readme
from bench.figures import Figure, read, table
from bench.measure import BenchError, Cost, run
from bench.places import FIGURES, README

HELD = Figure("cost per page", 1.04, 1.1, "ratio", "wall time")
BROKEN = Figure("peak memory", 1_200.4, 1_024, "MiB")


@pytest.fixture(scope="module")
def document() -> Mapping[str, Any]:
    """What the last run found."""
    found: Mapping[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    return found


def test_the_table_in_the_readme_is_that_of_the_last_run(document: Mapping[str, Any]) -> None:
    text = README.read_text("utf-8")
    assert readme.filled(text, document) == text, "run: python -m bench.readme"


def test_every_figure_of_the_last_run_says_whether_it_holds(document: Mapping[str, Any]) -> None:
    assert document["figures"]
    assert [entry["holds"] for entry in document["figures"]] == [figure.holds for figure in read(document)]


def test_every_figure_is_printed_beside_its_bound() -> None:
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
def test_a_readme_without_the_two_markers_is_refused(text: str, document: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="once each"):
        readme.filled(text, document)


FORKED = """
import multiprocessing, sys
held = bytearray(b"x" * 100_000_000)
context = multiprocessing.get_context("fork")
over = context.Event()
started = [context.Process(target=over.wait) for _ in range(3)]
for process in started:
    process.start()
print("started", flush=True)
sys.stdin.read()
over.set()
"""


def test_memory_that_processes_share_counts_once() -> None:
    command = [sys.executable, "-c", FORKED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        processes = launch._tree(process.pid)  # noqa: SLF001 - one look, where `launch` looks every so often
        together = sum(map(launch._share, processes)) / 1024  # noqa: SLF001
        process.stdin.close()
    assert process.returncode == 0
    if sys.platform == "linux":
        assert len(processes) == 4
        assert 100 < together < 300
    else:
        assert together == 0


def test_the_cost_of_a_command_has_its_time_and_its_peak_of_memory(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text('held = bytearray(b"x" * 100_000_000)\ndel held\n', "utf-8")
    cost = run(["large"], tmp_path, tmp_path / "log")
    assert cost.seconds > 0
    assert cost.processor_seconds > 0
    assert 95 < cost.peak_process_mib < 300


def test_the_middle_of_several_costs_is_their_median_with_the_largest_peaks() -> None:
    costs = [Cost(1, 2, 30, 40), Cost(9, 5, 10, None), Cost(2, 1, 20, 50)]
    assert Cost.middle(costs) == Cost(2, 2, 30, 50)


def test_a_command_that_fails_is_reported_with_its_last_output(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit('no more room')", "utf-8")
    with pytest.raises(BenchError, match=r"broken failed in .*\nno more room"):
        run(["broken"], tmp_path, tmp_path / "log")
