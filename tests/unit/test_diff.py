"""`python -m macros diff`: each folder of golden/diff holds two states and their difference, in three formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros.cli import main
from tests.support.git_repository import Repo, without_git
from tests.support.project import GOLDEN

CASES = sorted(path for path in (GOLDEN / "diff").iterdir() if path.is_dir())
FORMS = {"text": "expected.txt", "markdown": "expected.md", "json": "expected.json"}
MODEL = "data/models/one.yml"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_two_folders_are_compared(
    case: Path, form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(case)
    assert main(["diff", "old", "new", "--format", form]) == 0
    assert capsys.readouterr().out == (case / FORMS[form]).read_text("utf-8")


def test_revisions_and_folders_are_compared_and_kept_as_are(
    repository: Repo, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.write({MODEL: "summary: Before.\n"}).commit("First")
    repository.write({MODEL: "summary: After.\n", "data/models/two.yml": "name: Two\n"}).commit("Second")
    repository.write({MODEL: "summary: Not committed.\n"})
    before = repository.state()
    assert main(["--project", str(repository.folder), "diff", "HEAD~1", "HEAD"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "models: 1 added: two",
        "models: summary changed from “Before.” to “After.” in 1 record: one",
        "Records: 1 added, 1 changed.",
    ]
    assert main(["--project", str(repository.folder), "diff", "HEAD", str(repository.folder)]) == 0
    assert "from “After.” to “Not committed.”" in capsys.readouterr().out
    assert repository.state() == before


def test_a_project_inside_its_repository_is_compared(repository: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    repository.write({f"atlas/{MODEL}": "summary: Before.\n", MODEL: "summary: Of another.\n"}).commit("First")
    repository.write({f"atlas/{MODEL}": "summary: After.\n"}).commit("Second")
    assert main(["--project", str(repository.folder / "atlas"), "diff", "HEAD~1", "HEAD"]) == 0
    assert "in 1 record: one\nRecords: 1 changed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no-such-revision", "no-such-revision: there is no folder and no git revision of this name"),
        ("--help", "--help: there is no folder and no git revision of this name"),
        ("HEAD:data", "HEAD:data: there is no folder and no git revision of this name"),
        ("HEAD\nHEAD", "there is no folder and no git revision of this name"),
        ("", "there is no folder and no git revision of this name"),
        ("README", "README: expected a folder or a git revision, got a file"),
        ("empty", "empty: there is no data file (*.yml) in this folder"),
        ("before-data", "before-data: there is no data file (data/**/*.yml) in this revision"),
    ],
)
def test_a_state_that_cannot_be_read_is_named_with_exit_code_2(
    name: str, message: str, repository: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.write({"README": "x"}).commit("First").git("tag", "before-data")
    repository.write({MODEL: "name: One\n"}).commit("Second")
    (repository.folder / "empty").mkdir()
    monkeypatch.chdir(repository.folder)
    assert main(["--project", ".", "diff", "--", name, "HEAD"]) == 2
    found = capsys.readouterr()
    assert message in found.err
    assert not found.out


def test_the_environment_of_a_git_hook_is_ignored(
    repository: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.write({MODEL: "summary: Before.\n"}).commit("First").write({MODEL: "summary: After.\n"}).commit("Second")
    other = Repo(tmp_path / "other").write({MODEL: "name: Of another\n"}).commit("First")
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))
    assert main(["--project", str(repository.folder), "diff", "HEAD~1", "HEAD"]) == 0
    assert "from “Before.” to “After.”" in capsys.readouterr().out


def test_without_a_repository_no_revision_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(tmp_path), "diff", "HEAD", "HEAD"]) == 2
    assert "the folder of the project is not in a git repository" in capsys.readouterr().err


def test_without_git_only_folders_can_be_compared(
    repository: Repo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.write({MODEL: "name: One\n"}).commit("First")
    without_git(monkeypatch, tmp_path)
    assert main(["--project", str(repository.folder), "diff", "HEAD", "HEAD"]) == 2
    assert "git is not installed" in capsys.readouterr().err
    assert main(["diff", str(repository.folder), str(repository.folder)]) == 0
