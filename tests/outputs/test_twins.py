"""The Markdown twins have the texts of the records, and texts of the data stay texts in them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from macros.addresses import address, section
from macros.facts import Knowledge
from macros.outputs.twins.facts import MOST_ROWS
from macros.pages.page_source import generated_pages
from macros.schema.base import Statement
from macros.schema.kinds import WITH_PAGES
from macros.schema.walk import walk
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.markdown_twins import rows, targets, words
from tests.support.places import PROJECT
from tests.support.twin_parts import API, Twins, folded, part, twin, twins_of

CODE_BLOCK = re.compile(r"^( *)(`{3,}).*?^ *\2 *$", re.DOTALL | re.MULTILINE)


def without_code(text: str) -> str:
    return CODE_BLOCK.sub("", text)


def test_every_page_has_a_twin_and_nothing_else_does(twins: Twins, knowledge: Knowledge) -> None:
    generated = {f"{page.address}index.md" for page in generated_pages(knowledge)}
    by_hand = {file.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("index.md")}
    assert generated | by_hand | {"llms.txt", "llms-full.txt"} == twins.keys()


def test_a_twin_begins_with_title_description_edition_and_data(twins: Twins, knowledge: Knowledge) -> None:
    for page in generated_pages(knowledge):
        lines = twin(twins, page.kind, page.record).splitlines()
        assert lines[0].startswith("# ")
        assert words(lines[0][2:]) == folded(page.title)
        assert words(lines[2]) == f"> {folded(page.description)}"
        head = "\n".join(lines[3:9])
        assert knowledge.edition.isoformat() in head
        assert f"- Data: [{API}{page.kind}/{page.record}.json](" in head


def test_the_twin_of_a_list_names_the_revision_of_the_data(twins: Twins, knowledge: Knowledge) -> None:
    assert knowledge.revision in twins["models/index.md"].partition("\n## ")[0]


def test_a_model_has_the_limitations_of_its_family_but_not_those_of_another_model(edited_made_up: EditSite) -> None:
    limitation = """\
title: Small shuttles tilt
summary: They tilt.
affects: {families: [weavers], models: [maker/shuttle-small]}
state: open
citations:
  - {source: plain-paper, locator: page 8}
"""
    site = edited_made_up({}, {"limitations/tilt.yml": limitation})
    found = twins_of(exported(site), site.knowledge)
    own, other = twin(found, "models", "maker/shuttle-small"), twin(found, "models", "shuttle-large")
    assert "limitations/tilt/index.md" in own
    assert "limitations/tilt/index.md" not in other
    assert "limitations/short-threads/index.md" in own
    assert "limitations/short-threads/index.md" in other


def test_every_statement_stands_with_source_place_date_and_reason(twins: Twins, knowledge: Knowledge) -> None:
    for kind in WITH_PAGES:
        for record, found in knowledge.records.of(kind).items():
            text = words(twin(twins, kind, record))
            for _, statement in walk(found, Statement):
                cited = statement.citations[0]
                date = knowledge.as_of(cited)
                assert folded(statement.text) in text, record
                place = folded(cited.locator)
                assert f"{place}, as of {date}" in text if date else f"{place}, no date published" in text, record
                assert not statement.inferred or f"(inferred: {folded(statement.inferred)})" in text, record


def test_a_statement_stands_with_source_place_date_and_reason(edited_made_up: EditSite) -> None:
    inferred = "  - text: Its makers call it a small one.\n    inferred: Seven is little.\n"
    site = edited_made_up({"models/smith/anvil-7b.yml": {"  - text: Its makers call it a small one.\n": inferred}})
    text = words(twin(twins_of(exported(site), site.knowledge), "models", "smith/anvil-7b"))
    said = "Its makers call it a small one. (inferred: Seven is little.) — Forge report, page 3, as of 2019-11-05"
    assert said in text


def test_what_is_not_published_is_named(made_up_twins: Twins) -> None:
    for model, is_silent in (("shuttle-large", True), ("smith/anvil-7b", False)):
        text = twin(made_up_twins, "models", model)
        found = re.search(r"\*\*Not published or not recorded:\*\* .*\bparameters\b", text)
        assert bool(found) is is_silent


def test_no_cell_is_empty(twins: Twins) -> None:
    assert [path for path, text in twins.items() if re.search(r"\| +\|", without_code(text))] == []


def test_a_source_names_the_records_that_cite_it_and_how_often(twins: Twins, knowledge: Knowledge) -> None:
    for record in knowledge.records.sources:
        cited = rows(part(twins, "sources", record, "Records that cite it"))
        assert sum(int(row["Citations"]) for row in cited) == len(knowledge.citations.of("sources", record))


def test_a_table_that_is_too_long_is_left_to_the_file_that_has_it(edited_made_up: EditSite) -> None:
    row = "      - {model: smith/anvil-7b, instance: hearth.small, native: 16}\n"
    more = "".join(row.replace("}", f", variant: run {number}}}") for number in range(MOST_ROWS))
    site = edited_made_up({"configurations/forge-report/hammer-2.0.yml": {row: f"{row}{more}"}})
    text = part(twins_of(exported(site), site.knowledge), "models", "smith/anvil-7b", "Tested configurations")
    assert rows(text) == []
    assert targets(text) == ["../../../api/v1/tested-configurations.csv"]
    assert f"{MOST_ROWS + 1} rows" in text


def test_every_link_leads_to_a_file_or_page(exports: Mapping[str, bytes], twins: Twins) -> None:
    pages = {path.removesuffix("index.md") for path in twins if path.endswith("index.md")}
    broken = []
    for path, text in twins.items():
        for target in targets(without_code(text)):
            arrived = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))
            if "://" not in target and arrived not in exports and f"{arrived}/".removeprefix("./") not in pages:
                broken.append((path, target))
    assert broken == []


def test_the_twin_of_a_list_leads_to_the_twin_of_each_record(twins: Twins, knowledge: Knowledge) -> None:
    for kind in WITH_PAGES:
        page = section(kind)
        linked = {posixpath.normpath(posixpath.join(page, target)) for target in targets(twins[f"{page}index.md"])}
        records = knowledge.records.of(kind)
        assert [key for key in records if f"{address(kind, key)}index.md" not in linked] == []


def test_no_macro_and_no_attribute_list_is_left_in_a_twin(twins: Twins) -> None:
    for path in ("data/index.md", "contribute/index.md"):
        text = without_code(twins[path])
        assert "{{" not in text
        assert "{:" not in twins[path]
        assert not re.search(r"</?(p|a|code)\b", text)
    assert [path for path, text in twins.items() if "\0" in text] == []


def test_a_text_begins_no_block_and_is_not_emphasised(edited_made_up: EditSite) -> None:
    text = '"# not a heading - not a list, _not_ *emphasis* but snake_case, &lt; and 1 | 2"'
    site = edited_made_up({"models/shuttle-large.yml": {"A large model, made up.": text}})
    found = twin(twins_of(exported(site), site.knowledge), "models", "shuttle-large")
    line = next(line for line in found.splitlines() if line.startswith("- **Summary:**"))
    assert line == (
        "- **Summary:** \\# not a heading - not a list, \\_not\\_ \\*emphasis\\* but snake_case, &amp;lt; and 1 \\| 2"
    )
