"""What holds for the pages of a built site, whatever the data: nothing is dropped without a word, all is for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from macros.addresses import address
from macros.facts.benchmarks import counted_runs, facts_of_benchmarks
from macros.facts.grouping import group_by
from macros.loading import Records
from macros.pages.section import MOST_ROWS
from macros.schema.kinds import KINDS
from tests.support.built_site import BuiltSite
from tests.support.html_tree import Element

ROWS_COUNTED = re.compile(
    r"([\d,]+) (?:measurement|tested configuration|line of|lines of|verdict|notice|row of|rows of)"
)
"""The beginning of a caption that counts the rows of its table."""
FIRST_OF = re.compile(r"The first ([\d,]+) of ([\d,]+) ")
LISTED = re.compile(r"([\d,]+) lines? of vendors’ lists")
BEHIND = re.compile(r"(?<= \()\d+(?=\))")
ISSUES = re.compile(r"([\d,]+) more known issues?$")
FURTHER = re.compile(r"([\d,]+) (?:more|further) ")

UNREAD = ("code", "pre", "script", "style", "template", "textarea")
CELLS = ("td", "th", "dd", "summary", "option", "caption")
PYTHON = re.compile(r"[\[{(]['\"]\w|datetime\.|<class |\bNone\b(?![ ”][a-z]|”)|^None$")
"""Values as Python writes them."""
DECIMAL = re.compile(r"(?<![\w.,-])\d[\d,]*\.\d+(?![\w.])")
MOST_DIGITS = 6


def count_violations(site: BuiltSite) -> Iterator[str]:
    """What a caption or the label of a fold counts is shown below it, or said to be elsewhere."""
    for page in site.pages.values():
        for table in page.document.all("table"):
            shown, said = _rows(table), _more(_frame(table))
            if (first := FIRST_OF.match(said)) and _number(first[1]) != shown:
                yield f"{page.address}: {shown} rows above “{said}”"
            counted = ROWS_COUNTED.match(table.one("caption").text) if table.all("caption") else None
            if counted and _number(counted[1]) != shown + _left(said):
                yield f"{page.address}: {shown} rows and “{said}” below “{table.one('caption').text}”"
        for fold in page.document.all("details", class_="fold"):
            label = fold.all("summary")[0].text
            counted = LISTED.match(label)
            tables = [_rows(table) + _left(_more(_frame(table))) for table in fold.all("table")]
            if counted and _number(counted[1]) != sum(tables) + _behind(fold):
                yield f"{page.address}: {tables} lines below “{label}”"
            counted = ISSUES.match(label)
            items = [_items(items) + _left(_more(items.node)) for items in fold.all("ul")]
            if counted and _number(counted[1]) not in items:
                yield f"{page.address}: {items} below “{label}”"


def measurement_violations(site: BuiltSite, records: Records) -> Iterator[str]:
    """Each measurement of a model is on its page or behind a link of it, in the explorer."""
    explorer = json.loads(site.file("explore/benchmarks.json").read_bytes())
    if explorer["count"] != (runs := sum(row["repeats"] is None for row in _result(site, "benchmarks"))):
        yield f"the explorer has {explorer['count']} of {runs} runs"
    for model, facts in group_by(facts_of_benchmarks(records), lambda fact: fact.model).items():
        page = site.pages[address("models", model)]
        (table,) = page.document.all("div", aria_label="Benchmarks")
        runs = len(counted_runs(facts))
        if _rows(table) != min(runs, MOST_ROWS):
            yield f"{model}: {_rows(table)} of {runs} measurements"
        wanted = f"explore/?show=benchmarks&model={model}"
        if not any(link.attributes["href"].endswith(wanted) for link in page.document.all("a")):
            yield f"{model}: nothing leads to {wanted}"


def text_violations(site: BuiltSite) -> Iterator[str]:
    """No page shows a value as Python writes it, or a figure with needless digits that no text of the data has."""
    written = {number for kind in KINDS if KINDS[kind].api_list for number in _numbers(_result(site, kind))}
    for page in site.pages.values():
        for text, cell in _texts(page.document):
            if cell and (found := PYTHON.search(text)):
                yield f"{page.address}: {found[0]} in “{text}”"
            for figure in DECIMAL.findall(text):
                if len(figure.replace(",", "").replace(".", "").strip("0")) > MOST_DIGITS and figure not in written:
                    yield f"{page.address}: {figure}"


def _rows(table: Element) -> int:
    return sum(not row.has(class_="group") for body in table.all("tbody") for row in body.all("tr"))


def _behind(fold: Element) -> int:
    """Lines that stand on the pages of checkpoints, by their number behind each link."""
    return sum(int(number) for paragraph in fold.all("p") for number in BEHIND.findall(paragraph.text))


def _items(items: Element) -> int:
    return sum(isinstance(item, Element) for item in items.children)


def _frame(table: Element) -> Any:
    """The element that the line about further rows follows."""
    frame = table.node.getparent()
    above = frame.getparent()
    return above if "list" in (above.get("class") or "").split() else frame


def _more(node: Any) -> str:
    """What the line below a table or list says of rows elsewhere."""
    below = node.getnext()
    return Element(below).text if below is not None and "more" in (below.get("class") or "").split() else ""


def _left(said: str) -> int:
    first, further = FIRST_OF.match(said), FURTHER.match(said)
    return _number(first[2]) - _number(first[1]) if first else _number(further[1]) if further else 0


def _texts(document: Element) -> Iterator[tuple[str, bool]]:
    """The texts that readers see outside code, and whether each is in a cell or beside a label."""
    for node in document.node.xpath("//body//text()[normalize-space()]"):
        parent = node.getparent() if node.is_text else node.getparent().getparent()
        tags = {parent.tag, *(above.tag for above in parent.iterancestors())}
        if not tags.intersection(UNREAD):
            yield " ".join(node.split()), bool(tags.intersection(CELLS))


def _numbers(value: Any) -> Iterator[str]:
    """The decimals in the texts of a value."""
    if isinstance(value, str):
        yield from DECIMAL.findall(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _result(site: BuiltSite, name: str) -> Any:
    return json.loads(site.file(f"api/v1/{name}.json").read_bytes())["result"]
