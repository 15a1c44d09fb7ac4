"""`licences.txt`: the work of others that the site contains, its owners and licences, as `macros/licences` lists it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from macros.outputs import File, Render

FILE = "licences.txt"
FACTS = Path(__file__).resolve().parents[1] / "licences"


class ShippedPart(BaseModel):
    """A work of others that is part of the site."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    address: str
    licence: str
    """The identifier of SPDX."""
    copyright: tuple[str, ...]
    used_for: str
    icons: str
    """The theme's folder of pictures."""


def parts() -> tuple[ShippedPart, ...]:
    """The parts in `shipped.yml`. Raises ValidationError where it has another form."""
    facts = yaml.safe_load((FACTS / "shipped.yml").read_text("utf-8"))
    return TypeAdapter(tuple[ShippedPart, ...]).validate_python(facts)


def text(licence: str) -> str:
    """The text of a licence without the copyright line. Raises FileNotFoundError where there is none."""
    return (FACTS / f"{licence}.txt").read_text("utf-8").strip("\n")


def files(render: Render) -> Iterator[File]:
    """Path from the site's root and content of `licences.txt`."""
    shipped = parts()
    content = render(
        "licences.jinja",
        "",
        parts=shipped,
        texts=[(name, text(name)) for name in sorted({part.licence for part in shipped})],
    )
    yield FILE, content.encode()
