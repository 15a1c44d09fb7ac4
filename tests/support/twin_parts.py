"""The Markdown twins of a site, and their parts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from macros.addresses import address, moves
from macros.facts import Knowledge
from tests.support.markdown_twins import sections

API = "api/v1/"
IS_TWIN = re.compile(r"\.md$|^llms")
Twins = Mapping[str, str]


def twins_of(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    """The twins, without those that only lead from a former address to the new one."""
    moved = {f"{move.moved_from.removeprefix('/')}index.md" for move in moves(knowledge.records)}
    return {path: text.decode() for path, text in exports.items() if IS_TWIN.search(path) and path not in moved}


def twin(twins: Twins, kind: str, record: str) -> str:
    return twins[f"{address(kind, record)}index.md"]


def part(twins: Twins, kind: str, record: str, heading: str) -> str:
    """A section of a twin, empty where it has none."""
    return sections(twin(twins, kind, record)).get(heading, "")


def folded(text: str) -> str:
    """A text as a twin writes it, runs of blanks as one."""
    return " ".join(text.split())
