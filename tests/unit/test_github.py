"""The comment on a pull request and the issues of the weekly reports, with a stand-in for GitHub's answers."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.project import PROJECT
from upkeep import comment, github, issue

API = "repos/example/atlas"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
RUN = {"event": "pull_request", "head_sha": COMMIT, "html_url": "https://example.org/run/42"}
PULL = {"state": "open", "head": {"sha": COMMIT}}
COMMENTS = f"{API}/issues/7/comments?per_page=100"
ISSUES = f"{API}/issues?{issue.QUERY}"
DIFF = "models: 1 added: example\nRecords: 1 added.\n"


class Forge:
    """Answers what it was told, and notes what it was asked and what was written: method, path, body."""

    def __init__(self) -> None:
        self.replies: dict[str, Any] = {}
        self.asked: list[str] = []
        self.sent: list[tuple[str, str, Mapping[str, str]]] = []

    def call(self, *arguments: str, body: Mapping[str, str] | None = None) -> bytes:
        if body is not None:
            self.sent.append((arguments[1], arguments[2], body))
            return b"{}"
        self.asked.append(arguments[-1])
        reply = self.replies[arguments[-1]]
        return reply if isinstance(reply, bytes) else json.dumps(reply).encode()


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Forge:
    found = Forge()
    monkeypatch.setattr(github, "call", found.call)
    monkeypatch.setenv("GITHUB_REPOSITORY", "example/atlas")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://example.org")
    monkeypatch.setenv("GITHUB_RUN_ID", "99")
    return found


def zipped(members: Mapping[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def diff(text: str = DIFF, number: str = "7\n") -> bytes:
    """The artefact of a pull request's checks."""
    return zipped({comment.TEXT: text, comment.NUMBER: number})


def left(forge: Forge, artefact: bytes, size: int | None = None) -> None:
    """What the run 42 left, of the pull request 7."""
    forge.replies = {
        f"{API}/actions/runs/42": RUN,
        f"{API}/actions/runs/42/artifacts?name={comment.ARTEFACT}": {
            "artifacts": [{"id": 3, "size_in_bytes": len(artefact) if size is None else size}]
        },
        f"{API}/actions/artifacts/3/zip": artefact,
        f"{API}/pulls/7": PULL,
        COMMENTS: [[]],
    }


def by(author: str, text: str) -> Mapping[str, Any]:
    return {"id": 5, "user": {"login": author}, "body": text}


def test_the_jobs_that_may_write_need_no_package() -> None:
    script = "import sys; sys.path.append('.'); import upkeep.comment, upkeep.issue"
    subprocess.run([sys.executable, "-I", "-S", "-c", script], cwd=PROJECT, check=True)


def test_the_first_diff_becomes_a_comment(forge: Forge) -> None:
    left(forge, diff())
    comment.update_comment("42")
    ((method, path, sent),) = forge.sent
    assert (method, path) == ("POST", f"{API}/issues/7/comments")
    assert sent["body"] == (
        f"{comment.MARKER}\n\n### What this changes in the data\n\n"
        "<pre>Records: 1 added.\nmodels: 1 added: example</pre>\n\n"
        "Compared at 0123456789ab in [this run](https://example.org/run/42)."
    )


@pytest.mark.parametrize(
    ("earlier", "written"),
    [
        (by(github.BOT, f"{comment.MARKER}\n\nbefore"), ("PATCH", f"{API}/issues/comments/5")),
        (by("reader", f"{comment.MARKER}\n\nnot ours"), ("POST", f"{API}/issues/7/comments")),
    ],
    ids=["ours", "a reader's"],
)
def test_only_our_own_comment_is_changed(earlier: Mapping[str, Any], written: tuple[str, str], forge: Forge) -> None:
    left(forge, diff())
    forge.replies[COMMENTS] = [[by("reader", "Nice.")], [earlier]]
    comment.update_comment("42")
    assert [sent[:2] for sent in forge.sent] == [written]


@pytest.mark.parametrize("text", ["No difference.\n", ""])
def test_without_a_difference_there_is_no_new_comment(text: str, forge: Forge) -> None:
    left(forge, diff(text))
    assert "no comment" in comment.update_comment("42")
    assert forge.sent == []


