"""Reads the whole data folder into records, or says everything that is wrong with it.

Two passes: first every file is read, which tells the ids and names there are; then each record is
validated against its type with those names at hand. The rules that span records come last, and
only on records that are sound by themselves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from macros.kinds import KINDS, SINGLES
from macros.loading.files import SUFFIX, DataFile, ParseCache, data_files
from macros.loading.messages import explain, own_mistakes, place
from macros.loading.positions import Path as Steps
from macros.loading.problems import DataError, Problem
from macros.schema.atlas import Atlas, Redirects
from macros.schema.base import ID, Catalog, Record
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.comparisons import Comparison
from macros.schema.components import Component
from macros.schema.configurations import ConfigurationFile
from macros.schema.conflicts import Conflict
from macros.schema.exceptions import Exceptions
from macros.schema.families import Architecture, Family, SupportMatrix
from macros.schema.frameworks import Framework, Release, ValidatedExamples
from macros.schema.hardware import Accelerator, Instance
from macros.schema.limitations import Limitation
from macros.schema.models import Dataset, Model
from macros.schema.sdks import Platform, SdkRelease
from macros.schema.sources import Source
from macros.schema.vocabularies import Vocabularies, Vocabulary

WHOLE_ID = re.compile(ID)
PAGE_OF_LIST = re.compile(r"page-\d+(?:/.*)?")
"""Addresses of the further pages of a long list, which no record may take."""


R = TypeVar("R", bound=Record)


class RecordsOf(Generic[R]):
    """An attribute with the records of the kind that it is named like, by id."""

    def __set_name__(self, owner: type[Records], name: str) -> None:
        self._kind = name

    def __get__(self, records: Records, owner: type[Records]) -> Mapping[str, R]:
        found: Mapping[str, R] = records.by_kind[self._kind]
        return found


@dataclass(frozen=True)
class Records:
    """Every record there is, by kind and id, in the order of the ids."""

    by_kind: Mapping[str, Mapping[str, Any]]
    vocabularies: Mapping[str, Vocabulary]
    atlas: Atlas
    redirects: Redirects
    exceptions: Exceptions
    catalog: Catalog
    revision: str
    """A digest of the data: the same data gives the same revision."""

    sources = RecordsOf[Source]()
    accelerators = RecordsOf[Accelerator]()
    instances = RecordsOf[Instance]()
    frameworks = RecordsOf[Framework]()
    releases = RecordsOf[Release]()
    families = RecordsOf[Family]()
    architectures = RecordsOf[Architecture]()
    models = RecordsOf[Model]()
    datasets = RecordsOf[Dataset]()
    support = RecordsOf[SupportMatrix]()
    configurations = RecordsOf[ConfigurationFile]()
    validated = RecordsOf[ValidatedExamples]()
    catalogues = RecordsOf[Catalogue]()
    benchmarks = RecordsOf[BenchmarkFile]()
    components = RecordsOf[Component]()
    platforms = RecordsOf[Platform]()
    sdks = RecordsOf[SdkRelease]()
    comparisons = RecordsOf[Comparison]()
    limitations = RecordsOf[Limitation]()
    conflicts = RecordsOf[Conflict]()

    def of(self, kind: str) -> Mapping[str, Record]:
        """The records of a kind, by the name of its folder."""
        return self.by_kind[kind]

    def walk(self) -> Iterator[tuple[str, str, Record]]:
        """Every record with its kind and id."""
        for kind in KINDS:
            for record_id, record in self.of(kind).items():
                yield kind, record_id, record


@dataclass(frozen=True)
class Reading:
    """A data folder as it was read: what is sound in it, and what is not."""

    files: Mapping[str, DataFile]
    """By path below the folder."""
    problems: tuple[Problem, ...]
    """What is wrong with records by themselves. Empty where every one is sound."""
    sound: Records | None
    """The records without those that are wrong. None where one is wrong that holds for all of them."""

    def has(self, record: str) -> bool:
        """Whether there is a file of a record, given as kind and id."""
        return f"{record}{SUFFIX}" in self.files

    def problem(self, record: str, path: Steps, message: str, hint: str = "", rule: str = "") -> Problem:
        """A problem in a sound record, given as kind and id, found by a rule that knows its place in it."""
        return self.files[f"{record}{SUFFIX}"].problem(path, message, hint, rule)


def load(folder: Path) -> Records:
    """The records under `folder`, each sound by itself. Raises DataError with every problem there is."""
    reading = read_all(folder)
    if reading.problems or reading.sound is None:
        raise DataError(reading.problems)
    return reading.sound


def read_all(folder: Path, cache: ParseCache | None = None) -> Reading:
    """Everything under `folder`. Files found in `cache` are not parsed again; the others are added to it."""
    files, overlooked = data_files(folder, cache)
    problems = [problem for file in files.values() for problem in file.problems]
    problems += overlooked
    problems += _misplaced(files)
    by_kind = {name: _files_of(name, files) for name in KINDS}
    vocabularies, found = _vocabularies(files)
    problems += found
    names, found = _names(by_kind)
    problems += found
    catalog = Catalog(
        ids={kind: frozenset(members) for kind, members in by_kind.items()},
        names=names,
        terms={name: frozenset(one.values) for name, one in vocabularies.items()} or None,
    )
    records: dict[str, Mapping[str, Any]] = {}
    for name, kind in KINDS.items():
        records[name], found = _validate_all(by_kind[name], kind.record, catalog)
        problems += found
    singles: dict[str, Any] = {}
    for name, record in SINGLES.items():
        valid, found = _validate_all({name: files.get(f"{name}.yml")}, record, catalog)
        singles[name] = valid.get(name)
        problems += found or ([] if valid else [_missing(name)])
    if not vocabularies or None in singles.values():
        return Reading(files, tuple(problems), None)
    revision = _revision(files)
    sound = Records(by_kind=records, vocabularies=vocabularies, catalog=catalog, revision=revision, **singles)
    return Reading(files, tuple(problems), sound)


def _files_of(kind: str, files: Mapping[str, DataFile]) -> dict[str, DataFile]:
    prefix = f"{kind}/"
    return {name[len(prefix) : -len(SUFFIX)]: file for name, file in files.items() if name.startswith(prefix)}


def _misplaced(files: Mapping[str, DataFile]) -> Iterator[Problem]:
    for name, file in files.items():
        folder, _, rest = name[: -len(SUFFIX)].partition("/")
        if not rest:
            if folder not in SINGLES and folder != "vocabularies":
                yield Problem(file.name, 1, 1, "", f"expected a folder of records, got the file {name}")
        elif folder not in KINDS:
            yield Problem(file.name, 1, 1, "", f"expected one of the folders {', '.join(KINDS)}, got {folder}")
        elif not WHOLE_ID.fullmatch(rest):
            message = f"expected a file name that is an id: lower case letters, digits, . _ -, got '{rest}'"
            yield Problem(file.name, 1, 1, "", message)
        elif PAGE_OF_LIST.fullmatch(rest):
            message = f"expected an id that is not the name of a page of its list, got '{rest}'"
            yield Problem(file.name, 1, 1, "", message)
        elif rest.count("/") >= KINDS[folder].depth:
            parts = "one part" if KINDS[folder].depth == 1 else "one or two parts"
            message = f"expected an id of {parts} in {folder}, got '{rest}'"
            yield Problem(file.name, 1, 1, "", message)


def _vocabularies(files: Mapping[str, DataFile]) -> tuple[dict[str, Vocabulary], list[Problem]]:
    file = files.get("vocabularies.yml")
    if file is None or file.value is None:
        return {}, [] if file else [_missing("vocabularies")]
    try:
        valid = Vocabularies.model_validate(file.value)
    except ValidationError as error:
        return {}, _explained(error, file, Vocabularies)
    return {name: getattr(valid, name) for name in file.value}, []


def _names(by_kind: Mapping[str, Mapping[str, DataFile]]) -> tuple[dict[str, dict[str, str]], list[Problem]]:
    """Every name a record goes by in a source; two records of a kind cannot share one."""
    names: dict[str, dict[str, str]] = {}
    problems = []
    for kind, files in by_kind.items():
        known = names[kind] = {record_id: record_id for record_id in files}
        for record_id, file in files.items():
            for index, name in _declared_names(file.value):
                owner = known.setdefault(name, record_id)
                if owner != record_id:
                    problems.append(
                        file.problem(
                            ("other_names", index, "name"),
                            f"expected a name that no other record has, got '{name}', which is also {owner}",
                        )
                    )
    return names, problems


def _declared_names(value: Mapping[str, Any] | None) -> Iterator[tuple[int, str]]:
    entries = value.get("other_names") if value else None
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str):
            yield index, name.strip()


def _validate_all(
    files: Mapping[str, DataFile | None], record: type[Record], catalog: Catalog
) -> tuple[dict[str, Record], list[Problem]]:
    valid: dict[str, Record] = {}
    problems: list[Problem] = []
    for record_id, file in files.items():
        if file is None or file.value is None:
            continue
        try:
            valid[record_id] = record.model_validate(file.value, context=catalog)
        except ValidationError as error:
            problems += _explained(error, file, record)
    return valid, problems


def _explained(error: ValidationError, file: DataFile, record: type[Record]) -> list[Problem]:
    # A value that YAML would change was reported when it was read; what follows from it is not news.
    reported = {(problem.line, problem.column) for problem in file.problems}
    found = (file.problem(place(detail), *explain(detail, record)) for detail in own_mistakes(error))
    return [problem for problem in found if (problem.line, problem.column) not in reported]


def _missing(name: str) -> Problem:
    return Problem(f"data/{name}.yml", 1, 1, "", "expected this file, got none")


def _revision(files: Mapping[str, DataFile]) -> str:
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(f"{name}\0{len(file.content)}\0".encode())
        digest.update(file.content)
    return digest.hexdigest()[:16]
