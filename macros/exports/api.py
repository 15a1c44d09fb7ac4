"""Writes the static API under /api/v1/."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from macros.exports import archive, csv_files, former_ids, openapi, record_files
from macros.exports.api_lists import INDEX, ApiList, api_lists
from macros.exports.envelope import as_json, envelope, envelope_of_one
from macros.exports.writing import File, Folder
from macros.knowledge import Knowledge
from macros.schema import json_schemas
from macros.tables.answers import ANSWERS, model_answers
from macros.tables.api_file import BASE, ApiFile
from macros.tables.runs_today import TODAY, model_today


def write(knowledge: Knowledge, folder: Folder) -> Sequence[ApiFile]:
    """Writes every file of the API, and describes all but those of single records."""
    api = Folder(folder.root / BASE)
    lists = list(api_lists(knowledge))
    index = ApiList(INDEX.name, INDEX.title, lists, INDEX.row, INDEX.columns)
    sizes: dict[str, int] = {}
    types: defaultdict[str, openapi.ColumnTypes] = defaultdict(lambda: defaultdict(set))
    for one in (*lists, index):
        rows = openapi.collect_types(types[one.name], one.rows())
        content = envelope(rows, len(one.facts), knowledge.revision)
        sizes[f"{one.name}.json"] = api.write(f"{one.name}.json", content)
    for one in lists:
        sizes[f"{one.name}.csv"] = api.write(f"{one.name}.csv", csv_files.as_csv(one.rows()))
    for model in knowledge.records.models:
        rows = openapi.collect_types(types[ANSWERS.name], map(ANSWERS.row, model_answers(knowledge, model)))
        api.write(f"{ANSWERS.name}/{model}.json", [envelope_of_one(list(rows))])
        today = list(openapi.collect_types(types[TODAY.name], map(TODAY.row, model_today(knowledge, model))))
        api.write(f"{TODAY.name}/{model}.json", [envelope_of_one(today)])
        api.write(f"{TODAY.name}/{model}.csv", csv_files.as_csv(today))
    for name, content_of_one in _small_files(knowledge):
        api.write(name, [content_of_one])
    document = openapi.document(knowledge, [*lists, index], types)
    sizes[f"{openapi.NAME}.json"] = api.write(f"{openapi.NAME}.json", [as_json(document)])
    sizes[archive.FILE] = archive.write(folder.root, api.root, knowledge.edition, knowledge.revision)
    entries = {one.name: len(one.facts) for one in (*lists, index)}
    return [
        ApiFile(name, what, sizes[name], entries.get(name.removesuffix(".json").removesuffix(".csv")))
        for name, what in files(knowledge)
    ]


def _small_files(knowledge: Knowledge) -> Iterator[File]:
    """The files of single records and of former ids, and the JSON Schemas."""
    for kind in record_files.RECORD_TYPES:
        for record_id, record in knowledge.records.of(kind).items():
            yield record_files.name(kind, record_id), envelope_of_one([record_files.row(kind, (record_id, record))])
    yield from former_ids.files(knowledge)
    for name, content in json_schemas.files(knowledge.records.vocabularies):
        yield f"{json_schemas.FOLDER}{name}", content


def files(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """The names and titles of all files but those of single records."""
    for one in api_lists(knowledge):
        yield from ((f"{one.name}.json", one.title), (f"{one.name}.csv", f"{one.title}, as CSV"))
    yield f"{INDEX.name}.json", INDEX.title
    yield f"{openapi.NAME}.json", openapi.TITLE
    yield archive.FILE, archive.TITLE
