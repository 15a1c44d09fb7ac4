"""The Markdown twins of a site: their sections, the rows of their tables, and where their links lead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from macros.addresses import address, moves
from macros.facts import Knowledge

API = "api/v1/"
IS_TWIN = re.compile(r"\.md$|^llms")
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
CELLS = re.compile(r"(?<!\\)\|")
LINK = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)")
COMMON = re.compile(r"^- \*\*(.*?):\*\* (.*)$")

Row = Mapping[str, str]
Twins = Mapping[str, str]


def twins_of(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    """The twins, without those that only lead from a former address to the new one."""
    moved = {f"{move.moved_from.removeprefix('/')}index.md" for move in moves(knowledge.records)}
    return {path: text.decode() for path, text in exports.items() if IS_TWIN.search(path) and path not in moved}


def twin(twins: Twins, kind: str, record: str) -> str:
    """The twin of the page of a record, or of a file whose records share a page."""
    return twins[f"{address(kind, record)}index.md"]


def part(twins: Twins, kind: str, record: str, heading: str) -> str:
    """A section of a twin, empty where it has none."""
    return sections(twin(twins, kind, record)).get(heading, "")


def sections(twin: str) -> Mapping[str, str]:
    """What stands under each heading."""
    parts = SECTION.split(twin)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(section: str) -> Sequence[Row]:
    """The rows of a section's table, each with what all have in common."""
    lines = section.strip().splitlines()
    common = {found[1]: words(found[2]) for line in lines if (found := COMMON.match(line))}
    table = [[words(cell) for cell in CELLS.split(line)[1:-1]] for line in lines if line.startswith("|")]
    if not table:
        return [common] if common else []
    head, _, *body = table
    return [{**common, **dict(zip(head, cells, strict=True))} for cells in body]


def words(text: str) -> str:
    """Text as it reads: links by their labels, escapes undone."""
    shown = LINK.sub(lambda found: found[1], text.strip())
    return re.sub(r"\\(.)", r"\1", shown).replace("&lt;", "<").replace("&amp;", "&")


def targets(text: str) -> Sequence[str]:
    """Where its links lead, as written."""
    return [found[2] for found in LINK.finditer(text)]


def folded(text: str) -> str:
    """A text as a twin writes it, runs of blanks as one."""
    return " ".join(text.split())
