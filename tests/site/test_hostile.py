"""Hostile text in every text field of the schema is inert and whole: on pages, in files, feeds and the search."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from markdown import Markdown

from tests.support.built_site import NOT_FOUND, BuiltSite, texts_in
from tests.support.elements import Element, folded, read_html
from tests.support.hostile_text import (
    KEPT,
    PAYLOAD,
    SYMBOL,
    Spot,
    came_alive,
    changed_data,
    read_data,
    text_fields,
    torn,
)

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
XHTML = "{http://www.w3.org/1999/xhtml}"


def test_every_text_field_of_the_schema_is_poisoned(hostile_built: BuiltSite) -> None:
    poisoned_fields = set()

    def note(text: str, spot: Spot) -> str:
        if "hostile" in text or text == SYMBOL or spot.field in KEPT:
            poisoned_fields.add(spot.field)
        return text

    changed_data(read_data(hostile_built.root.parent / "data"), note)
    assert text_fields()
    assert sorted(text_fields().keys() - poisoned_fields) == []


def pages(hostile_built: BuiltSite) -> Iterator[tuple[str, Element]]:
    """Every HTML file, by its address."""
    return ((key, page.document) for key, page in hostile_built.everything.items() if key != NOT_FOUND)


def test_no_page_has_markup_or_code_of_it_and_each_shows_it_unchanged(hostile_built: BuiltSite) -> None:
    assert {address: alive for address, page in pages(hostile_built) if (alive := came_alive(page))} == {}
    seen = 0
    for address, page in pages(hostile_built):
        texts = [page.text, *page.node.xpath("//@*")]
        assert [part for text in texts for part in torn(text)] == [], address
        seen += sum(folded(text).count(folded(PAYLOAD)) for text in texts)
    assert seen > 1_000
    shown = hostile_built.pages["models/shuttle-large/"].document.one("article").text
    assert f"A large model, made up. {folded(PAYLOAD)}" in shown


def test_it_does_not_end_a_script(hostile_built: BuiltSite) -> None:
    linked = 0
    for address, page in pages(hostile_built):
        for script in page.all("script"):
            if script.has(type="application/ld+json"):
                assert [part for text in texts_in(json.loads(script.code)) for part in torn(text)] == [], address
                linked += "onerror=hostile" in script.code
            else:
                assert "hostile" not in script.code, address
    assert linked > 10


def files(hostile_built: BuiltSite, *endings: str) -> Iterator[tuple[Path, str]]:
    found = [file for file in sorted(hostile_built.root.rglob("*")) if file.name.endswith(endings)]
    texts = [file.read_text("utf-8") for file in found]
    assert any("onerror=hostile" in text for text in texts)
    return zip(found, texts, strict=True)


def test_json_has_every_text_whole(hostile_built: BuiltSite) -> None:
    for path, text in files(hostile_built, ".json"):
        assert [part for one in texts_in(json.loads(text)) for part in torn(one)] == [], path
    data = read_data(hostile_built.root.parent / "data")
    for kind, field in (("models", "summary"), ("sources", "publisher"), ("limitations", "workaround")):
        for row in hostile_built.result(kind):
            assert row[field] == data[f"{kind}/{row['id']}.yml"].get(field)


def test_csv_has_every_text_whole_and_no_formula(hostile_built: BuiltSite) -> None:
    for path, text in files(hostile_built, ".csv"):
        head, *lines = csv.reader(io.StringIO(text, newline=""))
        assert lines, path
        assert {len(line) for line in lines} == {len(head)}, path
        for cell in (cell for line in lines for cell in line):
            assert not cell.startswith(FORMULAS) or re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", cell), path
            # Lists and mappings stand in their cells as JSON.
            assert torn(cell) == [] or [part for one in texts_in(json.loads(cell)) for part in torn(one)] == [], path


def test_the_feed_has_every_text_whole(hostile_built: BuiltSite) -> None:
    feed = ET.fromstring(hostile_built.file("changes/feed.xml").read_bytes())  # noqa: S314 - it is ours
    words = "\n".join(feed.itertext())
    assert torn(words) == []
    data = read_data(hostile_built.root.parent / "data")
    titles = [data[name]["title"] for name in data if name.startswith(("benchmarks/", "catalogues/"))]
    assert [title for title in titles if title not in words] == []
    elements = {element.tag.removeprefix(XHTML) for element in feed.iter() if element.tag.startswith(XHTML)}
    assert elements <= {"div", "p", "a"}


@pytest.mark.parametrize("ending", [".md", ".txt"])
def test_markdown_has_every_text_whole(hostile_built: BuiltSite, ending: str) -> None:
    reader = Markdown(extensions=["tables", "pymdownx.superfences"])
    for path, text in files(hostile_built, ending):
        page = read_html(reader.reset().convert(text))
        # Templates are nothing to a reader of Markdown: nobody evaluates a twin.
        assert [found for found in came_alive(page) if "template" not in found] == [], path
        # Python's Markdown leaves some backslashes that others take away.
        assert torn(page.text.replace("\\", ""), PAYLOAD.replace("\\", "")) == [], path


def test_the_search_has_every_text_whole(hostile_built: BuiltSite) -> None:
    complete = 0
    for entry in hostile_built.search_entries:
        for words in (entry["title"], entry["text"], *entry.get("names", ())):
            assert torn(words) == [], entry["location"]
            complete += folded(PAYLOAD) in words
    assert complete > 10
