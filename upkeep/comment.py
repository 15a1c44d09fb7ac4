"""Says on a pull request what it changes in the data, in one comment: `python3 -m upkeep.comment`.

The checks of a pull request may write nothing, because they run its code; they leave the text and the number of the
pull request in an artefact. This runs afterwards with the right to comment, from the default branch. Whatever stands
in the artefact may have been made up by the author of the pull request. So nothing in it is run or unpacked, the
number counts only if that pull request has the very commit that was checked, and the text is shown as text.
"""

from __future__ import annotations

import html
import io
import os
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upkeep import github
from upkeep.wording import IN_LIST, LONGEST, code, fitting, listed, paragraph

ARTEFACT = "data-diff"
TEXT, NUMBER = "diff.txt", "number.txt"
LARGEST = 2_000_000
"""Bytes of the artefact, and of the text in it."""
MARKER = "<!-- accelerator-atlas: data diff -->"
NO_DIFFERENCE = "No difference."


class RefusedError(Exception):
    """There is nothing to say, or what was left is not what the checks leave; the message says which."""


@dataclass(frozen=True)
class Left:
    """What the checks left."""

    number: str
    """Of the pull request, as claimed."""
    lines: Sequence[str]


@dataclass(frozen=True)
class Run:
    """The run of the checks, by what GitHub says of it."""

    id: str
    commit: str
    address: str


def read(artefact: bytes) -> Left:
    """What is in the artefact. Raises RefusedError."""
    try:
        with zipfile.ZipFile(io.BytesIO(artefact)) as archive:
            number, text = _member(archive, NUMBER, 20), _member(archive, TEXT, LARGEST)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError) as error:
        raise RefusedError(f"the artefact is not as the checks leave it: {error}") from None
    if not github.NUMBER.fullmatch(number.strip()):
        raise RefusedError(f"{NUMBER}: expected the number of a pull request, got {number!r}")
    return Left(number.strip(), [line for line in text.splitlines() if line.strip()])


def _member(archive: zipfile.ZipFile, name: str, most: int) -> str:
    with archive.open(name) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise RefusedError(f"{name}: expected {most:,} bytes at most")
    return found.decode("utf-8", errors="replace")


def body(lines: Sequence[str], run: Run) -> str:
    """The comment."""
    room = LONGEST - len(MARKER) - len(run.address) - 500
    shown, more = fitting([code(line) for line in lines[:-1]], room, IN_LIST)
    rest = [f"{more:,} more: see the summary of the run."] if more else []
    parts = [MARKER, "### What this changes in the data", paragraph(code(lines[-1]))]
    parts += [listed([*shown, *rest])] if shown or rest else []
    return "\n\n".join(
        [
            *parts,
            paragraph(f'Compared at {code(run.commit[:12])} in <a href="{html.escape(run.address)}">this run</a>.'),
        ]
    )


def _run(number: str) -> Run:
    if not github.NUMBER.fullmatch(number):
        raise RefusedError(f"RUN_ID: expected the number of a run, got {number!r}")
    found = github.one(f"repos/{github.repository()}/actions/runs/{number}")
    if found["event"] != "pull_request":
        raise RefusedError(f"run {number} was not for a pull request")
    return Run(number, found["head_sha"], found["html_url"])


def _artefact(run: Run) -> bytes:
    path = f"repos/{github.repository()}/actions"
    found = github.one(f"{path}/runs/{run.id}/artifacts?name={ARTEFACT}")["artifacts"]
    if not found:
        raise RefusedError(f"run {run.id} left no {ARTEFACT}")
    if found[0]["size_in_bytes"] > LARGEST:
        raise RefusedError(f"{ARTEFACT}: expected {LARGEST:,} bytes at most, got {found[0]['size_in_bytes']:,}")
    return github.content(f"{path}/artifacts/{int(found[0]['id'])}/zip")


def _require_pull(pull: Mapping[str, Any], run: Run) -> None:
    if pull["base"]["repo"]["full_name"] != github.repository():
        raise RefusedError("the pull request is one of another repository")
    if pull["state"] != "open" or pull["head"]["sha"] != run.commit:
        raise RefusedError(f"pull request {pull['number']} is closed, or its newest commit is not the one checked")


def tell(run_id: str) -> str:
    """Creates or changes the comment, and says what was done. Raises RefusedError, GitHubError."""
    run = _run(run_id)
    left = read(_artefact(run))
    path = f"repos/{github.repository()}"
    _require_pull(github.one(f"{path}/pulls/{left.number}"), run)
    lines = left.lines or [NO_DIFFERENCE]
    earlier = github.own(github.every(f"{path}/issues/{left.number}/comments?per_page=100"), MARKER)
    if earlier:
        github.send("PATCH", f"{path}/issues/comments/{int(earlier['id'])}", {"body": body(lines, run)})
        return f"Changed the comment on pull request {left.number}."
    if list(lines) == [NO_DIFFERENCE]:
        return f"Pull request {left.number} changes no data: no comment."
    github.send("POST", f"{path}/issues/{left.number}/comments", {"body": body(lines, run)})
    return f"Commented on pull request {left.number}."


def main() -> int:
    """Comments for the run in the variable RUN_ID. Returns 0, also where there is nothing to say; 1 on failure."""
    try:
        print(tell(os.environ.get("RUN_ID", "")))
    except RefusedError as refused:
        print(f"No comment: {refused}.")
    except github.GitHubError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
