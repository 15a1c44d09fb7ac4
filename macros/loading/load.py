"""Reads the whole data folder into records and collects every problem.

First every file is parsed, which gives the index of ids and names; then each record is validated against its type and
this index. Rules that span records are not run here: see `macros/checks/`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, ValidationError

from macros.loading.files import SUFFIX, DataEntry, DataFile, data_files, with_shared
from macros.loading.messages import explained
from macros.loading.problems import KEY, DataError, Problem
from macros.schema.atlas import Vocabularies, Vocabulary
from macros.schema.base import Record
from macros.schema.kinds import KINDS, SEVERAL, SINGLES, Records
from macros.schema.references import NameIndex
from macros.schema.values import ID, Id
from macros.schema.walk import Steps

R = TypeVar("R", bound=Record)

VOCABULARIES = "vocabularies"
PAGE_OF_LIST = re.compile(r"page-\d+(?:/.*)?")
"""Addresses of the further pages of a long list, which no record may take."""


class SeveralRecords(Record):
    """A file of several records: by id, and the fields that they share."""

    shared: dict[str, Any] = Field(default_factory=dict)
    records: dict[Id, dict[str, Any]]


@dataclass(frozen=True)
class LoadResult:
    """The records of a data folder, and its problems."""

    entries: Mapping[str, DataEntry]
    """By record, such as `models/gpt2` or `atlas`."""
    problems: tuple[Problem, ...]
    """Problems of single files and records, without those that rules find."""
    records: Records | None
    """Valid records only. None where the vocabularies or a file directly under `data/` are not valid."""


def load(folder: Path) -> Records:
    """The records under `folder`, each valid by itself. Raises DataError with every problem."""
    result = read_all(folder)
    if result.problems or result.records is None:
        raise DataError(result.problems)
    return result.records


def read_all(folder: Path) -> LoadResult:
    files, problems = data_files(folder)
    problems += [problem for file in files.values() for problem in file.problems]
    problems += [Problem(file.name, 1, 1, "", why) for name, file in files.items() if (why := _wrong_name(name))]
    by_kind = {kind: _entries_of(kind, files, problems) for kind in KINDS}
    vocabularies = _vocabularies(files, problems)
    names = NameIndex(
        ids={kind: frozenset(members) for kind, members in by_kind.items()},
        ids_by_name={
            kind: _ids_by_name(members, problems, may_repeat=KINDS[kind].shares_names)
            for kind, members in by_kind.items()
        },
        terms={name: frozenset(vocabulary.values) for name, vocabulary in vocabularies.items()} or None,
    )
    records: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind, members in by_kind.items():
        for record_id, entry in members.items():
            if record := _validated(entry, KINDS[kind].record, names, problems):
                records[kind][record_id] = record
    singles: dict[str, Any] = {name: _single(name, single, names, files, problems) for name, single in SINGLES.items()}
    entries = {f"{kind}/{key}": entry for kind, members in by_kind.items() for key, entry in members.items()}
    entries |= {name: DataEntry(file, file.value) for name in SINGLES if (file := files.get(f"{name}{SUFFIX}"))}
    if not vocabularies or None in singles.values():
        return LoadResult(entries, tuple(problems), None)
    whole = Records(
        by_kind=records,
        vocabularies=vocabularies,
        names=names,
        revision=_revision(files),
        tables={name: entry.file.record for name, entry in entries.items() if entry.key},
        **singles,
    )
    return LoadResult(entries, tuple(problems), whole)


def _entries_of(kind: str, files: Mapping[str, DataFile], problems: list[Problem]) -> Mapping[str, DataEntry]:
    """The records of a kind, in the order of the files that they have, or would have."""
    entries: dict[str, DataEntry] = {}
    for file in (file for name, file in files.items() if name.startswith(f"{kind}/")):
        for record_id, entry in _entries_in(kind, file, problems):
            if (other := entries.setdefault(record_id, entry)) is not entry:
                got = f"expected an id that no other record has, got '{record_id}', which {other.file.name} has too"
                problems.append(entry.problem((), got))
    return dict(sorted(entries.items(), key=lambda item: f"{item[0]}{SUFFIX}".split("/")))


def _entries_in(kind: str, file: DataFile, problems: list[Problem]) -> Iterator[tuple[str, DataEntry]]:
    """Each record in a file, with its id; none where a file of several is not sound."""
    if file.value is None or SEVERAL not in file.value:
        yield file.record.partition("/")[2], DataEntry(file, file.value)
    elif _validated(DataEntry(file, file.value), SeveralRecords, None, problems):
        for key, value in with_shared(file.value).items():
            if wrong := _wrong_id(kind, key):
                problems.append(file.problem((SEVERAL, key, KEY), wrong))
            else:
                yield key, DataEntry(file, value, key)


def _wrong_name(name: str) -> str:
    """Why a file cannot have its name, as a message; empty where it can."""
    folder, _, record_id = name.removesuffix(SUFFIX).partition("/")
    if not record_id:
        return "" if folder in {*SINGLES, VOCABULARIES} else f"expected a folder of records, got the file {name}"
    if folder not in KINDS:
        return f"expected one of the folders {', '.join(KINDS)}, got {folder}"
    if not re.fullmatch(ID, record_id):
        return f"expected a file name that is an id: lower case letters, digits, . _ -, got '{record_id}'"
    return _wrong_id(folder, record_id)


def _wrong_id(kind: str, record_id: str) -> str:
    if PAGE_OF_LIST.fullmatch(record_id):
        return f"expected an id that is not the name of a page of its list, got '{record_id}'"
    if record_id.count("/") >= KINDS[kind].depth:
        return f"expected an id of {KINDS[kind].parts_of_id} in {kind}, got '{record_id}'"
    return ""


def _vocabularies(files: Mapping[str, DataFile], problems: list[Problem]) -> Mapping[str, Vocabulary]:
    """The vocabularies in the order of their file; none if they are not valid."""
    valid = _single(VOCABULARIES, Vocabularies, None, files, problems)
    return {name: getattr(valid, name) for name in files[f"{VOCABULARIES}{SUFFIX}"].value or ()} if valid else {}


def _ids_by_name(entries: Mapping[str, DataEntry], problems: list[Problem], *, may_repeat: bool) -> Mapping[str, str]:
    """The id by each name that sources use, ids included. A name of two records is a problem, or else no record's."""
    ids = {record_id: record_id for record_id in entries}
    repeated = set()
    for record_id, entry in entries.items():
        for path, name in _declared_names(entry.value or {}):
            owner = ids.setdefault(name, record_id)
            if owner != record_id and may_repeat and name not in entries:
                repeated.add(name)
            elif owner != record_id:
                message = f"expected a name that no other record has, got '{name}', which is also {owner}"
                problems.append(entry.problem(path, message))
    return {name: owner for name, owner in ids.items() if name not in repeated}


