"""A state of the data: every record's value as YAML has it, whether or not today's schema would take it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from macros.history.repository import GitError, Repository
from macros.loading.yaml_parser import read

SUFFIX = ".yml"

Files = Mapping[str, bytes]
"""By record, such as `models/gpt2` or `atlas`: the text of its file."""
State = Mapping[str, Any]
"""By record: its value; the text of its file where that is not the YAML of a mapping."""


class StateError(Exception):
    """A state of the data cannot be read; the message says why."""


def record_of(path: str) -> str | None:
    """The record whose file stands at a path below `data/`; None for other files."""
    return path.removesuffix(SUFFIX) if path.endswith(SUFFIX) else None


def value_of(content: bytes) -> Any:
    """What a file says: a mapping, or its text where it is not one that every YAML reader takes alike."""
    try:
        value, _ = read(content, "")
    except RecursionError:
        value = None
    return content.decode("utf-8", "replace") if value is None else value


def parsed(old: Files, new: Files) -> tuple[State, State]:
    """Two states without the records whose files are the same in both, which need no reading."""
    return (
        {record: value_of(content) for record, content in old.items() if new.get(record) != content},
        {record: value_of(content) for record, content in new.items() if old.get(record) != content},
    )


def files_of(name: str, project: Path) -> Files:
    """The files of a state: those of a folder if there is one of that name, else those of a git revision.

    A folder is a project, which holds `data/`, or a folder of data itself. Raises StateError.
    """
    folder = Path(name)
    if name and folder.is_dir():
        return _in_folder(name, folder / "data" if (folder / "data").is_dir() else folder)
    if name and folder.exists():
        raise StateError(f"{name}: expected a folder or a git revision, got a file")
    return _in_revision(name, project)


def _in_folder(name: str, folder: Path) -> Files:
    paths = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    if not paths:
        raise StateError(f"{name}: there is no data file (*{SUFFIX}) in this folder")
    try:
        return {path.relative_to(folder).as_posix().removesuffix(SUFFIX): path.read_bytes() for path in paths}
    except OSError as error:
        raise StateError(f"{name}: {error.filename} cannot be read: {error.strerror}") from None


def _in_revision(name: str, project: Path) -> Files:
    repository = Repository(project)
    try:
        commit = repository.commit(name)
        if commit is None:
            raise StateError(f"{name}: there is no folder and no git revision of this name")
        blobs = repository.tree(commit)
        contents = repository.contents(blobs.values())
    except GitError as error:
        raise StateError(f"{name}: there is no such folder, and git revisions cannot be read: {error}") from None
    found = {record: blob for path, blob in blobs.items() if (record := record_of(path)) is not None}
    if not found:
        raise StateError(f"{name}: there is no data file (data/**/*{SUFFIX}) in this revision")
    if absent := [record for record, blob in found.items() if blob not in contents]:
        raise StateError(f"{name}: this copy of the repository lacks the text of {absent[0]}{SUFFIX}")
    return {record: contents[blob] for record, blob in found.items()}
