"""The account of what was taken in: it adds up, the tables have as many rows as it says, and the command prints it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree

from macros.coverage import carried, discrepancies, held, report
from macros.knowledge import Knowledge
from macros.loading import load
from macros.site import Site
from tests.facts import facts
from tests.places import GOLDEN, MINIATURE, PROJECT

ELSEWHERE = {"training_compiler_regions": GOLDEN / "regions.csv"}
"""Tables that were golden before, in a form of their own."""


def rows_of(table: str) -> int:
    if table in ELSEWHERE:
        return len(ELSEWHERE[table].read_text("utf-8").splitlines()) - 1
    return len(facts(table))


def coverage(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros", "--project", str(project), "coverage"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, encoding="utf-8", check=False)


def test_every_table_is_accounted_for_once(knowledge: Knowledge) -> None:
    told = [table.table for table in knowledge.records.intake.tables]
    golden = {path.stem for path in (GOLDEN / "facts").glob("*.csv")} | ELSEWHERE.keys()
    assert len(told) == 22
    assert set(told) == golden


def test_the_account_has_as_many_rows_as_the_tables(knowledge: Knowledge) -> None:
    told = {table.table: table.rows for table in knowledge.records.intake.tables}
    assert told == {table: rows_of(table) for table in told}
    assert sum(told.values()) == 4569


def test_the_account_adds_up(knowledge: Knowledge) -> None:
    assert not list(discrepancies(knowledge.records))


def test_nothing_else_is_held_by_the_kinds_that_only_the_tables_fill(knowledge: Knowledge) -> None:
    filled = {kind: rows for kind, rows in carried(knowledge.records.intake).items() if kind not in PARTLY}
    assert filled == {kind: held(knowledge.records, kind) for kind in filled}


PARTLY = {
    "sources",
    "support.rows.status",
    "catalogues.features",
    "comparisons.differences",
    "limitations",
    "limitations.fixes",
}
"""Kinds that other documents fill as well."""


def test_items_are_counted_through_lists_and_mappings(miniature: Site) -> None:
    records = miniature.knowledge.records
    assert held(records, "instances") == len(records.instances) == 1
    assert held(records, "support.rows.status") == sum(
        len(row.status) for matrix in records.support.values() for row in matrix.rows
    )
    assert held(records, "comparisons.features") == sum(len(one.features) for one in records.comparisons.values())


def test_what_is_not_there_counts_as_nothing(miniature: Site) -> None:
    records = miniature.knowledge.records
    for kind in ("instances.regions.codes", "instances.wheels", "wheels", "vocabularies", ""):
        assert held(records, kind) == 0


def told(project: Path, edits: Mapping[str, str]) -> Sequence[str]:
    """What is told of the miniature with texts in its account replaced."""
    copytree(MINIATURE / "data", project / "data")
    account = project / "data" / "intake.yml"
    text = account.read_text("utf-8")
    for before, after in edits.items():
        assert text.count(before) == 1
        text = text.replace(before, after)
    account.write_text(text, encoding="utf-8")
    return [str(one) for one in discrepancies(load(project / "data"))]


def test_rows_that_are_neither_carried_nor_left_out_are_told(tmp_path: Path) -> None:
    wanted = "expected 3 rows of made-up-instances carried or left out, got 2"
    assert told(tmp_path, {"rows: 2\n": "rows: 3\n"}) == [wanted]


def test_more_carried_than_held_is_told(tmp_path: Path) -> None:
    edits = {"rows: 2\n": "rows: 4\n", "kind: instances, rows: 1": "kind: instances, rows: 3"}
    wanted = "expected at least the 3 rows carried into instances, got 1 in the records"
    assert told(tmp_path, edits) == [wanted]


def test_a_kind_that_does_not_exist_is_told(tmp_path: Path) -> None:
    wanted = "expected at least the 1 rows carried into instances.wheels, got 0 in the records"
    assert told(tmp_path, {"kind: instances, rows: 1": "kind: instances.wheels, rows: 1"}) == [wanted]


def test_the_report_gives_every_reason(knowledge: Knowledge) -> None:
    text = "\n".join(report(knowledge.records))
    assert re.search(r"^all tables +4569 +4433 +136$", text, re.MULTILINE)
    reasons = [rest.reason for table in knowledge.records.intake.tables for rest in table.left_out]
    assert len(reasons) == 2
    assert all(reason in text for reason in reasons)


def test_the_command_prints_the_account(knowledge: Knowledge) -> None:
    done = coverage(PROJECT)
    assert done.returncode == 0
    assert done.stdout.splitlines() == list(report(knowledge.records))
    assert not done.stderr


def test_the_command_fails_where_a_sum_does_not_come_out(tmp_path: Path) -> None:
    copytree(MINIATURE / "data", tmp_path / "data")
    account = tmp_path / "data" / "intake.yml"
    account.write_text(account.read_text("utf-8").replace("rows: 2\n", "rows: 5\n"), encoding="utf-8")
    done = coverage(tmp_path)
    assert done.returncode == 1
    assert not done.stdout
    wanted = "data/intake.yml:3:11: tables[0].rows: expected 5 rows of made-up-instances carried or left out, got 2"
    assert done.stderr.startswith(f"{wanted} [intake-adds-up]\n")


def test_the_command_fails_where_the_data_is_not_sound(tmp_path: Path) -> None:
    copytree(MINIATURE / "data", tmp_path / "data")
    (tmp_path / "data" / "intake.yml").unlink()
    done = coverage(tmp_path)
    assert done.returncode == 1
    assert not done.stdout
    assert "data/intake.yml:1:1: expected this file, got none" in done.stderr
