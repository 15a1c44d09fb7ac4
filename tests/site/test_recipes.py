"""The recipes work as a reader copies them: each is run against a served site."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.support.built_site import SITE_URL, SUB_PATH, BuiltSite, served
from tests.support.project import PROJECT, TESTS, content

COMMANDS = TESTS / "recipes"
"""Commands that not every machine has, by what a recipe uses of them: jq by its library, pipx by this very package."""

BEGINNINGS: Mapping[str, str] = {
    **dict.fromkeys(("curl", "pip", "pipx"), "shell"),
    "import": "python",
    "name:": "workflow",
    "<a": "html",
    "Answer": "text",
}
"""What a recipe is, by its first word."""


class Recipes(NamedTuple):
    """The blocks of code on the page, with the address of a served site in them, and a folder to run them in."""

    shell: Sequence[str]
    python: Sequence[str]
    workflow: str
    html: str
    text: str
    folder: Path


@pytest.fixture(scope="module")
def recipes(made_up_built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recipes]:
    folder = tmp_path_factory.mktemp("recipes")
    for file in COMMANDS.iterdir():
        (folder / file.name).write_text(file.read_text("utf-8").format(python=sys.executable), "utf-8")
        (folder / file.name).chmod(0o755)
    with served(made_up_built.root) as origin:
        found: dict[str, list[str]] = {}
        for block in made_up_built.pages["data/recipes/"].document.all("div", class_="highlight"):
            code = block.one("code").code.replace(SITE_URL, origin + SUB_PATH)
            found.setdefault(BEGINNINGS[code.split()[0]], []).append(code)
        [workflow], [html], [text] = (found.pop(one) for one in ("workflow", "html", "text"))
        yield Recipes(found.pop("shell"), found.pop("python"), workflow, html, text, folder)


def run(recipes: Recipes, code: str, *command: str) -> str:
    """What a recipe prints in its folder."""
    # The served site is not behind a proxy; python3 is the one that runs the tests.
    path = os.pathsep.join((str(recipes.folder), str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": path, "HOME": str(recipes.folder), "PYTHONUTF8": "1", "no_proxy": "*"}
    done = subprocess.run(
        [*command, code],
        cwd=recipes.folder,
        env=environment | {"PYTHONPATH": str(PROJECT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{code}\n{done.stderr}"
    return done.stdout


def test_the_shell_prints_what_the_files_say(recipes: Recipes, made_up_built: BuiltSite) -> None:
    supported, ended, csv, whole, revision, asked, stack = (run(recipes, one, "sh", "-ec") for one in recipes.shell)
    [model] = re.findall(r"today/(\S+)\.json", recipes.shell[0])
    rows = [row for row in made_up_built.result(f"today/{model}") if row["outcome"] == "supported"]
    names = ("accelerator", "workload", "framework", "as_of")
    assert supported.splitlines() == ["\t".join(row[name] for name in names) for row in rows]
    assert rows
    events = [row for row in made_up_built.result("lifecycle") if row["event"] == "end_of_support" and row["date"]]
    assert sorted(ended.splitlines()) == sorted(f"{row['date']}\t{row['component']}" for row in events)
    published = made_up_built.file("api/v1/tested-configurations.csv").read_bytes()
    assert (csv, (recipes.folder / "tested-configurations.csv").read_bytes()) == ("", published)
    index = made_up_built.json("api/v1/index.json")
    assert json.loads(whole) == index
    downloads = {"api/v1/accelerator-atlas.zip", "api/v1/accelerator-atlas.sqlite"}
    files = {f"api/{name}" for name in content(made_up_built.file("api"))}
    assert files - content(recipes.folder / "accelerator-atlas").keys() == downloads
    assert revision == f"{index['data_revision']}\n"
    assert model in asked
    assert "Not known here" in stack


def test_python_prints_what_the_files_say(recipes: Recipes, made_up_built: BuiltSite) -> None:
    tests, record, with_duckdb, with_pandas, database = (
        run(recipes, one, sys.executable, "-c") for one in recipes.python
    )
    sizes = {
        row["batch_size_compiled"]
        for row in made_up_built.result("tested-configurations")
        if f'"{row["model"]}"' in recipes.python[0] and row["batch_size_compiled"]
    }
    printed = [int(line.split()[0]) for line in tests.splitlines()]
    assert printed == sorted(printed, reverse=True)
    assert sizes.issuperset(printed)
    assert printed
    instances = made_up_built.result("instances")
    (instance,) = (row for row in instances if f"/instances/{row['id']}.json" in recipes.python[1])
    first, *others = record.splitlines()
    assert first == "{id} has {accelerator_count} x {accelerator}".format(**instance)
    assert instance["id"] in {line.split()[0] for line in others}
    measured = [row for row in made_up_built.result("benchmarks") if row["throughput"] is not None]
    highest = max(row["throughput"] for row in measured)
    assert max(figure or 0 for *_, figure in ast.literal_eval(with_duckdb)) == highest
    assert max(float(line.split()[-1]) for line in with_pandas.splitlines()[1:]) == highest
    assert len(database.splitlines()) == len(measured)


def test_the_workflow_is_one_and_its_command_writes_a_report(recipes: Recipes) -> None:
    file = recipes.folder / "stack.yml"
    file.write_text(recipes.workflow, "utf-8")
    schema = ("-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows")
    assert "ok" in run(recipes, str(file), sys.executable, *schema)
    (recipes.folder / "requirements.txt").write_text("not-known-here==1.0\n", "utf-8")
    [command] = [step["run"] for step in yaml.safe_load(recipes.workflow)["jobs"]["stack"]["steps"] if "run" in step]
    run(recipes, f"{command} || test $? -eq 4", "sh", "-ec")
    assert json.loads((recipes.folder / "stack.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_what_is_embedded_and_what_language_models_fetch_is_there(recipes: Recipes, made_up_built: BuiltSite) -> None:
    addresses = re.findall(rf"https?://[^/]+{SUB_PATH}([^\s\"&;]*)", recipes.html + recipes.text)
    assert addresses
    for address in addresses:
        path = address.rstrip(".,:;").replace("{id}", "**/*")
        path = f"{path}index.html" if path.endswith("/") else path
        assert next(iter(made_up_built.root.glob(path.replace("**/*/", "**/"))), None), address
    assert len(recipes.text.splitlines()) <= 100
