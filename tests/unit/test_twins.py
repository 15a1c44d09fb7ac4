"""The Markdown twins have the facts of the pages and of the API, and texts of the data stay texts in them."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from macros.addresses import address, section
from macros.exports.twins.facts import MOST_ROWS
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge
from macros.schema.base import Statement
from macros.schema.walk import walk
from macros.site.pages import generated_pages
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.markdown_twins import Row, rows, sections, targets, words
from tests.support.places import PROJECT

API = "api/v1/"
IS_TWIN = re.compile(r"\.md$|^llms")
CODE_BLOCK = re.compile(r"^( *)(`{3,}).*?^ *\2 *$", re.DOTALL | re.MULTILINE)
COUNT = re.compile(r"\s*(\d+) rows\. ")

Twins = Mapping[str, str]


def twins_of(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    """The twins, without those that only lead from a former address to the new one."""
    moved = {f"{move.moved_from.removeprefix('/')}index.md" for move in knowledge.moves()}
    return {path: text.decode() for path, text in exports.items() if IS_TWIN.search(path) and path not in moved}


@pytest.fixture(scope="module")
def twins(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    return twins_of(exports, knowledge)


@pytest.fixture(scope="module")
def made_up_twins(made_up_exports: Mapping[str, bytes], made_up: Site) -> Twins:
    return twins_of(made_up_exports, made_up.knowledge)


def twin(twins: Twins, kind: str, record: str) -> str:
    return twins[f"{address(kind, record)}index.md"]


def part(twins: Twins, kind: str, record: str, heading: str) -> str:
    """A section of a twin, empty where it has none."""
    return sections(twin(twins, kind, record)).get(heading, "")


def without_code(text: str) -> str:
    return CODE_BLOCK.sub("", text)


def folded(text: str) -> str:
    """A text as a twin writes it, runs of blanks as one."""
    return " ".join(text.split())


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


@dataclass(frozen=True)
class Table:
    """A table in the twins of records, and the list of the API that it has rows of."""

    api: str
    columns: Mapping[str, str]
    """The columns that are compared: their headings in the twins, and their names in the API."""
    naming: Mapping[str, str]
    """By kind of record: the column of the API that names it; two with a slash where they name it together."""


TABLES = {
    "Tested configurations": Table(
        "tested-configurations",
        {
            "Locator": "locator",
            "Batch size native (samples)": "batch_size_native",
            "Batch size compiled (samples)": "batch_size_compiled",
            "As of": "as_of",
        },
        {
            "models": "model",
            "families": "family",
            "instances": "instance",
            "accelerators": "accelerator",
            "datasets": "dataset",
            "releases": "framework/release",
            "frameworks": "framework",
            "sources": "source",
        },
    ),
    "Benchmarks": Table(
        "benchmarks",
        {
            "Locator": "locator",
            "Throughput": "throughput",
            "TTFT p50 ms": "ttft_p50_ms",
            "Latency p50 ms": "latency_p50_ms",
            "Batch size (samples)": "batch_size",
            "As of": "as_of",
        },
        {
            "models": "model",
            "architectures": "architecture",
            "families": "family",
            "instances": "instances",
            "accelerators": "accelerators",
            "frameworks": "framework",
            "benchmarks": "table",
            "sources": "source",
        },
    ),
    "Lines of vendors' lists": Table(
        "listed-models",
        {
            "As published": "as_published",
            "Status as published": "status_as_published",
            "Locator": "locator",
            "As of": "as_of",
        },
        {
            "architectures": "architectures",
            "instances": "instance",
            "accelerators": "accelerators",
            "frameworks": "framework",
            "catalogues": "catalogue",
            "sources": "source",
        },
    ),
    "Verdicts of guidelines": Table(
        "support",
        {"Status as published": "status_as_published", "Locator": "locator", "As of": "as_of"},
        {"families": "family", "accelerators": "accelerator", "frameworks": "framework", "sources": "source"},
    ),
    "Validated examples": Table(
        "validated-models",
        {"Architecture": "architecture", "Task": "task", "As of": "as_of"},
        {"frameworks": "framework", "sources": "source"},
    ),
    "Notices": Table("lifecycle", {"Locator": "locator", "Date": "date"}, {"components": "component"}),
    "Package versions": Table(
        "package-versions",
        {"Package": "package", "Version": "version", "Date": "date"},
        {"sdks": "sdk", "components": "component"},
    ),
}
"""By heading."""

GAP = "not published"


def in_twin(row: Row, heading: str) -> str:
    """A cell, empty where nothing was published."""
    cell = row.get(heading, GAP)
    return "" if cell == GAP else cell.removeprefix("<").removesuffix(">") if cell.startswith("<http") else cell


def in_api(row: Mapping[str, Any], column: str) -> str:
    """The same of a row of the API."""
    value = row[column]
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    return "" if value in (None, GAP) else folded(str(value))


def ids_in(row: Mapping[str, Any], naming: str) -> Sequence[str]:
    """The records that a row names."""
    if "/" in naming:
        return ["/".join(row[column] for column in naming.split("/"))]
    value = row[naming]
    return value if isinstance(value, list) else [value]


def facts_in(text: str) -> Sequence[Row]:
    """The rows of a section. Where all of them say the same, the twin has only what they have in common."""
    found, count = rows(text), COUNT.match(text)
    return [*found] * int(count[1]) if count and len(found) == 1 else found


def differences(twins: Twins, exports: Mapping[str, bytes], knowledge: Knowledge, heading: str) -> list[str]:
    """The records whose twins do not have, under a heading, the rows of the API that name them."""
    table = TABLES[heading]
    found = []
    listed = json.loads(exports[f"{API}{table.api}.json"])["result"]
    for kind, naming in table.naming.items():
        by_record: dict[str, list[list[str]]] = {}
        for row in listed:
            for record in ids_in(row, naming):
                by_record.setdefault(record, []).append([in_api(row, column) for column in table.columns.values()])
        for record in knowledge.records.of(kind):
            expected, text = by_record.get(record, []), part(twins, kind, record, heading)
            cells = [[in_twin(row, name) for name in table.columns] for row in facts_in(text)]
            if len(expected) > MOST_ROWS and not cells:
                is_same = f"{len(expected)} rows" in text and f"{API}{table.api}.csv" in words(text)
            else:
                is_same = sorted(cells) == sorted(expected)
            found += [] if is_same else [f"{kind}/{record}"]
    return found


@pytest.mark.parametrize("heading", TABLES)
def test_each_twin_has_the_rows_of_the_api_that_name_its_record(
    twins: Twins, exports: Mapping[str, bytes], knowledge: Knowledge, heading: str
) -> None:
    assert differences(twins, exports, knowledge, heading) == []


@pytest.mark.parametrize("heading", TABLES)
def test_each_made_up_twin_has_the_rows_of_the_api_that_name_its_record(
    made_up_twins: Twins, made_up_exports: Mapping[str, bytes], made_up: Site, heading: str
) -> None:
    assert differences(made_up_twins, made_up_exports, made_up.knowledge, heading) == []
    assert any(f"\n## {heading}\n" in text for text in made_up_twins.values())


def test_a_model_has_the_lines_of_lists_about_it_and_about_its_architecture(made_up_twins: Twins) -> None:
    heading = "Lines of vendors' lists"
    by_model = {
        model: sorted({row["As published"] for row in facts_in(part(made_up_twins, "models", model, heading))})
        for model in ("smith/anvil-7b", "shuttle-large", "maker/shuttle-small")
    }
    assert by_model == {
        "smith/anvil-7b": ["Anvil-7B"],
        "shuttle-large": ["Shuttle"],
        "maker/shuttle-small": ["Shuttle", "Shuttle-Small"],
    }


@pytest.mark.parametrize(("kind", "record"), [("architectures", "shuttle"), ("models", "shuttle-large")])
def test_validated_examples_of_an_architecture_stand_with_it_and_its_models(
    made_up_twins: Twins, kind: str, record: str
) -> None:
    (row,) = facts_in(part(made_up_twins, kind, record, "Validated examples"))
    assert (row["Architecture"], row["Task"], row["Status"]) == ("SHUTTLE", "weaving", "Supported")


def test_an_sdk_release_has_the_facts_that_name_it_by_a_shorter_number(made_up_twins: Twins) -> None:
    notices = facts_in(part(made_up_twins, "sdks", "forge/6.4.0", "Notices"))
    benchmarks = facts_in(part(made_up_twins, "sdks", "forge/6.4.0", "Benchmarks"))
    assert {row["SDK"] for row in notices} == {row["SDK"] for row in benchmarks} == {"forge/6.4.0", "forge/6.4"}


@pytest.mark.parametrize(
    ("kind", "record"), [("accelerators", "anvil"), ("instances", "hearth.small"), ("components", "old-tongs")]
)
def test_a_notice_stands_with_the_hardware_that_it_names(made_up_twins: Twins, kind: str, record: str) -> None:
    found = facts_in(part(made_up_twins, kind, record, "Notices"))
    assert ("Support ended", "2019-06-01") in {(row["Event"], row["Date"]) for row in found}


def test_benchmarks_stand_with_figures_units_and_settings(made_up_twins: Twins) -> None:
    found = {row["Locator"]: row for row in facts_in(part(made_up_twins, "models", "smith/anvil-7b", "Benchmarks"))}
    first, joined = found["page 6, line 2"], found["archive, line 3"]
    assert (first["Throughput"], first["Throughput unit"]) == ("120", "output tokens/s")
    assert (first["TTFT p50 ms"], first["TTFT p99 ms"], first["TPOT p50 ms"]) == ("40", "55", "8")
    assert (first["Input length (tokens)"], first["Output length (tokens)"]) == ("128", "64")
    assert (first["Batch size (samples)"], first["Tensor parallel (shards)"]) == ("1", "4")
    assert (joined["Latency p50 ms"], joined["Latency basis"], joined["As of"]) == ("400", "per request", "2019-06-01")
    assert joined["Instances"] == "hearth.small; hearth.large"
    assert (first["Latency p50 ms"], first["Instance inferred"]) == ("not published", "no, the source names it")


def test_the_number_one_and_yes_are_told_apart(edited_made_up: EditSite) -> None:
    row = "native: 16, lower_bound: true, instance_count: 1}"
    site = edited_made_up({"configurations/forge-report/hammer-2.0.yml": {"native: 16}": row}})
    (found,) = facts_in(
        part(twins_of(exported(site), site.knowledge), "models", "smith/anvil-7b", "Tested configurations")
    )
    assert found["Batch size is lower bound"] == "yes"
    assert found["Accelerator count (accelerators per instance)"] == "1"
    assert found["Instance count (instances)"] == "1"


@pytest.mark.parametrize("model", ["smith/anvil-7b", "maker/shuttle-small", "shuttle-large"])
def test_answers_agree_with_the_api(
    made_up_twins: Twins, made_up_exports: Mapping[str, bytes], made_up: Site, model: str
) -> None:
    chips, term = made_up.knowledge.records.accelerators, made_up.knowledge.term
    result = json.loads(made_up_exports[f"{API}answers/{model}.json"])["result"]
    answers = {chips[row["accelerator"]].name: row["answer"] for row in result if row["instance"] is None}
    text = part(made_up_twins, "models", model, "Does it run? All evidence, by accelerator")
    assert {(row["Accelerator"], row["Answer"]) for row in facts_in(text)} == {
        (name, term("answer", answer).label) for name, answer in answers.items() if answer != "nothing-known"
    }
    for name, answer in answers.items():
        unknown = words(text).partition("Nothing is known on ")[2].partition("That is not a no.")[0]
        assert (name in unknown) is (answer == "nothing-known")


def test_shares_of_memory_stand_in_whole_percent(edited_made_up: EditSite) -> None:
    site = edited_made_up({"models/maker/shuttle-small.yml": {"billions: 0.5": "billions: 0.1"}})
    found = twins_of(exported(site), site.knowledge)
    heading = "Does it fit? Memory and weights, an estimate"
    shares = {
        (model, row["Instance"]): row["Share of memory for weights"]
        for model in ("smith/anvil-70b", "maker/shuttle-small")
        for row in facts_in(part(found, "models", model, heading))
    }
    assert shares["smith/anvil-70b", "hearth.large"] == "bf16: 34 %; fp8: 17 %"
    assert shares["smith/anvil-70b", "hearth.small"] == "bf16: 136 %; fp8: 68 %"
    assert shares["maker/shuttle-small", "box.small"] == "fp32: 1 %; bf16: < 1 %; fp16: < 1 %; fp8: < 1 %"


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
def test_the_files_for_programs_begin_with_the_state_of_the_data_and_the_caveats(
    made_up_twins: Twins, made_up: Site, name: str
) -> None:
    text = made_up_twins[name].partition("\n## ")[0]
    kinds = made_up.knowledge.records.vocabularies["evidence"].values.values()
    assert [value.label for value in kinds if value.label.lower() not in text] == []
    for needed in (made_up.knowledge.revision, made_up.knowledge.edition.isoformat(), "`as_of`", "`null`"):
        assert needed in text
    assert made_up.knowledge.records.atlas.age_rule.explanation in text


def test_the_long_file_leads_to_every_twin(twins: Twins) -> None:
    linked = {target.removeprefix("./") for target in targets(twins["llms-full.txt"])}
    assert [path for path in twins if path.endswith("index.md") and path not in linked] == []


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
