"""Tables on the pages of records: what all rows have in common, and which rows stand there."""

from __future__ import annotations

import pytest

from macros.columns.column import Column
from macros.pages.section import MOST_ROWS, Section, shown_facts

Fact = tuple[str, int]
KIND: Column[Fact] = Column("kind", "What it is.", lambda fact: fact[0])
NUMBER: Column[Fact] = Column("number", "Which it is.", lambda fact: fact[1])
FACTS: list[Fact] = [("early" if place < MOST_ROWS else "late", place) for place in range(MOST_ROWS + 10)]


@pytest.mark.parametrize(("whole", "rows"), [("api/v1/rows.csv", MOST_ROWS), ("", len(FACTS))])
def test_a_table_is_cut_only_where_all_of_it_is_elsewhere(whole: str, rows: int) -> None:
    shown = shown_facts(Section("Rows", columns=(KIND, NUMBER), whole=whole), FACTS)
    assert shown is not None
    assert (len(shown.rows), shown.total, shown.whole) == (rows, len(FACTS), whole)


def test_what_the_shown_rows_have_in_common_is_not_said_of_all() -> None:
    shown = shown_facts(Section("Rows", columns=(KIND, NUMBER), whole="api/v1/rows.csv"), FACTS)
    assert shown is not None
    assert (list(shown.common), list(shown.columns)) == ([], [KIND, NUMBER])
