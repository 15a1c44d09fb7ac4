"""Choices that a seed decides, alike in every release of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Thrown again and again, gives what its seed says."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._throws = 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self._throws += 1
        return int.from_bytes(sha256(f"{self._seed}/{self._throws}".encode()).digest()[:8]) % limit

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.below(len(choices))]
