"""Tables in files of an upstream, whatever their format: each row with its text by column, and where it stands."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml
from lxml import etree, html  # type: ignore[import-untyped]
from markdown_it import MarkdownIt

from macros.importing.upstream import UpstreamError

LINE, HEADING, KEY = "(line)", "(heading)", "(key)"
ITEM = "\u2028"
"""Stands between the items of a list in a cell, until line feeds of the source have become blanks."""
MOST_SPANNED = 100
"""Columns or rows that a cell may span: what is more is a mistake, or malice."""
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
TAB = re.compile(r'^=== ".*"\n((?: {4}.*(?:\n|\Z)|[ \t]*\n)+)', re.MULTILINE)
"""A tab as MkDocs writes it, with its content, which is indented."""
ATTRIBUTES = re.compile(r"\s*\{[:#.][^}]*\}$")
"""Of a heading, as MkDocs writes them."""

PrintedRow = dict[str, str]


class PrintedTable(NamedTuple):
    """A table with the headings that it stands under: that of the page, then by depth; empty where one is left out."""

    headings: Sequence[str]
    rows: Sequence[PrintedRow]


def tables(text: str, form: str, at: str) -> list[PrintedTable]:
    """The tables of a file. Raises UpstreamError where it is not of its format."""
    try:
        return list(READERS[form](text, at))
    except (ValueError, RecursionError, csv.Error, yaml.YAMLError, etree.LxmlError) as error:
        raise UpstreamError(f"expected {form}: {' '.join(str(error).split())}") from error


def _separated(text: str, delimiter: str) -> Iterator[PrintedTable]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter)
    numbered, end = [], 0
    for cells in reader:
        numbered.append((end + 1, cells))
        end = reader.line_num
    yield PrintedTable((), _rows(numbered))


def _rows(numbered: Sequence[tuple[int, Sequence[str]]]) -> list[PrintedRow]:
    """The rows below the first, which names the columns, each with its line."""
    filled = [(line, [cell.strip() for cell in cells]) for line, cells in numbered if any(map(str.strip, cells))]
    if not filled:
        return []
    columns = list(_distinct(filled[0][1]))
    for line, cells in filled[1:]:
        if any(cells[len(columns) :]):
            raise UpstreamError(f"line {line}: expected {len(columns)} cells, as the heading has, got {len(cells)}")
    return [{**dict(zip(columns, cells, strict=False)), LINE: str(line)} for line, cells in filled[1:]]


def _distinct(names: Sequence[str]) -> Iterator[str]:
    for index, name in enumerate(names):
        before = names[:index].count(name)
        yield f"{name} ({before + 1})" if before else name


def _records(value: Any, at: str) -> Iterator[PrintedTable]:
    """The mappings to which a path leads, as one table. What they hold is called by its own path."""
    found = [(keys, one) for keys, one in _at(value, () if at == "." else at.split(".")) if isinstance(one, Mapping)]
    if not found:
        raise UpstreamError(f"expected mappings at {at}, got none")
    rows = [{**_flat(one), KEY: "/".join(keys), LINE: str(number)} for number, (keys, one) in enumerate(found, start=1)]
    yield PrintedTable((), rows)


def _at(value: Any, steps: Sequence[str], keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not steps:
        yield keys, value
        return
    entries = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        if steps[0] in ("*", str(key)):
            yield from _at(entry, steps[1:], (*keys, str(key)) if steps[0] == "*" else keys)


def _flat(value: Mapping[Any, Any], before: str = "") -> PrintedRow:
    cells: PrintedRow = {}
    for key, one in value.items():
        if isinstance(one, Mapping):
            cells |= _flat(one, f"{before}{key}.")
        elif isinstance(one, list) and not any(isinstance(entry, Mapping | list) for entry in one):
            cells[f"{before}{key}"] = "\n".join(map(_plain, one))
        else:
            cells[f"{before}{key}"] = _plain(one)
    return cells


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str).strip('"')


def _html(text: str) -> Iterator[PrintedTable]:
    if not text.strip():
        return
    root = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    for element in root.iter("li", "br", "p"):
        element.tail = f"{ITEM}{element.tail or ''}"
    path: list[str] = []
    for element in root.iter("h1", "h2", "h3", "h4", "h5", "h6", "table"):
        if element.tag == "table":
            yield PrintedTable(tuple(path), _table(element))
        else:
            depth = int(element.tag[1])
            path = [*path[: depth - 1], *[""] * (depth - 1 - len(path)), ATTRIBUTES.sub("", _text(element))]


def _table(table: Any) -> list[PrintedRow]:
    lines = table.xpath("./tr | ./thead/tr | ./tbody/tr | ./tfoot/tr")
    grid = list(_grid(lines))
    heads = max(1, next((i for i, line in enumerate(lines) if line.find("td") is not None), 1))
    names = [" ".join(dict.fromkeys(filter(None, map(_text, column)))) for column in zip(*grid[:heads], strict=False)]
    below = list(zip(lines[heads:], grid[heads:], strict=True))
    rows = _rows([(0, names), *((_line(line), list(map(_text, cells))) for line, cells in below)])
    filled = [cells for _, cells in below if any(map(_text, cells))]
    for row, cells in zip(rows, filled, strict=True):
        for name, cell in zip(_distinct(names), cells, strict=False):
            row |= {f"{name} (link)": link for link in cell.xpath(".//a/@href")[:1]}
    return rows


def _grid(lines: Sequence[Any]) -> Iterator[list[Any]]:
    """The cells of each line, a merged one in every place that it takes."""
    merged: dict[int, tuple[int, Any]] = {}
    for line in lines:
        cells: list[Any] = []
        waiting = line.xpath("./td | ./th")
        while waiting or len(cells) in merged:
            column = len(cells)
            if column not in merged:
                cell = waiting.pop(0)
                merged |= {column + offset: (_span(cell, "rowspan"), cell) for offset in range(_span(cell, "colspan"))}
            left, cell = merged.pop(column)
            cells.append(cell)
            if left > 1:
                merged[column] = (left - 1, cell)
        yield cells


def _span(cell: Any, name: str) -> int:
    number = cell.get(name, "1").strip()
    return min(int(number), MOST_SPANNED) if number.isdecimal() and int(number) else 1


def _line(line: Any) -> int:
    return int(line.get("data-line") or line.sourceline or 0)


def _text(cell: Any) -> str:
    items = (" ".join(item.split()) for item in "".join(cell.itertext()).split(ITEM))
    return "\n".join(filter(None, items))


def _markdown(text: str) -> Iterator[PrintedTable]:
    """Markdown as the HTML that it becomes, in which rows know their lines."""
    text = FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = TAB.sub(lambda found: "\n" + re.sub("^ {4}", "", found[1], flags=re.MULTILINE), text)
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(text)
    for token in tokens:
        if token.type == "tr_open" and token.map:
            token.attrSet("data-line", str(token.map[0] + 1))
    yield from _html(markdown.renderer.render(tokens, markdown.options, {}))


READERS: Mapping[str, Callable[[str, str], Iterator[PrintedTable]]] = {
    "csv": lambda text, _: _separated(text, ","),
    "tsv": lambda text, _: _separated(text, "\t"),
    "json": lambda text, at: _records(json.loads(text), at),
    "yaml": lambda text, at: _records(yaml.load(text, yaml.CSafeLoader), at),
    "markdown": lambda text, _: _markdown(text),
    "html": lambda text, _: _html(text),
}
"""By format."""
