"""Each file in `golden/loading` is a small change to the miniature data, and the exact messages it must bring."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from macros.checks import load_sound
from macros.loading import DataError
from macros.published import LIST
from tests.places import GOLDEN, MINIATURE

CASES = sorted((GOLDEN / "loading").glob("*.yml"))


def messages(folder: Path) -> str:
    try:
        load_sound(folder)
    except DataError as error:
        return f"{error}\n"
    return ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_change_brings_exactly_these_messages(case: Path, tmp_path: Path) -> None:
    wanted = yaml.safe_load(case.read_text("utf-8"))
    data = tmp_path / "data"
    shutil.copytree(MINIATURE / "data", data)
    for name, text in wanted.get("files", {}).items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(text, encoding=wanted.get("encoding", "utf-8"), newline="")
    for name, changes in wanted.get("replace", {}).items():
        text = (data / name).read_text("utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, f"{before!r} must stand once in {name}"
            text = text.replace(before, after)
        (data / name).write_text(text, encoding="utf-8")
    for name in wanted.get("remove", ()):
        (data / name).unlink()
    if "published" in wanted:
        (tmp_path / LIST).write_text(wanted["published"], "utf-8")
    assert messages(data) == wanted["expected"]


def test_every_golden_case_is_found() -> None:
    assert len(CASES) > 60
    assert all(case.suffix == ".yml" for case in (GOLDEN / "loading").iterdir())
