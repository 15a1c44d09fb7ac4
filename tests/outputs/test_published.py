"""`atlas ask` and `atlas stack` with `--data`: from published files they say what the data itself says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from macros.cli import main

Run = Callable[..., tuple[int, str, str]]

QUESTIONS = [
    ("smith/anvil-7b", "anvil"),
    ("anvil 7b", "hearth.small"),
    ("anvil 70b", "hearth"),
    ("anvil-70b", "chip-one"),
    ("smith/anvil-7b", "anvil", "--workload", "training"),
    ("forge", "anvil"),
    ("smith/no-such-model", "anvil"),
    ("nothing like it", "anvil"),
    ("smith/anvil-7b", "no such chip"),
]


@pytest.fixture(scope="module")
def published(made_up_exports: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the made-up site."""
    folder = tmp_path_factory.mktemp("published")
    for name, content in made_up_exports.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: exit code, output, error output."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


@pytest.mark.parametrize("question", QUESTIONS)
def test_published_files_answer_as_the_project_does(
    run: Run, published: Path, made_up_project: Path, question: Sequence[str]
) -> None:
    asked = ["ask", *question, "--format", "json"]
    code, out, _ = run(*asked, "--data", str(published))
    expected, rows, _ = run("--project", str(made_up_project), *asked)
    assert (code, out and json.loads(out)) == (expected, rows and json.loads(rows))


def test_the_words_are_the_same_but_for_the_title(run: Run, published: Path, made_up_project: Path) -> None:
    _, out, _ = run("ask", "smith/anvil-7b", "anvil", "--data", str(published))
    _, whole, _ = run("--project", str(made_up_project), "ask", "smith/anvil-7b", "anvil")
    assert out.splitlines()[0].partition(": ")[2] == whole.splitlines()[0].partition(": ")[2]
    assert out.splitlines()[1:] == whole.splitlines()[1 : len(out.splitlines())]


def test_the_stack_is_checked_as_published(run: Run, published: Path, made_up_project: Path, tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("hammer==1.0\nnot-known-here==1.0\n", "utf-8")
    whole = run("--project", str(made_up_project), "stack", str(file))
    assert run("stack", str(file), "--data", str(published)) == whole


def test_a_place_without_the_files_and_a_config_are_refused(run: Run, published: Path, tmp_path: Path) -> None:
    code, out, said = run("ask", "smith/anvil-7b", "anvil", "--data", str(tmp_path))
    assert (code, out) == (65, "")
    assert f"{tmp_path}/api/v1/names.json" in said
    assert "expected a site of this project" in said
    with pytest.raises(SystemExit) as refused:
        run("ask", "--config", str(tmp_path), "anvil", "--data", str(published))
    assert refused.value.code == 64


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<!doctype html>", "expected a file of the API"),
        ('{"result": []}', "expected a file of the API"),
        ('{"schema_version": "2.0", "result": []}', "expected columns of version 1.x, got 2.0"),
    ],
)
def test_a_file_of_another_form_is_refused(run: Run, tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "api" / "v1").mkdir(parents=True)
    (tmp_path / "api" / "v1" / "names.json").write_text(content, "utf-8")
    code, _, said = run("ask", "smith/anvil-7b", "anvil", "--data", str(tmp_path))
    assert code == 65
    assert message in said
