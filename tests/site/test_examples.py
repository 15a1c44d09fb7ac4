"""The examples of the downloads page work as a reader copies them."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.built_site import SITE_URL, SUB_PATH, BuiltSite, served
from tests.support.project import content


def run(example: str, folder: Path) -> str:
    """What an example prints in a folder."""
    command = ["sh", "-ec"] if example.startswith("curl") else [sys.executable, "-c"]
    # The served site is not behind a proxy; python3 is the one that runs the tests.
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": folders, "HOME": str(folder), "PYTHONUTF8": "1", "no_proxy": "*"}
    done = subprocess.run(
        [*command, example], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{example}\n{done.stderr}"
    return done.stdout


def test_the_examples_print_what_the_api_says(made_up_built: BuiltSite, tmp_path: Path) -> None:
    blocks = made_up_built.pages["data/"].document.all("div", class_="highlight")
    with served(made_up_built.root) as origin:
        examples = [block.one("code").code.replace(SITE_URL, origin + SUB_PATH) for block in blocks]
        assert all(origin in example for example in examples)
        fetched, tests, record, with_duckdb, with_pandas, whole, revision = (run(one, tmp_path) for one in examples)

    csv = made_up_built.file("api/v1/tested-configurations.csv").read_bytes()
    assert (fetched, (tmp_path / "tested-configurations.csv").read_bytes()) == ("", csv)

    sizes = {
        row["batch_size_compiled"]
        for row in made_up_built.result("tested-configurations")
        if f'"{row["model"]}"' in examples[1] and row["batch_size_compiled"]
    }
    printed = [int(line.split()[0]) for line in tests.splitlines()]
    assert printed == sorted(printed, reverse=True)
    assert sizes.issuperset(printed)
    assert printed

    (instance,) = (row for row in made_up_built.result("instances") if f"/instances/{row['id']}.json" in examples[2])
    first, *others = record.splitlines()
    assert first == "{id} has {accelerator_count} x {accelerator}".format(**instance)
    assert instance["id"] in {line.split()[0] for line in others}

    highest = max(row["throughput"] or 0 for row in made_up_built.result("benchmarks"))
    assert max(figure or 0 for *_, figure in ast.literal_eval(with_duckdb)) == highest
    assert max(float(line.split()[-1]) for line in with_pandas.splitlines()[1:]) == highest

    index = made_up_built.json("api/v1/index.json")
    assert json.loads(whole) == index
    unpacked, published = content(tmp_path / "accelerator-atlas"), content(made_up_built.file("api"))
    assert {f"api/{name}" for name in published} - unpacked.keys() == {"api/v1/accelerator-atlas.zip"}
    assert revision == f"{index['data_revision']}\n"
