"""The one place that calls `gh`: what is sent goes to its input as JSON, and no word of others into its arguments."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

BOT = "github-actions[bot]"
"""Who writes with the token of a job."""
REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")
NUMBER = re.compile(r"[1-9][0-9]{0,17}")


class GitHubError(Exception):
    """GitHub could not be asked, or refused; the message says what and why."""


def _gh(arguments: Sequence[str], sent: bytes = b"") -> bytes:
    try:
        done = subprocess.run(["gh", "api", *arguments], input=sent, capture_output=True, check=False)
    except OSError as error:
        raise GitHubError(f"gh cannot be run ({error.strerror}): install GitHub's command line program") from None
    if done.returncode:
        raise GitHubError(f"gh api {' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def repository() -> str:
    """The repository that this run belongs to. Raises GitHubError where the variable does not name one."""
    name = os.environ.get("GITHUB_REPOSITORY", "")
    if not REPOSITORY.fullmatch(name):
        raise GitHubError(f"GITHUB_REPOSITORY: expected owner/name, got {name!r}")
    return name


def one(path: str) -> Any:
    """One thing, by its path below the API's root."""
    return json.loads(_gh([path]))


def every(path: str) -> list[Any]:
    """A whole list, all of its pages."""
    return [thing for page in json.loads(_gh(["--paginate", "--slurp", path])) for thing in page]


def content(path: str) -> bytes:
    """A file."""
    return _gh([path])


def send(method: str, path: str, body: Mapping[str, str]) -> None:
    """Creates (POST) or changes (PATCH) a thing."""
    _gh(["--method", method, path, "--input", "-"], json.dumps(body).encode())


def own(things: Sequence[Mapping[str, Any]], marker: str) -> Mapping[str, Any] | None:
    """The first comment or issue that this project's CI wrote itself and that begins with its hidden marker."""
    for thing in things:
        if thing["user"]["login"] == BOT and str(thing["body"] or "").startswith(marker):
            return thing
    return None
