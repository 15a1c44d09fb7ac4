"""The page of downloads: files, columns and envelope of the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.knowledge import Knowledge
from macros.tables import TABLES, Table
from macros.tables.api_file import ENVELOPE, ApiFile, EnvelopeField

CSV = ".csv"


@dataclass(frozen=True)
class ApiIndex:
    """Every file of the API; the files themselves are known once they are written."""

    revision: str

    def lines(self, files: Sequence[ApiFile]) -> Sequence[tuple[ApiFile, ApiFile | None]]:
        """Each file but those in CSV, with the CSV file of the same rows."""
        tables = {file.name.removesuffix(CSV): file for file in files if file.name.endswith(CSV)}
        return [(file, tables.get(file.name.removesuffix(".json"))) for file in files if not file.name.endswith(CSV)]


def index(knowledge: Knowledge) -> ApiIndex:
    return ApiIndex(knowledge.revision)


def envelope(knowledge: Knowledge) -> Sequence[tuple[EnvelopeField, str | int | None]]:
    """The fields around every list, with their values in this build; None where the value differs from file to file."""
    return [(field, field.value(knowledge.revision, None)) for field in ENVELOPE]


def columns(_: Knowledge, name: str) -> Table[Any]:
    return TABLES[name]
