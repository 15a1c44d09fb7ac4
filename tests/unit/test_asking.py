"""What is asked of the knowledge is noted, and asked again it is answered alike where the data says the same."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from macros.knowledge import Knowledge
from macros.knowledge.ages import AgeRuler
from macros.knowledge.asking import FEW, Answering, AskedMapping, Remembered, question
from macros.knowledge.lifecycle import Lifecycle
from macros.knowledge.packages import Packages
from macros.site import Site
from macros.views.history import HistoryViews
from tests.places import MINIATURE, PROJECT


class Library(Answering):
    """Knows which books there are, and who wrote them."""

    called = "library"

    def __init__(self, books: dict[str, str]) -> None:
        super().__init__()
        self.books = AskedMapping("books", books, self.notebook)
        self._books = books

    @question
    def author_of(self, book: str) -> str:
        return self.books[book]

    @property
    @question
    def authors(self) -> set[str]:
        return set(self._books.values())


BOOKS = {"Emma": "Austen", "Persuasion": "Austen", "Ulysses": "Joyce"}


@pytest.fixture
def library() -> Library:
    return Library(dict(BOOKS))


def noted(library: Library, ask: Callable[[Library], object]) -> list[tuple[Any, ...]]:
    with library.notebook.noting() as questions:
        ask(library)
    return list(questions)


ASKED: list[tuple[Callable[[Library], object], list[tuple[Any, ...]]]] = [
    (lambda library: library.author_of("Emma"), [("library", "author_of", "Emma")]),
    (lambda library: library.authors, [("library", "authors")]),
    (lambda library: [library.books["Emma"], library.books["Emma"]], [("books", "entry", "Emma")]),
    (lambda library: "Dubliners" in library.books, [("books", "entry", "Dubliners")]),
    (lambda library: library.books.get("Dubliners"), [("books", "entry", "Dubliners")]),
    (lambda library: list(library.books), [("books", "keys")]),
    (lambda library: len(library.books), [("books", "keys")]),
    (lambda library: dict(library.books), [("books", "keys"), *(("books", "entry", book) for book in BOOKS)]),
    (lambda library: dict(library.books.items()), [("books", "all")]),
    (lambda library: list(library.books.values()), [("books", "all")]),
]


@pytest.mark.parametrize(("ask", "questions"), ASKED)
def test_what_is_asked_is_noted_once(
    library: Library, ask: Callable[[Library], object], questions: list[tuple[Any, ...]]
) -> None:
    assert noted(library, ask) == questions


@pytest.mark.parametrize(("ask", "questions"), ASKED)
@pytest.mark.parametrize("change", [{}, {"Emma": "Jane Austen"}, {"Dubliners": "Joyce"}, {"Ulysses": "Homer"}], ids=str)
def test_an_answer_changes_only_if_a_question_that_was_noted_does(
    ask: Callable[[Library], object], questions: list[tuple[Any, ...]], change: dict[str, str]
) -> None:
    before, after = Library(dict(BOOKS)), Library({**BOOKS, **change})
    same = all(before.notebook.digest(one) == after.notebook.digest(one) for one in questions)
    assert ask(before) == ask(after) or not same
    assert same or change


def test_nothing_is_noted_of_what_is_asked_for_a_digest(library: Library) -> None:
    assert noted(library, lambda library: library.notebook.digest(("library", "author_of", "Emma"))) == []


@pytest.mark.parametrize("unknown", [("library", "author_of", "Dubliners"), ("library", "shelves"), ("museum", "all")])
def test_what_makes_no_sense_has_no_digest(library: Library, unknown: tuple[str, ...]) -> None:
    assert library.notebook.digest(unknown) == ""


def test_whoever_is_told_again_has_asked_what_was_asked_first(library: Library) -> None:
    made: list[str] = []

    def make(book: str) -> str:
        made.append(book)
        return library.author_of(book).upper()

    upper = Remembered(library.notebook, make)
    for _ in range(2):
        assert noted(library, lambda _: upper("Emma")) == [("library", "author_of", "Emma")]
    assert (upper("Emma"), made) == ("AUSTEN", ["Emma"])


def test_notes_within_notes_are_apart(library: Library) -> None:
    with library.notebook.noting() as outer:
        library.author_of("Emma")
        with library.notebook.noting() as inner:
            library.author_of("Ulysses")
        library.author_of("Persuasion")
    assert [words for *_, words in outer] == ["Emma", "Persuasion"]
    assert [words for *_, words in inner] == ["Ulysses"]


def test_many_questions_become_few_that_tell_of_the_same(library: Library) -> None:
    few = [("books", "entry", str(number)) for number in range(FEW)]
    assert library.notebook.few([*few, ("library", "authors")]) == (*few, ("library", "authors"))
    many = [*few, ("books", "entry", "one more")]
    assert library.notebook.few([*many, ("library", "authors")]) == (("books", "all"), ("library", "authors"))
    without = [("library", "author_of", str(number)) for number in range(FEW + 1)]
    assert library.notebook.few(without) == tuple(without)


SOME = [
    ("models", "entry", "shuttle-large"),
    ("models", "keys"),
    ("sources", "all"),
    ("atlas", "edition"),
    ("knowledge", "configurations"),
    ("knowledge", "benchmarks"),
    ("knowledge", "ran_on", "maker/shuttle-small"),
    ("knowledge", "revision"),
]

DIGESTS = f"""
from pathlib import Path
from macros.site import Site
notebook = Site(Path({str(MINIATURE)!r})).knowledge.notebook
print([notebook.digest(question) for question in {SOME}])
"""


@pytest.mark.parametrize("seed", ["0", "1"])
def test_digests_are_the_same_in_every_process(miniature: Site, seed: str) -> None:
    environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run([sys.executable, "-c", DIGESTS], env=environment, capture_output=True, text=True, check=True)
    here = [miniature.knowledge.notebook.digest(one) for one in SOME]
    assert json.loads(done.stdout.replace("'", '"')) == here
    assert len(set(here)) == len(here)


ANSWERING = (Knowledge, Packages, Lifecycle, AgeRuler, HistoryViews)


def _public(kind: type) -> Iterator[tuple[str, Any]]:
    for name, member in vars(kind).items():
        function = member.fget if isinstance(member, property) else member
        if inspect.isfunction(function) and not name.startswith("_"):
            yield name, function


@pytest.mark.parametrize("kind", ANSWERING, ids=lambda kind: kind.__name__)
def test_who_answers_from_what_only_it_knows_is_asked(kind: type) -> None:
    """What reads private state, and is no question, would leave no note: what it tells could change unseen."""
    unseen = {
        f"{name} reads {ast.unparse(node)}"
        for name, function in _public(kind)
        if not hasattr(function, "__wrapped__")
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("self._")
    }
    assert unseen == set()
