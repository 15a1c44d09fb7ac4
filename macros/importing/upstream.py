"""What an importer is given: the files of an upstream and the data so far. What it hands over: fields of records."""

from __future__ import annotations

import calendar
import datetime
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from macros.facts.grouping import group_pairs
from macros.loading import Records

OWN = ("citation", "as_of", "as_of_basis", "sdk", "version", "rows", "earlier", "former_ids", "features", "accuracy")
"""Fields that hold for one edition of a list only."""
REVISION = "The day of the revision that was read."
MONTH = re.compile(rf"(?:{'|'.join(calendar.month_name[1:])}) \d{{4}}")


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
        if not found and len(only := list(self.path.iterdir())) == 1:
            # A file that was handed over alone has lost its folder.
            found = [one for one in only if any(one.match(Path(pattern).name) for pattern in patterns)]
        if not found:
            raise UpstreamError(f"expected {' or '.join(patterns)} somewhere below the path, got no such file")
        return found

    def text(self, pattern: str) -> str:
        """The text of the first file whose path ends like the pattern. Raises UpstreamError without any."""
        return self.files(pattern)[0].read_text("utf-8")

    def found(self, pattern: str, matches: str) -> str | None:
        """What the first group of an expression finds in a file; None where it finds nothing."""
        found = re.search(matches, self.text(pattern), re.MULTILINE)
        return found[1] if found else None

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

    def model(self, hub_id: str) -> str | None:
        """The id of the model that is called so on the Hub; None without any."""
        ids = self.records.names.ids_by_name["models"]
        return ids.get(hub_id) or ids.get(hub_id.lower())

    def accelerator(self, name: str) -> str | None:
        """The id of the accelerator with a name, such as mi300x, however punctuated; None without any."""
        return self._accelerators.get(_letters(name))

    @cached_property
    def _accelerators(self) -> Mapping[str, str]:
        records = self.records.accelerators.items()
        # A name that is given counts before a part of one. "Instinct MI300X" is often called by its last word alone.
        given = [(name, key) for key, _ in records for name in (key, key.partition("-")[2]) if name]
        for key, record in records:
            given += [
                (name, key) for name in (record.name, record.short_name, *(one.name for one in record.other_names))
            ]
        given += [(record.short_name.rpartition(" ")[2], key) for key, record in records]
        return {_letters(name): key for name, key in reversed(given)}


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()


DataRow = Mapping[str, Any]
"""A row of a data file as it is written there: ids and names, not validated."""


@dataclass(frozen=True)
class RowKeys:
    """By which of its cells a row of a list is known again in another edition."""

    cells: Sequence[str]
    place: str = ""
    """The cell that only says where the row stands."""
    field: str = "rows"
    """The field of the record that holds the list."""
    places: Sequence[str] = ()
    """Where each row of the upstream stands, for messages."""

    def of(self, row: DataRow) -> str:
        return " ".join(str(row.get(cell)) for cell in self.cells)

    def matches(self, old: Sequence[DataRow], new: Sequence[DataRow], where: str) -> Sequence[int | None]:
        """For each new row the index of the old row that it continues; None where it is new.

        A row continues one that already says all it says, else the one with its key. Raises UpstreamError, with the
        file in `where`, if a key that is needed is not unique: figures of one row would land in another.
        """
        left = dict(enumerate(old))
        found: dict[int, int] = {}
        for number, row in enumerate(new):
            same = next((index for index, before in left.items() if self.says(before, row)), None)
            if same is not None:
                found[number] = same
                del left[same]
        old_rows = group_pairs((self.of(row), index) for index, row in left.items())
        new_rows = group_pairs((self.of(row), number) for number, row in enumerate(new) if number not in found)
        for key, numbers in new_rows.items():
            for side, places in (("data", old_rows.get(key, ())), ("upstream", numbers)):
                if len(places) > 1:
                    stated = self.places if side == "upstream" else ()
                    first, second = (stated[index] if stated else f"[{index}]" for index in places[:2])
                    raise UpstreamError(
                        f"{where}: two rows of the {side}, {first} and {second}, are alike in"
                        f" {', '.join(self.cells)}: {key}."
                        " Which of them the other side means cannot be told; bring both up to date by hand"
                    )
            found |= dict(zip(numbers, old_rows.get(key, ()), strict=False))
        return [found.get(number) for number in range(len(new))]

    def says(self, before: DataRow, row: DataRow) -> bool:
        """Whether the data has all that a row of the upstream says."""
        return all(before.get(cell) == value for cell, value in row.items() if cell != self.place)


def continued(old: Sequence[DataRow], new: Sequence[DataRow], matches: Sequence[int | None]) -> list[DataRow]:
    """The new rows with the cells that only those rows have that they continue."""
    return [{**({} if index is None else old[index]), **row} for index, row in zip(matches, new, strict=True)]


@dataclass(frozen=True)
class RecordUpdate:
    """A record as an upstream has it."""

    path: str
    """Of its file below `data/`."""
    fields: Mapping[str, Any]
    """What the upstream decides. Of the list of rows that `keys` name, it decides cells."""
    new: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of a record that does not exist yet; they come first."""
    keys: RowKeys | None = None


Found = RecordUpdate | str
"""An update, or a remark on something that the importer left to an editor."""


def edition(upstream: Upstream, known: Known, wanted: RecordUpdate) -> RecordUpdate | None:
    """The edition of the month of `upstream.as_of` of a list, from what it is `wanted` to say.

    `wanted.path` is the id of the list without the month. Without an edition before it, it begins with `wanted.new`;
    None without that, too. Rows keep what an editor wrote of them, such as the architectures they mean, in the file or
    in the edition before.
    """
    list_id = f"{wanted.path}-{upstream.as_of:%Y-%m}"
    path = f"catalogues/{list_id}.yml"
    lists = known.records.catalogues
    earlier = [key for key in lists if key.startswith(f"{wanted.path}-") and key < list_id]
    before = max(earlier, key=lambda key: lists[key].as_of, default=None)
    head = known.file(path) or known.file(f"catalogues/{before}.yml") or wanted.new
    if not head or wanted.keys is None:
        return None
    readings, rows = head.get("rows", ()), wanted.fields["rows"]
    rows = continued(readings, rows, wanted.keys.matches(readings, rows, path))
    month, title = f"{upstream.as_of:%B %Y}", str(head.get("title", ""))
    new = {
        **{name: value for name, value in head.items() if name not in OWN},
        "title": MONTH.sub(month, title) if MONTH.search(title) else f"{title}, {month}",
        "citation": wanted.new.get("citation", upstream.cite("tables of the page")),
        "as_of": upstream.as_of,
        "as_of_basis": REVISION,
        **({"earlier": before} if before else {}),
    }
    return RecordUpdate(path, {**wanted.fields, "rows": rows}, new, wanted.keys)


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
        # Archives of a repository hold one folder, which is no part of the paths in it.
        entries = list(Path(folder).iterdir())
        yield entries[0] if len(entries) == 1 and entries[0].is_dir() else Path(folder)
