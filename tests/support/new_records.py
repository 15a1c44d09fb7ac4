"""Writes new data files: what every change that adds a record begins with."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from macros.facts.citations import newest_fact
from macros.loading import Records


def write(data: Path, name: str, content: Mapping[str, Any]) -> None:
    """Writes a new data file."""
    file = data / name
    file.parent.mkdir(parents=True, exist_ok=True)
    assert not file.exists(), f"{name} exists already"
    file.write_text(yaml.dump(dict(content), Dumper=WithoutAliases, sort_keys=False, allow_unicode=True), "utf-8")


class WithoutAliases(yaml.SafeDumper):
    """Writes each value in full, as data files have to."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - named by the base class
        return True


def add_source(data: Path, records: Records) -> tuple[str, datetime.date, Mapping[str, str]]:
    """Adds a source. Returns what no id contains yet, the source's date (that of the newest fact), and its citation."""
    known = " ".join(f"{kind}/{key}" for kind, key, _ in records.walk())
    name = next(f"added{number}" for number in count(1) if f"added{number}" not in known)
    day = newest_fact(records)
    write(
        data,
        f"sources/{name}-report.yml",
        {
            "title": f"A report that was {name}",
            "publisher": "Somebody",
            "summary": "Facts that a test adds.",
            "url": f"https://example.org/{name}",
            "as_of": day,
            "as_of_basis": "Printed on it.",
            "licence": "MIT",
            "state": first_term(data, "source_state"),
        },
    )
    return name, day, {"source": f"{name}-report", "locator": "page 1"}


def first_term(data: Path, vocabulary: str) -> str:
    found: str = next(iter(yaml.safe_load((data / "vocabularies.yml").read_text("utf-8"))[vocabulary]["values"]))
    return found


def file_of(data: Path, kind: str, record: str) -> Path:
    return data / kind / f"{record}.yml"
