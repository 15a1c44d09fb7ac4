"""Architectures and tasks that Optimum Neuron supports, from the page of its documentation and its version file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.importing.rows import DataRow, RowKeys
from macros.importing.upstream import Found, Known, Upstream, edition

FRAMEWORK = "optimum-neuron"
PAGE = "supported_architectures.mdx"
HEADING = re.compile(r"^(#+)\s+(.+)$")
HARDWARE = re.compile(r"^(.+) \((.+ only)\)$")
"""An architecture with the hardware it is limited to: DeBERTa (INF2 only)."""
VERSION = re.compile(r'^__(sdk_)?version__\s*=\s*"(.+)"$', re.MULTILINE)


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """One edition of the list, with the checkpoints and architectures that the edition before it means by its words."""
    rows = list(_rows(upstream.text(PAGE)))
    versions = dict(VERSION.findall(upstream.text("version.py")))
    fields: dict[str, Any] = {"rows": rows, "version": versions.get(""), "sdk": versions.get("sdk_")}
    update = edition(upstream, known, FRAMEWORK, fields, RowKeys(("as_published", "section")))
    if update is None:
        yield f"{PAGE}: left out, for no list of {FRAMEWORK} is recorded"
        return
    yield update
    for row in update.fields["rows"]:
        if not row.get("architectures"):
            yield f"{update.path}, {row['as_published']}: new in the list; name its architectures"


def _rows(text: str) -> Iterator[DataRow]:
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


def _row(section: str, cells: Mapping[str, str]) -> DataRow:
    limited = HARDWARE.match(cells["Architecture"])
    row: dict[str, Any] = {
        "as_published": limited[1] if limited else cells["Architecture"],
        **({"hardware_as_published": limited[2]} if limited else {}),
        "wording": "supported",
        "section": section,
        "workload": "training" if section.startswith("Training") else "inference",
        "tasks": [task.strip() for task in cells["Task"].split(",")],
    }
    for field, mark in (("parallelism", "✓"), ("not_parallelism", "✗")):
        kinds = [name for name in cells if name.endswith("Parallelism") and cells[name] == mark]
        if kinds:
            row[field] = [name.partition(" ")[0].lower() for name in kinds]
    return row
