"""The compare page: what it says of each record."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping

import pytest

from macros.facts import Knowledge
from macros.outputs.data_files import COMPARISON
from macros.pages.compared import Cell, compared
from macros.schema.kinds import COMPARED
from macros.site.state import Site
from tests.support.elements import read


def said(knowledge: Knowledge, kind: str, record: str) -> Mapping[str, Cell | None]:
    """What is said of a record, by label."""
    rows = [row for group in compared(knowledge, kind, record).values() for row in group]
    assert len(dict(rows)) == len(rows)
    return dict(rows)


@pytest.mark.parametrize("kind", COMPARED)
def test_every_record_answers_every_row(made_up: Site, kind: str) -> None:
    first, *others = (compared(made_up.knowledge, kind, record) for record in made_up.knowledge.records.of(kind))
    for other in others:
        assert [(title, [*dict(rows)]) for title, rows in other.items()] == [
            (title, [*dict(rows)]) for title, rows in first.items()
        ]


def test_kinds_can_be_chosen_in_the_order_of_the_page(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    options = [one.attributes["value"] for one in read(made_up, "free_comparison").all("option")]
    assert set(json.loads(made_up_exports[COMPARISON])) == set(options)


def test_a_model_is_compared_by_the_answers_of_its_page(made_up: Site) -> None:
    small = said(made_up.knowledge, "models", "maker/shuttle-small")
    assert small["Chip One"] == Cell(
        "Supported for training with Loom, last said 2018-01", datetime.date(2019, 2, 1), "supported"
    )


def test_a_framework_is_compared_by_its_state_and_what_runs_today(made_up: Site) -> None:
    tongs = said(made_up.knowledge, "frameworks", "tongs")
    standing = tongs["Standing"]
    assert standing
    assert standing.text.startswith("Ended")
    assert "Replaced by Hammer" in standing.text
    assert tongs["Chip One"] is None
