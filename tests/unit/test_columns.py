"""Every column of every table can be read: the attribute path of each is checked on the made-up data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from macros.columns import TABLES, Column, explorer_views
from macros.columns.answers import ANSWERS, EVIDENCE, MEMORY, TODAY, EvidenceOnAccelerator, model_answers, model_today
from macros.columns.column import Table
from macros.columns.statements import COMPARISONS
from macros.facts import Knowledge
from macros.facts.hardware_answers import hardware_answers
from macros.outputs.twins.facts import SUBJECTS
from macros.pages.shared_sections import SHARED
from macros.site.state import Site


def every_table(known: Knowledge) -> Iterator[tuple[str, Sequence[Column[Any]], Iterable[Any]]]:
    """Name, columns and facts of each table: of the API, of the explorer, and of Markdown versions of pages."""
    yield from ((table.name, table.columns, table.facts(known)) for table in TABLES.values() if table.facts)
    records = known.records
    answers = [answer for model in records.models for answer in model_answers(known, model)]
    yield ANSWERS.name, ANSWERS.columns, answers
    yield TODAY.name, TODAY.columns, [found for model in records.models for found in model_today(known, model)]
    features = [feature for comparison in records.comparisons.values() for feature in comparison.features]
    yield COMPARISONS.name, COMPARISONS.columns, features
    for view in explorer_views.VIEWS:
        yield f"explorer, {view.name}", view.columns(known), view.table.facts(known) if view.table.facts else ()
    for section in SHARED:
        facts = [fact for kind in section.kinds for key in records.of(kind) for fact in section.facts(known, kind, key)]
        yield section.heading, section.columns, facts
    found = [hardware_answers(known, SUBJECTS["models"](known, model)) for model in records.models]
    evidence = [
        EvidenceOnAccelerator(line.accelerator, piece) for one in found for line in one.known for piece in line.evidence
    ]
    yield "evidence", EVIDENCE, evidence
    yield "memory", MEMORY, [line for one in found for line in one.instances_for_memory]


def test_every_column_can_be_read_from_the_made_up_data(made_up: Site) -> None:
    for name, columns, facts in every_table(made_up.knowledge):
        assert facts, f"the made-up data has no row for {name}"
        for fact in facts:
            for column in columns:
                column.value(fact)


def test_a_wrong_path_is_an_error(made_up: Site) -> None:
    table: Table[Any] = TABLES["lifecycle"]
    assert table.facts
    [fact, *_] = table.facts(made_up.knowledge)
    with pytest.raises(AttributeError):
        Column("event", "What happens.", "step.notice.occasion").value(fact)
