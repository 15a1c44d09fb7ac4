"""The files of a data folder, parsed, each with the problems of its YAML and the positions of its values.

A file holds one record, or several: then `records` has them by id, and `shared` the fields that they have in common,
of which a record may set each anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, SequenceNode

from macros.loading.problems import KEY, Problem, field
from macros.loading.yaml_parser import read
from macros.schema.kinds import SEVERAL, SHARED
from macros.schema.walk import Steps

SUFFIX = ".yml"

parsed = lru_cache(maxsize=10_000)(read)
"""By content and name of a file: what its YAML says. A preview parses only files that changed."""


@dataclass(frozen=True)
class DataFile:
    """A parsed data file."""

    name: str
    """Path from the project's root, as in messages."""
    content: bytes
    value: dict[str, Any] | None
    """Its mapping; None where it could not be parsed."""
    problems: Sequence[Problem]

    def problem(self, path: Steps, message: str, hint: str = "", rule: str = "") -> Problem:
        line, column = locate(self._tree, path)
        return Problem(self.name, line, column, field(path), message, hint, rule)

    @property
    def record(self) -> str:
        """The kind and the id of its record, or of the table that it is: its name without folder and suffix."""
        return self.name.partition("/")[2].removesuffix(SUFFIX)

    @cached_property
    def _tree(self) -> Node | None:
        """The file parsed again, slowly, for the positions of its values; None where it is empty."""
        root: Node | None = yaml.compose(self.content.decode("utf-8", errors="replace"), yaml.CSafeLoader)
        return root


@dataclass(frozen=True)
class DataEntry:
    """A record in a data file."""

    file: DataFile
    value: dict[str, Any] | None
    """Its fields, shared ones included; None where they could not be parsed."""
    key: str = ""
    """Its id, where the file has several records."""

    def problem(self, path: Steps, message: str, hint: str = "", rule: str = "") -> Problem:
        if self.key and self.file.value:
            is_own = not path or path[0] in self.file.value[SEVERAL][self.key]
            is_shared = not is_own and path[0] in self.file.value.get(SHARED, {})
            path = (SHARED, *path) if is_shared else (SEVERAL, self.key, *path)
        return self.file.problem(path, message, hint, rule)


def with_shared(value: Mapping[str, Any]) -> Mapping[str, dict[str, Any]]:
    """The records of a file of several, by id, with the fields that they share; none where it is not a sound one."""
    records, shared = value.get(SEVERAL), value.get(SHARED, {})
    if not isinstance(records, dict) or not all(isinstance(one, dict) for one in (shared, *records.values())):
        return {}
    return {key: {**shared, **fields} for key, fields in records.items()}


def data_files(folder: Path) -> tuple[Mapping[str, DataFile], list[Problem]]:
    """Every data file by its path below the folder, and a problem for each file that would be ignored by mistake."""
    files, ignored = {}, []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder.parent).as_posix()
        if path.suffix == SUFFIX and path.is_file():
            files[path.relative_to(folder).as_posix()] = _data_file(path, name)
        elif reason := _why_ignored(path):
            ignored.append(Problem(name, 1, 1, "", reason))
    return files, ignored


def _data_file(path: Path, name: str) -> DataFile:
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = Problem(name, 1, 1, "", f"expected a file that can be read, got: {error.strerror}")
        return DataFile(name, b"", None, [problem])
    return DataFile(name, content, *parsed(content, name))


def _why_ignored(path: Path) -> str:
    """The message for what looks like a data file but would be ignored; empty for all others."""
    if path.is_file():
        other_suffix = path.suffix.lower() in {SUFFIX, ".yaml"}
        return f"expected a file name that ends in .yml, got {path.name}" if other_suffix else ""
    got = "a folder" if path.is_dir() else "a link to nothing"
    return f"expected a file, got {got}" if path.suffix == SUFFIX else ""


def locate(node: Node | None, path: Steps) -> tuple[int, int]:
    """Line and column, from 1, of the value at `path`, or of its nearest ancestor that exists."""
    if node is None:
        return 1, 1
    mark = node.start_mark
    for position, step in enumerate(path, start=1):
        child = _step(node, step)
        if child is None:
            break
        key, node = child
        mark = key.start_mark if key is not None and path[position:] == (KEY,) else node.start_mark
    return mark.line + 1, mark.column + 1


def _step(node: Node, step: str | int) -> tuple[Node | None, Node] | None:
    """The key, of a mapping, and the value that a step leads to; None if there is none."""
    if isinstance(node, MappingNode):
        # The parser keeps the last of two equal keys.
        return next(((key, value) for key, value in reversed(node.value) if key.value == str(step)), None)
    if isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return None, node.value[step]
    return None
