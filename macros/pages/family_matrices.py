"""The list of families: what runs today on each accelerator, and the architecture-fit matrices as published."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from macros.facts import Knowledge
from macros.facts.families import FamilyOnAccelerator, family_on_accelerators
from macros.facts.hardware import order_of_accelerator
from macros.pages.families import CHANGES
from macros.pages.section import ShownSection, shown_section
from macros.schema.ids import FamilyId
from macros.schema.models import SupportMatrix

FEWEST_FAMILIES = 3
"""An accelerator about which fewer are known has no column in the table of all families."""


@dataclass(frozen=True)
class PublishedMatrix:
    """A matrix as its source published it."""

    id: str
    matrix: SupportMatrix
    as_of: datetime.date | None
    names: Mapping[FamilyId, str]
    """By family: its name as published, where that differs from ours."""


@dataclass(frozen=True)
class FamilyIndex:
    """All families: at a glance, as published, and what changed."""

    accelerators: Sequence[str]
    """The columns of the table: accelerators about which something is known for several families."""
    left_out: Sequence[str]
    """Those about which something is known for fewer."""
    rows: Mapping[str, Sequence[FamilyOnAccelerator]]
    """By family: a cell for each accelerator."""
    matrices: Sequence[PublishedMatrix]
    """Newest first."""
    changes: ShownSection


def index(knowledge: Knowledge) -> FamilyIndex:
    """What is known of every family, and the matrices it rests on."""
    every = sorted(knowledge.records.accelerators, key=partial(order_of_accelerator, knowledge))
    cells = {family: family_on_accelerators(knowledge, family, every) for family in knowledge.records.families}
    known = Counter(cell.accelerator for row in cells.values() for cell in row if cell.known)
    columns = [chip for chip in every if known[chip] >= FEWEST_FAMILIES]
    return FamilyIndex(
        accelerators=columns,
        left_out=[chip for chip in every if 0 < known[chip] < FEWEST_FAMILIES],
        rows={family: [cell for cell in row if cell.accelerator in columns] for family, row in cells.items()},
        matrices=sorted(_matrices(knowledge), key=lambda one: (one.as_of is None, one.as_of), reverse=True),
        changes=shown_section(CHANGES, knowledge, "families", ""),
    )


def _matrices(knowledge: Knowledge) -> Iterator[PublishedMatrix]:
    families = knowledge.records.families
    for key, matrix in knowledge.records.support.items():
        names = {row.family: row.as_published for row in matrix.rows if row.as_published != families[row.family].name}
        yield PublishedMatrix(key, matrix, knowledge.as_of(matrix.citation), names)
