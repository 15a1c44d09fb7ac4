"""Figures, dates and ages as words, and text that is escaped."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown as render_markdown

from macros.facts.citations import AgeRuler
from macros.schema.atlas import AgeRule
from macros.words import markdown, month, number, plural
from tests.support.elements import read_html

EDITION = datetime.date(2030, 6, 15)


FIGURES = {"0": 0, "7": 7, "1,234,567": 1234567, "47.5": 47.5, "820": 820.0, "0.3": 0.1 + 0.2}


@pytest.mark.parametrize("words", FIGURES)
def test_a_figure_has_its_thousands_separated(words: str) -> None:
    assert number(FIGURES[words]) == words


@pytest.mark.parametrize(("count", "words"), [(0, "no rows"), (1, "1 row"), (2, "2 rows"), (1001, "1,001 rows")])
def test_a_count_has_its_noun_in_the_plural_but_for_one(count: int, words: str) -> None:
    assert plural(count, "row") == words


def test_a_date_is_shown_to_the_month() -> None:
    assert month(datetime.date(2022, 11, 6)) == "2022-11"


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


printable = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip)


@given(printable | st.text("\\`*_{}[]()<>#+-.!|~^=&;:\"'/ a1", min_size=1).filter(str.strip))
def test_an_escaped_name_in_a_heading_is_shown_as_it_is(text: str) -> None:
    page = read_html(render_markdown(f"## {markdown(text)} {{: #place }}", extensions=["attr_list"]))
    heading = page.one("h2")
    assert heading.attributes == {"id": "place"}
    assert heading.text == " ".join(text.split())
    assert list(heading.walk()) == [heading]
