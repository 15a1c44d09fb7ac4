"""The files of a data folder: read once, each with what is wrong with how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from yaml.nodes import Node

from macros.loading.locating import Path as Steps
from macros.loading.locating import locate, tree
from macros.loading.problems import Problem
from macros.loading.reading import read
from macros.loading.wording import field
from macros.workers import shared_out

SUFFIX = ".yml"

Content = tuple[dict[str, Any] | None, tuple[Problem, ...]]
"""The mapping in a file, None where nothing could be read; and what is wrong with how it is written."""


class Read(Protocol):
    """What was read before, such as a `dict`: where it is given again and again, each state of a file is read once."""

    def get(self, key: tuple[str, bytes], /) -> Content | None:
        """What is known of a file, by its name and content."""

    def __setitem__(self, key: tuple[str, bytes], content: Content, /) -> None:
        """Takes what is known of a file."""


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


def data_files(folder: Path, read_before: Read | None = None) -> tuple[Mapping[str, DataFile], tuple[Problem, ...]]:
    """Every data file by its path below the folder; and a problem for each file that would be overlooked.

    Raises WorkError where a process that reads some of them is ended.
    """
    known: Read = {} if read_before is None else read_before
    found = sorted(folder.rglob("*"))
    paths = [path for path in found if path.suffix == SUFFIX and path.is_file()]
    opened = {path.relative_to(folder).as_posix(): _open(path, folder) for path in paths}
    said = _said([file for file in opened.values() if isinstance(file, _Opened)], known)
    files = {name: _data_file(file, said) for name, file in opened.items()}
    return files, tuple(_overlooked(found, folder))


class _Opened(NamedTuple):
    """A file whose text is at hand."""

    name: str
    content: bytes


def _open(path: Path, folder: Path) -> _Opened | Problem:
    name = path.relative_to(folder.parent).as_posix()
    try:
        return _Opened(name, path.read_bytes())
    except OSError as error:
        return Problem(name, 1, 1, "", f"expected a file that can be read, got: {error.strerror}")


def _said(files: Iterable[_Opened], known: Read) -> Mapping[_Opened, Content]:
    """What each file says. What is not known yet is read, and then is."""
    said: dict[_Opened, Content] = {}
    unknown: list[_Opened] = []
    for file in files:
        content = known.get(file)
        if content is None:
            unknown.append(file)
        else:
            said[file] = content
    # Whoever took a large one last would have all others wait.
    unknown.sort(key=lambda file: len(file.content), reverse=True)
    size = sum(len(file.content) for file in unknown)
    for file, content in zip(unknown, shared_out(_read, unknown, size), strict=True):
        said[file] = known[file] = content
    return said


def _read(file: _Opened) -> Content:
    value, problems = read(file.content, file.name)
    return value, tuple(problems)


def _data_file(file: _Opened | Problem, said: Mapping[_Opened, Content]) -> DataFile:
    if isinstance(file, Problem):
        return DataFile(file.file, b"", None, (file,))
    return DataFile(*file, *said[file])


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
