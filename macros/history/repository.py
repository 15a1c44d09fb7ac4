"""Read the repository with git. Arguments are fixed, names go in by standard input, and nothing is written."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

OTHER_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE")
"""Environment variables that make git read another repository; git sets them while it runs a hook."""
FOLDER = "data/"
FILE_MODES = ("100644", "100755")


class GitError(Exception):
    """Git is missing or failed; the message says why."""


class Repository:
    """The repository that contains a project's folder, as of its last commit. The working tree is not read."""

    def __init__(self, project: Path) -> None:
        self._project = project

    def _git(self, *arguments: str, given: str = "") -> bytes:
        environment = {key: value for key, value in os.environ.items() if key not in OTHER_REPOSITORY}
        environment |= {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
        try:
            done = subprocess.run(  # noqa: S603 - the arguments are those below
                ["git", *arguments],  # noqa: S607 - the git of the machine is meant
                cwd=self._project,
                env=environment,
                input=given.encode("utf-8", "surrogateescape"),
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            raise GitError("git is not installed") from None
        except OSError as error:
            raise GitError(f"git cannot be run: {error.strerror}") from None
        if done.returncode:
            raise _error(done.stderr.decode("utf-8", "replace"))
        return done.stdout

    def commit(self, name: str) -> str | None:
        """The id of the commit that a revision names; None where there is none."""
        if not name or not name.isprintable():
            return None
        # By standard input, so that git never takes the name for an option.
        answer = self._git("cat-file", "--batch-check", given=f"{name}^{{commit}}\n").decode("utf-8", "replace")
        match answer.split():
            case [commit, "commit", _size]:
                return commit
        return None

    def tree(self, commit: str) -> Mapping[str, str]:
        """The blob of every data file of a commit, by its path below `data/`."""
        listing = self._git("ls-tree", "-r", "-z", commit, FOLDER).decode("utf-8", "replace")
        blobs = {}
        for line in filter(None, listing.split("\0")):
            about, _, path = line.partition("\t")
            mode, _, blob = about.split()
            if mode in FILE_MODES:
                blobs[path.removeprefix(FOLDER)] = blob
        return blobs

    def contents(self, blobs: Iterable[str]) -> Mapping[str, bytes]:
        """The contents of blobs, without those that this copy of the repository lacks."""
        wanted = "".join(f"{blob}\n" for blob in dict.fromkeys(blobs))
        return dict(_batch(self._git("cat-file", "--batch", given=wanted))) if wanted else {}


def _error(message: str) -> GitError:
    """The first line of git's error message, without the advice that follows."""
    if "not a git repository" in message:
        return GitError("the folder of the project is not in a git repository")
    first = next(filter(None, message.splitlines()), "git gave no reason")
    return GitError(first.removeprefix("fatal: ").removeprefix("error: "))


def _batch(answer: bytes) -> Iterator[tuple[str, bytes]]:
    position = 0
    while position < len(answer):
        end = answer.index(b"\n", position)
        blob, what, *size = answer[position:end].decode().split()
        position = end + 1
        if what == "missing":
            continue
        after = position + int(size[0])
        yield blob, answer[position:after]
        position = after + 1
