"""The check of the data: golden cases with their exact messages, rules and exceptions from them, and the command.

Each file in `golden/loading` is a small change to the made-up data, and the messages that it must bring.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from macros import checks
from macros import cli as command
from macros.checks import RULES
from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.schema.walk import Location
from macros.site.state import Site
from tests.support.edited_data import EditedData
from tests.support.golden_cases import CASES, apply, messages, read_case
from tests.support.project import MADE_UP, PROJECT


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_change_brings_exactly_these_messages(case: Path, editable: EditedData) -> None:
    stated = read_case(case)
    assert messages(apply(stated, editable)) == stated["expected"]


def test_what_is_named_like_a_file_and_is_none_is_refused(editable: EditedData) -> None:
    folder, link = editable.folder / "models" / "shuttle.yml", editable.folder / "datasets" / "lost.yml"
    folder.mkdir()
    link.symlink_to("nowhere.yml")
    try:
        assert messages(editable.folder) == (
            "data/datasets/lost.yml:1:1: expected a file, got a link to nothing\n"
            "data/models/shuttle.yml:1:1: expected a file, got a folder\n"
        )
    finally:
        folder.rmdir()
        link.unlink()


def test_every_rule_has_a_golden_case() -> None:
    said = "".join(read_case(case)["expected"] for case in CASES)
    assert [rule.name for rule in RULES if f" [{rule.name}]\n" not in said] == []


UNREACHED = {"components/wool.yml": "name: Wool\nkind: library\n"}
EXCEPTION = "{rule: every-record-is-reached, record: components/wool, reason: It is to come.}"


def test_an_exception_given_twice_or_of_a_rule_that_has_none_is_refused(editable: EditedData) -> None:
    without = next(rule.name for rule in RULES if not rule.exceptable)
    of_others = [EXCEPTION.replace("every-record-is-reached", name) for name in ("every-record-is-reach", without)]
    entries = "".join(f"  - {entry}\n" for entry in (EXCEPTION, EXCEPTION, *of_others))
    said = messages(apply({"files": {**UNREACHED, "exceptions.yml": f"exceptions:\n{entries}"}}, editable))
    wanted = "rule: expected the name of a rule that has exceptions, got"
    assert said.splitlines() == [
        "data/exceptions.yml:3:5: exceptions[1]: expected each exception once, got it again",
        "    remove one of the two",
        f"data/exceptions.yml:4:12: exceptions[2].{wanted} 'every-record-is-reach'",
        "    did you mean 'every-record-is-reached'?",
        f"data/exceptions.yml:5:12: exceptions[3].{wanted} '{without}'",
    ]


@rule()
def raises(_: Records) -> Iterator[Finding]:
    yield Finding(Location("models/shuttle-large", ("name",)), "nothing", "a name")
    raise KeyError("none")


@rule()
def lost(_: Records) -> Iterator[Finding]:
    yield Finding(Location("models/none"), "one")


def check(project: Path, *options: str) -> int:
    return command.main(["--project", str(project), "check", *options])


def test_a_rule_that_fails_is_reported_and_the_others_run(
    editable: EditedData, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "RULES", [lost, *RULES])
    assert check(editable.project) == 3
    said = capsys.readouterr().err
    assert "got LookupError: a finding about models/none, which is no record [lost]" in said
    assert said.endswith("\n1 rule failed.\n")
    monkeypatch.setattr(checks, "RULES", [raises, *RULES])
    apply({"files": UNREACHED}, editable)
    assert check(editable.project) == 1
    said = capsys.readouterr().err
    for words in (
        f"tests/unit/{Path(__file__).name}:",
        ": expected findings of the rule, got KeyError: 'none' [raises]\n    this is a fault of the rule, not of",
        "data/models/shuttle-large.yml:1:7: name: expected nothing, got a name [raises]\n",
        "[every-record-is-reached]\n",
    ):
        assert words in said


def test_every_format_holds_every_problem(editable: EditedData, capsys: pytest.CaptureFixture[str]) -> None:
    editable.write(editable.folder / "datasets" / "a.yml", "name: 'a%b, c: d'\nsummary: A.\ntsk: x\ntask: 12\n")
    assert check(editable.project) == 1
    assert capsys.readouterr().err == (
        "data/datasets/a.yml:1:1: citations: expected a value, got nothing: the field is missing\n"
        "data/datasets/a.yml:3:1: tsk: expected a known field, got 'tsk'\n    did you mean 'task'?\n"
        "data/datasets/a.yml:4:7: task: expected text, got 12\n    put quotes around it\n"
        "\n3 problems in the data.\n"
    )
    assert check(editable.project, "--format", "github") == 1
    assert capsys.readouterr().out.splitlines()[1] == (
        "::error file=data/datasets/a.yml,line=3,col=1,title=tsk::tsk: expected a known field, got 'tsk'%0Adid you mean"
        " 'task'?"
    )
    assert check(editable.project, "--format", "json") == 1
    assert json.loads(capsys.readouterr().out)["problems"][2] == {
        "file": "data/datasets/a.yml",
        "line": 4,
        "column": 7,
        "field": "task",
        "message": "expected text, got 12",
        "hint": "put quotes around it",
        "rule": "",
        "fault": False,
    }


def test_sound_data_is_counted(made_up: Site) -> None:
    """By the command as a process of its own."""
    knowledge = made_up.knowledge
    whole = [sys.executable, "-m", "macros", "--project", str(MADE_UP), "check"]
    done = subprocess.run(whole, cwd=PROJECT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    records, tests = sum(1 for _ in knowledge.records.walk()), len(knowledge.configurations)
    said = f"{records} records and {tests} tested configurations are sound (revision {knowledge.revision})."
    assert done.stdout.splitlines()[0] == said


def test_a_project_without_data_is_a_problem_in_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path) == 1
    assert "data/atlas.yml:1:1: expected this file, got none\n" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("chek",), ("check", "--deep")])
def test_a_wrong_call_prints_the_usage(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main([*arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: python -m macros")
