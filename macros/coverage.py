"""Whether the account of what was taken in adds up, and against what the records hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.loading import Records
from macros.loading.locating import Path
from macros.schema import KINDS
from macros.schema.intake import Intake, IntakeTable


def held(records: Records, kind: str) -> int:
    """How many items of a kind the records hold: 0 where no record has such a list."""
    folder, *steps = kind.split(".")
    found: list[Any] = list(records.of(folder).values()) if folder in {known.folder for known in KINDS} else []
    for step in steps:
        found = [item for parent in found for item in _items(getattr(parent, step, None))]
    return len(found)


def _items(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    if isinstance(value, Mapping):
        return tuple(value.values())
    return value if isinstance(value, tuple) else (value,)


def carried(intake: Intake) -> Mapping[str, int]:
    """How many rows of all tables went into each kind."""
    counts: Counter[str] = Counter()
    for table in intake.tables:
        for part in table.carried:
            counts[part.kind] += part.rows
    return counts


@dataclass(frozen=True)
class Discrepancy:
    """A sum that does not come out."""

    path: Path
    """Of the figure in `data/intake.yml`."""
    message: str
    kind: str | None = None
    """Of record, where the records hold too few."""
    missing: int = 0
    """How many they lack."""

    def __str__(self) -> str:
        return self.message


def discrepancies(records: Records) -> Iterator[Discrepancy]:
    """Every sum that does not come out."""
    first: dict[str, Path] = {}
    for index, table in enumerate(records.intake.tables):
        told = _carried_of(table) + _left_out_of(table)
        if told != table.rows:
            message = f"expected {table.rows} rows of {table.table} carried or left out, got {told}"
            yield Discrepancy(("tables", index, "rows"), message)
        for position, part in enumerate(table.carried):
            first.setdefault(part.kind, ("tables", index, "carried", position, "rows"))
    for kind, rows in carried(records.intake).items():
        if rows > (found := held(records, kind)):
            message = f"expected at least the {rows} rows carried into {kind}, got {found} in the records"
            yield Discrepancy(first[kind], message, kind, rows - found)


def report(records: Records) -> Iterator[str]:
    """The account as lines of text: first by table, then by kind of record."""
    yield _line("table", "rows", "carried", "left out")
    for table in records.intake.tables:
        yield _line(table.table, table.rows, _carried_of(table), _left_out_of(table))
        for part in table.carried:
            yield _line(f"  {part.kind}", "", part.rows)
        for rest in table.left_out:
            yield f"{_line('', '', '', rest.rows)}  {rest.reason}"
    tables = records.intake.tables
    yield _line("all tables", *(sum(map(count, tables)) for count in (_rows_of, _carried_of, _left_out_of)))
    yield ""
    yield _line("kind of record", "records", "rows", "carried")
    yield from _by_kind(records)


def _by_kind(records: Records) -> Iterator[str]:
    into = carried(records.intake)
    for kind in KINDS:
        own = into.get(kind.folder, "")
        yield _line(kind.folder, len(records.of(kind.folder)), "", own)
        for lists in sorted(name for name in into if name.startswith(f"{kind.folder}.")):
            yield _line(f"  {lists}", "", held(records, lists), into[lists])


def _rows_of(table: IntakeTable) -> int:
    return table.rows


def _carried_of(table: IntakeTable) -> int:
    return sum(part.rows for part in table.carried)


def _left_out_of(table: IntakeTable) -> int:
    return sum(rest.rows for rest in table.left_out)


def _line(name: str, *figures: int | str) -> str:
    return f"{name:<34}{''.join(f'{figure:>10}' for figure in figures)}".rstrip()
