"""Names as people typed them, and what they mean, from tests/names.tsv. Python and the script answer the same lines."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "names.tsv"
PREFIXES: Mapping[str, str] = {"models": "", "accelerators": "", "architectures": "architecture:"}
"""How the file marks the kind of a record; others by the kind."""


class TypedName(NamedTuple):
    """A line of the file."""

    question: str
    """`model` or `hardware`."""
    typed: str
    wanted: str
    """An id, behind the kind where that is not the ordinary one; `several:` and ids; `no-record`; or `unknown`."""
    where_seen: str


def typed_names() -> Sequence[TypedName]:
    with FILE.open(encoding="utf-8", newline="") as lines:
        return [TypedName(**line) for line in csv.DictReader(lines, delimiter="\t")]


def in_file(answer: str, kind: str, ids: Sequence[str]) -> str:
    """An answer as the file writes it."""
    if answer == "one":
        return f"{PREFIXES.get(kind, f'{kind[:-1]}:')}{ids[0]}"
    return f"several:{','.join(sorted(ids))}" if answer == "several" else answer
