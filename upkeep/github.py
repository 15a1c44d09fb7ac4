"""Read from and write to GitHub with `gh api`, and format text of others so that it stays text."""

from __future__ import annotations

import html
import json
import os
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any

BOT = "github-actions[bot]"
"""The author of what a job writes with its token."""
MAX_LENGTH = 60_000
"""Characters of a comment or an issue; GitHub refuses more than 65,536."""
CUT = "\n… cut here: see the report of the run."


class GitHubError(Exception):
    """GitHub refused a request; the message says why."""


def call(*arguments: str, body: Mapping[str, str] | None = None) -> bytes:
    """Run `gh api`. The body goes to its input as JSON, so that no text of others becomes an argument."""
    sent = json.dumps(body).encode() if body else b""
    done = subprocess.run(["gh", "api", *arguments], input=sent, capture_output=True, check=False)
    if done.returncode:
        raise GitHubError(f"gh api {' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def get(path: str) -> Any:
    """One object, by its path below the root of the API."""
    return json.loads(call(path))


def send(method: str, path: str, **body: str) -> None:
    """Create (POST) or change (PATCH) an object."""
    call("--method", method, path, "--input", "-", body=body)


def find_own(path: str, marker: str) -> Mapping[str, Any] | None:
    """The first comment or issue of a list that CI wrote itself and that starts with a marker."""
    entries = [entry for page in json.loads(call("--paginate", "--slurp", path)) for entry in page]
    own = (entry for entry in entries if entry["user"]["login"] == BOT and "pull_request" not in entry)
    return next((entry for entry in own if str(entry["body"]).startswith(marker)), None)


def api() -> str:
    """The path of this run's repository in the API."""
    return f"repos/{os.environ['GITHUB_REPOSITORY']}"


def cut(text: str, length: int = MAX_LENGTH) -> str:
    """Text up to the last whole line that fits."""
    return text if len(text) <= length else text[:length].rpartition("\n")[0] + CUT


def preformatted(lines: Iterable[str], length: int = MAX_LENGTH // 4) -> str:
    """Lines as an HTML block in which GitHub reads no Markdown, mentions, links or numbers of issues."""
    text = "\n".join(
        "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in line) for line in lines
    )
    return f"<pre>{cut(html.escape(text), length)}</pre>"
