"""Images of the AWS Deep Learning Containers for Neuron, from their list of available images."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from macros.importing.updates import Found, Known, RecordUpdate, Remark, RowKeys, Upstream

IMAGE = re.compile(r"\.amazonaws\.com/(?P<repository>[\w.-]+):(?P<tag>[\w.-]*neuron[\w.-]*)")
SDK, PYTHON, SYSTEM = re.compile(r"sdk(\d[\d.]*\d)"), re.compile(r"-py(\d)(\d+)"), re.compile(r"-(ubuntu[\d.]+\d)")
VERSION = re.compile(r"\d+(?:\.\d+)+")


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """The images of each repository that has a record."""
    (page,) = upstream.files("available_images.md")[:1]
    found: dict[str, list[dict[str, Any]]] = {}
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        image = IMAGE.search(line)
        if image and line.lstrip().startswith("|"):
            row = {**_row(image["tag"], line), "citation": upstream.cite(f"line {number}")}
            found.setdefault(image["repository"], []).append(row)
    for repository, rows in found.items():
        path = f"images/aws-dlc/{repository}.yml"
        if not (fields := known.file(path)):
            yield Remark(f"{repository}: left out with {len(rows)} images; write the head of data/{path} first")
            continue
        # An image that is known keeps the place in which it was first read.
        names = {row.get("name") for row in fields["rows"]}
        cited = [{name: row[name] for name in row if name != "citation" or row["name"] not in names} for row in rows]
        yield RecordUpdate(path, {"rows": cited}, rows={"rows": RowKeys(("name",))})


def _row(tag: str, line: str) -> Mapping[str, Any]:
    framework = line.strip().strip("|").split("|")[0].strip()
    row: dict[str, Any] = {"name": tag}
    if sdk := SDK.search(tag):
        row["sdk"] = sdk[1]
    if version := VERSION.search(framework):
        row["version"] = version[0]
    row["libraries"] = [framework]
    if python := PYTHON.search(tag):
        row["python"] = f"{python[1]}.{python[2]}"
    if system := SYSTEM.search(tag):
        row["os"] = system[1]
    return row
