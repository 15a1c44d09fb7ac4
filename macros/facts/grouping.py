"""Group values by a key, and each value once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

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
