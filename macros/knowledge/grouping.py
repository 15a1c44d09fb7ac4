"""What belongs to the same, together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
H = TypeVar("H", bound=Hashable)


def gathered(pairs: Iterable[tuple[K | None, V]]) -> Mapping[K, Sequence[V]]:
    """Values by their keys, in the order in which they come; without those that have none."""
    found: defaultdict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        if key is not None:
            found[key].append(value)
    found.default_factory = None
    return found


def unique(values: Iterable[H]) -> tuple[H, ...]:
    """Each value once, in the order of their first places."""
    return tuple(dict.fromkeys(values))
