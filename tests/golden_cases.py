"""The golden cases of loading: each a small change to the miniature data, and the messages it must bring."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from macros.published import LIST
from tests.places import GOLDEN, MINIATURE

CASES = sorted((GOLDEN / "loading").glob("*.yml"))


def read_case(case: Path) -> Mapping[str, Any]:
    """A case as its file states it."""
    stated: dict[str, Any] = yaml.safe_load(case.read_text("utf-8"))
    return stated


def lay_out(stated: Mapping[str, Any], project: Path) -> Path:
    """Puts the changed miniature data into a folder of a project, and gives that folder."""
    data = project / "data"
    shutil.copytree(MINIATURE / "data", data)
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
        (project / LIST).write_text(stated["published"], "utf-8")
    return data
