"""What is asked of the knowledge while something is made, noted so that it can be asked again.

Whatever is made of the answers alone stays the same as long as each question is answered alike. So what an earlier
build made need not be made again, and a change of the data changes what asked about it, and nothing else.

A question has a name and plain words, and can be put again from these: a method that `question` marks, an entry of a
mapping in the records, a field of one of the few records that stand alone. What is no question asks questions, and is
noted by those.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, cast

from macros.knowledge.digests import Digests
from macros.loading import Records
from macros.schema import KINDS, SINGLES

V = TypeVar("V")
S = TypeVar("S", bound="Answering")
P = ParamSpec("P")
R = TypeVar("R")

Question = tuple[Any, ...]
"""Who is asked, what, and its words: texts, numbers, None, and tuples of these."""

MANY = 4_096
"""Values that are remembered. Of more, most belong to what is done with, and would only take memory."""
FEW = 50
"""Questions of one kind. Instead of more, wider ones are put, which are answered sooner than all of them."""


class Notebook:
    """Notes questions, and asks them again."""

    def __init__(self) -> None:
        self._answering: dict[str, Callable[..., object]] = {}
        self._noted: dict[Question, None] | None = None
        self._digests = Digests()
        self._answers: dict[Question, str] = {}
        self._wider: dict[tuple[str, str], tuple[Question, ...]] = {}

    def introduce(self, name: str, answer: Callable[..., object]) -> None:
        """Says who answers to a name, given what is asked and its words."""
        self._answering[name] = answer

    def widen(self, who: str, what: str, *wider: Question) -> None:
        """Says which few questions stand for many of a kind: the answers to those follow from the answers to these."""
        self._wider[who, what] = wider

    @contextmanager
    def noting(self) -> Iterator[dict[Question, None]]:
        """Notes what is asked until the end: each question once, in the order in which they were first asked."""
        before, self._noted = self._noted, {}
        try:
            yield self._noted
        finally:
            self._noted = before

    def few(self, asked: Iterable[Question]) -> Sequence[Question]:
        """The same questions, with wider ones for each kind of which there are many."""
        kinds: dict[tuple[str, str], list[Question]] = {}
        for question in asked:
            kinds.setdefault(question[:2], []).append(question)
        found: dict[Question, None] = {}
        for kind, questions in kinds.items():
            wider = self._wider.get(kind) if len(questions) > FEW else None
            found |= dict.fromkeys(wider or questions)
        return tuple(found)

    def note(self, question: Question) -> None:
        """Notes a question that is answered without asking others."""
        if self._noted is not None:
            self._noted[question] = None

    def recall(self, questions: Iterable[Question]) -> None:
        """Notes questions that were asked before."""
        if self._noted is not None:
            self._noted.update(dict.fromkeys(questions))

    def ask(self, question: Question, answer: Callable[[], R]) -> R:
        """The answer to a question, which is noted. What is asked to answer it is not."""
        if self._noted is None:
            return answer()
        noted, self._noted = self._noted, None
        noted[question] = None
        try:
            return answer()
        finally:
            self._noted = noted

    def digest(self, question: Question) -> str:
        """A digest of the answer that a question has in this state of the data; of none, where it makes no sense."""
        found = self._answers.get(question)
        if found is None:
            found = self._answers[question] = self._digest(*question)
        return found

    def _digest(self, name: str, *words: Any) -> str:
        noted, self._noted = self._noted, None
        try:
            answer = self._answering[name](*words)
        except Exception:  # noqa: BLE001 - asked about what is no longer there, code may fail in any way
            return ""
        finally:
            self._noted = noted
        return self._digests.of(answer)


class Answering:
    """Who has methods that are questions."""

    called: ClassVar[str]
    """The name in its questions."""

    def __init__(self, notebook: Notebook | None = None) -> None:
        """Without a notebook of others, it has its own."""
        self.notebook = notebook or Notebook()
        """Notes what is asked here."""
        self.notebook.introduce(self.called, methods_of(self))


def question(answer: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Marks a method that answers from what only its object knows. All its arguments are words, given by position."""
    what = answer.__name__

    @wraps(answer)
    def ask(self: S, /, *words: P.args, **named: P.kwargs) -> R:
        return self.notebook.ask((self.called, what, *words), lambda: answer(self, *words, **named))

    return ask


