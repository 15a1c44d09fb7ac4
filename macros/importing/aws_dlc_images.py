"""Images of the AWS Deep Learning Containers for Neuron, from their list of available images."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from macros.importing.rows import DataRow, RowKeys
from macros.importing.upstream import Found, Known, RecordUpdate, Upstream

IMAGE = re.compile(
    r"^\s*\|\s*(?P<framework>[^|]*?)\s*\|.*\.amazonaws\.com/(?P<repository>[\w.-]+):(?P<tag>[\w.-]*neuron[\w.-]*)"
)
VERSION = re.compile(r"\d+(?:\.\d+)+")
PARTS_OF_TAG = {"sdk": r"sdk(\d[\d.]*\d)", "python": r"-py(\d)(\d+)", "os": r"-(ubuntu[\d.]+\d)"}
"""By field of a row: what stands for it in the tag of an image."""


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """The images of each repository that has a record."""
    found: defaultdict[str, list[DataRow]] = defaultdict(list)
    for number, line in enumerate(upstream.text("available_images.md").splitlines(), start=1):
        if image := IMAGE.search(line):
            row = {**_row(image["tag"], image["framework"]), "citation": upstream.cite(f"line {number}")}
            found[image["repository"]].append(row)
    for repository, rows in found.items():
        path = f"images/aws-dlc/{repository}.yml"
        if not (fields := known.file(path)):
            yield f"{repository}: left out with {len(rows)} images; write the head of data/{path} first"
            continue
        # An image that is known keeps the place in which it was first read.
        names = {row.get("name") for row in fields["rows"]}
        cited = [{name: row[name] for name in row if name != "citation" or row["name"] not in names} for row in rows]
        yield RecordUpdate(path, {"rows": cited}, keys=RowKeys(("name",)))


def _row(tag: str, framework: str) -> DataRow:
    version = VERSION.search(framework)
    parts = {name: re.search(pattern, tag) for name, pattern in PARTS_OF_TAG.items()}
    cells = {name: ".".join(part.groups()) for name, part in parts.items() if part}
    return {"name": tag, **({"version": version[0]} if version else {}), "libraries": [framework], **cells}
