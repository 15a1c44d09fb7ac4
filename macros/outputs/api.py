"""Writes the static API under /api/v1/, one archive of all its files, and a database of its lists."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from macros.columns.answers import ANSWERS, NOT_IN_CSV, TODAY, model_answers, model_today, today_of
from macros.columns.files import BASE, ApiFile, as_json, record_as_json, rows_as_csv, rows_as_json
from macros.facts import Knowledge
from macros.facts.evidence import subject_of_architecture
from macros.outputs import Render, api_lists, openapi, sqlite, stack
from macros.outputs import write as write_file
from macros.schema import json_schemas

PACKED = "accelerator-atlas/"
"""The folder that unpacking the archive creates."""
COMPRESSION = 9
"""The highest level of zlib: three hundredths less than the standard one, for a second of a build."""


def write(knowledge: Knowledge, render: Render, root: Path) -> Sequence[ApiFile]:
    """Writes every file of the API below the site's root, and describes all but those of single records."""
    api = root / BASE
    for name, content in _files_of_records(knowledge):
        write_file(api / name, content)
    described = [
        ApiFile(name, what, write_file(api / name, content), entries)
        for name, what, entries, content in _described(knowledge)
    ]
    readme = render("readme.jinja", "", edition=knowledge.edition, revision=knowledge.revision)
    sizes = {api_lists.ARCHIVE: _pack(knowledge, root, f"{readme}\n".encode())}
    sizes[api_lists.DATABASE] = sqlite.write(knowledge, api / api_lists.DATABASE)
    return [*described, *(ApiFile(name, what, sizes[name], None) for name, what in api_lists.DOWNLOADS.items())]


def _described(knowledge: Knowledge) -> Iterator[tuple[str, str, int | None, Iterable[bytes]]]:
    """Name, title, number of entries and content of every list, and of the document that describes the API."""
    lists = list(api_lists.all_lists(knowledge))
    for one in lists:
        yield f"{one.name}.json", one.title, one.count, rows_as_json(one.rows(), one.count, knowledge.revision)
        yield f"{one.name}.csv", f"{one.title}, as CSV", one.count, rows_as_csv(one.rows())
    every = api_lists.index(lists)
    yield f"{every.name}.json", every.title, every.count, rows_as_json(every.rows(), every.count, knowledge.revision)
    yield f"{stack.NAME}.json", stack.TITLE, 1, rows_as_json([stack.row(knowledge)], 1, knowledge.revision)
    document = openapi.document(knowledge, lists)
    yield f"{openapi.NAME}.json", openapi.TITLE, None, [as_json(document)]


def _files_of_records(knowledge: Knowledge) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Name and content of the files of single models, records and former ids, and of the JSON Schemas."""
    for model in knowledge.records.models:
        answers = list(map(ANSWERS.row, model_answers(knowledge, model)))
        yield f"{ANSWERS.name}/{model}.json", [record_as_json(answers)]
        today = list(map(TODAY.row, model_today(knowledge, model)))
        yield f"{TODAY.name}/{model}.json", [record_as_json(today)]
        flat = ({name: row[name] for name in row if name not in NOT_IN_CSV} for row in today)
        yield f"{TODAY.name}/{model}.csv", rows_as_csv(flat)
    for architecture in knowledge.records.architectures:
        found = today_of(knowledge, subject_of_architecture(knowledge, architecture))
        yield f"{api_lists.OF_ARCHITECTURES}{architecture}.json", [record_as_json(list(map(TODAY.row, found)))]
    for kind in api_lists.RECORD_TYPES:
        for item in knowledge.records.of(kind).items():
            yield f"{kind}/{item[0]}.json", [record_as_json([api_lists.record_row(knowledge.records, kind, item)])]
    for former, name in api_lists.former_files(knowledge):
        yield name, [record_as_json([api_lists.FORMER_IDS.row(former)])]
    for name, content in json_schemas.files(knowledge.records.vocabularies):
        yield f"{json_schemas.FOLDER}{name}", [content]


def _pack(knowledge: Knowledge, root: Path, readme: bytes) -> int:
    """Packs a text and every file of the API into its archive.

    The same files give the same bytes with the same release of zlib. Returns the size of what was packed, in bytes:
    unlike the size of the archive, it does not depend on zlib.
    """
    files = sorted(path for path in (root / BASE).rglob("*") if path.is_file())
    size = 0
    with zipfile.ZipFile(root / BASE / api_lists.ARCHIVE, "w") as archive:
        for name in ("README.txt", *(path.relative_to(root).as_posix() for path in files)):
            content = readme if name == "README.txt" else (root / name).read_bytes()
            entry = zipfile.ZipInfo(f"{PACKED}{name}", (*knowledge.edition.timetuple()[:3], 0, 0, 0))
            entry.create_system = 3  # Unix, whose permissions follow
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, COMPRESSION)
            size += len(content)
    return size
