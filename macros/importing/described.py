"""Reads the files of an upstream as its description in `data/imports/` says; nothing is guessed.

What the description does not tell is a mistake, with its place in the upstream and in the description.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

from macros.facts.grouping import group_pairs, unique
from macros.importing.cells import FILE, Cells, Mistakes
from macros.importing.tables import HEADING, KEY, LINE, PrintedRow, PrintedTable, tables
from macros.importing.upstream import (
    REVISION,
    DataRow,
    Found,
    Known,
    RecordUpdate,
    RowKeys,
    Upstream,
    UpstreamError,
    edition,
)
from macros.loading.files import DataFile
from macros.loading.problems import did_you_mean
from macros.schema.imports import FILLED, CellDescription, Condition, EachValue, ImportDescription, TableDescription
from macros.schema.kinds import SEVERAL
from macros.schema.values import ID
from macros.schema.walk import Steps, field_hints

DAY, COLUMN, VALUE, LINK = "(day)", "(column)", "(value)", " (link)"
PLACES = (FILE, LINE, HEADING, KEY, DAY, COLUMN, VALUE)
NOT_IN_ID = re.compile(r"[^a-z0-9.-]+")

MadeRow = tuple[PrintedRow, dict[str, Any]]
"""A row of the upstream, and the row of the data that it becomes."""


def read(name: str, description: ImportDescription, upstream: Upstream, known: Known) -> list[Found]:
    """What the description makes of the upstream. Raises UpstreamError with every mistake."""
    path = known.records.file("imports", name)
    file = DataFile(path, (known.data.parent / path).read_bytes(), None, ())
    within = (SEVERAL, name) if f"imports/{name}" in known.records.tables else ()
    return list(_Reading(description, upstream, known, Mistakes(file, within)).found(name))


@dataclass
class _Reading:
    """One run over the files of an upstream."""

    description: ImportDescription
    upstream: Upstream
    known: Known
    mistakes: Mistakes
    left_out: Counter[str] = field(default_factory=Counter)
    """How many rows, by reason."""

    def found(self, name: str) -> Iterator[Found]:
        """The files that the rows of all tables fill, new models, and what was left out."""
        lines = [list(self._lines(table)) for table in self.description.tables]
        self._check_columns(lines)
        self.mistakes.refuse()
        keeps_spelling = "as_published" not in field_hints(FILLED[self._kind][1])
        cells = Cells(self.upstream, self.known, self.mistakes, self.description.models, keeps_spelling)
        by_file: defaultdict[str, list[MadeRow]] = defaultdict(list)
        for index, rows in enumerate(lines):
            for line in (line for line in rows if self._is_wanted(index, line)):
                by_file[self._target(cells, line)].append((line, self._row(cells, index, line)))
        self.mistakes.refuse()
        updates = [self._update(target, pairs) for target, pairs in by_file.items()]
        self.mistakes.refuse()
        yield from updates
        if cells.models:
            yield RecordUpdate(f"models/{name}.yml", {SEVERAL: cells.models})
        yield from cells.remarks
        yield from (f"{count} rows left out: {why}" for why, count in self.left_out.items())

    def _lines(self, table: TableDescription) -> Iterator[PrintedRow]:
        """The rows of the tables that are meant, each with its places."""
        for file in self.upstream.files(*table.files):
            name = file.relative_to(self.upstream.path).as_posix()
            for one in _tables(file.read_bytes(), name, table):
                above = " › ".join(filter(None, one.headings[1:]))
                place = {FILE: name, HEADING: above, DAY: self.upstream.as_of.isoformat()}
                for row in ({**above, **place} for above in _filled_down(one.rows, table.fill_down)):
                    for single in _values_as_rows(row, table.each_value) if table.each_value else (row,):
                        yield from _columns_as_rows(single, table.each_column) if table.each_column else (single,)

    def _is_wanted(self, index: int, line: PrintedRow) -> bool:
        table = self.description.tables[index]
        if not all(_holds(condition, line) for condition in table.only):
            return False
        reason = next((condition.why for condition in table.leave_out if _holds(condition, line)), None)
        if reason is not None:
            self.left_out[reason] += 1
        return reason is None

    def _check_columns(self, lines: Sequence[Sequence[PrintedRow]]) -> None:
        """Every column of the upstream is read or ignored, and every one that is read is there."""
        shared = [*_columns_of(("fields",), self.description.fields), *_columns_of(("parts",), self.description.parts)]
        shared += _columns_of(("models",), self.description.models)
        everywhere: dict[str, PrintedRow] = {}
        for index, (table, rows) in enumerate(zip(self.description.tables, lines, strict=True)):
            first = {name: row for row in reversed(rows) for name in row}
            if not rows:
                at = ("tables", index, "under" if table.under else "files")
                self.mistakes.add(at, f"expected a table with rows in {' and '.join(table.files)}, got none")
                continue
            everywhere |= first
            own = list(_columns_of(("tables", index, "fields"), table.fields))
            own += [(("tables", index, *at, "column"), condition.column) for at, condition in _conditions(table)]
            own += [(("tables", index, "fill_down", at), name) for at, name in enumerate(table.fill_down)]
            own += [(("tables", index, "each_value", "column"), one.column) for one in (table.each_value,) if one]
            self._check_read(own, first)
            used = {name.removesuffix(LINK) for _, name in (*shared, *own)}
            unknown = [name for name in first if name not in (*used, *PLACES) and not name.endswith(LINK)]
            unknown = [name for name in unknown if not any(fnmatchcase(name, known) for known in table.ignored)]
            for name in unknown:
                if not table.each_column or not re.search(table.each_column, name):
                    hint = "read it under `fields`, or name it under `ignored`"
                    self.mistakes.add(("tables", index), f"expected a known column, got {name!r}", hint, first[name])
        if everywhere:
            self._check_read(shared, everywhere)

    def _check_read(self, columns: Iterable[tuple[Steps, str]], there: Mapping[str, PrintedRow]) -> None:
        for path, name in columns:
            if name.removesuffix(LINK) not in (*there, *PLACES):
                known = tuple(column for column in there if not column.endswith(LINK))
                message = f"expected a column of the table, got {name!r}"
                self.mistakes.add(path, message, did_you_mean(name, known))

    def _row(self, cells: Cells, index: int, line: PrintedRow) -> dict[str, Any]:
        hints = field_hints(FILLED[self._kind][1])
        row: dict[str, Any] = {}
        own = self.description.tables[index].fields
        shared = {name: cell for name, cell in self.description.fields.items() if name not in own}
        for path, described in ((("fields",), shared), (("tables", index, "fields"), own)):
            for name, cell in described.items():
                value = cells.value((*path, name), cell, hints[name], line)
                if value not in (None, []):
                    row[name] = value
        return row

    @property
    def _kind(self) -> str:
        return self.description.into.partition("/")[0]

    def _target(self, cells: Cells, line: PrintedRow) -> str:
        """The kind and id of what a row is put into."""
        target = self.description.into
        for name, cell in self.description.parts.items():
            part = NOT_IN_ID.sub("-", (cells.value(("parts", name), cell, str, line) or "").lower())
            if not re.fullmatch(ID, part):
                self.mistakes.add(("parts", name), f"expected part of an id, got {part!r}", line=line)
            target = target.replace(f"{{{name}}}", part)
        return target.replace("{day}", self.upstream.as_of.isoformat())

    def _update(self, target: str, pairs: Sequence[MadeRow]) -> Found:
        """What a data file becomes, or a remark that its head is to be written first."""
        place = next((name for name, cell in self.description.fields.items() if cell.column == LINE), "")
        if self.description.repeated:
            pairs = list({repr({**row, place: None}): (line, row) for line, row in reversed(pairs)}.values())[::-1]
        for name in self.description.joined:
            pairs = list(_joined(pairs, name, place))
        rows = [row for _, row in pairs]
        keys = RowKeys(self.description.key, place, places=[f"{line[FILE]}, {line[LINE]}" for line, _ in pairs])
        path = f"{target.replace('{month}', f'{self.upstream.as_of:%Y-%m}')}.yml"
        before = self.known.file(path)
        wanted = RecordUpdate(path, {**self._stated(before), "rows": rows}, self._new, keys)
        try:
            self._drop_what_stays(rows, before.get("rows", ()), keys, path)
            update: RecordUpdate | None = wanted if before or self._new else None
            if self._kind == "catalogues" and "{month}" in target:
                series = target.partition("/")[2].partition("{month}")[0].rstrip("-")
                update = edition(self.upstream, self.known, replace(wanted, path=series))
        except UpstreamError as error:
            self.mistakes.add(("key",), str(error), "name a further field that tells them apart")
            return ""
        if update is None:
            return f"{target}: left out with {len(rows)} rows; write the head of data/{path} first"
        self._check_wording({**update.new, **before}.get("wording"), pairs)
        return update

    def _stated(self, before: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the upstream says once, and where it was read, unless the file is of this source already."""
        texts = {name: self.upstream.found(one.files, one.matches) for name, one in self.description.head_from.items()}
        stated = {name: text for name, text in texts.items() if text}
        is_of_other = before.get("citation", {}).get("source", self.upstream.source) != self.upstream.source
        dated = {name: self._new[name] for name in ("citation", "as_of") if name in self._new}
        return {**stated, **(dated if is_of_other else {})}

    @cached_property
    def _new(self) -> Mapping[str, Any]:
        """The head of a new file; none if only files that are there are updated."""
        if not self.description.head:
            return {}
        dated = {
            "citation": self.upstream.cite(self.description.locator),
            "as_of": self.upstream.as_of,
            "as_of_basis": REVISION,
        }
        known = FILLED[self._kind][0].model_fields
        return {**self.description.head, **{name: value for name, value in dated.items() if name in known}}

    def _drop_what_stays(
        self, rows: Sequence[dict[str, Any]], old: Sequence[DataRow], keys: RowKeys, path: str
    ) -> None:
        """Takes from rows what only new, or only changed ones get."""
        new, changed = self.description.only_new, self.description.only_changed
        plain = [{name: value for name, value in row.items() if name not in (*new, *changed)} for row in rows]
        for row, said, index in zip(rows, plain, keys.matches(old, plain, path), strict=True):
            same = index is not None and keys.says(old[index], said)
            for name in (*(new if index is not None else ()), *(changed if same else ())):
                row.pop(name, None)

    def _check_wording(self, wording: Any, pairs: Sequence[MadeRow]) -> None:
        """Every status as printed has a meaning in the head of a list."""
        for line, row in pairs:
            if isinstance(wording, Mapping) and (word := row.get("wording")) not in wording:
                expected = f"expected one of the words that `wording` of the list maps, got {word!r}"
                at = ("head", "wording") if self.description.head else ("into",)
                self.mistakes.add(at, expected, did_you_mean(str(word), tuple(wording)), line)


