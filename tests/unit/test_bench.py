"""The benchmark: how it measures, and how its figures get into the README."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from bench import figures
from bench.figures import README, README_TABLE, Figure, readme_table, text_table
from bench.processes import BenchError, Cost, median_cost, memory_of_session, run
from bench.projects import ROWS_PER_MODEL, add_models
from macros.loading import load
from tests.support.places import PROJECT

WITHIN = Figure("Cost per page", 1.04, "ratio", 1.1, "wall time", in_readme=True)
TOO_LARGE = Figure("Peak memory", 1_200.4, "MiB", 1_024)
WITHOUT_LIMIT = Figure("Templates", 90, "")


def test_the_table_in_the_readme_is_that_of_the_last_whole_run() -> None:
    found = README_TABLE.search(README.read_text("utf-8"))
    assert found
    assert found[0] == readme_table()


def test_every_figure_is_printed_beside_its_limit() -> None:
    lines = text_table([WITHIN, TOO_LARGE, WITHOUT_LIMIT]).splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["measured", "at", "most"],
        ["Cost", "per", "page", "1.04", "1.10"],
        ["Peak", "memory", "1,200", "MiB", "1,024", "MiB", "TOO", "LARGE"],
        ["Templates", "90"],
    ]
    assert lines[-1] == "Cost per page: wall time"


def test_figures_are_written_as_json_and_some_into_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(figures, "README", tmp_path / "README.md")
    figures.README.write_text("A\n<!-- bench/figures.json -->\n<!-- end of bench/figures.json -->\nB\n", "utf-8")
    figures.write([WITHIN, TOO_LARGE])
    text = figures.README.read_text("utf-8")
    assert "| Cost per page | 1.04 | 1.10 |\n\n" in text
    assert "Peak memory" not in text
    assert text.endswith("<!-- end of bench/figures.json -->\nB\n")


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


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_memory_that_processes_share_counts_once() -> None:
    command = [sys.executable, "-c", FORKED]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        memory = memory_of_session(process.pid)
        process.stdin.close()
    assert process.returncode == 0
    assert 100 < memory < 300


def test_the_cost_of_a_command_has_its_times_and_its_peak_of_memory(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text(
        'import time\nheld = bytearray(b"x" * 100_000_000)\ntime.sleep(0.5)\ndel held\n', "utf-8"
    )
    cost = run(["large"], tmp_path)
    assert cost.seconds > 0.5
    assert cost.processor_seconds > 0
    if sys.platform == "linux":
        assert 95 < cost.peak_mib < 300


def test_the_median_of_several_costs_has_the_largest_peak() -> None:
    assert median_cost([Cost(1, 2, 30), Cost(9, 5, 10), Cost(2, 1, 20)]) == Cost(2, 2, 30)


def test_a_command_that_fails_is_reported_with_its_last_output(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit('no more room')", "utf-8")
    with pytest.raises(BenchError, match=r"broken failed in .*\nno more room"):
        run(["broken"], tmp_path)


def test_made_up_models_follow_the_schemas(tmp_path: Path) -> None:
    data = tmp_path / "data"
    copytree(PROJECT / "data", data)
    before = load(data)
    add_models(data, 3)
    after = load(data)
    assert len(after.models) == len(before.models) + 3
    tables = [
        table
        for name, file in after.configurations.items()
        for table in file.tables
        if name not in before.configurations
    ]
    assert sum(len(table.rows) for table in tables) == 3 * ROWS_PER_MODEL
