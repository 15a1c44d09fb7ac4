"""What an importer hands over: files of an upstream, and the fields of records that they decide."""

from __future__ import annotations

import datetime
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from macros.loading import Records


class UpstreamError(Exception):
    """The files cannot be imported; the message says which, and what was expected."""


@dataclass(frozen=True)
class Upstream:
    """The files of an upstream, and how to cite them."""

    path: Path
    """Given: a folder, an archive or a file. To an importer: the folder of the unpacked files."""
    source: str
    """The id of the source that they are cited as."""
    as_of: datetime.date

    def files(self, *patterns: str) -> Sequence[Path]:
        """Files anywhere below the path whose path ends like one of the patterns. Raises UpstreamError without any."""
        found = sorted({file for pattern in patterns for file in self.path.rglob(pattern) if file.is_file()})
        if not found:
            raise UpstreamError(f"expected {' or '.join(patterns)} somewhere below the path, got no such file")
        return found

    def cite(self, locator: str) -> Mapping[str, str]:
        return {"source": self.source, "locator": locator}


@dataclass(frozen=True)
class Known:
    """The data as it is before the import."""

    records: Records
    data: Path
    """The folder `data/`."""

    def file(self, path: str) -> Mapping[str, Any]:
        """The fields of a file below `data/` as they stand there; none if there is no such file."""
        file = self.data / path
        fields: Mapping[str, Any] = yaml.safe_load(file.read_text("utf-8")) if file.is_file() else {}
        return fields


Row = Mapping[str, Any]


@dataclass(frozen=True)
class RowKeys:
    """By which of its cells a row of a list is known again in another edition."""

    cells: Sequence[str]
    place: str = ""
    """The cell that only says where the row stands."""

    def of(self, row: Row) -> tuple[str, ...]:
        return tuple(str(row.get(cell)) for cell in self.cells)

    def matches(self, old: Sequence[Row], new: Sequence[Row], where: str) -> Sequence[int | None]:
        """For each new row the index of the old row that it continues; None where it is new.

        A row continues one that already says all it says, else the one with its key. Raises UpstreamError, with the
        file in `where`, if a key that is needed is not unique: figures of one row would land in another.
        """
        left = dict(enumerate(old))
        found: dict[int, int] = {}
        for number, row in enumerate(new):
            same = next((index for index, before in left.items() if self._says(before, row)), None)
            if same is not None:
                found[number] = same
                del left[same]
        changed = {number: row for number, row in enumerate(new) if number not in found}
        by_key = {self.of(row): number for number, row in changed.items()}
        self._require_unique(left, by_key.keys(), f"{where}: two rows of the data")
        self._require_unique(changed, by_key.keys(), f"{where}: two rows of the upstream")
        found |= {by_key[self.of(row)]: index for index, row in left.items() if self.of(row) in by_key}
        return [found.get(number) for number in range(len(new))]

    def _says(self, before: Row, row: Row) -> bool:
        return all(before.get(cell) == value for cell, value in row.items() if cell != self.place)

    def _require_unique(self, rows: Mapping[int, Row], keys: Collection[tuple[str, ...]], where: str) -> None:
        first: dict[tuple[str, ...], int] = {}
        for index, row in rows.items():
            key = self.of(row)
            if key in first and key in keys:
                raise UpstreamError(
                    f"{where}, [{first[key]}] and [{index}], are alike in {', '.join(self.cells)}: {' '.join(key)}."
                    " Which of them the other side means cannot be told; bring both up to date by hand"
                )
            first.setdefault(key, index)


@dataclass(frozen=True)
class RecordUpdate:
    """A record as an upstream has it."""

    path: str
    """Of its file below `data/`."""
    fields: Mapping[str, Any]
    """What the upstream decides. A list of rows replaces cells of the rows that are there, by `rows`."""
    new: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of a record that does not exist yet; they come first."""
    rows: Mapping[str, RowKeys] = field(default_factory=dict)
    """By field that is a list of rows: how they are known again."""


@dataclass(frozen=True)
class Remark:
    """Something that the importer left to an editor."""

    text: str


Found = RecordUpdate | Remark


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The folder of an upstream's files: the path itself, or what an archive holds. Raises UpstreamError."""
    if path.is_dir():
        yield path
        return
    if not path.is_file():
        raise UpstreamError(f"expected a folder, a file or an archive, got nothing at {path}")
    with tempfile.TemporaryDirectory(prefix="import-") as folder:
        try:
            shutil.unpack_archive(path, folder)
        except shutil.ReadError:
            shutil.copy(path, folder)
        except (OSError, ValueError) as error:
            raise UpstreamError(f"{path} cannot be unpacked: {error}") from error
        yield Path(folder)
