"""The files of a data folder: read once, each with what is wrong with how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

Content = tuple[dict[str, Any] | None, tuple[Problem, ...]]
"""The mapping in a file, None where nothing could be parsed; and what is wrong with how it is written."""

ParseCache = dict[tuple[str, bytes], Content]
"""Parsed files by name and content."""


@dataclass(frozen=True)
class DataFile:
    """A data file as it was read."""

    name: str
    """As messages give it: from the project's root."""
    content: bytes
    value: dict[str, Any] | None
    """Its mapping; None where nothing could be read."""
    problems: tuple[Problem, ...]

    @cached_property
    def text(self) -> str:
        """What stands in it, with a mark for every byte that is not UTF-8."""
        return self.content.decode("utf-8", errors="replace")

    @cached_property
    def _tree(self) -> Node | None:
        return tree(self.text)

    def problem(self, path: Steps, message: str, hint: str = "", rule: str = "") -> Problem:
        """A problem with what stands at a path in it."""
        line, column = locate(self._tree, path)
        return Problem(self.name, line, column, field(path), message, hint, rule)


def data_files(folder: Path, cache: ParseCache | None = None) -> tuple[Mapping[str, DataFile], tuple[Problem, ...]]:
    """Every data file by its path below the folder; and a problem for each file that would be overlooked.

    Files found in `cache` are not parsed again; the others are added to it.
    """
    found = sorted(folder.rglob("*"))
    paths = [path for path in found if path.suffix == SUFFIX and path.is_file()]
    parsed = {} if cache is None else cache
    files = {path.relative_to(folder).as_posix(): _data_file(path, folder, parsed) for path in paths}
    return files, tuple(_overlooked(found, folder))


def _data_file(path: Path, folder: Path, cache: ParseCache) -> DataFile:
    name = path.relative_to(folder.parent).as_posix()
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = Problem(name, 1, 1, "", f"expected a file that can be read, got: {error.strerror}")
        return DataFile(name, b"", None, (problem,))
    if (name, content) not in cache:
        value, problems = read(content, name)
        cache[name, content] = value, tuple(problems)
    return DataFile(name, content, *cache[name, content])


def _overlooked(paths: Iterable[Path], folder: Path) -> Iterator[Problem]:
    """What looks like a record and would not be read."""
    for path in paths:
        if wrong := _why_overlooked(path):
            yield Problem(path.relative_to(folder.parent).as_posix(), 1, 1, "", wrong)


def _why_overlooked(path: Path) -> str:
    if path.suffix == SUFFIX:
        got = "a folder" if path.is_dir() else "a link to nothing"
        return "" if path.is_file() else f"expected a file, got {got}"
    looks_like_one = path.is_file() and path.suffix.lower() in {SUFFIX, ".yaml"}
    return f"expected a file name that ends in .yml, got {path.name}" if looks_like_one else ""
