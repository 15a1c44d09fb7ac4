"""The account of what was taken in: it adds up, the tables have as many rows as it says, and the command prints it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

from macros.coverage import carried, discrepancies, held, report
from macros.knowledge import Knowledge
from macros.site import Site
from tests.conftest import MakeSite
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


def test_rows_that_are_neither_carried_nor_left_out_are_told(changed_miniature: MakeSite) -> None:
    records = changed_miniature({"intake.yml": {"rows: 2\n": "rows: 3\n"}}).knowledge.records
    assert list(discrepancies(records)) == ["made-up-instances: expected 3 rows carried or left out, got 2"]


def test_more_carried_than_held_is_told(changed_miniature: MakeSite) -> None:
    edits = {"intake.yml": {"rows: 2\n": "rows: 4\n", "kind: instances, rows: 1": "kind: instances, rows: 3"}}
    records = changed_miniature(edits).knowledge.records
    wanted = "instances: expected at least the 3 rows carried into it, got 1 in the records"
    assert list(discrepancies(records)) == [wanted]


def test_a_kind_that_does_not_exist_is_told(changed_miniature: MakeSite) -> None:
    edits = {"intake.yml": {"kind: instances, rows: 1": "kind: instances.wheels, rows: 1"}}
    records = changed_miniature(edits).knowledge.records
    wanted = "instances.wheels: expected at least the 1 rows carried into it, got 0 in the records"
    assert list(discrepancies(records)) == [wanted]


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
    assert done.stdout.startswith("table")
    assert done.stderr == "made-up-instances: expected 5 rows carried or left out, got 2\n"


def test_the_command_fails_where_the_data_is_not_sound(tmp_path: Path) -> None:
    copytree(MINIATURE / "data", tmp_path / "data")
    (tmp_path / "data" / "intake.yml").unlink()
    done = coverage(tmp_path)
    assert done.returncode == 1
    assert not done.stdout
    assert "data/intake.yml:1:1: expected this file, got none" in done.stderr
