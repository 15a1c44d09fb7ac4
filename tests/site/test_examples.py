"""The examples of the downloads page work as a reader copies them."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.built_site import SITE_URL, SUB_PATH, BuiltSite
from tests.support.places import PROJECT
from tests.support.static_host import served


@pytest.fixture(scope="module")
def site_url(built: BuiltSite) -> Iterator[str]:
    with served(built.root) as origin:
        yield origin + SUB_PATH


@pytest.fixture(scope="module")
def examples(built: BuiltSite) -> Sequence[tuple[str, str]]:
    """Language and text of each code block on the page."""
    languages = re.findall(r"^```(\w+)$", (PROJECT / "docs" / "data" / "index.md").read_text("utf-8"), re.MULTILINE)
    blocks = built.pages["data/"].document.all("div", class_="highlight")
    return [(language, block.one("code").code) for language, block in zip(languages, blocks, strict=True)]


def run(language: str, text: str, site_url: str, folder: Path) -> str:
    """What an example prints in an empty folder, with the address of the served site."""
    assert SITE_URL in text
    command = {"python": [sys.executable, "-c"], "sh": ["sh", "-ec"]}[language]
    # The served site is not behind a proxy; python3 is the one that runs the tests.
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": folders, "HOME": str(folder), "PYTHONUTF8": "1", "no_proxy": "*"}
    done = subprocess.run(
        [*command, text.replace(SITE_URL, site_url)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, f"{text}\n{done.stderr}"
    return done.stdout


def test_the_page_has_these_examples(examples: Sequence[tuple[str, str]]) -> None:
    assert [language for language, _ in examples] == ["sh", "python", "python", "python", "python", "sh", "sh"]


@pytest.fixture(scope="module")
def outcomes(
    examples: Sequence[tuple[str, str]], site_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[int, tuple[str, Path]]:
    """By number of the example: what it printed, and the folder it ran in."""
    if shutil.which("curl") is None:
        pytest.fail("the examples need curl")
    found = {}
    for number, (language, text) in enumerate(examples):
        folder = tmp_path_factory.mktemp(f"example-{number}")
        found[number] = (run(language, text, site_url, folder), folder)
    return found


def test_the_table_is_fetched(outcomes: Mapping[int, tuple[str, Path]], built: BuiltSite) -> None:
    _, folder = outcomes[0]
    fetched = (folder / "tested-configurations.csv").read_bytes()
    assert fetched == built.file("api/v1/tested-configurations.csv").read_bytes()


def result(built: BuiltSite, path: str) -> list[dict[str, Any]]:
    """The records in a file of the API."""
    records: list[dict[str, Any]] = json.loads(built.file(f"api/v1/{path}.json").read_text("utf-8"))["result"]
    return records


def test_tests_of_a_model_are_printed_by_batch_size(
    outcomes: Mapping[int, tuple[str, Path]], examples: Sequence[tuple[str, str]], built: BuiltSite
) -> None:
    model = re.findall(r'^MODEL = "(.+)"$', examples[1][1], re.MULTILINE)
    sizes = [
        row["batch_size_compiled"]
        for row in result(built, "tested-configurations")
        if [row["model"]] == model
        and row["batch_size_compiled"]
        and row["batch_size_scope"] == "per-accelerator"
        and not row["withdrawn"]
    ]
    assert sizes
    printed = [int(line.split()[0]) for line in outcomes[1][0].splitlines()]
    assert printed == sorted(sizes, reverse=True)


def test_a_record_and_its_list_are_read(
    outcomes: Mapping[int, tuple[str, Path]], examples: Sequence[tuple[str, str]], built: BuiltSite
) -> None:
    (name,) = re.findall(r"/instances/(.+)\.json", examples[2][1])
    (instance,) = result(built, f"instances/{name}")
    first, *others = outcomes[2][0].splitlines()
    assert first == "{id} has {accelerator_count} x {accelerator}".format(**instance)
    same = [row["id"] for row in result(built, "instances") if row["accelerator"] == instance["accelerator"]]
    assert [line.split()[0] for line in others] == same


def highest(built: BuiltSite) -> set[tuple[str, str, float]]:
    """Model, instance types and highest throughput in each unit, as the API has them."""
    found: dict[tuple[str, str, str], float] = {}
    for row in result(built, "benchmarks"):
        key = (row["model"], ";".join(row["instances"]), row["throughput_unit"])
        if row["throughput"] and row["instances"]:
            found[key] = max(found.get(key, 0), row["throughput"])
    return {(model, instances, figure) for (model, instances, _), figure in found.items()}


def test_duckdb_and_pandas_read_the_table(outcomes: Mapping[int, tuple[str, Path]], built: BuiltSite) -> None:
    rows = ast.literal_eval(outcomes[3][0])
    printed = {(model, instances, figure) for model, instances, _, figure in rows if instances and figure}
    assert printed == highest(built)
    lines = [line.rsplit(maxsplit=1) for line in outcomes[4][0].splitlines()[1:]]
    figures = sorted({float(figure) for _, figure in lines if figure != "NaN"})
    assert max(figures) == pytest.approx(max(figure for _, _, figure in highest(built)), rel=1e-4)


def test_everything_is_fetched_and_unpacked(outcomes: Mapping[int, tuple[str, Path]], built: BuiltSite) -> None:
    printed, folder = outcomes[5]
    assert json.loads(printed) == json.loads(built.file("api/v1/index.json").read_text("utf-8"))
    whole = folder / "accelerator-atlas"
    unpacked = {path.relative_to(whole) for path in whole.rglob("*") if path.is_file()}
    published = {path.relative_to(built.root) for path in built.file("api").rglob("*") if path.is_file()}
    assert published - unpacked == {Path("api/v1/accelerator-atlas.zip")}


def test_the_revision_is_printed(outcomes: Mapping[int, tuple[str, Path]], built: BuiltSite) -> None:
    index = json.loads(built.file("api/v1/index.json").read_text("utf-8"))
    assert outcomes[6][0] == f"{index['data_revision']}\n"
