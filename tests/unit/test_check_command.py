"""`python -m macros check`, run as a command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree

from macros.facts import Knowledge
from macros.site.state import Site
from tests.support.places import MADE_UP, PROJECT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros", *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, encoding="utf-8", check=False)


def counted(knowledge: Knowledge) -> str:
    """What the command says of sound data."""
    records, tests = sum(1 for _ in knowledge.records.walk()), len(knowledge.configurations)
    return f"{records} records and {tests} tested configurations are sound (revision {knowledge.revision})."


def test_todays_data_is_sound_and_counted(site: Site) -> None:
    done = run("check")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == counted(site.knowledge)
    assert not done.stderr


def test_another_project_can_be_checked(made_up: Site, made_up_project: Path) -> None:
    done = run("--project", str(made_up_project), "check")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == counted(made_up.knowledge)


def test_every_mistake_is_listed_and_counted(tmp_path: Path) -> None:
    copytree(MADE_UP / "data", tmp_path / "data")
    (tmp_path / "data" / "models" / "a.yml").write_text("name: 12\narchitecture: shuttle\nsummary: A.\n", "utf-8")
    (tmp_path / "data" / "models" / "b.yml").write_text("", "utf-8")
    done = run("--project", str(tmp_path), "check")
    assert done.returncode == 1
    assert not done.stdout
    assert done.stderr == (
        "data/models/a.yml:1:7: name: expected text, got 12\n"
        "    put quotes around it\n"
        "data/models/b.yml:1:1: expected a mapping, got an empty file\n"
        "\n2 problems in the data.\n"
    )


def test_a_project_without_data_is_a_problem_in_the_data(tmp_path: Path) -> None:
    done = run("--project", str(tmp_path), "check")
    assert done.returncode == 1
    assert "data/atlas.yml:1:1: expected this file, got none\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_call_prints_the_usage() -> None:
    for arguments in ((), ("chek",), ("check", "--deep")):
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: python -m macros")
        assert "Traceback" not in done.stderr


def test_help_names_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert {"check", "fix", "diff"} <= set(done.stdout.split())