def _declared_names(value: Mapping[str, Any]) -> Iterator[tuple[Steps, str]]:
    """The names by which other records may mean this one, each with its path."""
    entries = value.get("other_names")
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str):
            yield ("other_names", index, "name"), name.strip()
    if isinstance(hub_id := value.get("hub_id"), str):
        yield ("hub_id",), hub_id.strip()


def _single(
    name: str, record: type[R], names: NameIndex | None, files: Mapping[str, DataFile], problems: list[Problem]
) -> R | None:
    """The record in a file directly under `data/`; None where it is missing or not valid."""
    if file := files.get(f"{name}{SUFFIX}"):
        return _validated(DataEntry(file, file.value), record, names, problems)
    problems.append(Problem(f"data/{name}{SUFFIX}", 1, 1, "", "expected this file, got none"))
    return None


def _validated(entry: DataEntry, record: type[R], names: NameIndex | None, problems: list[Problem]) -> R | None:
    if entry.value is None:
        return None
    try:
        return record.model_validate({**record.following(entry.value), **entry.value}, context=names)
    except ValidationError as error:
        # The YAML parser reported values that YAML would change: skip the validation errors at the same positions.
        reported = {(problem.line, problem.column) for problem in entry.file.problems}
        errors = (entry.problem(*mistake) for mistake in explained(error, record))
        problems += [problem for problem in errors if (problem.line, problem.column) not in reported]
        return None


def _revision(files: Mapping[str, DataFile]) -> str:
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(f"{name}\0{len(file.content)}\0".encode())
        digest.update(file.content)
    return digest.hexdigest()[:16]
