"""Writes the static API under /api/v1/."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from macros.columns.answers import ANSWERS, NOT_IN_CSV, TODAY, model_answers, model_today
from macros.columns.envelope import BASE, ApiFile
from macros.facts import Knowledge
from macros.outputs import archive, csv_files, openapi, record_files, writing
from macros.outputs.api_lists import INDEX, ApiList, api_lists
from macros.outputs.serialize import as_json, envelope, envelope_of_one
from macros.outputs.writing import File, Render
from macros.schema import json_schemas


def write(knowledge: Knowledge, render: Render, root: Path) -> Sequence[ApiFile]:
    """Writes every file of the API below the site's root, and describes all but those of single records."""
    api = root / BASE
    lists = list(api_lists(knowledge))
    index = ApiList(INDEX.name, INDEX.title, lists, INDEX.row, INDEX)
    sizes: dict[str, int] = {}
    for one in (*lists, index):
        content = envelope(one.rows(), len(one.facts), knowledge.revision)
        sizes[f"{one.name}.json"] = writing.write(api / f"{one.name}.json", content)
    for one in lists:
        sizes[f"{one.name}.csv"] = writing.write(api / f"{one.name}.csv", csv_files.as_csv(one.rows()))
    for model in knowledge.records.models:
        answers = list(map(ANSWERS.row, model_answers(knowledge, model)))
        writing.write(api / f"{ANSWERS.name}/{model}.json", [envelope_of_one(answers)])
        today = list(map(TODAY.row, model_today(knowledge, model)))
        writing.write(api / f"{TODAY.name}/{model}.json", [envelope_of_one(today)])
        flat = ({name: row[name] for name in row if name not in NOT_IN_CSV} for row in today)
        writing.write(api / f"{TODAY.name}/{model}.csv", csv_files.as_csv(flat))
    for name, content_of_one in _small_files(knowledge):
        writing.write(api / name, [content_of_one])
    document = openapi.document(knowledge, [*lists, index])
    sizes[f"{openapi.NAME}.json"] = writing.write(api / f"{openapi.NAME}.json", [as_json(document)])
    readme = render("readme.jinja", "", edition=knowledge.edition, revision=knowledge.revision)
    sizes[archive.FILE] = archive.write(root, api, knowledge.edition, f"{readme}\n".encode())
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
    yield from record_files.files_of_former_ids(knowledge)
    for name, content in json_schemas.files(knowledge.records.vocabularies):
        yield f"{json_schemas.FOLDER}{name}", content


def files(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """The names and titles of all files but those of single records."""
    for one in api_lists(knowledge):
        yield from ((f"{one.name}.json", one.title), (f"{one.name}.csv", f"{one.title}, as CSV"))
    yield f"{INDEX.name}.json", INDEX.title
    yield f"{openapi.NAME}.json", openapi.TITLE
    yield archive.FILE, archive.TITLE