def methods_of(answering: object) -> Callable[..., object]:
    """Answers questions by the methods and properties of an object."""

    def answer(what: str, *words: Any) -> object:
        found = getattr(answering, what)
        return found(*words) if callable(found) else found

    return answer


class Remembered(Generic[R]):
    """Makes each value once, and again when many others came between.

    Whoever is given one has asked what was asked to make it.
    """

    def __init__(
        self, notebook: Notebook, make: Callable[..., R], key: Callable[..., Hashable] = lambda *given: given
    ) -> None:
        self._notebook = notebook
        self._make = make
        self._key = key
        self._known: dict[Hashable, tuple[R, tuple[Question, ...]]] = {}

    def __call__(self, *given: Any) -> R:
        """The value that is made of what is given."""
        key = self._key(*given)
        found = self._known.get(key)
        if found is None:
            with self._notebook.noting() as noted:
                value = self._make(*given)
            if len(self._known) == MANY:
                self._known.clear()
            found = self._known[key] = value, tuple(noted)
        self._notebook.recall(found[1])
        return found[0]


class AskedMapping(Mapping[str, V]):
    """A mapping whose entries are questions each, and all of it one."""

    def __init__(self, name: str, entries: Mapping[str, V], notebook: Notebook) -> None:
        self._entries = entries
        self._notebook = notebook
        self._all, self._keys, self._name = (name, "all"), (name, "keys"), name
        notebook.introduce(name, self._answer)
        notebook.widen(name, "entry", self._all)

    def _answer(self, what: str, *words: str) -> object:
        if what == "entry":
            return self._entries.get(*words)
        return list(self._entries) if what == "keys" else dict(self._entries)

    def __getitem__(self, key: str) -> V:
        self._notebook.note((self._name, "entry", key))
        return self._entries[key]

    def __contains__(self, key: object) -> bool:
        self._notebook.note((self._name, "entry", key))
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        self._notebook.note(self._keys)
        return iter(self._entries)

    def __len__(self) -> int:
        self._notebook.note(self._keys)
        return len(self._entries)

    def items(self) -> ItemsView[str, V]:
        """All of it."""
        self._notebook.note(self._all)
        return self._entries.items()

    def values(self) -> ValuesView[V]:
        """All of it."""
        self._notebook.note(self._all)
        return self._entries.values()


class AskedFields:
    """A record whose fields are questions each."""

    def __init__(self, name: str, record: object, notebook: Notebook) -> None:
        self._name = name
        self._record = record
        self._notebook = notebook
        notebook.introduce(name, methods_of(record))

    def __getattr__(self, field: str) -> Any:
        self._notebook.note((self._name, field))
        return getattr(self._record, field)


def asked(records: Records, notebook: Notebook) -> Records:
    """The records, each of which is a question.

    Without the data's revision, which every change alters: what needs it asks the knowledge for it.
    """
    kinds = {kind.folder: AskedMapping(kind.folder, records.of(kind.folder), notebook) for kind in KINDS}
    singles = {name: AskedFields(name, getattr(records, name), notebook) for name in SINGLES}
    names = {kind: AskedMapping(f"names of {kind}", found, notebook) for kind, found in records.catalog.names.items()}
    return replace(
        records,
        vocabularies=AskedMapping("vocabularies", records.vocabularies, notebook),
        catalog=replace(records.catalog, ids={kind: found.keys() for kind, found in kinds.items()}, names=names),
        revision="",
        **cast("dict[str, Any]", {**kinds, **singles}),
    )
