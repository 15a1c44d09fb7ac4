"""The grid of what runs today on its own page: software by the accelerators of a vendor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import ceil
from typing import Any, NamedTuple

from macros.columns.column import Column, is_nothing
from macros.columns.phrase import RecordLink
from macros.facts import Knowledge
from macros.facts.grouping import group_by
from macros.facts.hardware import order_of_accelerator
from macros.facts.knowledge import once
from macros.facts.support_status import OFFERED, OVER
from macros.pages.support_today import WITH_FRAMEWORK, SupportLine, as_one, every_line, merged, on_any_hardware

MOST_COLUMNS = 8
"""More are too wide to read, and to open at once."""

Facts = Sequence[tuple[Column[SupportLine], Any]]
"""Columns with their values."""


class GridCell(NamedTuple):
    accelerators: Sequence[RecordLink]
    """The head of its column: those of which the same is said of each software."""
    lines: Sequence[SupportLine]
    """Of the first of them, the best first."""
    behind: Sequence[Sequence[SupportLine]]
    """What stands behind the cell: the merged lines of each of them."""


class GridRow(NamedTuple):
    head: RecordLink
    cells: Sequence[GridCell]

    @property
    def details(self) -> Sequence[Sequence[tuple[Sequence[str], Facts]]]:
        """What stands behind the cells, as ids and facts: once for those that say the same of several accelerators."""
        alike = group_by((cell for cell in self.cells if cell.lines), lambda cell: _said(cell.behind[0])).values()
        behind = ([lines for cell in cells for lines in cell.behind] for cells in alike)
        return [[(one.ids, _facts(one)) for one in map(as_one, zip(*lines, strict=True))] for lines in behind]


def _said(lines: Sequence[SupportLine]) -> Sequence[str]:
    return tuple(map(on_any_hardware, lines))


def _facts(line: SupportLine) -> Facts:
    """What is known of it, and whether it is known what to install."""
    found = ((column, column.value(line)) for column in WITH_FRAMEWORK)
    return [
        (replace(each, folded=False), value) for each, value in found if each.name == "pin" or not is_nothing(value)
    ]


@dataclass(frozen=True)
class SupportGrid:
    """Software by the accelerators of one vendor."""

    knowledge: Knowledge
    vendor: str
    accelerators: Sequence[str]
    """Those with software of today first."""
    rows: Sequence[Sequence[SupportLine]]
    """The lines of each software, the best first."""
    name: str = ""
    """What tells it from the other parts of a grid that is too wide: the core architectures of its accelerators."""

    @property
    def parts(self) -> Sequence[SupportGrid]:
        """Itself; where it is too wide, parts by core architecture.

        One with few accelerators shares a part with others; one with many has several.
        """
        if len(self.table[0].cells) <= MOST_COLUMNS:
            return [self]
        parts: list[dict[str, Sequence[str]]] = []
        for name, chips in self._generations():
            if not parts or sum(map(len, parts[-1].values())) + len(chips) > MOST_COLUMNS:
                parts.append({})
            parts[-1][name] = chips
        return [self._of(part) for part in parts]

    def _generations(self) -> Iterator[tuple[str, Sequence[str]]]:
        """The accelerators of each core architecture, with its name; of one that has many, some at a time."""
        known = self.knowledge.records.accelerators
        for generation, chips in group_by(self.accelerators, lambda chip: known[chip].core_architecture or "").items():
            name = self.knowledge.term("core_architecture", generation).label if generation else ""
            most = ceil(len(chips) / ceil(len(chips) / MOST_COLUMNS))
            if most == len(chips):
                yield name or "others", chips
                continue
            for at in range(0, len(chips), most):
                some = chips[at : at + most]
                ends = f"{known[some[0]].short_name} to {known[some[-1]].short_name}"
                yield f"{name}, {ends}" if name else ends, some

    def _of(self, chips_by_name: Mapping[str, Sequence[str]]) -> SupportGrid:
        chips = list(chain.from_iterable(chips_by_name.values()))
        of_chips = ([line for line in row if line.status.accelerator in chips] for row in self.rows)
        rows, name = list(filter(None, of_chips)), ", ".join(chips_by_name)
        return replace(self, accelerators=chips, rows=rows, name=name)

    @property
    def offered(self) -> SupportGrid:
        """The accelerators and the software with something to install today."""
        rows = [row for row in self.rows if any(line.status.status in OFFERED for line in row)]
        chips = {line.status.accelerator for row in rows for line in row if line.status.status in OFFERED}
        return SupportGrid(self.knowledge, self.vendor, [chip for chip in self.accelerators if chip in chips], rows)

    @cached_property
    def table(self) -> Sequence[GridRow]:
        """A row for each software, with a cell for all accelerators of which each row says the same."""
        rows = [group_by(row, lambda line: line.status.accelerator) for row in self.rows]
        behind = {chip: [merged(row.get(chip, ())) for row in rows] for chip in self.accelerators}
        alike = group_by(behind, lambda chip: tuple(map(_said, behind[chip]))).values()
        columns = [(chips, list(map(self._head, chips))) for chips in alike]

        def row(at: int) -> GridRow:
            cells = [
                GridCell(heads, rows[at].get(chips[0], ()), [behind[chip][at] for chip in chips])
                for chips, heads in columns
            ]
            return GridRow(self.rows[at][0].software, cells)

        return [row(at) for at in range(len(rows))]

    def _head(self, chip: str) -> RecordLink:
        return RecordLink("accelerators", chip, self.knowledge.records.accelerators[chip].short_name, says_end=False)

    def values(self, columns: Sequence[Column[SupportLine]]) -> Sequence[Sequence[Any]]:
        """The values of some columns, of every line."""
        return [[column.value(line) for column in columns] for row in self.rows for line in row]


@once
def grids(knowledge: Knowledge) -> Sequence[SupportGrid]:
    """All statuses, by vendor."""
    chips = knowledge.records.accelerators
    vendors = group_by(every_line(knowledge), lambda line: chips[line.status.accelerator].vendor)
    return [
        _grid(knowledge, vendor, found) for vendor, found in sorted(vendors.items(), key=lambda one: one[0].lower())
    ]


def _grid(knowledge: Knowledge, vendor: str, lines: Sequence[SupportLine]) -> SupportGrid:
    current = {line.status.accelerator for line in lines if line.status.status not in OVER}
    accelerators = sorted(
        {line.status.accelerator for line in lines},
        key=lambda chip: (chip not in current, order_of_accelerator(knowledge, chip)),
    )
    return SupportGrid(knowledge, vendor, accelerators, list(group_by(lines, lambda line: line.software).values()))
