"""Hostile text in every text field of the schema is refused at its place, or exported unchanged and inert."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from markdown import Markdown

from macros.loading.yaml_parser import read
from macros.pages.registry import PAGE_MACROS
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.support.export_files import exported
from tests.support.hostile_text import (
    KEPT,
    OPENING,
    PAYLOAD,
    SYMBOL,
    Data,
    Spot,
    came_alive,
    changed_data,
    data_with_every_text,
    folded,
    poisoned,
    read_data,
    strings,
    text_fields,
    texts_of,
    torn,
    write_poisoned,
)
from tests.support.html_tree import read_html
from tests.support.markdown_twins import rows, sections
from tests.support.render_page import read as read_macro

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("hostile")
    write_poisoned(data_with_every_text(), target / "data")
    return target


@pytest.fixture(scope="module")
def data(folder: Path) -> Data:
    return read_data(folder / "data")


@pytest.fixture(scope="module")
def poisoned_site(folder: Path) -> Site:
    return Site(folder)


@pytest.fixture(scope="module")
def exports(poisoned_site: Site) -> Mapping[str, str]:
    """The exported text files of the poisoned data."""
    files = exported(poisoned_site).items()
    return {path: content.decode("utf-8") for path, content in files if not path.endswith((".png", ".zip"))}


def of_type(exports: Mapping[str, str], *endings: str) -> Mapping[str, str]:
    found = {path: text for path, text in exports.items() if path.endswith(endings)}
    assert any("onerror=hostile" in text for text in found.values())
    return found


def test_every_text_field_of_the_schema_is_poisoned(data: Data) -> None:
    poisoned_fields = set()

    def note(text: str, spot: Spot) -> str:
        if "hostile" in text or text == SYMBOL or spot.field in KEPT:
            poisoned_fields.add(spot.field)
        return text

    changed_data(data, note)
    assert text_fields()
    assert sorted(text_fields().keys() - poisoned_fields) == []


@pytest.mark.parametrize(
    ("written", "column"),
    [('"a\\ud800b"', 11), ('"a\\uDFFFb"', 11), ("a\u202eb", 8), ("a\u2028b", 8), ("a\U000e0041b", 8), ("a\0b", 8)],
)
def test_a_surrogate_or_invisible_character_is_refused_where_it_stands(written: str, column: int) -> None:
    value, problems = read(f"a: 1\nname: {written}\n".encode("utf-8", "surrogatepass"), "data/x.yml")
    assert value is None
    assert [(problem.line, problem.column) for problem in problems] == [(2, column)]


CALLS = [(folder, kind.page_macro) for folder, kind in WITH_PAGES.items()] + [
    ("", macro)
    for macro in PAGE_MACROS
    if not macro.endswith("_page") and macro not in ("column_table", "example_record")
]


@pytest.mark.parametrize(("kind", "macro"), CALLS, ids=[macro for _, macro in CALLS])
def test_no_macro_renders_hostile_text_as_markup(poisoned_site: Site, kind: str, macro: str) -> None:
    for record in poisoned_site.knowledge.records.of(kind) if kind else ("",):
        page = read_macro(poisoned_site, macro, *((record,) if record else ()))
        # Code stands between fences there, which only Markdown reads: tests of the built site look at it.
        found = [what for what in came_alive(page) if kind not in {"frameworks", "comparisons"}]
        assert found == [], record


def test_json_has_every_text_whole(exports: Mapping[str, str]) -> None:
    for path, text in of_type(exports, ".json").items():
        assert [part for one in strings(json.loads(text)) for part in torn(one)] == [], path


def test_the_api_has_the_text_of_the_data_file(exports: Mapping[str, str], data: Data) -> None:
    for kind, field in (("models", "summary"), ("sources", "publisher"), ("limitations", "workaround")):
        for row in json.loads(exports[f"api/v1/{kind}.json"])["result"]:
            assert row[field] == data[f"{kind}/{row['id']}.yml"].get(field)


def test_csv_has_every_text_whole_and_no_formula(exports: Mapping[str, str]) -> None:
    for path, text in of_type(exports, ".csv").items():
        head, *lines = csv.reader(io.StringIO(text, newline=""))
        assert lines, path
        assert {len(line) for line in lines} == {len(head)}, path
        for cell in (cell for line in lines for cell in line):
            assert not cell.startswith(FORMULAS) or _is_figure(cell), path
            assert torn(cell) == [] or _is_whole_json(cell), path


def _is_figure(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _is_whole_json(cell: str) -> bool:
    """Whether it is a list or mapping as JSON that has the text whole."""
    return [part for one in strings(json.loads(cell)) for part in torn(one)] == []


def test_the_feed_has_every_text_whole(exports: Mapping[str, str], data: Data) -> None:
    feed = ET.fromstring(exports["changes/feed.xml"])  # noqa: S314 - it is ours
    words = "\n".join(feed.itertext())
    assert torn(words) == []
    titles = [data[name]["title"] for name in data if name.startswith(("benchmarks/", "catalogues/"))]
    assert [title for title in titles if title not in words] == []
    assert {element.tag.removeprefix(XHTML) for element in feed.iter() if element.tag.startswith(XHTML)} <= {
        *("div", "p", "a")
    }


def unescaped(text: str) -> str:
    """Python's Markdown leaves some backslashes that others take away."""
    return text.replace("\\", "")


@pytest.mark.parametrize("ending", [".md", ".txt"])
def test_markdown_has_every_text_whole(exports: Mapping[str, str], ending: str) -> None:
    reader = Markdown(extensions=["tables", "pymdownx.superfences"])
    wanted = unescaped(folded(PAYLOAD))
    for path, text in of_type(exports, ending).items():
        page = read_html(reader.reset().convert(text))
        # Templates are nothing to a reader of Markdown: nobody evaluates a twin.
        assert [found for found in came_alive(page) if "template" not in found] == [], path
        # Sources shorten what they are cited for, as their pages do.
        seen = re.sub(re.escape(wanted[:OPENING]) + r"[^…]{,110} …", "", unescaped(page.text))
        assert seen.count(wanted) == seen.count(wanted[:OPENING]), path


def test_tables_in_markdown_keep_their_rows(exports: Mapping[str, str], tmp_path: Path) -> None:
    write_poisoned(data_with_every_text(), tmp_path / "data", poison=str)
    harmless = exported(Site(tmp_path))
    # Facts name SDK releases by texts, which poison changes.
    twins = {path: text for path, text in of_type(exports, "index.md").items() if not path.startswith("sdks/")}
    for path, text in twins.items():
        found = [len(rows(section)) for section in sections(text).values()]
        assert found == [len(rows(section)) for section in sections(harmless[path].decode()).values()], path


def test_poisoning_changes_texts_and_keeps_the_files() -> None:
    before = data_with_every_text()
    after = poisoned(before)
    assert before.keys() == after.keys()
    assert changed_data(before, lambda text, _: text) == before
    assert all(after[name] != content for name, content in before.items() if texts_of(before, name))
