"""Imports point one way: up the list of folders and modules in the README, in the order in which data flows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.project import PROJECT

PACKAGE = PROJECT / "macros"
ENTRY = re.compile(r"^  ((?:[\w.]+/?, )*[\w.]+/?)  ", re.MULTILINE)
"""An entry of the list: one or more names, then at least two blanks."""


def listed() -> list[str]:
    """The folders and modules of the package as the README lists them, without .py and slashes."""
    text = (PROJECT / "README.md").read_text("utf-8")
    block = text[text.index("\nmacros/ ") : text.index("\noverrides/ ")]
    return [name.removesuffix(".py").rstrip("/") for found in ENTRY.findall(block) for name in found.split(", ")]


LAYERS = listed()

INDEPENDENT: Mapping[str, set[str]] = {
    "history": {"checks"},
    "pages": {"checks"},
    "columns": {"checks", "history"},
    "outputs": {"checks", "rendering"},
}
"""By package: those above it in the list that it must not import either."""


def imported(module: Path) -> Iterator[str]:
    """The packages and modules directly below `macros` that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("macros."))


def test_the_readme_lists_every_folder_and_module_of_the_package() -> None:
    found = [path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()]
    assert sorted(LAYERS) == sorted(set(found) - {"__pycache__"})


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_up_the_list(layer: str) -> None:
    forbidden = {*LAYERS[LAYERS.index(layer) + 1 :], *INDEPENDENT.get(layer, set())}
    for module in (*PACKAGE.glob(f"{layer}.py"), *(PACKAGE / layer).rglob("*.py")):
        assert not forbidden.intersection(imported(module)), module.relative_to(PROJECT).as_posix()