def test_hostile_text_in_a_diff_is_escaped(forge: Forge) -> None:
    hostile = "</pre>![x](https://evil.example) <img src=x onerror=alert(1)> @everyone <!-- x --> \u202egnp.\0\x1b[31m"
    left(forge, diff(f"{hostile}\nRecords: 1 added."))
    comment.update_comment("42")
    body = forge.sent[0][2]["body"]
    assert re.sub(r"<pre>[^<>\u202e\0\x1b]*</pre>", "", body) == (
        f"{comment.MARKER}\n\n### What this changes in the data\n\n\n\n"
        "Compared at 0123456789ab in [this run](https://example.org/run/42)."
    )


def test_a_diff_longer_than_a_comment_is_cut_at_a_line(forge: Forge) -> None:
    left(forge, diff("models: 1 & more\n" * 5_000 + "Records: 5,000 added.\n"))
    comment.update_comment("42")
    body = forge.sent[0][2]["body"]
    assert len(body) < 65_536
    assert "<pre>Records: 5,000 added.\n" in body
    assert "&amp; more\n… cut here: see the report of the run.</pre>" in body


TOO_MUCH = "x" * (comment.MAX_BYTES + 1)


@pytest.mark.parametrize(
    ("artefact", "why"),
    [
        (b"not an archive", "the artefact is invalid"),
        (zipped({"../number.txt": "7", comment.TEXT: DIFF}), "no item named 'number.txt'"),
        (diff(TOO_MUCH), "diff.txt: expected 2,000,000 bytes at most"),
        (diff(number=TOO_MUCH), "number.txt: expected 20 bytes at most"),
        *((diff(number=number), "number.txt: expected") for number in ("8; touch x", "7/../9", "-7", "", "７", "7\n8")),
    ],
)
def test_an_invalid_artefact_is_refused_before_more_is_asked_for(artefact: bytes, why: str, forge: Forge) -> None:
    left(forge, artefact, size=1)
    with pytest.raises(comment.RefusedError, match=re.escape(why)):
        comment.update_comment("42")
    assert not [path for path in forge.asked if "/pulls/" in path]


def test_a_large_artefact_is_not_fetched(forge: Forge) -> None:
    left(forge, diff(), size=comment.MAX_BYTES + 1)
    with pytest.raises(comment.RefusedError, match="bytes at most"):
        comment.update_comment("42")
    assert not [path for path in forge.asked if path.endswith("/zip")]


@pytest.mark.parametrize("pull", [{**PULL, "head": {"sha": "f" * 40}}, {**PULL, "state": "closed"}])
def test_a_pull_request_that_was_not_checked_gets_no_comment(pull: object, forge: Forge) -> None:
    left(forge, diff())
    forge.replies[f"{API}/pulls/7"] = pull
    with pytest.raises(comment.RefusedError, match="not the one checked"):
        comment.update_comment("42")
    assert forge.sent == []


def report(forge: Forge, text: str, *issues: Mapping[str, Any]) -> str:
    forge.replies[ISSUES] = [list(issues)]
    return issue.update_issue("links", text, "https://example.org/run")


def issue_of(author: str, state: str) -> Mapping[str, Any]:
    return {"number": 11, "state": state, **by(author, f"{issue.marker('links')}\n\nbefore")}


def test_a_first_report_opens_an_issue(forge: Forge) -> None:
    report(forge, "### Broken", issue_of("reader", "open"))
    ((method, path, sent),) = forge.sent
    assert (method, path, sent["title"]) == ("POST", f"{API}/issues", issue.TITLES["links"])
    assert sent["body"] == (
        f"{issue.marker('links')}\n\n### Broken\n\nFrom [the last run](https://example.org/run); updated every week."
    )


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [("More.", "open", ["open"]), ("Again.", "closed", ["open"]), ("", "open", ["closed"]), ("", "closed", [])],
)
def test_a_later_report_changes_the_issue(text: str, before: str, after: list[str], forge: Forge) -> None:
    report(forge, text, issue_of(github.BOT, before))
    assert [sent["state"] for _, _, sent in forge.sent] == after


def test_a_missing_report_fails_after_the_others(forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forge.replies[ISSUES] = [[]]
    (tmp_path / "canary.md").write_text("Found.", "utf-8")
    monkeypatch.setattr(sys, "argv", ["issue", str(tmp_path)])
    assert issue.main() == 1
    assert [sent["title"] for _, _, sent in forge.sent] == [issue.TITLES["canary"]]
