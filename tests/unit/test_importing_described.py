"""`python -m macros import` of upstreams that a description in `data/imports/` expresses, and mistakes in either."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import yaml

from tests.support.changes import BLOCKS, PAGE, add_all
from tests.support.git_repository import Repo
from tests.support.importing import DAY, SOURCE, Importing
from tests.support.project import TESTS

FILES = TESTS / "importing"
LIST, PAGE_OF_LIST, EVERYTHING, LONG, SPEEDS, MODELS, JOINED = (
    (FILES / name).read_text("utf-8")
    for name in ("list.yml", "list.md", "everything.yml", "everything.html", "speeds.yml", "models.yml", "joined.yml")
)
TABLE = "tables:\n  - {files: docs/list.md, format: markdown}\n"
MISTAKES, ROWS = (yaml.safe_load((FILES / name).read_text("utf-8")) for name in ("mistakes.yml", "rows.yml"))
CELLS = [["Model", "State", "Chips", "Batch"], ["smith/anvil-7b", "yes", "Anvil", "1,024"]]
CELLS += [["Smith/Anvil-70B", "soon", "forge anvil, Chip One", ""]]
RECORDS = [dict(zip(CELLS[0], row, strict=True)) for row in CELLS[1:]]


def imported(importing: Importing, description: str, files: Mapping[str, str], *options: str) -> tuple[int, str]:
    importing.write("imports/made-up.yml", description)
    importing.hand_over(files)
    return importing.run("made-up", *options)


def html_of(rows: Sequence[Sequence[str]]) -> str:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<h1>Page</h1><table><tr><td>Other</td></tr></table><h2>Models</h2><table>{lines}</table>"


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("{files: docs/list.md, format: markdown}", PAGE_OF_LIST),
        (
            "{files: docs/list.md, format: markdown}",
            re.sub(r"(?m)^\|", "    |", PAGE_OF_LIST.replace("|", '=== "Anvil"\n\n|', 1)),
        ),
        ("{files: list.html, format: html, under: Models}", html_of(CELLS)),
        ("{files: list.csv, format: csv}", "\n".join(",".join(f'"{cell}"' for cell in row) for row in CELLS)),
        ("{files: list.tsv, format: tsv}", "\n".join("\t".join(row) for row in CELLS)),
        ("{files: list.json, format: json}", json.dumps(RECORDS)),
        (
            "{files: list.yaml, format: yaml, at: models.*.today}",
            json.dumps({"models": [{"today": r} for r in RECORDS]}),
        ),
    ],
)
def test_a_table_says_the_same_in_any_format(importing: Importing, table: str, text: str) -> None:
    name = re.findall(r"files: (?:docs/)?([\w.]+)", table)[0]
    description = LIST.replace(TABLE, f"tables:\n  - {table}\n")
    code, printed = imported(importing, description, {f"docs/{name}": text})
    assert code == 0, printed
    assert importing.read("catalogues/anvil-list.yml")["rows"] == ROWS
    written = importing.state()
    assert "No difference." in importing.run("made-up")[1]
    assert importing.state() == written


def test_a_file_or_an_archive_may_be_handed_over(importing: Importing) -> None:
    importing.write("imports/made-up.yml", LIST)
    importing.hand_over({"list.md": PAGE_OF_LIST})
    with zipfile.ZipFile(importing.upstream / "all.zip", "w") as packed:
        packed.writestr("repository-1.0/docs/list.md", PAGE_OF_LIST)
    for name in ("list.md", "all.zip"):
        code, printed = importing.run("made-up", path=importing.upstream / name)
        assert code == 0, printed
        assert importing.read("catalogues/anvil-list.yml")["rows"] == ROWS


def test_what_a_description_can_say(importing: Importing) -> None:
    code, printed = imported(importing, EVERYTHING, {"runs.html": LONG, "version.py": 'version = "3.1"\n'})
    assert code == 0, printed
    assert "1 rows left out: nothing is said of them" in printed
    written = importing.read("catalogues/runs-2020-01.yml")
    assert (written["version"], str(written["as_of"]), written["title"]) == ("3.1", DAY, "All, January 2020")
    assert written["citation"] == {"source": SOURCE, "locator": "tables of the page"}
    common = {"wording": "ran", "section": "Tested › By us", "place": "runs.html 4"}
    first = {"as_published": "Smith / 7B", "model": "smith/anvil-7b", **common, "tasks": ["question answering"]}
    assert written["rows"] == [
        {**first, "accelerators": ["anvil"], "sizes": [{"tensor_parallel": 1}, {"tensor_parallel": 2}]},
        {**first, "accelerators": ["chip-one"], "sizes": [{"tensor_parallel": 4}]},
        {
            "as_published": "Smith / 70B",
            "model": "smith/anvil-70b",
            **common,
            "place": "runs.html 5",
            "accelerators": ["anvil"],
            "sizes": [{"tensor_parallel": 8}],
            "tasks": ["question answering", "talk"],
        },
    ]


def test_values_of_a_cell_make_rows_and_alike_rows_are_joined(importing: Importing) -> None:
    text = "Models,Card\n'smith/anvil-7b, smith/anvil-70b',anvil\nsmith/anvil-7b,chip-one\n".replace("'", '"')
    code, printed = imported(importing, JOINED, {"list.csv": text})
    assert code == 0, printed
    assert importing.read("catalogues/runs.yml")["rows"] == [
        {"as_published": name, "model": name, "wording": "ran", "accelerators": accelerators, "place": "2"}
        for name, accelerators in (("smith/anvil-7b", ["anvil", "chip-one"]), ("smith/anvil-70b", ["anvil"]))
    ]
    assert "No difference." in importing.run("made-up")[1]


SPEED_HEAD = "Model,Type,Answers,Words\n"


def test_only_a_changed_row_gets_the_day_of_its_change(importing: Importing) -> None:
    first = f"{SPEED_HEAD}smith/anvil-7b,Hearth.small,100.5,\nsmith/anvil-70b,hearth.large,,20\n"
    code, printed = imported(importing, SPEEDS, {"a_table.csv": first})
    assert code == 0, printed
    file = importing.file("benchmarks/a-table.yml")
    text = file.read_text("utf-8").replace("\n", "\n# A comment.\n", 1).replace(f", as_of: {DAY}", "")
    file.write_text(text, "utf-8")
    later = first.replace("100.5", "99.5").replace("Words\n", "Words\n\n")
    code, printed = imported(importing, SPEEDS, {"a_table.csv": later})
    changed, same = importing.read("benchmarks/a-table.yml")["rows"]
    assert (changed["throughput"], changed["instances"], str(changed["as_of"])) == (99.5, ["hearth.small"], DAY)
    assert (same["throughput"], same["throughput_unit"], "as_of" in same) == (20, "tokens-per-second", False)
    assert file.read_text("utf-8").partition("rows:")[0] == text.partition("rows:")[0]


def test_rows_that_cannot_be_told_apart_are_refused(importing: Importing) -> None:
    same = f"{SPEED_HEAD}smith/anvil-7b,hearth.small,10,\nsmith/anvil-7b,hearth.small,20,\n"
    code, printed = imported(importing, SPEEDS, {"a_table.csv": same})
    assert code == 2
    assert "two rows of the upstream, a_table.csv, 2 and a_table.csv, 3, are alike in model, instances" in printed
    assert re.search(r"data/imports/made-up\.yml:\d+:6: key: ", printed)


NEW_MODEL = PAGE_OF_LIST.replace("| smith/anvil-7b |", "| [Tongs](https://hub.example/Smith/Tongs-1B) |")
WITH_MODELS = LIST.replace("  model: Model\n", "  model: {column: Model (link), matches: 'example/(.+)'}\n") + MODELS


def test_models_and_the_source_get_records_from_a_checkout(importing: Importing) -> None:
    importing.write("imports/made-up.yml", WITH_MODELS)
    repo = Repo(importing.upstream).write({"docs/list.md": NEW_MODEL}).commit("A list")
    code, printed = importing.run("made-up", source="")
    commit, day = repo.git("log", "-1", "--format=%H %cs").split()
    assert importing.read("models/made-up.yml") == {
        "records": {"smith/tongs-1b": {"hub_id": "Smith/Tongs-1B", "architecture": "shuttle"}}
    }
    source = f"anvil-list-{day[:7]}"
    written = importing.read("sources/anvils.yml")
    assert written["shared"] == {
        "repository": "smith/anvils",
        "publisher": "Smith",
        "licence": "MIT",
        "state": "current",
    }
    assert [*written["records"]] == [source]
    assert written["records"][source] | {"as_of": day} == {"path": "docs/list.md", "commit": commit, "as_of": day}
    assert importing.read("catalogues/anvil-list.yml")["citation"]["source"] == source
    state = importing.state()
    assert "No difference." in importing.run("made-up", source="")[1]
    assert importing.state() == state
    assert code == 1, printed
    assert "'Smith/Anvil-70B' alone [lines-name-models]" in printed, "what a rule says does not refuse the next import"
    importing.hand_over({"docs/list.md": f"{NEW_MODEL}\n"})
    repo.commit("Later")
    assert f"the source {source} is of another commit, {commit}" in importing.run("made-up", source="")[1]
    assert importing.state() == state
    importing.write("imports/made-up.yml", WITH_MODELS.replace("list-{month}", "list-later"))
    code, printed = importing.run("made-up", source="")
    assert [*importing.read("sources/anvils.yml")["records"]] == [source, "anvil-list-later"]
    assert "every-record-is-reached" in printed, "the list has left the source of its first edition"
    assert importing.read("catalogues/anvil-list.yml")["citation"]["source"] == "anvil-list-later"


def test_without_a_checkout_day_and_commit_are_given(importing: Importing) -> None:
    importing.write("imports/made-up.yml", WITH_MODELS)
    importing.hand_over({"docs/list.md": NEW_MODEL})
    assert "--as-of: expected the day" in importing.run("made-up", source="")[1]
    assert (
        "expected a record of the source anvil-list-2020-01" in importing.run("made-up", "--as-of", DAY, source="")[1]
    )
    short = importing.run("made-up", "--as-of", DAY, "--commit", "1234", source="")
    assert (short[0], "expected 40 digits of a commit, got '1234'" in short[1]) == (2, True)
    code, printed = importing.run("made-up", "--as-of", DAY, "--commit", "a" * 40, source="")
    assert code == 1, printed
    assert "sources: 1 added: anvil-list-2020-01" in printed


def edited(text: str, edit: Mapping[str, str]) -> str:
    """A text with another in the place of one that it has."""
    [(before, after)] = edit.items()
    assert before in text
    return text.replace(before, after)


@pytest.mark.parametrize("mistake", MISTAKES["upstream"], ids=lambda mistake: mistake["case"])
def test_what_a_description_does_not_tell_is_refused(importing: Importing, mistake: Mapping[str, Any]) -> None:
    state = importing.state()
    code, printed = imported(importing, LIST, {"docs/list.md": edited(PAGE_OF_LIST, mistake["edit"])})
    importing.file("imports/made-up.yml").unlink()
    assert (code, importing.state()) == (2, state)
    assert mistake["says"] in printed, printed


@pytest.mark.parametrize("mistake", MISTAKES["description"], ids=lambda mistake: mistake["case"])
def test_a_mistaken_description_is_refused_by_the_check(importing: Importing, mistake: Mapping[str, Any]) -> None:
    code, printed = imported(importing, edited(LIST, mistake["edit"]), {"docs/list.md": PAGE_OF_LIST})
    assert code == 1
    assert mistake["says"] in printed, printed
    assert not importing.file("catalogues/anvil-list.yml").exists()


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        ("json", "{", "list.x: expected json: Expecting"),
        ("json", "[" * 100_000, "list.x: expected json: "),
        ("json", "5", "list.x: expected mappings at *, got none"),
        ("yaml", "a: [", "list.x: expected yaml: "),
        ("yaml", "&a {b: *a}", "list.x: expected yaml: "),
        ("csv", "Model,State,Chips,Batch\na,b,c,d,e\n", "list.x: line 2: expected 4 cells"),
        ("html", "", "expected a table with rows in list.x, got none"),
        (
            "html",
            "<table><tr><td colspan=99999999 rowspan=x>Model<tr><td rowspan=-1>a</table>",
            "expected a column of the table",
        ),
        ("markdown", "\x00", "expected a table with rows in list.x, got none"),
    ],
)
def test_files_of_another_shape_are_refused(importing: Importing, form: str, text: str, message: str) -> None:
    table = f"tables:\n  - {{files: list.x, format: {form}}}\n"
    code, printed = imported(importing, LIST.replace(TABLE, table), {"list.x": text})
    assert code == 2
    assert message in printed, printed


def test_what_is_no_text_is_refused(importing: Importing) -> None:
    importing.write("imports/made-up.yml", LIST)
    importing.hand_over({"docs/list.md": ""})
    (importing.upstream / "docs/list.md").write_bytes(b"\xff")
    code, printed = importing.run("made-up")
    assert (code, "docs/list.md: 'utf-8' codec can't decode" in printed) == (2, True)


def test_an_unknown_upstream_is_refused_with_the_nearest(importing: Importing) -> None:
    importing.write("imports/made-up.yml", LIST)
    code, printed = importing.run("mode-up")
    assert (code, "got 'mode-up'; did you mean 'made-up'?" in printed) == (2, True)


def test_the_worked_example_of_the_samples_can_be_imported_as_it_stands(importing: Importing) -> None:
    add_all(importing.project / "data")
    (table,) = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    (command,) = re.findall(r"python -m macros import (\S+) PATH (.+)", PAGE)
    importing.hand_over({"docs/supported.md": table})
    code, printed = importing.run(command[0], *command[1].split(), source="")
    assert code == 0, printed
    (shown,) = [text for _, text in BLOCKS if text.startswith("# becomes data/")]
    file = shown.split("\n")[0].removeprefix("# becomes data/")
    assert shown.split("\n", 1)[1] in importing.file(file).read_text("utf-8")
    state = importing.state()
    assert "No difference." in importing.run(command[0], *command[1].split(), source="")[1]
    assert importing.state() == state
