"""The golden cases of loading: each a small change to the made-up data, and the messages it must bring.

`python -m tests.support.golden_cases` writes today's messages into every case; review the diff.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from macros.addresses import LIST
from macros.checks import load_sound
from macros.loading import DataError
from tests.support.edited_data import EditedData
from tests.support.project import GOLDEN, MADE_UP

CASES = sorted((GOLDEN / "loading").glob("*.yml"))


@cache
def read_case(case: Path) -> Mapping[str, Any]:
    """A case as its file states it."""
    stated: dict[str, Any] = yaml.load(case.read_text("utf-8"), yaml.CSafeLoader)
    return stated


def apply(stated: Mapping[str, Any], data: EditedData) -> Path:
    """Makes the changes of a case, and gives the data folder."""
    for name, text in stated.get("files", {}).items():
        data.write(data.folder / name, text, stated.get("encoding", "utf-8"))
    for name, changes in stated.get("replace", {}).items():
        data.replace(data.folder / name, changes)
    for name in stated.get("remove", ()):
        data.remove(data.folder / name)
    if "published" in stated:
        data.write(data.project / LIST, stated["published"])
    return data.folder


def messages(folder: Path) -> str:
    """What the check prints for a data folder; nothing where it is sound."""
    try:
        load_sound(folder)
    except DataError as error:
        return f"{error}\n"
    return ""


def update(case: Path, made_up: EditedData) -> None:
    """Replaces the expected messages of a case by those of today."""
    with made_up as data:
        found = messages(apply(read_case(case), data))
    text, _, _ = case.read_text("utf-8").partition("expected:")
    indented = "".join(f"  {line}\n" for line in found.splitlines())
    start = "|" if found else '""'
    case.write_text(f"{text}expected: {start}\n{indented}", "utf-8")


def update_all() -> None:
    """Replaces the expected messages of every case."""
    with TemporaryDirectory() as folder:
        copytree(MADE_UP / "data", Path(folder) / "data")
        made_up = EditedData(Path(folder))
        for case in CASES:
            update(case, made_up)


if __name__ == "__main__":
    update_all()
