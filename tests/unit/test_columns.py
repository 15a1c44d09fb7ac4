"""The made-up data has a row for every table: a wrong path of a column fails wherever it is exported or shown."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from macros.columns import TABLES, Column
from macros.columns.answers import ModelAnswer, model_answers, model_today
from macros.facts.support_status import SupportStatus
from macros.pages.entries import entries
from macros.pages.shared_sections import SHARED
from macros.site.state import Site


def test_every_column_can_be_read_from_the_made_up_data(made_up: Site) -> None:
    known = made_up.knowledge
    facts: dict[str, Any] = {table.name: table.facts(known) for table in TABLES.values() if table.facts}
    models = known.records.models
    facts["answers"] = [answer for model in models for answer in model_answers(known, model)]
    facts["today"] = [answer for model in models for answer in model_today(known, model)]
    tables = [(name, TABLES[name].columns, found) for name, found in facts.items()]
    for section in SHARED:
        pages = [entry for kind in section.kinds for entry in entries(known, kind, known.records.of(kind))]
        found = [fact for entry in pages for fact in section.facts_of(entry) or ()]
        tables.append((section.heading, section.columns, found))
    for name, columns, found in tables:
        assert found, f"the made-up data has no row for {name}"
        for fact in found:
            for column in columns:
                column.value(fact)


def test_a_wrong_path_is_an_error(made_up: Site) -> None:
    [fact, *_] = made_up.knowledge.support
    wrong: Column[SupportStatus] = Column("status", "What holds.", "statement.states")
    with pytest.raises(AttributeError):
        wrong.value(fact)


@pytest.mark.parametrize(
    ("path", "declared"), [("memory_gib", float | None), ("strongest.newest", datetime.date | None)]
)
def test_what_lies_behind_an_attribute_that_may_be_missing_may_be_missing(path: str, declared: Any) -> None:
    column: Column[ModelAnswer] = Column("any", "", path)
    assert column.type_of(ModelAnswer) == declared
