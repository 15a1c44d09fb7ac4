"""The Markdown twins of a site: their sections, and where their links lead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from macros.addresses import address, moves
from macros.facts import Knowledge

IS_TWIN = re.compile(r"\.md$|^llms")
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
LINK = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)")
CODE_BLOCK = re.compile(r"^( *)(`{3,}).*?^ *\2 *$", re.DOTALL | re.MULTILINE)

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


def words(text: str) -> str:
    """Text as it reads: links by their labels, escapes undone."""
    shown = LINK.sub(lambda found: found[1], text.strip())
    return re.sub(r"\\(.)", r"\1", shown).replace("&lt;", "<").replace("&amp;", "&")


def without_code(text: str) -> str:
    return CODE_BLOCK.sub("", text)


def targets(text: str) -> Sequence[str]:
    """Where its links lead, as written."""
    return [found[2] for found in LINK.finditer(text)]
