"""Counts and ages of facts as words."""

from __future__ import annotations

import datetime

import pytest

from macros.facts.citations import AgeRuler
from macros.schema.atlas import AgeRule
from macros.words import plural

EDITION = datetime.date(2030, 6, 15)


@pytest.mark.parametrize(
    ("as_of", "words", "old"),
    [
        ("2030-05-16", "this month", False),
        ("2030-05-15", "1 month old", False),
        ("2028-06-16", "23 months old", False),
        ("2028-06-15", "2 years old", False),
        ("2028-05-15", "2 years old", True),
        ("2027-06-15", "3 years old", True),
        ("2028-02-29", "2 years old", True),
    ],
)
def test_ages_at_the_boundaries_of_months_and_years(as_of: str, words: str, *, old: bool) -> None:
    rule = AgeRule(old_after_months=24, explanation="Old after two years.")
    age = AgeRuler(rule, EDITION).age(datetime.date.fromisoformat(as_of))
    assert (age.words, age.old) == (words, old)


@pytest.mark.parametrize(
    ("count", "noun", "words"), [(0, "row", "no rows"), (1, "row", "1 row"), (2, "status", "2 statuses")]
)
def test_a_count_has_its_noun_in_the_plural_but_for_one(count: int, noun: str, words: str) -> None:
    assert plural(count, noun) == words
