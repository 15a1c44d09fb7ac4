"""The benchmark: its figures in the README, and the models it makes up."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from bench import figures
from bench.figures import README, README_TABLE, Figure, readme_table
from bench.projects import ROWS_PER_MODEL, add_models
from macros.loading import load
from tests.support.project import PROJECT


def test_the_table_in_the_readme_is_that_of_the_last_whole_run() -> None:
    found = README_TABLE.search(README.read_text("utf-8"))
    assert found
    assert found[0] == readme_table()


def test_figures_are_written_as_json_and_some_into_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(figures, "README", tmp_path / "README.md")
    figures.README.write_text("A\n<!-- bench/figures.json -->\n<!-- end of bench/figures.json -->\nB\n", "utf-8")
    figures.write([Figure("Cost per page", 1.04, "ratio", 1.1, "", in_readme=True), Figure("Memory", 1_200.4, "MiB")])
    text = figures.README.read_text("utf-8")
    assert "| Cost per page | 1.04 | 1.10 |\n\n" in text
    assert "Memory" not in text
    assert text.endswith("<!-- end of bench/figures.json -->\nB\n")


def test_made_up_models_follow_the_schemas(tmp_path: Path) -> None:
    data = tmp_path / "data"
    copytree(PROJECT / "data", data)
    before = load(data)
    add_models(data, 3)
    after = load(data)
    assert len(after.models) == len(before.models) + 3
    added = [file for name, file in after.configurations.items() if name not in before.configurations]
    assert sum(len(table.rows) for file in added for table in file.tables) == 3 * ROWS_PER_MODEL
