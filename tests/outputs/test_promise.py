"""What was published stays: columns, their types, and the values of vocabularies."""

from __future__ import annotations

import datetime

import pytest

from macros.addresses import read_list
from macros.facts import Knowledge
from macros.outputs.promise import LIST, broken, merged, published
from tests.support.project import PROJECT

TODAY = datetime.date(2020, 6, 15)
KEPT = ["column a.json x: text", "column a.json y: text; deprecated 2019-06-15", "value fit good"]


def test_what_this_site_published_is_still_there(knowledge: Knowledge) -> None:
    kept = read_list(PROJECT, LIST)
    assert kept
    assert list(broken(kept, published(knowledge), datetime.datetime.now(datetime.UTC).date())) == []


@pytest.mark.parametrize(
    ("today", "day", "named"),
    [
        (["column a.json x: text", "value fit good"], TODAY, []),
        (["column a.json x: text", "value fit good"], datetime.date(2019, 12, 1), ["column a.json y: text"]),
        (["column a.json x: number", "column a.json y: text", "value fit good"], TODAY, ["column a.json x: text"]),
        (["column a.json x: text", "column a.json y: text"], TODAY, ["value fit good"]),
    ],
)
def test_what_is_gone_too_early_or_has_another_type_is_named(
    today: list[str], day: datetime.date, named: list[str]
) -> None:
    assert [line.partition(": expected")[0] for line in broken(KEPT, today, day)] == named


def test_the_kept_list_only_grows() -> None:
    assert merged(KEPT, ["column a.json y: text", "value fit poor"]) == [*KEPT, "value fit poor"]
