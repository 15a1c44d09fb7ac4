"""The Markdown twins say what the pages and the API say, and text of the data stays text in them."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from markdown import Markdown

from macros.addresses import OWN_PAGE, address
from macros.exports.twins import tables
from macros.knowledge import Knowledge
from macros.schema.base import Statement
from macros.site.pages import generated_pages
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.hostile_text import came_alive, data_with_every_text, write_poisoned
from tests.support.html_tree import read_html
from tests.support.markdown_twins import rows, sections, targets, words
from tests.support.places import MADE_UP, PROJECT

IS_TWIN = re.compile(r"\.md$|^llms")
LLAMA = "meta-llama/llama-3.1-8b-instruct"


def written(site: Site) -> Mapping[str, str]:
    """The twins, without what is only sent on from former addresses."""
    files = exported(site).items()
    moved = {f"{move.moved_from.removeprefix('/')}index.md" for move in site.knowledge.moves()}
    return {path: text.decode() for path, text in files if IS_TWIN.search(path) and path not in moved}


@pytest.fixture(scope="module")
def twins(site: Site) -> Mapping[str, str]:
    return written(site)


def twin(twins: Mapping[str, str], kind: str, record: str) -> str:
    return twins[f"{address(kind, record)}index.md"]


def test_every_page_has_a_twin_and_nothing_else_does(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    generated = {f"{page.address}index.md" for page in generated_pages(knowledge)}
    by_hand = {file.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("index.md")}
    assert generated | by_hand | {"llms.txt", "llms-full.txt"} == twins.keys()


def test_a_twin_begins_with_what_its_page_is(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    for page in generated_pages(knowledge):
        lines = twin(twins, page.kind, page.record).splitlines()
        assert lines[0].startswith("# ")
        assert words(lines[0][2:]) == page.title
        assert words(lines[2]) == f"> {page.description}"
        head = "\n".join(lines[3:9])
        assert str(knowledge.records.atlas.edition) in head
        assert "- Data: [api/v1/" in head


def test_the_twin_of_a_list_names_the_state_of_the_data(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    assert knowledge.revision in twins["models/index.md"].partition("\n## ")[0]


def test_every_tested_configuration_stands_in_the_twins_of_all_it_names(
    twins: Mapping[str, str], knowledge: Knowledge
) -> None:
    for kind in ("models", "instances", "datasets", "releases"):
        for record in knowledge.records.of(kind):
            tests = knowledge.configurations_of(kind, record)
            section = sections(twin(twins, kind, record)).get("Tested configurations", "")
            found = [
                (row["Locator"], row["Batch size native (samples)"], row["Batch size compiled (samples)"], row["As of"])
                for row in map(_with_gaps, rows(section))
            ]
            expected = [
                (test.locator, str(test.row.native or "not published"), str(test.row.compiled), str(test.as_of))
                for test in tests
            ]
            # Words on the page and in the twin agree but for runs of blanks.
            assert sorted(found) == sorted((" ".join(place.split()), *rest) for place, *rest in expected), record


def _with_gaps(row: Mapping[str, str]) -> Mapping[str, str]:
    gaps = row.get("Not published in any row", "").split("; ")
    return {**dict.fromkeys(gaps, "not published"), **row}


def test_benchmarks_stand_with_figures_units_and_settings(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    found = rows(sections(twin(twins, "models", LLAMA))["Benchmarks"])
    expected = knowledge.benchmarks_of("models", LLAMA)
    assert len(found) == len(expected) > 10
    headings = {
        "throughput": "Throughput",
        "ttft_ms": "TTFT ms",
        "ttft_p50_ms": "TTFT p50 ms",
        "tpot_p50_ms": "TPOT p50 ms",
        "latency_p50_ms": "Latency p50 ms",
        "request_latency_s": "Request latency s",
        "output_length": "Output length (tokens)",
        "input_length": "Input length (tokens)",
        "batch_size": "Batch size (samples)",
    }
    for row, benchmark in zip(found, expected, strict=True):
        for name, heading in headings.items():
            value = getattr(benchmark.row, name)
            if value is not None:
                assert float(row[heading]) == value, (benchmark.id, name)
        if unit := benchmark.row.throughput_unit:
            assert row["Throughput unit"] == knowledge.term("throughput_unit", unit).label
        assert row["As of"] == str(benchmark.as_of)


def test_yes_and_no_are_not_mistaken_for_figures(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    for record in knowledge.records.models:
        for row in rows(sections(twin(twins, "models", record)).get("Tested configurations", "")):
            assert row["Batch size is lower bound"] in {"yes", "no"}
            assert row["Accelerator count (accelerators per instance)"].isdecimal()


def test_answers_agree_with_the_api(twins: Mapping[str, str], published: Mapping[str, bytes], site: Site) -> None:
    terms = site.knowledge.term
    for model in ("gpt2", LLAMA):
        result = json.loads(published[f"api/v1/answers/{model}.json"])["result"]
        answers = [row for row in result if row["instance"] is None]
        section = sections(twin(twins, "models", model))["Does it run? All evidence, by accelerator"]
        found = {(row["Accelerator"], row["Answer"]) for row in rows(section)}
        names = site.knowledge.records.accelerators
        said = {(names[row["accelerator"]].name, terms("answer", row["answer"]).label) for row in answers}
        silent = {pair for pair in said if pair[1] == terms("answer", "nothing-known").label}
        assert found == said - silent
        for name, _ in silent:
            assert name in section.partition("Nothing is known on ")[2].partition("That is not a no.")[0]


def test_shares_of_memory_stand_in_whole_percent(twins: Mapping[str, str]) -> None:
    fits = sections(twin(twins, "models", LLAMA))["Does it fit? Memory and weights, an estimate"]
    assert "fp32: 93 %; bf16: 47 %; fp8: 23 %" in fits
    assert "fp8: &lt; 1 %" in fits


def test_a_checkpoint_is_not_told_the_limits_of_another(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    model = twin(twins, "models", LLAMA)
    for key, limit in knowledge.limitations_of(("families", "transformer-decoders")):
        named = limit.affects.models or limit.affects.architectures
        foreign = named and LLAMA not in limit.affects.models and "llama" not in limit.affects.architectures
        assert (f"limitations/{key}/index.md" in model) is not bool(foreign), key


def test_statements_stand_with_source_place_date_and_whether_inferred(
    twins: Mapping[str, str], knowledge: Knowledge
) -> None:
    checked = 0
    for kind in ("limitations", "frameworks", "instances", "accelerators"):
        for record, found in knowledge.records.of(kind).items():
            text = words(twin(twins, kind, record))
            for one in _statements(getattr(found, "notes", ()) or getattr(found, "facts", ())):
                citation = one.citations[0]
                date = knowledge.as_of(citation)
                said = f"{' '.join(citation.locator.split())}, " + (f"as of {date}" if date else "no date published")
                assert " ".join(one.text.split()) in text, record
                assert said in text, record
                assert not one.inferred or f"(inferred: {' '.join(one.inferred.split())})" in text
                checked += 1
    assert checked > 50


def _statements(found: object) -> Iterator[Statement]:
    assert isinstance(found, tuple)
    return (one for one in found if isinstance(one, Statement))


def test_what_nobody_published_is_said_in_words(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    silent = [key for key, model in knowledge.records.models.items() if model.parameters is None]
    assert silent
    for record in silent:
        assert re.search(r"\*\*Not published or not recorded:\*\* .*parameters", twin(twins, "models", record))
    for path, text in twins.items():
        assert not re.search(r"\| +\|", text), path


def test_a_source_says_what_cites_it_and_how_often(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    for record in knowledge.records.sources:
        cited = rows(sections(twin(twins, "sources", record)).get("Records that cite it", ""))
        assert sum(int(row["Citations"]) for row in cited) == len(knowledge.citations_of(record))


def test_packages_and_notices_stand_in_the_twins_of_what_they_are_about(
    twins: Mapping[str, str], knowledge: Knowledge
) -> None:
    for record in knowledge.records.sdks:
        found = rows(sections(twin(twins, "sdks", record)).get("Package versions", ""))
        assert [row["Version"] for row in found] == [
            shipped.row.version for shipped in knowledge.packages.of_release(record)
        ]
    for record, component in knowledge.records.components.items():
        found = rows(sections(twin(twins, "components", record)).get("Notices", ""))
        assert len(found) == len(component.notices)


def test_a_huge_table_is_left_to_the_file_that_has_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 5)
    section = sections(written(site)["models/gpt2/index.md"])["Tested configurations"]
    assert not rows(section)
    assert targets(section) == ["../../api/v1/tested-configurations.csv"]
    assert "30 rows" in section


def test_every_link_leads_to_a_file_or_page(site: Site, twins: Mapping[str, str]) -> None:
    known = exported(site).keys()
    pages = {path.removesuffix("index.md") for path in twins if path.endswith("index.md")}
    broken = []
    for path, text in twins.items():
        for target in targets(_without_code(text)):
            if "://" in target:
                continue
            arrived = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))
            if arrived not in known and f"{arrived}/".removeprefix("./") not in pages:
                broken.append((path, target))
    assert broken == []


def _without_code(text: str) -> str:
    return re.sub(r"^( *)(`{3,}).*?^ *\2 *$", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_the_files_for_programs_have_the_form_of_llmstxt_org(twins: Mapping[str, str], name: str) -> None:
    lines = twins[name].splitlines()
    assert lines[0] == "# Accelerator Atlas"
    assert next(line for line in lines[1:] if line.strip()).startswith("> ")
    assert [line for line in lines if re.match(r"#(?! Acc|# )", line)] == []
    headings = [line for line in lines if line.startswith("## ")]
    assert len(headings) == len(set(headings)) > 5
    for heading, section in sections(twins[name]).items():
        if not heading.startswith(("Words: ", "Units")):
            for line in filter(None, section.splitlines()):
                assert re.fullmatch(r"- \[.+\]\(\S+\): .+", line), line


def test_the_files_for_programs_state_the_caveats(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    for name in ("llms.txt", "llms-full.txt"):
        text = twins[name].partition("\n## ")[0]
        for needed in (
            "tested is not supported",
            "`as_of`",
            "“Not published” is not “no”",
            "Inferred is marked",
            "Unit",
        ):
            assert needed in text
        for value in knowledge.records.vocabularies["evidence"].values.values():
            assert value.label.lower() in text


def test_the_long_file_leads_to_every_twin(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    linked = {target.removeprefix("./") for target in targets(twins["llms-full.txt"])}
    assert [
        f"{page.address}index.md" for page in generated_pages(knowledge) if f"{page.address}index.md" not in linked
    ] == []
    assert [path for path in twins if path.endswith("index.md") and path not in linked] == []


def test_hand_written_twins_lead_to_the_twins_of_their_kind(twins: Mapping[str, str], knowledge: Knowledge) -> None:
    lists = {"components": "lifecycle/", "comparisons": "compare/", "releases": "frameworks/"}
    for kind in OWN_PAGE:
        page = lists.get(kind, f"{kind}/")
        linked = {posixpath.normpath(posixpath.join(page, target)) for target in targets(twins[f"{page}index.md"])}
        records = knowledge.records.of(kind)
        assert [key for key in records if f"{address(kind, key)}index.md" not in linked] == []


def test_no_macro_and_no_attribute_list_is_left(twins: Mapping[str, str]) -> None:
    for path in ("data/index.md", "contribute/index.md"):
        assert "{{" not in _without_code(twins[path])
        assert "{:" not in twins[path]
        assert not re.search(r"</?(p|a|code)\b", _without_code(twins[path]))
    assert "\0" not in "".join(twins.values())


def test_the_same_data_gives_the_same_bytes(site: Site, twins: Mapping[str, str]) -> None:
    assert written(Site(PROJECT)) == twins == written(site)


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    project = tmp_path_factory.mktemp("poisoned")
    write_poisoned(data_with_every_text(), project / "data")
    return written(Site(project))


def test_hostile_text_stays_text(poisoned: Mapping[str, str]) -> None:
    reader = Markdown(extensions=["tables", "pymdownx.superfences"])
    assert len(poisoned) > 20
    for path, text in poisoned.items():
        page = read_html(reader.reset().convert(text))
        # Templates are nothing to a reader of Markdown: nobody evaluates a twin.
        assert [found for found in came_alive(page) if "template" not in found] == [], path


def test_hostile_text_leaves_tables_whole(poisoned: Mapping[str, str]) -> None:
    seen = 0
    for text in poisoned.values():
        for section in sections(text).values():
            seen += len(rows(section))
    assert seen > 50


def test_a_line_of_text_begins_nothing(edited_made_up: EditSite) -> None:
    file = next(Path(MADE_UP / "data" / "models").rglob("*.yml"))
    summary = re.search(r"^summary: (.*)$", file.read_text("utf-8"), re.MULTILINE)
    assert summary
    name = file.relative_to(MADE_UP / "data").as_posix()
    text = '"# not a heading - not a list, _not_ *emphasis* but snake_case, &lt; and 1 | 2"'
    site = edited_made_up({name: {summary[1]: text}})
    record = name.removeprefix("models/").removesuffix(".yml")
    found = twin(written(site), "models", record)
    line = next(line for line in found.splitlines() if line.startswith("- **Summary:**"))
    assert line == (
        "- **Summary:** \\# not a heading - not a list, \\_not\\_ \\*emphasis\\* but snake_case, &amp;lt; and 1 \\| 2"
    )
