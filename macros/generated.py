"""Generated files and lines that are kept in the repository: what is out of date, and how it should read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from macros.addresses import LIST, pages, read_list
from macros.loading import Records
from macros.schema import json_schemas

FIX = "make fix"
"""The command that brings everything up to date."""

SCHEMA_LINE = re.compile(r"\A# yaml-language-server: \$schema=.*\n")
"""The first line of a data file: it tells editors which schema completes and checks the file."""


def outdated(project: Path, records: Records) -> Iterator[tuple[Path, str]]:
    """Every file of a project that is out of date, and the text that it should hold."""
    for file, text in _expected(project, records):
        if not file.is_file() or file.read_text("utf-8") != text:
            yield file, text


def _expected(project: Path, records: Records) -> Iterator[tuple[Path, str]]:
    for name, content in json_schemas.files(records.vocabularies):
        yield project / json_schemas.FOLDER / name, content.decode()
    # Addresses are only ever added: what was published once must lead somewhere for ever.
    addresses = sorted({*pages(records), *filter(None, read_list(project) or ())})
    yield project / LIST, "".join(f"{address}\n" for address in addresses)
    for file in sorted((project / "data").rglob("*.yml")):
        path = file.relative_to(project / "data")
        kind = path.parts[0].removesuffix(".yml")
        line = f"# yaml-language-server: $schema={'../' * len(path.parts)}{json_schemas.FOLDER}{kind}.json\n"
        yield file, line + SCHEMA_LINE.sub("", file.read_text("utf-8"))
