"""Snapshots of the data, from a folder or from git: the YAML of every record, whether or not it fits today's schema."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from macros.loading.files import SUFFIX, with_shared
from macros.loading.yaml_parser import read

READ_ONLY = {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}

Files = Mapping[str, bytes]
"""By name, such as `models/gpt2` or `atlas`: the text of a file."""
Snapshot = Mapping[str, Any]
"""By record: its value; the text of its file where that is not the YAML of a mapping."""


class SnapshotError(Exception):
    """A snapshot cannot be read; the message says why."""


class GitError(Exception):
    """Git is missing or failed; the message says why."""


def changed_snapshots(old: Files, new: Files) -> tuple[Snapshot, Snapshot]:
    """Two snapshots without the records whose files are equal in both, which need no parsing."""
    return _changed(old, new), _changed(new, old)


def _changed(files: Files, others: Files) -> Snapshot:
    parsed = (parse_file(name, content) for name, content in files.items() if others.get(name) != content)
    return {name: value for records in parsed for name, value in records.items()}


def parse_file(name: str, content: bytes) -> Snapshot:
    """The records in a file: the mapping of each, or the whole text where it is not valid YAML of a mapping."""
    value, _ = read(content, "")
    kind = name.partition("/")[0]
    several = with_shared(value) if value else {}
    one = content.decode("utf-8", "replace") if value is None else value
    return {f"{kind}/{key}": entry for key, entry in several.items()} or {name: one}


def read_files(name: str, project: Path) -> Files:
    """The files of a snapshot: those of a folder if there is one of that name, else those of a git revision.

    A folder is a project, which holds `data/`, or a folder of data itself. Raises SnapshotError.
    """
    folder = Path(name)
    if name and folder.is_file():
        raise SnapshotError(f"{name}: expected a folder or a git revision, got a file")
    if name and folder.is_dir():
        files = _in_folder(folder / "data" if (folder / "data").is_dir() else folder)
        where = f"(*{SUFFIX}) in this folder"
    else:
        files = _in_revision(name, project)
        where = f"(data/**/*{SUFFIX}) in this revision"
    if not files:
        raise SnapshotError(f"{name}: there is no data file {where}")
    return files


def _in_folder(folder: Path) -> Files:
    paths = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    try:
        return {path.relative_to(folder).as_posix().removesuffix(SUFFIX): path.read_bytes() for path in paths}
    except OSError as error:
        raise SnapshotError(f"{error.filename} cannot be read: {error.strerror}") from None


def _in_revision(name: str, project: Path) -> Files:
    try:
        commit = git(project, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        archive = commit and git(project, "archive", "--format=tar", commit.decode().strip(), "data")
    except GitError as error:
        raise SnapshotError(f"{name}: there is no such folder, and git revisions cannot be read: {error}") from None
    if not commit:
        raise SnapshotError(f"{name}: there is no folder and no git revision of this name")
    if not archive:
        return {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        found = {one.name: files.extractfile(one) for one in files if one.isfile() and one.name.endswith(SUFFIX)}
        return {name.removeprefix("data/").removesuffix(SUFFIX): file.read() for name, file in found.items() if file}


def git(project: Path, *arguments: str) -> bytes:
    """What git prints; nothing where it does not find what it was asked for. Raises GitError."""
    # In a hook, the environment names another repository.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | READ_ONLY
    try:
        command = ["git", *arguments]
        done = subprocess.run(command, cwd=project, env=environment, capture_output=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise GitError("git is not installed") from None
    message = done.stderr.decode("utf-8", "replace").removeprefix("fatal: ")
    if "not a git repository" in message:
        raise GitError("the folder of the project is not in a git repository")
    if message and "did not match any files" not in message:
        raise GitError(message.splitlines()[0])
    return done.stdout
