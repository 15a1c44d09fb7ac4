"""Data files that did not change are not read again, and nobody can tell from what they say."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
import yaml

from macros.checks import load_sound
from macros.loading import DataError, Records, RememberedFiles
from tests.places import MINIATURE

MODEL = "models/maker/shuttle-small.yml"
NAME, OTHER_NAME, NO_NAME = "name: Shuttle-Small\n", "name: Shuttle-Tiny\n", "nome: Shuttle-Small\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return copytree(MINIATURE / "data", tmp_path / "data")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "data.pickle"


def loaded(data: Path, file: Path) -> Records:
    remembered = RememberedFiles(file)
    records = load_sound(data, remembered)
    remembered.keep()
    return records


def change(data: Path, before: str, after: str) -> None:
    text = (data / MODEL).read_text("utf-8")
    assert before in text
    (data / MODEL).write_text(text.replace(before, after), "utf-8")


def refuse_to_read(patch: pytest.MonkeyPatch) -> None:
    def read(_text: str) -> None:
        raise AssertionError("a file was read")

    patch.setattr(yaml, "CSafeLoader", read)


def test_what_was_read_once_is_not_read_again(data: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = loaded(data, file)
    kept = file.stat()
    refuse_to_read(monkeypatch)
    assert loaded(data, file) == first
    assert file.stat().st_ino == kept.st_ino


def test_what_changed_is_read(data: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(data, file)
    change(data, NAME, OTHER_NAME)
    assert loaded(data, file).models["maker/shuttle-small"].name == "Shuttle-Tiny"
    refuse_to_read(monkeypatch)
    assert loaded(data, file).models["maker/shuttle-small"].name == "Shuttle-Tiny"


def test_what_is_no_longer_there_is_forgotten(data: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(data, file)
    change(data, NAME, OTHER_NAME)
    loaded(data, file)
    change(data, OTHER_NAME, NAME)
    refuse_to_read(monkeypatch)
    with pytest.raises(AssertionError, match="a file was read"):
        loaded(data, file)


def test_a_mistake_is_told_each_time_at_its_place(data: Path, file: Path) -> None:
    loaded(data, file)
    change(data, NAME, NO_NAME)
    told = []
    for _ in range(2):
        with pytest.raises(DataError) as found:
            loaded(data, file)
        told.append(str(found.value))
    assert f"{MODEL}:1:1" in told[0]
    assert told[0] == told[1]


@pytest.mark.parametrize("kept", [b"", b"no pickle", b"\x80\x05N."])
def test_what_is_damaged_counts_as_not_kept(data: Path, file: Path, kept: bytes) -> None:
    first = loaded(data, file)
    whole = file.read_bytes()
    for content in (kept, whole[: len(whole) // 2]):
        file.write_bytes(content)
        assert loaded(data, file) == first
        assert len(file.read_bytes()) == len(whole)


def test_where_nothing_can_be_kept_everything_is_read(data: Path, file: Path) -> None:
    file.parent.write_text("in the way", "utf-8")
    assert loaded(data, file) == loaded(data, file)