def _tables(content: bytes, name: str, description: TableDescription) -> Sequence[PrintedTable]:
    try:
        found = tables(content.decode("utf-8"), description.format, description.at)
    except (UpstreamError, UnicodeDecodeError) as error:
        raise UpstreamError(f"{name}: {error}") from error
    return [one for one in found if description.under in (None, *one.headings)]


def _filled_down(rows: Sequence[PrintedRow], columns: Sequence[str]) -> Iterator[PrintedRow]:
    above: PrintedRow = {}
    for row in rows:
        above = {**row, **{name: row.get(name) or above.get(name, "") for name in columns}}
        yield above


def _columns_as_rows(row: PrintedRow, pattern: str) -> Iterator[PrintedRow]:
    """A row for each column that matches."""
    for name, text in row.items():
        if (found := re.search(pattern, name)) and name not in PLACES and not name.endswith(LINK):
            yield {**row, COLUMN: found[1], VALUE: text}


def _values_as_rows(row: PrintedRow, each: EachValue) -> Iterator[PrintedRow]:
    """A row for each value of a column."""
    for value in row.get(each.column, "").split(each.split):
        if text := value.strip():
            yield {**row, VALUE: text}


def _joined(pairs: Iterable[MadeRow], name: str, place: str) -> Iterator[MadeRow]:
    """The first of the rows that differ in one list and their place alone, with the values of all."""
    alike = group_pairs((repr({**row, name: None, place: None}), (line, row)) for line, row in pairs)
    for (line, row), *others in alike.values():
        values = unique(value for _, one in ((line, row), *others) for value in one.get(name, ()))
        yield line, {**row, **({name: list(values)} if values else {})}


def _holds(condition: Condition, line: PrintedRow) -> bool:
    text = line.get(condition.column, "")
    return (
        (not condition.equals or text in condition.equals)
        and (condition.matches is None or re.search(condition.matches, text) is not None)
        and (condition.empty is None or condition.empty == (not text))
    )


def _conditions(table: TableDescription) -> Iterator[tuple[Steps, Condition]]:
    yield from ((("only", index), one) for index, one in enumerate(table.only))
    yield from ((("leave_out", index), one) for index, one in enumerate(table.leave_out))


def _columns_of(path: Steps, cells: Mapping[str, CellDescription]) -> Iterator[tuple[Steps, str]]:
    for name, cell in cells.items():
        yield from (((*path, name, "column"), one) for one in (cell.column,) if one)
        yield from (((*path, name, "columns", index), one) for index, one in enumerate(cell.columns))
        yield from (((*path, name, "marked", one), one) for one in cell.marked)
