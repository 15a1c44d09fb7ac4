"""What the search finds of a page's HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.outputs.search import page_sections, without_marks

ADDRESS = "looms/"


def found(html: str, meta: Mapping[str, Any] | None = None) -> list[tuple[str, str, str]]:
    return [(one.location, one.title, one.text) for one in page_sections(html, ADDRESS, "Looms", meta or {})]


def test_a_heading_with_an_id_begins_a_section() -> None:
    html = '<h1 id="looms">Hand looms</h1><p>Wide.</p><h2 id="use">Use <a class="headerlink">¶</a></h2><p>Slow.</p>'
    assert found(html) == [(ADDRESS, "Hand looms", "Wide."), ("looms/#use", "Use", "Slow.")]


def test_text_before_a_heading_has_the_title_of_the_page() -> None:
    html = '<h1>Hand looms</h1><p>Wide.</p><h2 id="use">Use</h2>'
    assert found(html)[0][:2] == (ADDRESS, "Hand looms")
    assert found("<p>Wide.</p>") == [(ADDRESS, "Looms", "Wide.")]


def test_marked_elements_and_the_sections_of_marked_headings_are_left_out() -> None:
    html = (
        "<h1 data-search-exclude>Hand looms</h1><p>Wide <span data-search-exclude>and <b>heavy</b></span>.</p>"
        '<h2 id="old" data-search-exclude>Old</h2><p>Narrow.</p><h2 id="use">Use</h2><p>Slow.</p>'
    )
    assert found(html) == [(ADDRESS, "Looms", "Wide ."), ("looms/#use", "Use", "Slow.")]


def test_text_after_the_element_around_a_heading_belongs_to_the_section_before() -> None:
    html = '<p>Wide.</p><div><h3 id="aside">Aside</h3><p>Rare.</p></div><p>Heavy.</p>'
    assert found(html) == [(ADDRESS, "Looms", "Wide. · Heavy."), ("looms/#aside", "Aside", "Rare.")]


def test_tags_become_blanks_except_within_words_and_paragraphs_stand_apart() -> None:
    html = (
        "<p>Set <code>width</code>, or H<sub>2</sub>O &amp; ice.</p>\n<p>Then<br>go.</p><ul><li>a</li><li>b</li></ul>"
    )
    assert found(html)[0][2] == "Set width, or H2O & ice. · Then go. a b"


@pytest.mark.parametrize("tag", ["script", "style", "svg"])
def test_what_is_no_text_is_left_out(tag: str) -> None:
    assert found(f"<p>a<{tag}>var b</{tag}>c</p>")[0][2] == "ac"


def test_front_matter_excludes_a_page_and_gives_names_and_weight() -> None:
    assert found("<p>Wide.</p>", {"search": {"exclude": True}}) == []
    (section,) = page_sections(
        "<p>Wide.</p>", ADDRESS, "Looms", {"tags": ["warp &amp; weft"], "search": {"boost": 2.5}}
    )
    assert (section.names, section.weight) == (["warp & weft"], 2.5)


@given(st.lists(st.sampled_from(["<p>", "</p>", "<div>", "</div>", '<h2 id="a">', "</h2>", "<br>", "<li>", "word "])))
def test_html_that_does_not_match_loses_no_word(parts: list[str]) -> None:
    sections = found("".join(parts))
    words = sum((title + " " + text).split().count("word") for _, title, text in sections)
    assert words == parts.count("word ")


def test_marks_are_taken_off_and_nothing_else() -> None:
    html = '<h1 data-search-exclude="">A</h1><p data-search-exclude class="b">data-search-exclude</p>'
    assert without_marks(html) == '<h1>A</h1><p class="b">data-search-exclude</p>'
