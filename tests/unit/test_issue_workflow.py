"""The issues of the weekly reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.support.workflow_steps import ISSUES, REPOSITORY, VALUES, Runner, step_named
from upkeep import github, issue

LINKS, AGES, CANARY = "links", "ages", "canary"


def _issue(report: str, state: str, author: str = github.BOT) -> Mapping[str, Any]:
    return {"number": 11, "state": state, "user": {"login": author}, "body": f"{issue.marker(report)}\n\nbefore"}


def _reported(runner: Runner, reports: Mapping[str, str], issues: Sequence[Mapping[str, Any]]) -> int:
    folder = runner.workspace / "reports"
    folder.mkdir()
    for name, text in reports.items():
        (folder / f"{name}.md").write_text(text)
    runner.reply(ISSUES, [list(issues)])
    return runner.run(step_named("weekly.yml", "Open, update or close an issue per report"), VALUES).returncode


NOTHING = dict.fromkeys(issue.TITLES, "")


def test_a_first_report_opens_an_issue(runner: Runner) -> None:
    assert _reported(runner, {**NOTHING, LINKS: "### Broken\n"}, []) == 0
    ((method, path, sent),) = runner.sent
    assert (method, path) == ("POST", f"repos/{REPOSITORY}/issues")
    assert sent["title"] == issue.TITLES[LINKS]
    assert sent["body"] == (
        f"{issue.marker(LINKS)}\n\n### Broken\n\n"
        "From [the last run](https://github.com/example/atlas/actions/runs/99); updated every week."
    )


@pytest.mark.parametrize(
    ("report", "before", "after"),
    [
        ("More.", "open", "open"),
        ("Again.", "closed", "open"),
        ("", "open", "closed"),
        ("", "closed", None),
    ],
)
def test_a_later_report_changes_the_issue(report: str, before: str, after: str | None, runner: Runner) -> None:
    assert _reported(runner, {**NOTHING, AGES: report}, [_issue(AGES, before)]) == 0
    states = [(method, path.rpartition("/")[2], sent["state"]) for method, path, sent in runner.sent]
    assert states == ([] if after is None else [("PATCH", "11", after)])
    assert all((report or "Nothing is left.") in sent["body"] for _, _, sent in runner.sent)


@pytest.mark.parametrize(
    "thing", [_issue(LINKS, "open", "reader"), {**_issue(LINKS, "open"), "pull_request": {}}], ids=["reader's", "pull"]
)
def test_an_issue_of_somebody_else_is_not_changed(thing: Mapping[str, Any], runner: Runner) -> None:
    assert _reported(runner, {**NOTHING, LINKS: "Found."}, [thing]) == 0
    assert [sent[0] for sent in runner.sent] == ["POST"]


def test_a_missing_report_fails_after_the_others_are_written(runner: Runner) -> None:
    assert _reported(runner, {LINKS: "Found.", CANARY: "Found."}, []) == 1
    assert [sent[2]["title"] for sent in runner.sent] == [issue.TITLES[LINKS], issue.TITLES[CANARY]]


def test_a_report_longer_than_an_issue_is_cut_at_a_line(runner: Runner) -> None:
    assert _reported(runner, {**NOTHING, LINKS: "a line of the report\n" * 9_000}, []) == 0
    body = runner.sent[0][2]["body"]
    assert len(body) < 65_536
    assert "a line of the report\n… cut here: see the report of the run.\n" in body
