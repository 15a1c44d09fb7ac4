"""Values grouped by a key, and facts by the records that they name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Self, TypeVar

from macros.schema.kinds import KINDS

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
H = TypeVar("H", bound=Hashable)
F = TypeVar("F")


def group_pairs(pairs: Iterable[tuple[K | None, V]]) -> Mapping[K, Sequence[V]]:
    """Values by their keys, both in the order in which they come. Pairs whose key is None are left out."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        if key is not None:
            groups.setdefault(key, []).append(value)
    return groups


def group_by(values: Iterable[V], key: Callable[[V], K | None]) -> Mapping[K, Sequence[V]]:
    return group_pairs((key(value), value) for value in values)


def in_turn(values: Iterable[V], key: Callable[[V], K | None]) -> Sequence[V]:
    """Values in an order in which each group comes once before any comes again."""
    rounds = zip_longest(*group_by(values, key).values())
    return [value for one in rounds for value in one if value is not None]


def unique(values: Iterable[H]) -> tuple[H, ...]:
    """Each value once, in the order of their first places."""
    return tuple(dict.fromkeys(values))


def by(*names: str, **others: str | Callable[[Any], Any]) -> Mapping[str, str | Callable[[Any], Any]]:
    """How an index reads ids from facts: from attributes called like one record of a kind, or like the kind itself.

    `others` are kinds whose ids stand elsewhere.
    """
    kinds = {kind.noun: folder for folder, kind in KINDS.items()}
    return {kinds.get(name, name): name for name in names} | others


class Index(tuple[F, ...]):  # noqa: SLOT001 - a tuple cannot have slots for attributes
    """All facts of one type in their order, indexed by the records that they name.

    `keys` tell for each kind of record how to read its ids from a fact: a path of attributes, or a function. They are
    one id, a tuple of ids, or None.
    """

    _by_record: Mapping[str, Mapping[Hashable, Sequence[F]]]

    def __new__(cls, facts: Iterable[F], keys: Mapping[str, str | Callable[[F], Any]]) -> Self:
        self = super().__new__(cls, facts)
        self._by_record = {
            kind: self._group(attrgetter(key) if isinstance(key, str) else key) for kind, key in keys.items()
        }
        return self

    def _group(self, ids_of: Callable[[F], Any]) -> Mapping[Hashable, Sequence[F]]:
        every = ((ids_of(fact), fact) for fact in self)
        return group_pairs(
            (one, fact) for ids, fact in every for one in (unique(ids) if type(ids) is tuple else (ids,))
        )

    def of(self, kind: str, record_id: Hashable) -> Sequence[F]:
        """The facts that name a record; none for None. Raises KeyError where such facts name no record of this kind."""
        return () if record_id is None else self._by_record[kind].get(record_id, ())

    def of_any(self, *subjects: tuple[str, Hashable]) -> Sequence[F]:
        """The facts that name any of some records, each given by kind and id."""
        found = {id(fact) for subject in subjects for fact in self.of(*subject)}
        return [fact for fact in self if id(fact) in found]
