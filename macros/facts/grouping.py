"""Values grouped by a key, and facts by the records that they name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar

from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation, Subjects

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
H = TypeVar("H", bound=Hashable)


def group_pairs(pairs: Iterable[tuple[K | None, V]]) -> Mapping[K, Sequence[V]]:
    """Values by their keys, both in the order in which they come. Pairs whose key is None are left out."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        if key is not None:
            groups.setdefault(key, []).append(value)
    return groups


def group_by(values: Iterable[V], key: Callable[[V], K | None]) -> Mapping[K, Sequence[V]]:
    return group_pairs((key(value), value) for value in values)


def unique(values: Iterable[H]) -> tuple[H, ...]:
    """Each value once, in the order of their first places."""
    return tuple(dict.fromkeys(values))


F = TypeVar("F")
S = TypeVar("S", Limitation, Conflict)


class Index(tuple[F, ...]):  # noqa: SLOT001 - a tuple cannot have slots for attributes
    """All facts of one type, in the order of the data, with an index by the records that they name.

    `keys` gives, for each kind of record, the attribute of a fact that holds its ids, or a function that reads them.
    They are one id, a tuple of ids, or None.
    """

    _by_record: Mapping[str, Mapping[str, Sequence[F]]]

    def __new__(cls, facts: Iterable[F], keys: Mapping[str, str | Callable[[F], Any]]) -> Self:
        """Iterates over the facts once."""
        self = super().__new__(cls, facts)
        self._by_record = {
            kind: self._group(attrgetter(key) if isinstance(key, str) else key) for kind, key in keys.items()
        }
        return self

    def _group(self, ids_of: Callable[[F], Any]) -> Mapping[str, Sequence[F]]:
        every = ((ids_of(fact), fact) for fact in self)
        return group_pairs(
            (record, fact)
            for ids, fact in every
            for record in (dict.fromkeys(ids) if isinstance(ids, tuple) else (ids,))
        )

    def of(self, kind: str, record: str) -> Sequence[F]:
        """The facts that name a record. Raises KeyError where facts of this type name no record of this kind."""
        return self._by_record[kind].get(record, ())


class SubjectIndex(Generic[S]):
    """Limitations or conflicts by the records that they are about."""

    def __init__(self, records: Mapping[str, S], subjects_of: Callable[[S], Subjects], states: Iterable[str]) -> None:
        """`states` are the ids of their states in the order in which readers should see them."""
        self._records: Mapping[str, S] = records
        self._order = list(states)
        subjects = [(key, subjects_of(record)) for key, record in records.items()]
        self._by_record = group_pairs(
            ((kind, record), key)
            for key, about in subjects
            for kind in Subjects.model_fields
            for record in getattr(about, kind)
        )
        self._by_stack: Mapping[tuple[str, str], Sequence[str]] = group_pairs(
            (stack, key)
            for key, about in subjects
            if not (about.models or about.architectures or about.families)
            for stack in product(about.frameworks, about.accelerators)
        )

    def of(self, *subjects: tuple[str, str | None]) -> Sequence[tuple[str, S]]:
        """Those about any of some records (kind, id), by state and id. Subjects whose id is None are ignored."""
        return self._sorted(
            key for kind, record in subjects if record for key in self._by_record.get((kind, record), ())
        )

    def of_stacks(self, *stacks: tuple[str, str]) -> Sequence[tuple[str, S]]:
        """Those about a framework on an accelerator (ids), and no model, architecture or family; by state and id."""
        return self._sorted(key for stack in stacks for key in self._by_stack.get(stack, ()))

    def _sorted(self, keys: Iterable[str]) -> Sequence[tuple[str, S]]:
        found = [(key, self._records[key]) for key in set(keys)]
        return sorted(found, key=lambda one: (self._order.index(one[1].state), one[0]))
