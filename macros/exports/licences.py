"""Whose work the site contains and is built with, and under which licences: `licences.txt`.

What is shipped stands in `macros/licences`; what builds the site is read from the lock file and from the installed
packages themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, distribution
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from macros.exports.writing import File, Render

FILE = "licences.txt"
FACTS = Path(__file__).resolve().parents[1] / "licences"
LOCK = Path(__file__).resolve().parents[2] / "requirements.txt"

REQUIREMENT = re.compile(r"^([A-Za-z0-9][\w.-]*)==", re.MULTILINE)
LONGEST_NAME = 60
"""Letters; some packages put the whole text of a licence where its name belongs."""


class UnknownLicenceError(Exception):
    """A package names no licence: which package, and how to go on."""


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Part(_Closed):
    """What others made and the site contains."""

    name: str
    address: str
    licence: str
    """The identifier of SPDX."""
    copyright: tuple[str, ...]
    used_for: str
    made_with: str | None = None
    """The package that it is taken from, whose version is its own."""
    files: tuple[str, ...] = ()
    """Paths from the site's root, with `*` for what changes from version to version."""
    packages: tuple[str, ...] = ()
    """The npm packages that are in scripts of the theme."""
    icons: str | None = None
    """The theme's folder of pictures."""


class Accepted(_Closed):
    """Which licences will do, by their identifiers."""

    shipped: frozenset[str]
    built_with: frozenset[str]
    written_as: dict[str, str]


@dataclass(frozen=True)
class Tool:
    """A package that the site is built with, in the installed version."""

    name: str
    version: str
    licence: str


def parts() -> tuple[Part, ...]:
    """What `shipped.yml` says. Raises ValidationError where it has another form."""
    return TypeAdapter(tuple[Part, ...]).validate_python(_facts("shipped.yml"))


@cache
def accepted() -> Accepted:
    """What `accepted.yml` says. Raises ValidationError where it has another form."""
    return Accepted.model_validate(_facts("accepted.yml"))


def _facts(name: str) -> Any:
    return yaml.safe_load((FACTS / name).read_text("utf-8"))


def text(licence: str) -> str:
    """The words of a licence, without whose work it is. Raises FileNotFoundError where nobody put them there."""
    return (FACTS / f"{licence}.txt").read_text("utf-8").strip("\n")


def tools(lock: Path = LOCK) -> tuple[Tool, ...]:
    """The locked requirements as installed, in the order of their names; none where there is no lock file.

    Raises PackageNotFoundError for one that is not installed, and UnknownLicenceError.
    """
    names = REQUIREMENT.findall(lock.read_text("utf-8")) if lock.is_file() else []
    return tuple(_tool(name) for name in sorted(names))


def _tool(name: str) -> Tool:
    package = distribution(name)
    return Tool(name, package.version, licence_of(package.metadata))


def licence_of(metadata: PackageMetadata) -> str:
    """What a package says of its licence, as an identifier or an expression of SPDX where one is known for it.

    Metadata names it in up to three ways; see https://packaging.python.org/specifications/core-metadata/.
    """
    said = [*_said(metadata, "License-Expression"), *_said(metadata, "License"), *_classified(metadata)]
    for words in said:
        if "\n" not in words and len(words) <= LONGEST_NAME and words != "UNKNOWN":
            return accepted().written_as.get(words, words)
    raise UnknownLicenceError(
        f"{metadata['Name']} names no licence in its metadata: read its licence, or do without it"
    )


def _said(metadata: PackageMetadata, field: str) -> list[str]:
    return [str(words) for words in metadata.get_all(field) or ()]


def _classified(metadata: PackageMetadata) -> Iterator[str]:
    for words in _said(metadata, "Classifier"):
        kind, *_, name = words.split(" :: ")
        if kind == "License":
            yield name


def acceptable(expression: str, licences: frozenset[str]) -> bool:
    """Whether an expression of SPDX can be met by these licences: all that AND joins, one that OR joins.

    One with parentheses cannot.
    """
    every = (choice.split(" AND ") for choice in expression.split(" OR "))
    return any(licences.issuperset(needed) for needed in every)


def files(render: Render) -> Iterator[File]:
    """One file: its path from the site's root, and its content."""
    shipped = parts()
    written = render(
        "licences.jinja",
        "",
        parts=shipped,
        versions={part.made_with: distribution(part.made_with).version for part in shipped if part.made_with},
        tools=tools(),
        texts=[(name, text(name)) for name in sorted({part.licence for part in shipped})],
    )
    yield FILE, written.encode()
