"""The files of a data folder, parsed, each with the problems of its YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from yaml.nodes import Node

from macros.loading.messages import field
from macros.loading.positions import Path as Steps
from macros.loading.positions import locate, tree
from macros.loading.problems import Problem
from macros.loading.yaml_parser import read

SUFFIX = ".yml"

ParseCache = dict[tuple[str, bytes], tuple[dict[str, Any] | None, Sequence[Problem]]]
"""Results of `yaml_parser.read` by name and content of the file."""


@dataclass(frozen=True)
class DataFile:
    """A parsed data file."""

    name: str
    """Path from the project's root, as in messages."""
    content: bytes
    value: dict[str, Any] | None
    """Its mapping; None where it could not be parsed."""
    problems: Sequence[Problem]

    @cached_property
    def _tree(self) -> Node | None:
        return tree(self.content.decode("utf-8", errors="replace"))

    def problem(self, path: Steps, message: str, hint: str = "", rule: str = "") -> Problem:
        """A problem with the value at a path in this file."""
        line, column = locate(self._tree, path)
        return Problem(self.name, line, column, field(path), message, hint, rule)


def data_files(folder: Path, cache: ParseCache | None = None) -> tuple[Mapping[str, DataFile], list[Problem]]:
    """Every data file by its path below the folder, and a problem for each file that would be ignored by mistake.

    Files found in `cache` are not parsed again; the others are added to it.
    """
    entries = sorted(folder.rglob("*"))
    paths = [path for path in entries if path.suffix == SUFFIX and path.is_file()]
    parsed = {} if cache is None else cache
    files = {path.relative_to(folder).as_posix(): _data_file(path, folder, parsed) for path in paths}
    reasons = ((path.relative_to(folder.parent).as_posix(), _why_ignored(path)) for path in entries)
    return files, [Problem(name, 1, 1, "", reason) for name, reason in reasons if reason]


def _data_file(path: Path, folder: Path, cache: ParseCache) -> DataFile:
    name = path.relative_to(folder.parent).as_posix()
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = Problem(name, 1, 1, "", f"expected a file that can be read, got: {error.strerror}")
        return DataFile(name, b"", None, [problem])
    if (name, content) not in cache:
        cache[name, content] = read(content, name)
    return DataFile(name, content, *cache[name, content])


def _why_ignored(path: Path) -> str:
    """The message for a file that looks like a data file but would be ignored; empty for all others."""
    if path.is_file():
        other_suffix = path.suffix != SUFFIX and path.suffix.lower() in {SUFFIX, ".yaml"}
        return f"expected a file name that ends in .yml, got {path.name}" if other_suffix else ""
    got = "a folder" if path.is_dir() else "a link to nothing"
    return f"expected a file, got {got}" if path.suffix == SUFFIX else ""
