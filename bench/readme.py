"""Writes the table of figures in README.md from bench.json: `python -m bench.readme`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bench.figures import read, verdict
from bench.places import FIGURES, README

BEGIN, END = "<!-- from bench.json: -->", "<!-- :from bench.json -->"


def table(document: Mapping[str, Any]) -> str:
    """The figures of a run, and what it was made on, as Markdown."""
    machine, versions = document["machine"], document["versions"]
    rows = [
        f"| {figure.name} | {figure.measured} | {figure.most} | {verdict(figure).lower()} |"
        for figure in read(document)
    ]
    made_on = (
        f"From one run of `make bench` on {machine['processors']} processors ({machine['architecture']}) with Python "
        f"{versions['python']}, mkdocs-material {versions['mkdocs-material']} and Zensical {versions['zensical']}."
    )
    return "\n".join(["| what | measured | at most | |", "|---|---:|---:|---|", *rows, "", made_on])


def filled(text: str, document: Mapping[str, Any]) -> str:
    """A text with the table between its two markers, each of which must stand in it once."""
    before, _, rest = text.partition(f"{BEGIN}\n")
    _, found, after = rest.partition(END)
    if not found or BEGIN in after or END in after:
        raise ValueError(f"expected {BEGIN} and {END} once each, in this order")
    return f"{before}{BEGIN}\n{table(document)}\n{END}{after}"


if __name__ == "__main__":
    README.write_text(filled(README.read_text("utf-8"), json.loads(FIGURES.read_text("utf-8"))), encoding="utf-8")
