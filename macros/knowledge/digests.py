"""Digests of what the knowledge answers: equal where two states of the data answer alike, in whatever process."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from pydantic_core import to_json

from macros.knowledge.facts import Fact
from macros.schema.base import Record

LENGTH = 12
"""Bytes. Of a billion answers that differ, no two are likely to meet in them."""
MANY = 131_072
"""Records and facts whose digests are remembered: a hundred bytes each, in every process of a build."""


class Digests:
    """Takes digests of the answers about one state of the knowledge."""

    def __init__(self) -> None:
        self._encoder = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=self._told)
        self._lasting: dict[int, bytes] = {}
        """By identity: of records and facts, which stand in many answers and last as long as the knowledge."""
        self._readers: dict[type, Callable[[object], tuple[object, ...]]] = {}
        """By type of dataclass: reads all its fields."""

    def of(self, answer: object) -> str:
        """The digest of an answer. Raises TypeError for what no answer is made of."""
        found = self._of_all(answer) if isinstance(answer, list | tuple) else None
        return (found or _digest(self._encoder.encode(answer).encode())).hex()

    def _of_all(self, answer: Sequence[object]) -> bytes | None:
        """The digest of records and facts alone, as many answers are; None where there is anything else."""
        digests = b"".join(map(self._of_lasting, answer))
        return _digest(digests) if len(digests) == LENGTH * len(answer) else None

    def _of_lasting(self, value: object) -> bytes:
        """The digest of a record or fact; nothing for what is neither."""
        known = self._lasting.get(id(value))
        if known is None:
            if not isinstance(value, Record | Fact):
                return b""
            if len(self._lasting) == MANY:
                self._lasting.clear()
            written = value.model_dump_json().encode() if isinstance(value, Record) else to_json(self._parts(value))
            known = self._lasting[id(value)] = _digest(written)
        return known

    def _told(self, value: object) -> object:
        """What JSON has no form for as something that it has one for."""
        if lasting := self._of_lasting(value):
            return lasting.hex()
        if isinstance(value, datetime.date):
            return f"date {value.isoformat()}"
        if is_dataclass(value):
            return self._parts(value)
        if isinstance(value, AbstractSet):
            return sorted(value)
        if isinstance(value, Mapping):
            return dict(value)
        raise TypeError(f"no digest can be taken of a {type(value).__name__}")

    def _parts(self, value: Any) -> tuple[object, ...]:
        kind = type(value)
        if kind not in self._readers:
            # Of one name alone, attrgetter would give the value by itself.
            self._readers[kind] = attrgetter(*(field.name for field in fields(kind)), "__class__.__name__")
        return self._readers[kind](value)


def _digest(written: bytes) -> bytes:
    return blake2b(written, digest_size=LENGTH).digest()
