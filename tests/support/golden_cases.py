"""The golden cases of loading: each a small change to the made-up data, and the messages it must bring.

`python -m tests.support.golden_cases` writes today's messages into every case; review the diff.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from macros.checks import load_sound
from macros.loading import DataError
from macros.published import LIST
from tests.support.places import GOLDEN, MADE_UP

CASES = sorted((GOLDEN / "loading").glob("*.yml"))


def read_case(case: Path) -> Mapping[str, Any]:
    """A case as its file states it."""
    stated: dict[str, Any] = yaml.safe_load(case.read_text("utf-8"))
    return stated


def lay_out(stated: Mapping[str, Any], project: Path) -> Path:
    """Puts the changed made-up data into a folder of a project, and gives that folder."""
    data = project / "data"
    shutil.copytree(MADE_UP / "data", data)
    for name, text in stated.get("files", {}).items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(text, encoding=stated.get("encoding", "utf-8"), newline="")
    for name, changes in stated.get("replace", {}).items():
        text = (data / name).read_text("utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, f"{before!r} must stand once in {name}"
            text = text.replace(before, after)
        (data / name).write_text(text, encoding="utf-8")
    for name in stated.get("remove", ()):
        (data / name).unlink()
    if "published" in stated:
        (project / LIST).parent.mkdir(exist_ok=True)
        (project / LIST).write_text(stated["published"], "utf-8")
    return data


def messages(folder: Path) -> str:
    """What the check prints for a data folder; nothing where it is sound."""
    try:
        load_sound(folder)
    except DataError as error:
        return f"{error}\n"
    return ""


def update(case: Path) -> None:
    """Replaces the expected messages of a case by those of today."""
    with TemporaryDirectory() as folder:
        found = messages(lay_out(read_case(case), Path(folder)))
    text, _, _ = case.read_text("utf-8").partition("expected:")
    indented = "".join(f"  {line}\n" for line in found.splitlines())
    start = "|" if found else '""'
    case.write_text(f"{text}expected: {start}\n{indented}", "utf-8")


if __name__ == "__main__":
    for one in CASES:
        update(one)
