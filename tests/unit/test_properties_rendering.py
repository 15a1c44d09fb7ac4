"""Any text is shown on a page, in a table, feed or Markdown file as it was written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from markdown import Markdown

from macros.columns import Column
from macros.columns.files import rows_as_csv
from macros.columns.markdown import MarkdownWriter, fenced
from macros.columns.phrase import phrase
from macros.facts import Knowledge
from macros.outputs import feeds
from macros.rendering import PLACEHOLDER, Deferred
from macros.site.about import as_script
from macros.site.finished import without_blanks
from macros.site.state import Site
from macros.words import inert
from tests.support.elements import Element, read_html, rendered
from tests.support.twins import CELLS, rows

MARKS = st.sampled_from(
    [
        *("<", ">", "&", '"', "'", "&lt;", "&#60;", "<b>", "</td>", "<script>x</script>", "<!--", "-->", "]]>"),
        *("<!--atlas:0-->", "{{ 7*7 }}", "{%", "{#", "|", "\\", "`", "```", "*", "_", "~", "[x](y)", "]", "(", "#"),
        *("=1+1", "+", "-", "@", ",", ";", "'", "1. ", "> ", "- ", "\u0627", "é", "😀", "a", "b c", " ", "http://x"),
    ]
)
TEXTS = st.lists(MARKS, max_size=9).map("".join).map(lambda text: " ".join(text.split()))
ANY_TEXT = st.one_of(TEXTS, st.text(max_size=30).filter(str.isprintable).map(lambda text: " ".join(text.split())))
SOME_TEXT = ANY_TEXT.map(lambda text: text or "a")
WRITTEN = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=40)


@pytest.fixture(scope="module")
def own_site(made_up_project: Path) -> Site:
    """A made-up site of which a test replaces a record. Its templates are compiled once."""
    return Site(made_up_project)


@given(SOME_TEXT)
def test_a_text_of_a_record_reads_on_its_page_as_it_was_written(own_site: Site, text: str) -> None:
    models = own_site.knowledge.records.models
    assert isinstance(models, dict)
    models["shuttle-large"] = models["shuttle-large"].model_copy(update={"summary": text, "name": text})
    page = read_html(reader().convert(rendered(own_site, "model_page", "shuttle-large")))
    assert page.one("p", class_="lede").text == text
    assert not page.all("script")
    assert not page.one("p", class_="lede").all("b")
    assert not page.one("h1").all("b")


@given(st.lists(WRITTEN, min_size=1, max_size=5), st.lists(st.integers(0, 4), max_size=6), WRITTEN)
@example(["<!--atlas:1-->", "second"], [0, 1], " ")
def test_deferred_parts_replace_their_placeholders_unchanged(texts: list[str], order: list[int], around: str) -> None:
    assume(not PLACEHOLDER.search(around))
    parts = Deferred()
    places = [parts.add(partial(str, text)) for text in texts]
    chosen = [index % len(texts) for index in order]
    page = around.join(["", *(places[index] for index in chosen), ""])
    assert parts.fill(page) == around.join(["", *(texts[index] for index in chosen), ""])


TAGS = st.sampled_from(["p", "li", "ul", "div", "nav", "span", "a", "b", "code", "td", "footer"])
KEEPING = st.sampled_from(["pre", "textarea"])
BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "  \n\n   ", "\t\n"])
INNER = st.sampled_from(["one", "two words", "&lt;li&gt;", "a\n b", "é", "x &amp; y"])


def _element(tag: str, before: str, parts: list[str], after: str) -> str:
    return f"{before}<{tag} title='a  b'>{before.join(parts)}</{tag}>{after}"


LEAVES = st.one_of(INNER, st.builds(_element, KEEPING, BLANKS, st.lists(INNER, max_size=3), BLANKS))
HTML = st.recursive(
    LEAVES, lambda part: st.builds(_element, TAGS, BLANKS, st.lists(part, max_size=3), BLANKS), max_leaves=12
)


def shown(element: Element, *, kept: bool = False) -> Iterator[object]:
    """What a parser finds: elements with their attributes, and texts, blank space folded where it is shown folded."""
    kept = kept or element.tag in {"pre", "textarea"}
    yield element.tag, dict(element.attributes)
    for child in element.children:
        if isinstance(child, str):
            text = child if kept else " ".join(child.split())
            if text:
                yield text
        else:
            yield from shown(child, kept=kept)
    yield f"/{element.tag}"


@given(HTML)
@example("<pre>\n  <li>\n</pre>\n  <pre>\n\n</pre>")
@example("<p>a</p>\n<PRE>\n  x\n  y</PRE>")
@example("<textarea>\n  a\n  b</textarea>\n <p>")
def test_a_minified_page_reads_the_same(page: str) -> None:
    assert list(shown(read_html(without_blanks(page)))) == list(shown(read_html(page)))


@given(ANY_TEXT)
def test_a_title_is_inert_in_html_and_in_a_template(text: str) -> None:
    written = inert(text)
    assert not {"<", "{"} & set(written)
    assert read_html(f"<title>{written}</title>").one("title").code == text
    assert read_html(f'<a title="{written}">').one("a").attributes["title"] == text


@given(st.dictionaries(ANY_TEXT, WRITTEN, max_size=3))
def test_linked_data_cannot_end_its_script(document: Mapping[str, str]) -> None:
    written = as_script(document)
    page = read_html(f"<script type='application/ld+json'>{written}</script>")
    assert [element.tag for element in page.walk()] == ["html", "head", "script"]
    assert json.loads(page.one("script").code) == document


FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@given(
    st.lists(st.tuples(ANY_TEXT, st.none() | st.integers(-99, 99) | st.booleans(), ANY_TEXT), min_size=1, max_size=4)
)
def test_rows_come_back_from_csv(lines: list[tuple[str, int | bool | None, str]]) -> None:
    names = ("one", "two", "three")
    content = b"".join(rows_as_csv([dict(zip(names, line, strict=True)) for line in lines])).decode()
    found = list(csv.reader(io.StringIO(content, newline="")))
    assert found[0] == list(names)
    assert len(found) == len(lines) + 1
    for (one, two, three), cells in zip(lines, found[1:], strict=True):
        assert [cells[0], cells[2]] == [_safe(one), _safe(three)]
        assert (
            cells[1] == {None: "", True: "true", False: "false"}.get(two, str(two))
            if isinstance(two, bool | None)
            else str(two)
        )


def _safe(text: str) -> str:
    """What a spreadsheet shows as the text: a quote in front keeps it from being a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def reader() -> Markdown:
    return Markdown(extensions=["tables", "attr_list", "md_in_html", "admonition", "toc", "pymdownx.superfences"])


