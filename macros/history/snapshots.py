"""A snapshot of the data: the parsed YAML of every record, whether or not it fits today's schema."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from macros.history.repository import GitError, Repository
from macros.loading.yaml_parser import read

SUFFIX = ".yml"

Files = Mapping[str, bytes]
"""By record, such as `models/gpt2` or `atlas`: the text of its file."""
Snapshot = Mapping[str, Any]
"""By record: its value; the text of its file where that is not the YAML of a mapping."""


class SnapshotError(Exception):
    """A snapshot cannot be read; the message says why."""


def record_of(path: str) -> str | None:
    """The record whose file has a path below `data/`; None for other files."""
    return path.removesuffix(SUFFIX) if path.endswith(SUFFIX) else None


def parse_file(content: bytes) -> Any:
    """The mapping in a file, or its text where it is not valid YAML of a mapping."""
    try:
        value, _ = read(content, "")
    except RecursionError:
        value = None
    return content.decode("utf-8", "replace") if value is None else value


def changed_snapshots(old: Files, new: Files) -> tuple[Snapshot, Snapshot]:
    """Two snapshots without the records whose files are equal in both, which need no parsing."""
    return (
        {record: parse_file(content) for record, content in old.items() if new.get(record) != content},
        {record: parse_file(content) for record, content in new.items() if old.get(record) != content},
    )


def read_files(name: str, project: Path) -> Files:
    """The files of a snapshot: those of a folder if there is one of that name, else those of a git revision.

    A folder is a project, which holds `data/`, or a folder of data itself. Raises SnapshotError.
    """
    folder = Path(name)
    if name and folder.is_dir():
        return _in_folder(name, folder / "data" if (folder / "data").is_dir() else folder)
    if name and folder.exists():
        raise SnapshotError(f"{name}: expected a folder or a git revision, got a file")
    return _in_revision(name, project)


def _in_folder(name: str, folder: Path) -> Files:
    paths = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    if not paths:
        raise SnapshotError(f"{name}: there is no data file (*{SUFFIX}) in this folder")
    try:
        return {path.relative_to(folder).as_posix().removesuffix(SUFFIX): path.read_bytes() for path in paths}
    except OSError as error:
        raise SnapshotError(f"{name}: {error.filename} cannot be read: {error.strerror}") from None


def _in_revision(name: str, project: Path) -> Files:
    repository = Repository(project)
    try:
        commit = repository.commit(name)
        if commit is None:
            raise SnapshotError(f"{name}: there is no folder and no git revision of this name")
        blobs = repository.tree(commit)
        contents = repository.contents(blobs.values())
    except GitError as error:
        raise SnapshotError(f"{name}: there is no such folder, and git revisions cannot be read: {error}") from None
    records = {record: blob for path, blob in blobs.items() if (record := record_of(path)) is not None}
    if not records:
        raise SnapshotError(f"{name}: there is no data file (data/**/*{SUFFIX}) in this revision")
    if absent := [record for record, blob in records.items() if blob not in contents]:
        raise SnapshotError(f"{name}: this copy of the repository lacks the text of {absent[0]}{SUFFIX}")
    return {record: contents[blob] for record, blob in records.items()}
