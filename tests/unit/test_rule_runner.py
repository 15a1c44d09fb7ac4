"""The runner of the rules: rules that fail, exceptions from rules, and the formats of the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from macros import checks
from macros import cli as command
from macros.checks.rule import Finding, Rule, rule
from macros.checks.runner import run_rules
from macros.loading import Records, read_all
from macros.schema.walk import Place
from tests.support.places import MADE_UP

EXCEPTION = "  - {rule: no-shuttles, record: models/shuttle-large, about: its name, reason: It is called so.}\n"


@rule("rename it", exceptable=True)
def no_shuttles(_: Records) -> Iterator[Finding]:
    for record in ("shuttle-large", "maker/shuttle-small"):
        yield Finding(Place(f"models/{record}", ("name",)), "another name", "this one", "its name")


@rule()
def raises(_: Records) -> Iterator[Finding]:
    yield Finding(Place("models/shuttle-large", ("name",)), "nothing", "a name")
    raise KeyError("none")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    copytree(MADE_UP / "data", tmp_path / "data")
    return tmp_path / "data"


def messages(rules: Sequence[Rule], data: Path) -> list[str]:
    result = read_all(data)
    assert result.records
    return [str(problem) for problem in run_rules(rules, result, result.records)]


def except_(data: Path, entries: str) -> None:
    (data / "exceptions.yml").write_text(f"exceptions:\n{entries}", "utf-8")


def test_a_finding_proposes_its_exception(data: Path) -> None:
    assert messages([no_shuttles], data)[0] == (
        "data/models/shuttle-large.yml:1:7: name: expected another name, got this one [no-shuttles]\n"
        "    rename it\n"
        "    or add {rule: no-shuttles, record: models/shuttle-large, about: 'its name', reason: …} to"
        " data/exceptions.yml if it stands as its source prints it"
    )


def test_an_exception_removes_one_finding(data: Path) -> None:
    before = messages([no_shuttles], data)
    except_(data, EXCEPTION)
    assert messages([no_shuttles], data) == before[1:]


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
def test_an_exception_without_a_finding_is_refused(data: Path, entries: str, message: str) -> None:
    except_(data, entries)
    assert message in messages([no_shuttles], data)


def test_a_rule_without_exceptions_ignores_them(data: Path) -> None:
    except_(data, EXCEPTION)
    strict = replace(no_shuttles, exceptable=False)
    found = messages([strict], data)
    assert (
        found[0]
        == "data/models/shuttle-large.yml:1:7: name: expected another name, got this one [no-shuttles]\n    rename it"
    )
    assert any("expected the name of a rule that has exceptions, got 'no-shuttles'" in line for line in found)


def test_a_rule_that_raises_is_reported_and_the_others_run(data: Path) -> None:
    found = messages([raises, no_shuttles], data)
    assert found[0].startswith(f"tests/unit/{Path(__file__).name}:")
    assert found[0].endswith(
        ": expected findings of the rule, got KeyError: 'none' [raises]\n"
        "    this is a fault of the rule, not of the data: mend the rule, the others have run"
    )
    assert found[1] == "data/models/shuttle-large.yml:1:7: name: expected nothing, got a name [raises]"
    assert found[2:] == messages([no_shuttles], data)


def test_a_finding_about_no_record_is_a_fault_of_its_rule(data: Path) -> None:
    lost = Rule(lambda _: iter([Finding(Place("models/none"), "one")]))
    (message,) = messages([lost], data)
    assert "got LookupError: a finding about models/none, which is no record [" in message


def test_a_failed_rule_alone_exits_with_3_and_with_bad_data_with_1(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = Rule(lambda records: iter([records.models["none"]]))  # type: ignore[list-item]
    monkeypatch.setattr(checks, "RULES", [*checks.RULES, failing])
    assert command.main(["--project", str(data.parent), "check"]) == 3
    assert capsys.readouterr().err.endswith("\n1 rule failed.\n")
    (data / "models" / "shuttle-large.yml").write_text("name: 1\n", "utf-8")
    assert command.main(["--project", str(data.parent), "check"]) == 1


def test_annotations_for_github_escape_special_characters(data: Path) -> None:
    (data / "models" / "shuttle-large.yml").write_text("name: 'a%b, c: d'\nnmae: x\n", "utf-8")
    problems = read_all(data).problems
    assert command.REPORTS["github"](problems).splitlines()[-1] == (
        "::error file=data/models/shuttle-large.yml,line=2,col=1,title=nmae::nmae: expected a known field, got"
        " 'nmae'%0Adid you mean 'name'?"
    )


def test_the_json_format_holds_every_problem(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
