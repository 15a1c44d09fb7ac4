"""Reads what the built site's own files say of its records, so that tests can choose some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from tests.support.built_site import BuiltSite

Record = Mapping[str, Any]


class Api(BuiltSite):
    """The JSON files of a built site."""

    def records(self, name: str) -> Sequence[Record]:
        """Every record of a file below api/v1; of rows that print the same run, the one that is counted."""
        return [record for record in self.result(name) if record.get("repeats") is None]

    @cached_property
    def configurations(self) -> Sequence[Record]:
        """Every tested configuration."""
        return self.records("tested-configurations")

    @cached_property
    def comparable(self) -> Mapping[str, Any]:
        """By kind: what the free comparison knows of its records."""
        found: Mapping[str, Any] = self.json("compare/facts.json")
        return found

    def address(self, kind: str, record: str) -> str:
        """The page of a record that can be compared, from the site's root."""
        found: str = self.comparable[kind]["records"][record]["page"]
        return found

    def ids(self, kind: str, count: int) -> list[str]:
        """Some records that can be compared: those that say the most."""
        records = self.comparable[kind]["records"]

        def said(record: str) -> int:
            return sum(one is not None for group in records[record]["says"] for one in group)

        return sorted(records, key=lambda record: (-said(record), record))[:count]


def values(rows: Iterable[Record], name: str) -> list[Any]:
    """The values of a column, the most frequent first."""
    return [value for value, _ in Counter(row[name] for row in rows if row[name] is not None).most_common()]
