"""Which pieces were made from which answers: what a build writes down, and the next one looks up.

Each process of a build adds a file of its own: a line for every question when it first comes up, with a digest of the
answer, and one for every piece that it makes, which names its questions by the numbers of their lines. What the newest
file says of a piece counts. A line is read when somebody asks for it; one that cannot be read says nothing.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from macros.keeping.store import Stored
from macros.knowledge.asking import Notebook, Question

SUFFIX = ".jsonl"
BETWEEN = "\t"
"""Between what a line is about and what it says: JSON spells it otherwise."""
MADE_WITH, ASKED = "made with", "asked"
"""What a line is about if not a piece, whose name has a slash or is one of a few other words."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece as it was made."""

    frame: str
    files: tuple[tuple[str, Stored], ...]
    """Paths from the site's root, and contents."""
    said: Any
    asked: Sequence[Question]


class _Questions:
    """The questions of one file by their numbers, and whether they are answered now as they were then."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._lines: list[str] = []
        self._same: list[bool | None] = []

    def add(self, line: str) -> None:
        """The question with the next number."""
        self._lines.append(line)
        self._same.append(None)

    def asked(self, number: int) -> tuple[str, Question]:
        """The digest of the answer that there was, and the question."""
        digest, *words = json.loads(self._lines[number])
        return digest, _tuple(words)

    def all_same(self, numbers: Iterable[int]) -> bool:
        """Whether all of some questions are answered as they were."""
        for number in numbers:
            same = self._same[number]
            if same is None:
                digest, question = self.asked(number)
                same = self._same[number] = self._notebook.digest(question) == digest
            if not same:
                return False
        return True


class Ledger:
    """What earlier builds wrote down, and what this one adds."""

    def __init__(self, folder: Path, own: Path, made_with: str, notebook: Notebook) -> None:
        """Reads it. Nothing counts that was made with something else than `made_with`. `own` is this build's."""
        self._folder = folder
        self._own = own
        self._notebook = notebook
        self._lines: dict[str, tuple[str, _Questions]] = {}
        self._superseded = 0
        files = sorted(folder.glob(f"*{SUFFIX}"))
        useless = [file for file in files if not self._read(file, made_with)]
        self.is_written_anew = self._superseded > len(self._lines)
        """Whether more of it is old than new, so that what still holds has to be written once more."""
        self._useless = files if self.is_written_anew else useless
        number = int(files[-1].name.partition("-")[0]) + 1 if files else 0
        self._writer = _Writer(own, f"{number:06}", made_with, notebook)

    def _read(self, file: Path, made_with: str) -> bool:
        head, *lines = file.read_text("utf-8", errors="replace").split("\n")
        if f"{head}\n" != _line(MADE_WITH, made_with):
            return False
        questions = _Questions(self._notebook)
        for line in lines:
            about, between, said = line.partition(BETWEEN)
            if about == ASKED:
                questions.add(said)
            elif between:
                self._superseded += about in self._lines
                self._lines[about] = said, questions
        return True

    def find(self, piece: str, frame: str) -> Entry | None:
        """What was written of a piece, if it had the same frame and was asked what is answered the same now."""
        line, questions = self._lines.get(piece, ("", _Questions(self._notebook)))
        try:
            known_frame, asked, files, said = json.loads(line)
            if known_frame != frame or not questions.all_same(asked):
                return None
            stored = tuple((path, Stored(*content)) for path, *content in files)
            written = [questions.asked(number)[1] for number in asked] if self.is_written_anew else ()
        except (ValueError, TypeError, IndexError):
            return None
        return Entry(frame, stored, said, written)

    def write(self, piece: str, entry: Entry) -> None:
        """Writes down a piece."""
        self._writer.write(piece, entry)

    def finish(self) -> None:
        """Adds what all processes wrote, which have ended, and removes what no longer says anything."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for file in self._writer.written():
            shutil.move(file, self._folder / file.name)
        shutil.rmtree(self._own, ignore_errors=True)
        for file in self._useless:
            file.unlink(missing_ok=True)


class _Writer:
    """Writes the files of one build, in as many processes as there are."""

    def __init__(self, folder: Path, build: str, made_with: str, notebook: Notebook) -> None:
        self._folder = folder
        self._build = build
        self._made_with = made_with
        self._notebook = notebook
        self._process: int | None = None
        self._numbers: dict[Question, int] = {}

    def write(self, piece: str, entry: Entry) -> None:
        """Writes down a piece."""
        lines = []
        if self._process != os.getpid():
            # A copy of a process has a file of its own.
            self._process, self._numbers = os.getpid(), {}
            self._folder.mkdir(parents=True, exist_ok=True)
            lines.append(_line(MADE_WITH, self._made_with))
        for question in entry.asked:
            if question not in self._numbers:
                self._numbers[question] = len(self._numbers)
                lines.append(_line(ASKED, [self._notebook.digest(question), *question]))
        numbers = [self._numbers[question] for question in entry.asked]
        files = [(path, *astuple(stored)) for path, stored in entry.files]
        lines.append(_line(piece, [entry.frame, numbers, files, entry.said]))
        name = f"{self._build}-{self._process}{SUFFIX}"
        with (self._folder / name).open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)

    def written(self) -> Sequence[Path]:
        """The files of all processes."""
        return sorted(self._folder.glob(f"*{SUFFIX}"))


def _line(about: str, said: Any) -> str:
    return f"{about}{BETWEEN}{json.dumps(said, ensure_ascii=False, separators=(',', ':'))}\n"


def _tuple(written: Sequence[Any]) -> Question:
    """What was a tuple, of which others were a part, before it was written."""
    return tuple([_tuple(word) if isinstance(word, list) else word for word in written])
