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
from macros.checks.rule import Finding, Rule, rule
from macros.checks.runner import run_rules
from macros.loading import Records, read_all
from macros.schema.walk import Location
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


@rule("rename it", exceptable=True)
def no_shuttles(_: Records) -> Iterator[Finding]:
    for record in ("shuttle-large", "maker/shuttle-small"):
        yield Finding(Location(f"models/{record}", ("name",)), "another name", "this one", "its name")


@rule()
def raises(_: Records) -> Iterator[Finding]:
    yield Finding(Location("models/shuttle-large", ("name",)), "nothing", "a name")
    raise KeyError("none")


@rule()
def lost(_: Records) -> Iterator[Finding]:
    yield Finding(Location("models/none"), "one")


PROPOSED = "{rule: no-shuttles, record: models/shuttle-large, about: 'its name', reason: …}"
NEEDLESS = PROPOSED.replace("shuttle-large", "gone")


def found_by(data: EditedData, *rules: Rule, exceptions: Sequence[str] = ()) -> list[str]:
    """The problems that rules find, with some entries in the list of exceptions."""
    if exceptions:
        entries = "".join(f"  - {entry}\n" for entry in exceptions)
        data.write(data.folder / "exceptions.yml", f"exceptions:\n{entries}")
    result = read_all(data.folder)
    assert result.records
    return [str(problem) for problem in run_rules(rules, result, result.records)]


def test_a_finding_proposes_its_exception_which_is_accepted(editable: EditedData) -> None:
    first, second = found_by(editable, no_shuttles)
    assert first == (
        "data/models/shuttle-large.yml:1:7: name: expected another name, got this one [no-shuttles]\n"
        f"    rename it\n    or add {PROPOSED} to data/exceptions.yml if it stands as its source prints it"
    )
    assert found_by(editable, no_shuttles, exceptions=[PROPOSED]) == [second]


@pytest.mark.parametrize(
    ("exceptions", "place", "says"),
    [
        ([NEEDLESS], "2:5", "an exception that no-shuttles needs, got one for what it does not find\n    remove it"),
        ([PROPOSED, PROPOSED], "3:5", "each exception once, got it again\n    remove one of the two"),
        ([PROPOSED.replace("no-shuttles", "no-shuttle")], "2:12", "\n    did you mean 'no-shuttles'?"),
        ([PROPOSED.replace("no-shuttles", "raises")], "2:12", "a rule that has exceptions, got 'raises'"),
    ],
    ids=["not needed", "twice", "of no rule", "of a rule without exceptions"],
)
def test_an_exception_without_a_finding_is_refused(
    editable: EditedData, exceptions: Sequence[str], place: str, says: str
) -> None:
    found = found_by(editable, no_shuttles, raises, exceptions=exceptions)
    assert [one for one in found if one.startswith(f"data/exceptions.yml:{place}: ") and says in one]


def test_a_rule_that_fails_is_reported_and_the_others_run(editable: EditedData) -> None:
    fault, before, nowhere, *others = found_by(editable, raises, lost, no_shuttles)
    assert fault.startswith(f"tests/unit/{Path(__file__).name}:")
    assert fault.endswith(
        ": expected findings of the rule, got KeyError: 'none' [raises]\n"
        "    this is a fault of the rule, not of the data: mend the rule, the others have run"
    )
    assert before == "data/models/shuttle-large.yml:1:7: name: expected nothing, got a name [raises]"
    assert "got LookupError: a finding about models/none, which is no record [lost]" in nowhere
    assert others == found_by(editable, no_shuttles)


def check(project: Path, *options: str) -> int:
    return command.main(["--project", str(project), "check", *options])


def test_a_failed_rule_alone_exits_with_3_and_with_bad_data_with_1(
    editable: EditedData, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "RULES", [*RULES, lost])
    assert check(editable.project) == 3
    assert capsys.readouterr().err.endswith("\n1 rule failed.\n")
    editable.write(editable.folder / "models" / "shuttle-large.yml", "name: 1\n")
    assert check(editable.project) == 1


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


@pytest.mark.parametrize(("fixture", "options"), [("site", ()), ("made_up", ("--project", str(MADE_UP)))])
def test_the_data_of_this_or_another_project_is_sound_and_counted(
    request: pytest.FixtureRequest, fixture: str, options: Sequence[str]
) -> None:
    """By the command as a process of its own."""
    knowledge = request.getfixturevalue(fixture).knowledge
    whole = [sys.executable, "-m", "macros", *options, "check"]
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
