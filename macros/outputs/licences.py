"""`licences.txt`: the work of others that the site contains or is built with, and under which licences.

What is shipped stands in `macros/licences`; what builds the site is read from the lock file and from the metadata of
the installed packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageMetadata, distribution
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from macros.outputs.writing import File, Render

FILE = "licences.txt"
FACTS = Path(__file__).resolve().parents[1] / "licences"
LOCK = Path(__file__).resolve().parents[2] / "requirements" / "runtime.txt"

REQUIREMENT = re.compile(r"^([A-Za-z0-9][\w.-]*)==", re.MULTILINE)
LONGEST_NAME = 60
"""In characters; some packages put the whole text of a licence where its name belongs."""


class UnknownLicenceError(Exception):
    """A package names no licence: which package, and how to go on."""


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ShippedPart(_Closed):
    """A work of others that is part of the site."""

    name: str
    address: str
    licence: str
    """The identifier of SPDX."""
    copyright: tuple[str, ...]
    used_for: str
    made_with: str | None = None
    """The Python package it is taken from; both have the same version."""
    files: tuple[str, ...] = ()
    """Paths from the site's root, with `*` for what changes from version to version."""
    packages: tuple[str, ...] = ()
    """The npm packages that are in scripts of the theme."""
    icons: str | None = None
    """The theme's folder of pictures."""


class Accepted(_Closed):
    """The licences that the project accepts, by their SPDX identifiers."""

    shipped: frozenset[str]
    built_with: frozenset[str]
    written_as: dict[str, str]


class Tool(NamedTuple):
    """A package that the site is built with, in the installed version."""

    name: str
    version: str
    licence: str


def parts() -> tuple[ShippedPart, ...]:
    """The parts in `shipped.yml`. Raises ValidationError where it has another form."""
    return TypeAdapter(tuple[ShippedPart, ...]).validate_python(_facts("shipped.yml"))


@cache
def accepted() -> Accepted:
    """The licences in `accepted.yml`. Raises ValidationError where it has another form."""
    return Accepted.model_validate(_facts("accepted.yml"))


def _facts(name: str) -> Any:
    return yaml.safe_load((FACTS / name).read_text("utf-8"))


def text(licence: str) -> str:
    """The text of a licence without the copyright line. Raises FileNotFoundError where there is none."""
    return (FACTS / f"{licence}.txt").read_text("utf-8").strip("\n")


def tools(lock: Path = LOCK) -> tuple[Tool, ...]:
    """The locked requirements as installed, in the order of their names; none where there is no lock file.

    Raises PackageNotFoundError for one that is not installed, and UnknownLicenceError.
    """
    names = REQUIREMENT.findall(lock.read_text("utf-8")) if lock.is_file() else []
    packages = [(name, distribution(name)) for name in sorted(names)]
    return tuple(Tool(name, package.version, licence_of(package.metadata)) for name, package in packages)


def licence_of(metadata: PackageMetadata) -> str:
    """The licence in the metadata of a package, as an identifier or an expression of SPDX where one is known for it.

    Metadata names it in up to three ways; see https://packaging.python.org/specifications/core-metadata/.
    """
    classifiers = [words.split(" :: ") for words in metadata.get_all("Classifier") or ()]
    candidates: list[str] = [
        *(metadata.get_all("License-Expression") or ()),
        *(metadata.get_all("License") or ()),
        *(words[-1] for words in classifiers if words[0] == "License"),
    ]
    for licence in candidates:
        if "\n" not in licence and len(licence) <= LONGEST_NAME and licence != "UNKNOWN":
            return accepted().written_as.get(licence, licence)
    raise UnknownLicenceError(
        f"{metadata['Name']} names no licence in its metadata: read its licence, or do without it"
    )


def files(render: Render) -> Iterator[File]:
    """Path from the site's root and content of `licences.txt`."""
    shipped = parts()
    content = render(
        "licences.jinja",
        "",
        parts=shipped,
        versions={part.made_with: distribution(part.made_with).version for part in shipped if part.made_with},
        tools=tools(),
        texts=[(name, text(name)) for name in sorted({part.licence for part in shipped})],
    )
    yield FILE, content.encode()
