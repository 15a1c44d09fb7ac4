"""What becomes of rules that fail, of findings that stand with a reason, and of reasons that nothing needs."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copytree

import pytest

import macros.__main__ as command
from macros import checks
from macros.checks.judging import judged
from macros.checks.rule import Finding, Rule
from macros.loading import Records, read_all
from macros.reporting import REPORTS
from tests.support.places import MADE_UP

EXCEPTION = "  - {rule: no-shuttles, record: models/shuttle-large, about: its name, reason: It is called so.}\n"


def _names(records: Records) -> Iterator[Finding]:
    for record in sorted(records.models, reverse=True):
        yield Finding(f"models/{record}", ("name",), "expected another name, got this one", "rename it", "its name")


def _stumbling(records: Records) -> Iterator[Finding]:
    yield Finding("models/shuttle-large", ("name",), "expected nothing, got a name")
    raise KeyError(min(records.models))


NO_SHUTTLES = Rule("no-shuttles", "No model at all.", _names, exceptable=True)
STUMBLES = Rule("stumbles", "Fails half way.", _stumbling)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    copytree(MADE_UP / "data", tmp_path / "data")
    return tmp_path / "data"


def told(rules: Sequence[Rule], data: Path) -> list[str]:
    reading = read_all(data)
    assert reading.sound
    return [str(problem) for problem in judged(rules, reading, reading.sound)]


def except_(data: Path, entries: str) -> None:
    (data / "exceptions.yml").write_text(f"exceptions:\n{entries}", "utf-8")


def test_a_finding_says_how_to_except_it(data: Path) -> None:
    assert told([NO_SHUTTLES], data)[0] == (
        "data/models/shuttle-large.yml:1:7: name: expected another name, got this one [no-shuttles]\n"
        "    rename it\n"
        "    or add {rule: no-shuttles, record: models/shuttle-large, about: 'its name', reason: …} to"
        " data/exceptions.yml if it stands as its source prints it"
    )


def test_an_exception_lets_one_finding_stand(data: Path) -> None:
    before = told([NO_SHUTTLES], data)
    except_(data, EXCEPTION)
    assert told([NO_SHUTTLES], data) == before[1:]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (
            EXCEPTION.replace("shuttle-large", "gone"),
            (
                "data/exceptions.yml:2:5: exceptions[0]: expected an exception that no-shuttles needs, got one for what"
                " it does not find\n    remove it, or correct what it names"
            ),
        ),
        (
            EXCEPTION * 2,
            (
                "data/exceptions.yml:3:5: exceptions[1]: expected each exception once, got it again\n"
                "    remove one of the two"
            ),
        ),
        (
            EXCEPTION.replace("no-shuttles", "no-shuttle"),
            (
                "data/exceptions.yml:2:12: exceptions[0].rule: expected the name of a rule that has exceptions, got"
                " 'no-shuttle'\n    did you mean 'no-shuttles'?"
            ),
        ),
    ],
    ids=["not needed", "twice", "of no rule"],
)
def test_an_exception_that_excepts_nothing_is_refused(data: Path, entries: str, message: str) -> None:
    except_(data, entries)
    assert message in told([NO_SHUTTLES], data)


def test_no_exception_helps_against_a_rule_that_has_none(data: Path) -> None:
    except_(data, EXCEPTION)
    strict = Rule(NO_SHUTTLES.name, NO_SHUTTLES.description, NO_SHUTTLES.check)
    found = told([strict], data)
    assert (
        found[0]
        == "data/models/shuttle-large.yml:1:7: name: expected another name, got this one [no-shuttles]\n    rename it"
    )
    assert any("expected the name of a rule that has exceptions, got 'no-shuttles'" in line for line in found)


def test_a_rule_that_fails_is_told_from_the_data_and_the_others_run(data: Path) -> None:
    found = told([STUMBLES, NO_SHUTTLES], data)
    assert found[0].startswith("tests/unit/test_judging.py:")
    assert found[0].endswith(
        ": expected findings of the rule, got KeyError: 'maker/shuttle-small' [stumbles]\n"
        "    this is a fault of the rule, not of the data: mend the rule, the others have run"
    )
    assert found[1] == "data/models/shuttle-large.yml:1:7: name: expected nothing, got a name [stumbles]"
    assert found[2:] == told([NO_SHUTTLES], data)


def test_a_finding_about_no_record_is_a_fault_of_its_rule(data: Path) -> None:
    lost = Rule("lost", "Finds what is not there.", lambda _: iter([Finding("models/none", (), "expected one")]))
    (message,) = told([lost], data)
    assert "got LookupError: a finding about models/none, which is no record [lost]" in message


def test_only_a_failed_rule_has_an_exit_code_of_its_own(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = Rule("fails", "Fails at once.", lambda records: iter([records.models["none"]]))  # type: ignore[list-item]
    monkeypatch.setattr(checks, "RULES", [*checks.RULES, failing])
    assert command.main(["--project", str(data.parent), "check"]) == 3
    assert capsys.readouterr().err.endswith("\n1 rule failed.\n")
    (data / "models" / "shuttle-large.yml").write_text("name: 1\n", "utf-8")
    assert command.main(["--project", str(data.parent), "check"]) == 1


def _killing(_: Records) -> Iterator[Finding]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield Finding("models/shuttle-large", (), "expected nobody to read this")


@pytest.mark.usefixtures("two_processes")
def test_a_process_that_is_ended_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "RULES", [*checks.RULES, Rule("kills", "Ends its process.", _killing)])
    assert command.main(["--project", str(data.parent), "check"]) == 3
    assert capsys.readouterr().err == (
        "The data could not be checked: a process ended before its work was done, with exit code -9.\n"
    )


def test_annotations_escape_what_ends_them(data: Path) -> None:
    (data / "models" / "shuttle-large.yml").write_text("name: 'a%b, c: d'\nnmae: x\n", "utf-8")
    problems = read_all(data).problems
    assert REPORTS["github"](problems).splitlines()[-1] == (
        "::error file=data/models/shuttle-large.yml,line=2,col=1,title=nmae::nmae: expected a known field, got"
        " 'nmae'%0Adid you mean 'name'?"
    )


def test_programs_read_every_problem(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--project", str(data.parent), "check", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"problems": []}
    (data / "models" / "shuttle-large.yml").write_text("name: 1\n", "utf-8")
    assert command.main(["--project", str(data.parent), "check", "--format", "json"]) == 1
    first = json.loads(capsys.readouterr().out)["problems"][0]
    assert first == {
        "file": "data/models/shuttle-large.yml",
        "line": 1,
        "column": 1,
        "field": "architecture",
        "message": "expected a value, got nothing: the field is missing",
        "hint": "",
        "rule": "",
        "fault": False,
    }
