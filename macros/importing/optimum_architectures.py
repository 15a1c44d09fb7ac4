"""Architectures and tasks that Optimum Neuron supports, from the page of its documentation and its version file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.importing.editions import edition
from macros.importing.updates import Found, Known, Remark, RowKeys, Upstream

FRAMEWORK = "optimum-neuron"
HEADING = re.compile(r"^(#+)\s+(.+)$")
HARDWARE = re.compile(r"^(.+) \((.+ only)\)$")
"""An architecture with the hardware it is limited to: DeBERTa (INF2 only)."""
VERSION = re.compile(r'^__(sdk_)?version__\s*=\s*"(.+)"$', re.MULTILINE)
SUPPORTED = "supported"


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """One edition of the list, with the checkpoints and architectures that the edition before it means by its words."""
    (page,) = upstream.files("supported_architectures.mdx")[:1]
    versions = dict(VERSION.findall(upstream.files("version.py")[0].read_text("utf-8")))
    rows = list(_rows(page.read_text("utf-8")))
    fields: dict[str, Any] = {"rows": rows, "version": versions.get(""), "sdk": versions.get("sdk_")}
    update = edition(upstream, known, FRAMEWORK, fields, RowKeys(("as_published", "section")))
    if update is None:
        yield Remark(f"{page.name}: left out, for no list of {FRAMEWORK} is recorded")
        return
    yield update
    for row in update.fields["rows"]:
        if not row.get("architectures"):
            yield Remark(f"{update.path}, {row['as_published']}: new in the list; name its architectures")


def _rows(text: str) -> Iterator[Mapping[str, Any]]:
    """The lines of all tables below the headings Training and Inference."""
    path: list[str] = []
    columns: Sequence[str] = ()
    for line in text.splitlines():
        if heading := HEADING.match(line):
            depth = len(heading[1])
            path, columns = [*path[: depth - 2], heading[2].strip()] if depth > 1 else [], ()
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
            elif not set(cells[0]) <= {"-", ":"}:
                yield _row(" › ".join(path), dict(zip(columns, cells, strict=False)))


def _row(section: str, cells: Mapping[str, str]) -> Mapping[str, Any]:
    marks = {name.partition(" ")[0].lower(): cells[name] for name in cells if name.endswith("Parallelism")}
    training = section.startswith("Training")
    limited = HARDWARE.match(cells["Architecture"])
    return {
        "as_published": limited[1] if limited else cells["Architecture"],
        **({"hardware_as_published": limited[2]} if limited else {}),
        "wording": SUPPORTED,
        "section": section,
        "workload": "training" if training else "inference",
        "tasks": [task.strip() for task in cells["Task"].split(",")],
        **({"parallelism": [kind for kind, mark in marks.items() if mark == "✓"]} if "✓" in marks.values() else {}),
        **({"not_parallelism": [kind for kind, mark in marks.items() if mark == "✗"]} if "✗" in marks.values() else {}),
    }
