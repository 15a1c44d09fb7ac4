"""The Markdown twins say what pages say, texts of the data stay texts in them, and llms.txt leads to them."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from macros.addresses import address, section, with_page
from macros.facts import Knowledge
from macros.outputs.twins import files
from macros.pages.page_source import generated_pages
from macros.pages.section import MOST_ROWS
from macros.schema.base import Statement
from macros.schema.kinds import WITH_PAGES
from macros.schema.walk import walk
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import folded
from tests.support.twins import Twins, part, sections, targets, twin, twins_of, without_code, words

API = "api/v1/"
COUNT = re.compile(r"^(\d+) rows\. All have in common:$", re.MULTILINE)


def rows_in(section: str) -> int:
    """How many rows a section has. Where all of them say the same, it has only that and their number."""
    lines = [line for line in section.splitlines() if line.startswith("|")]
    if lines:
        return len(lines) - 2
    stated = COUNT.search(section)
    return int(stated[1]) if stated else int("\n- **" in section)


def test_a_twin_begins_with_title_description_edition_and_data(twins: Twins, knowledge: Knowledge) -> None:
    for page in generated_pages(knowledge):
        lines = twin(twins, page.kind, page.record).splitlines()
        assert lines[0].startswith("# ")
        assert words(lines[0][2:]) == folded(page.title)
        assert words(lines[2]) == f"> {folded(page.description)}"
        head = "\n".join(lines[3:9])
        assert knowledge.edition.isoformat() in head
        is_record = page.record in knowledge.records.of(page.kind)
        assert f"- Data: [{API}{f'{page.kind}/{page.record}' if is_record else 'index'}.json](" in head


def test_the_twin_of_a_list_names_the_revision_of_the_data(twins: Twins, knowledge: Knowledge) -> None:
    assert knowledge.revision in twins["models/index.md"].partition("\n## ")[0]


def test_every_statement_stands_with_source_place_date_and_reason(twins: Twins, knowledge: Knowledge) -> None:
    for kind in WITH_PAGES:
        for record in with_page(knowledge.records, kind):
            found = knowledge.records.of(kind).get(record)
            text = words(twin(twins, kind, record))
            for _, statement in walk(found, Statement):
                cited = statement.citations[0]
                assert folded(statement.text) in text, record
                assert f"{folded(cited.locator)}, {knowledge.as_of(cited) or 'undated'}" in text, record
                assert not statement.inferred or f"(inferred: {folded(statement.inferred)})" in text, record


def test_no_cell_is_empty(twins: Twins) -> None:
    assert [path for path, text in twins.items() if re.search(r"\| +\|", without_code(text))] == []


def written(site: Site) -> Twins:
    return twins_of(dict(files(site.knowledge, site.renderer.render, site.pages, site.written)), site.knowledge)


def test_a_long_table_leads_to_the_file_that_has_it_whole(edited_made_up: EditSite) -> None:
    row = "      - {model: smith/anvil-7b, instance: hearth.small, native: 16}\n"
    more = "".join(row.replace("}", f", variant: run {number}}}") for number in range(MOST_ROWS))
    site = edited_made_up({"configurations/forge-report/hammer-2.0.yml": {row: f"{row}{more}"}})
    text = part(written(site), "models", "smith/anvil-7b", "Tested configurations")
    assert f"{MOST_ROWS + 1} rows. The first {MOST_ROWS} stand here." in text
    assert targets(text)[-1] == "../../../api/v1/tested-configurations.csv"


def test_the_twin_of_a_list_leads_to_the_twin_of_each_record(twins: Twins, knowledge: Knowledge) -> None:
    for kind in WITH_PAGES:
        page = section(kind)
        linked = {posixpath.normpath(posixpath.join(page, target)) for target in targets(twins[f"{page}index.md"])}
        records = with_page(knowledge.records, kind)
        assert [key for key in records if f"{address(kind, key)}index.md" not in linked] == []


def test_the_twin_of_the_support_page_has_every_status(twins: Twins, knowledge: Knowledge) -> None:
    text = twins["support/index.md"]
    assert text.count("\n| ") == len(knowledge.support) + text.count("\n| Framework |")


def test_no_macro_and_no_attribute_list_is_left_in_a_twin(twins: Twins) -> None:
    for path in ("data/index.md", "contribute/index.md"):
        text = without_code(twins[path])
        assert "{{" not in text
        assert "{:" not in twins[path]
        assert not re.search(r"</?(p|a|code)\b", text)


def test_a_text_begins_no_block_and_is_not_emphasised(edited_made_up: EditSite) -> None:
    text = '"# not a heading - not a list, _not_ *emphasis* but snake_case, &lt; and 1 | 2"'
    site = edited_made_up({"models/shuttle-large.yml": {"A large model, made up.": text}})
    found = twin(written(site), "models", "shuttle-large")
    assert "\n\\# not a heading - not a list, \\_not\\_ \\*emphasis\\* but snake_case, &amp;lt; and 1 \\| 2\n" in found


TABLES = {
    "Tested configurations": (
        "tested-configurations",
        ("family", "instance", "accelerator", "dataset", "model", "framework/release", "source"),
    ),
    "Benchmarks": ("benchmarks", ("model", "table", "source")),
    "Lines of support lists": (
        "listed-models",
        ("architectures", "instance", "accelerators", "framework", "catalogue", "source"),
    ),
    "Verdicts of guidelines": ("support", ("family", "accelerator", "framework", "source")),
    "Validated examples": ("validated-models", ("framework", "source")),
    "Notices": ("lifecycle", ("component",)),
}
"""By heading in twins of records: the list of the API that its table has rows of, and its columns that name the records
on whose twins they stand."""
KINDS = {"family": "families", "table": "benchmarks", "framework/release": "releases"}
"""What a column names, where that is not its name in the plural."""


def ids_in(row: Mapping[str, Any], naming: str) -> Sequence[str]:
    """The records that a row names."""
    if "/" in naming:
        return ["/".join(row[column] for column in naming.split("/"))]
    value = row[naming]
    return value if isinstance(value, list) else [value]


def differences(twins: Twins, exports: Mapping[str, bytes], knowledge: Knowledge, heading: str) -> list[str]:
    """The records whose twins do not have, under a heading, as many rows as the API has that name them."""
    name, columns = TABLES[heading]
    listed = json.loads(exports[f"{API}{name}.json"])["result"]
    found = []
    for column in columns:
        kind = KINDS.get(column, f"{column.removesuffix('s')}s")
        # A run that two tables print stands once, except on the pages of tables and sources.
        counted = [row for row in listed if row.get("repeats") is None or kind in ("benchmarks", "sources")]
        counts = Counter(record for row in counted for record in ids_in(row, column))
        for record in with_page(knowledge.records, kind):
            shown = rows_in(part(twins, kind, record, heading))
            found += [f"{kind}/{record}"] if shown != min(counts[record], MOST_ROWS) else []
    return found


@pytest.mark.parametrize("heading", TABLES)
def test_each_twin_has_the_rows_of_the_api_that_name_its_record(request: pytest.FixtureRequest, heading: str) -> None:
    for fixtures in (("twins", "exports", "site"), ("made_up_twins", "made_up_exports", "made_up")):
        twins, exports, site = map(request.getfixturevalue, fixtures)
        assert any(f"\n## {heading}\n" in text for text in twins.values())
        assert differences(twins, exports, site.knowledge, heading) == []


def test_benchmarks_stand_with_figures_units_and_settings(made_up_twins: Twins) -> None:
    found = part(made_up_twins, "models", "smith/anvil-7b", "Benchmarks")
    [row] = [words(line) for line in found.splitlines() if "line 2" in line and "Throughput" not in line]
    figures = ("120 (output tokens/s)", "TTFT p50 40 ms, TTFT p99 55 ms, TPOT p50 8 ms")
    settings = ("input 128 tokens", "batch size 1", "tensor parallel 4")
    assert [said for said in (*figures, *settings) if said not in row] == []


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_the_files_for_programs_have_the_form_of_llmstxt_org(twins: Twins, name: str) -> None:
    lines = twins[name].splitlines()
    assert lines[0] == "# Accelerator Atlas"
    assert next(line for line in lines[1:] if line.strip()).startswith("> ")
    assert [line for line in lines[1:] if re.match(r"#(?!# )", line)] == []
    headings = [line for line in lines if line.startswith("## ")]
    assert len(headings) == len(set(headings))
    assert {"## Pages", "## Data"} <= {*headings}
    for heading, text in sections(twins[name]).items():
        if not heading.startswith(("Words: ", "Units")):
            for line in filter(None, text.splitlines()):
                assert re.fullmatch(r"- \[.+\]\(\S+\): .+", line), line


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_the_files_for_programs_begin_with_state_and_caveats(made_up_twins: Twins, made_up: Site, name: str) -> None:
    text = made_up_twins[name].partition("\n## ")[0]
    kinds = made_up.knowledge.records.vocabularies["evidence"].values.values()
    assert [value.label for value in kinds if value.label.lower() not in text] == []
    for needed in (made_up.knowledge.revision, made_up.knowledge.edition.isoformat(), "`as_of`", "`null`"):
        assert needed in text
    assert made_up.knowledge.records.atlas.age_rule.explanation in text
    answers = text.partition("What vendors support today:")[2].partition("Before you quote a fact:")[0]
    assert "**Forge Anvil**: " in answers
    assert "Hammer for inference" in answers


def test_the_long_file_leads_to_every_twin(twins: Twins) -> None:
    linked = {target.removeprefix("./") for target in targets(twins["llms-full.txt"])}
    assert [path for path in twins if path.endswith("index.md") and path not in linked] == []
