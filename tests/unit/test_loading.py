"""Each file in `golden/loading` is a small change to the made-up data, and the exact messages it must bring."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.edited_data import EditedData
from tests.support.golden_cases import CASES, apply, messages, read_case
from tests.support.places import GOLDEN, MADE_UP


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_change_brings_exactly_these_messages(case: Path, editable: EditedData) -> None:
    stated = read_case(case)
    assert messages(apply(stated, editable)) == stated["expected"]


def test_every_golden_case_is_found() -> None:
    assert len(CASES) > 60
    assert all(case.suffix == ".yml" for case in (GOLDEN / "loading").iterdir())


def test_what_is_named_like_a_file_and_is_none_is_refused(tmp_path: Path) -> None:
    shutil.copytree(MADE_UP / "data", tmp_path / "data")
    (tmp_path / "data" / "models" / "shuttle.yml").mkdir()
    (tmp_path / "data" / "datasets" / "lost.yml").symlink_to(tmp_path / "nowhere.yml")
    assert messages(tmp_path / "data") == (
        "data/datasets/lost.yml:1:1: expected a file, got a link to nothing\n"
        "data/models/shuttle.yml:1:1: expected a file, got a folder\n"
    )
