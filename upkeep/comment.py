"""Keep one comment on a pull request that lists its changes of the data: `python3 -m upkeep.comment`.

The checks of a pull request run its code, so they may not write; they upload the list and the number of the pull
request as an artefact. This runs afterwards, from the default branch, with the right to comment. The artefact may hold
anything its author wants. So nothing in it is executed or unpacked to disk, the number must belong to a pull request
with the very commit that was checked, and the list is escaped.
"""

from __future__ import annotations

import io
import os
import re
import sys
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from upkeep import github

ARTEFACT, TEXT, NUMBER = "data-diff", "diff.txt", "number.txt"
VALID_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
MAX_BYTES = 2_000_000
MARKER = "<!-- accelerator-atlas: data diff -->"
NO_DIFFERENCE = "No difference."


class RefusedError(Exception):
    """The run has no valid list of changes; the message says why."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise RefusedError(message)


def update_comment(run_id: str) -> str:
    """Create or change the comment for a run of the checks. Returns what was done; raises RefusedError, GitHubError."""
    require(VALID_NUMBER.fullmatch(run_id), f"RUN_ID: expected the number of a run, got {run_id!r}")
    api = github.api()
    run = github.get(f"{api}/actions/runs/{run_id}")
    require(run["event"] == "pull_request", f"run {run_id} was not for a pull request")
    artefacts = github.get(f"{api}/actions/runs/{run_id}/artifacts?name={ARTEFACT}")["artifacts"]
    require(artefacts, f"run {run_id} has no artefact {ARTEFACT}")
    size = artefacts[0]["size_in_bytes"]
    require(size <= MAX_BYTES, f"{ARTEFACT}: expected {MAX_BYTES:,} bytes at most, got {size:,}")
    number, lines = read_artefact(github.call(f"{api}/actions/artifacts/{int(artefacts[0]['id'])}/zip"))
    pull = github.get(f"{api}/pulls/{number}")
    is_checked = pull["state"] == "open" and pull["head"]["sha"] == run["head_sha"]
    require(is_checked, f"pull request {number} is closed, or its newest commit is not the one checked here")
    comment = github.find_own(f"{api}/issues/{number}/comments?per_page=100", MARKER)
    if comment:
        github.send("PATCH", f"{api}/issues/comments/{int(comment['id'])}", body=format_comment(lines, run))
        return f"Changed the comment on pull request {number}."
    if lines == [NO_DIFFERENCE]:
        return f"Pull request {number} changes no data: no comment."
    github.send("POST", f"{api}/issues/{number}/comments", body=format_comment(lines, run))
    return f"Commented on pull request {number}."


def read_artefact(artefact: bytes) -> tuple[str, Sequence[str]]:
    """The number of the pull request and the lines of the list, from a ZIP archive. Raises RefusedError."""
    contents = []
    try:
        with zipfile.ZipFile(io.BytesIO(artefact)) as archive:
            for name, max_bytes in ((NUMBER, 20), (TEXT, MAX_BYTES)):
                with archive.open(name) as file:
                    contents.append(file.read(max_bytes + 1))
                require(len(contents[-1]) <= max_bytes, f"{name}: expected {max_bytes:,} bytes at most")
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError) as error:
        raise RefusedError(f"the artefact is invalid: {error}") from None
    number, text = (content.decode("utf-8", errors="replace").strip() for content in contents)
    require(VALID_NUMBER.fullmatch(number), f"{NUMBER}: expected the number of a pull request, got {number!r}")
    return number, [line for line in text.splitlines() if line.strip()] or [NO_DIFFERENCE]


def format_comment(lines: Sequence[str], run: Mapping[str, Any]) -> str:
    """The comment. The last line sums up the others and goes first: a long list is cut."""
    changes = github.preformatted([lines[-1], *lines[:-1]], github.MAX_LENGTH)
    footer = f"Compared at {run['head_sha'][:12]} in [this run]({run['html_url']})."
    return f"{MARKER}\n\n### What this changes in the data\n\n{changes}\n\n{footer}"


def main() -> int:
    """Comment for the run in the variable RUN_ID. Returns 1 if GitHub refuses a request."""
    try:
        print(update_comment(os.environ.get("RUN_ID", "")))
    except RefusedError as refused:
        print(f"No comment: {refused}.")
    except github.GitHubError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