def unescaped(text: str) -> str:
    """Python's Markdown leaves some backslashes that others take away."""
    return text.replace("\\", "")


@given(SOME_TEXT)
@example("1) a")
@example("# a")
@example("#<")
@example("=")
@example("---")
@example("<http://x>")
@example("![x](y)")
@example("&copy")
def test_any_text_stays_text_in_markdown(made_up: Site, text: str) -> None:
    page = read_html(reader().convert(f"{MarkdownWriter(made_up.knowledge, '').value(phrase(text))}\n"))
    assert {element.tag for element in page.walk()} <= {"html", "body", "p"}
    assert unescaped(page.text) == unescaped(" ".join(text.split()))


@given(st.lists(st.lists(SOME_TEXT, min_size=3, max_size=3), min_size=2, max_size=5))
def test_tables_stay_whole_in_markdown(made_up: Site, lines: list[list[str]]) -> None:
    names = ("a", "b", "c")
    columns = [Column[list[str]](name, "meaning", itemgetter(index)) for index, name in enumerate(names)]
    text = MarkdownWriter(made_up.knowledge, "").table(columns, lines)
    assert len(rows(text)) == len(lines)
    assert len({len(CELLS.split(line)) for line in text.splitlines()}) == 1
    page = read_html(reader().convert(text))
    assert [len(row.all("td")) for row in page.one("tbody").all("tr")] == [3] * len(lines)


@given(WRITTEN)
@example("```\n<b>\n````\n~~~")
def test_no_code_ends_its_block(code: str) -> None:
    block = fenced(code, "")
    opening = block.splitlines()[0]
    inside = block.splitlines()[1:-1]
    assert block.splitlines()[-1] == opening
    assert set(opening) == {"`"}
    assert not [line for line in inside if line.strip().startswith(opening)]


@given(SOME_TEXT, SOME_TEXT)
def test_news_read_in_the_feed_as_they_were_written(made_up: Site, name: str, happened: str) -> None:
    assume("\ufffe" not in name + happened and "\uffff" not in name + happened)
    records = made_up.knowledge.records
    table = next(iter(records.benchmarks.values())).model_copy(update={"title": f"{name} {happened}"})
    knowledge = Knowledge(replace(records, by_kind={**records.by_kind, "benchmarks": {"one": table}}))
    content = dict(feeds.files(knowledge, made_up.renderer.render, ""))["changes/feed.xml"]
    found = [" ".join("".join(part.itertext()).split()) for part in ET.fromstring(content).iter()]  # noqa: S314 - ours
    assert f"Benchmark table: {name} {happened}" in found
