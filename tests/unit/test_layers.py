"""Which packages of the code may import which: dependencies point downwards only."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.places import PROJECT

LAYERS = ("schema", "kinds", "loading", "knowledge", "tables")
"""From the lowest up. A package may import those before it."""

TOP = {"checks", "history", "views", "exports", "site"}

FORBIDDEN: Mapping[str, set[str]] = {
    **{layer: {*LAYERS[index + 1 :], *TOP} for index, layer in enumerate(LAYERS)},
    "checks": {"tables", "views", "exports", "history", "site"},
    "history": {"checks", "tables", "views", "exports", "site"},
    "views": {"exports", "site"},
    "exports": {"views", "site", "rendering"},
}
"""By package: those that it must not import. `rendering` imports views."""

EXCEPTIONS = {"macros/schema/json_schemas.py": {"kinds"}}
"""It makes one schema for each kind."""


def imported(module: Path) -> Iterator[str]:
    """The packages and modules directly below `macros` that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("macros."))


def modules(package: str) -> list[Path]:
    root = PROJECT / "macros"
    return [*root.glob(f"{package}.py"), *(root / package).rglob("*.py")]


@pytest.mark.parametrize("package", FORBIDDEN)
def test_a_package_imports_nothing_above_it(package: str) -> None:
    assert modules(package)
    for module in modules(package):
        path = module.relative_to(PROJECT).as_posix()
        assert not FORBIDDEN[package].intersection(imported(module)) - EXCEPTIONS.get(path, set()), path
