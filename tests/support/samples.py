"""The sample files of the page Samples."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.support.places import PROJECT

PAGE = (PROJECT / "docs" / "contribute" / "samples" / "index.md").read_text("utf-8")
BLOCKS = re.findall(r"^( *)```yaml\n(.*?)\n\1```$", PAGE, re.MULTILINE | re.DOTALL)


def samples() -> Mapping[str, str]:
    """The whole files among the samples, by path from the project's root."""
    found = (re.match(r"# (data/\S+\.yml)\n", text) for _, text in BLOCKS)
    return {head[1]: f"{head.string[head.end() :]}\n" for head in found if head}


def fragment(start: str) -> str:
    """The part of a file whose first line begins with some words, without that line and without indentation."""
    (found,) = [(indent, text) for indent, text in BLOCKS if text.strip().startswith(f"# {start}")]
    indent, text = found
    return "".join(f"{line.removeprefix(indent)}\n" for line in text.splitlines()[1:])
