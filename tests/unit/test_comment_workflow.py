"""The comment on a pull request: what it holds, and what is refused."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.workflow_steps import REPOSITORY, VALUES, Runner, step_named
from upkeep import comment, github

RUN = f"repos/{REPOSITORY}/actions/runs/42"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PULL = {
    "number": 7,
    "state": "open",
    "head": {"sha": COMMIT, "repo": {"full_name": "someone/fork"}},
}
COMMENTS = f"repos/{REPOSITORY}/issues/7/comments?per_page=100"
POSTED = ("POST", f"repos/{REPOSITORY}/issues/7/comments")
CHANGED = ("PATCH", f"repos/{REPOSITORY}/issues/comments/5")
DIFF = "models: 1 added: example\nRecords: 1 added.\n"


def _zip(members: Mapping[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def _left(runner: Runner, artefact: bytes, size: int | None = None) -> None:
    runner.reply(RUN, {"event": "pull_request", "head_sha": COMMIT, "html_url": "https://github.com/run/42"})
    found = [{"id": 3, "size_in_bytes": len(artefact) if size is None else size}]
    runner.reply(f"{RUN}/artifacts?name=data-diff", {"artifacts": found})
    runner.reply(f"repos/{REPOSITORY}/actions/artifacts/3/zip", artefact)
    runner.reply(f"repos/{REPOSITORY}/pulls/7", PULL)
    runner.reply(COMMENTS, [[]])


def _by(author: str, text: str) -> Mapping[str, Any]:
    return {"id": 5, "user": {"login": author}, "body": text}


def _told(runner: Runner) -> str:
    """Runs the step, which must succeed, and gives what it says."""
    done = runner.run(step_named("comment.yml", "Create or update the comment"), VALUES)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _diff(text: str = DIFF, number: str = "7\n") -> bytes:
    return _zip({comment.TEXT: text, comment.NUMBER: number})


def test_the_first_diff_becomes_a_comment(runner: Runner) -> None:
    _left(runner, _diff())
    assert _told(runner) == "Commented on pull request 7.\n"
    ((method, path, sent),) = runner.sent
    assert (method, path) == POSTED
    assert sent["body"] == (
        f"{comment.MARKER}\n\n### What this changes in the data\n\n"
        "<pre>Records: 1 added.\nmodels: 1 added: example</pre>\n\n"
        "Compared at 0123456789ab in [this run](https://github.com/run/42)."
    )


def test_a_later_diff_changes_the_comment(runner: Runner) -> None:
    _left(runner, _diff())
    runner.reply(COMMENTS, [[_by("reader", "Nice.")], [_by(github.BOT, f"{comment.MARKER}\n\nbefore")]])
    _told(runner)
    assert [sent[:2] for sent in runner.sent] == [CHANGED]


@pytest.mark.parametrize("text", [f"{comment.MARKER}\n\nnot ours", f"> {comment.MARKER}"])
def test_a_comment_of_somebody_else_is_not_changed(text: str, runner: Runner) -> None:
    _left(runner, _diff())
    runner.reply(COMMENTS, [[_by("reader", text)]])
    _told(runner)
    assert [sent[:2] for sent in runner.sent] == [POSTED]


@pytest.mark.parametrize("text", ["No difference.\n", "", "\n"])
def test_without_a_difference_only_an_existing_comment_is_changed(text: str, runner: Runner) -> None:
    _left(runner, _diff(text))
    assert "no comment" in _told(runner)
    assert runner.sent == []
    runner.reply(COMMENTS, [[_by(github.BOT, comment.MARKER)]])
    _told(runner)
    assert "<pre>No difference.</pre>" in runner.sent[0][2]["body"]


def test_a_diff_longer_than_a_comment_is_cut_at_a_line(runner: Runner) -> None:
    _left(runner, _diff("".join(f"models: {number} & more\n" for number in range(5_000)) + "Records: 5,000 added.\n"))
    _told(runner)
    body = runner.sent[0][2]["body"]
    assert 50_000 < len(body) < 65_536
    assert "&amp; more\n… cut here: see the report of the run.</pre>" in body
    assert "<pre>Records: 5,000 added.\n" in body


HOSTILE = (
    "</code></li></ul>",
    "![x](https://evil.example/x.png) [ok](javascript:alert(1)) <img src=x onerror=alert(1)>",
    "@everyone #1 https://evil.example <!-- x -->",
    "$(touch pwned) `touch pwned`; touch pwned ${{ secrets.X }} ::set-output name=x::y",
    "\u202egnp.\u0000\u001b[31m",
    "```\n\n# All checks passed\n\n```",
)


def test_hostile_text_in_a_diff_is_escaped(runner: Runner) -> None:
    _left(runner, _diff("\n".join((*HOSTILE, "![last](https://evil.example)"))))
    _told(runner)
    body = runner.sent[0][2]["body"]
    around = re.sub(r"<pre>[^<>\u202e\0\x1b]*</pre>", "", body)
    assert around == (
        f"{comment.MARKER}\n\n### What this changes in the data\n\n\n\n"
        "Compared at 0123456789ab in [this run](https://github.com/run/42)."
    )
    assert not (runner.workspace / "pwned").exists()
    assert all("evil" not in word for call in runner.calls for word in call.words)


@pytest.mark.parametrize("number", ["8; touch pwned", "7/../9", "-7", "", "７", "7\n8", "$(id)", "0", "1" * 30])
def test_an_invalid_pull_request_number_is_refused_before_any_request(number: str, runner: Runner) -> None:
    _left(runner, _diff(number=number))
    assert _told(runner).startswith("No comment: number.txt: expected")
    assert runner.sent == []
    assert not any("/pulls/" in word for call in runner.calls for word in call.words)


@pytest.mark.parametrize(
    "pull",
    [
        {**PULL, "head": {"sha": "f" * 40}},
        {**PULL, "state": "closed"},
    ],
    ids=["another commit", "closed"],
)
def test_a_pull_request_that_was_not_checked_is_refused(pull: object, runner: Runner) -> None:
    _left(runner, _diff())
    runner.reply(f"repos/{REPOSITORY}/pulls/7", pull)
    assert _told(runner).startswith("No comment: ")
    assert runner.sent == []


TOO_MUCH = "x" * (comment.MAX_BYTES + 1)


@pytest.mark.parametrize(
    ("artefact", "why"),
    [
        (b"not an archive", "the artefact is invalid"),
        (_zip({"../number.txt": "7", "diff.txt": DIFF}), "no item named 'number.txt'"),
        (_zip({comment.NUMBER: "7"}), "no item named 'diff.txt'"),
        (_diff(TOO_MUCH), "diff.txt: expected 2,000,000 bytes at most"),
        (_diff(number=TOO_MUCH), "number.txt: expected 20 bytes at most"),
    ],
    ids=["no archive", "another folder", "no diff", "bomb", "long number"],
)
def test_an_invalid_artefact_is_refused(artefact: bytes, why: str, runner: Runner) -> None:
    _left(runner, artefact)
    assert why in _told(runner)
    assert runner.sent == []


def test_a_large_artefact_is_not_fetched(runner: Runner) -> None:
    _left(runner, _diff(), size=comment.MAX_BYTES + 1)
    assert "expected 2,000,000 bytes at most" in _told(runner)
    assert not any("zip" in word for call in runner.calls for word in call.words)


def test_a_run_without_an_artefact_is_no_failure(runner: Runner) -> None:
    _left(runner, _diff())
    runner.reply(f"{RUN}/artifacts?name=data-diff", {"artifacts": []})
    assert "run 42 has no artefact data-diff" in _told(runner)


def test_an_invalid_run_number_is_refused(runner: Runner) -> None:
    step = step_named("comment.yml", "Create or update the comment")
    done = runner.run(step, {**VALUES, "github.event.workflow_run.id || inputs.run": "1 --hostname evil.example"})
    assert "RUN_ID: expected the number of a run" in done.stdout
    assert runner.calls == []


def test_a_failure_of_github_fails_the_job_with_its_message(runner: Runner) -> None:
    _left(runner, _diff())
    runner.breaks("gh")
    done = runner.run(step_named("comment.yml", "Create or update the comment"), VALUES)
    assert (done.returncode, done.stderr) == (1, f"gh api {RUN}: HTTP 502\n")
