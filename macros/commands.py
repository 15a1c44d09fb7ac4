"""What the commands do with the data of a project: `check`, `fix`, `diff`, `ask`, `stack`, `import`, `prerender`."""

from __future__ import annotations

import argparse
import gc
import json
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from macros.addresses import LIST, pages, read_list
from macros.ask import Question, ask
from macros.checks import RULES, load_sound
from macros.checks.names import known_fields_in_imports
from macros.columns.files import compact
from macros.facts import Knowledge
from macros.facts.config_file import ConfigError, read_config
from macros.history.diff import differences
from macros.history.report import FORMATS, DiffReport
from macros.history.snapshots import SnapshotError, changed_snapshots, read_files
from macros.loading import DataError, Problem, Records
from macros.outputs import promise
from macros.outputs.stack import row
from macros.published import UNSOUND_DATA, WRONG_CALL, check_files
from macros.schema import json_schemas
from macros.words import first_of

MOST_NAMED = 5
"""Files that are named as out of date; of more, the number is given."""
SCHEMA_LINE = re.compile(r"\A# yaml-language-server: \$schema=.*\n")
"""The first line of a data file: it tells editors which schema completes and checks the file."""


def _annotation(problem: Problem) -> str:
    # The form and its escapes: "Workflow commands for GitHub Actions" in GitHub's documentation.
    title = problem.rule or problem.field or "data"
    place = {"file": problem.file, "line": problem.line, "col": problem.column, "title": title}
    properties = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in place.items())
    subject = f"{problem.field}: " if problem.field else ""
    hint = f"\n{problem.hint}" if problem.hint else ""
    return f"::error {properties}::{_escaped(f'{subject}{problem.message}{hint}')}"


def _escaped(text: str, also: str = "") -> str:
    for character in f"%\r\n{also}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text


REPORTS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "text": lambda problems: "\n".join(map(str, problems)),
    "github": lambda problems: "\n".join(map(_annotation, problems)),
    "json": lambda problems: json.dumps({"problems": list(map(asdict, problems))}, ensure_ascii=False, indent=2),
}
"""By the name of a format."""


def _records(project: Path, tolerated: Collection[str] = ()) -> Records:
    """The records of a project. Raises DataError where they are not valid or break a rule that is not tolerated."""
    gc.disable()  # nothing that is loaded becomes garbage, and looking for it takes a fifth of the time
    try:
        return load_sound(project / "data", tolerated=tolerated)
    finally:
        gc.enable()


def _check(options: argparse.Namespace) -> int:
    """Prints how much was read and what is out of date; problems are printed by `run`."""
    records = _records(options.project)
    if getattr(options, "format", "text") == "json":
        print(REPORTS["json"](()))
        return 0
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    count = sum(1 for _ in records.walk())
    print(f"{count} records and {rows} tested configurations are sound (revision {records.revision}).")
    return _name_outdated(options.project, records)


def _name_outdated(project: Path, records: Records) -> int:
    files = [file.relative_to(project).as_posix() for file, _ in _outdated(project, records)]
    if files:
        print(f"Generated and out of date: {first_of(files, MOST_NAMED)}.\n    to update: make fix")
    return 0


def _outdated(project: Path, records: Records) -> Iterator[tuple[Path, str]]:
    """Every generated file that is out of date, and the text that it should hold."""
    expected: dict[Path, str] = {}
    for name, content in json_schemas.files(records.vocabularies):
        expected[project / json_schemas.FOLDER / name] = content.decode()
    # Addresses are only ever added: what was published once must lead somewhere for ever.
    addresses = sorted({*pages(records), *filter(None, read_list(project))})
    expected[project / LIST] = "".join(f"{address}\n" for address in addresses)
    # So are columns: what goes has to be marked in the list first.
    columns = promise.merged(read_list(project, promise.LIST), promise.published(Knowledge(records)))
    expected[project / promise.LIST] = "".join(f"{line}\n" for line in columns)
    for file in sorted((project / "data").rglob("*.yml")):
        path = file.relative_to(project / "data")
        schema = f"{'../' * len(path.parts)}{json_schemas.FOLDER}{path.parts[0].removesuffix('.yml')}.json"
        text = SCHEMA_LINE.sub("", file.read_text("utf-8"))
        expected[file] = f"# yaml-language-server: $schema={schema}\n{text}"
    for file, text in expected.items():
        if not file.is_file() or file.read_text("utf-8") != text:
            yield file, text


def _fix(options: argparse.Namespace) -> int:
    """Rewrites every generated file that is out of date, or only names them."""
    records = _records(options.project)
    if options.dry_run:
        return _name_outdated(options.project, records)
    files = list(_outdated(options.project, records))
    for file, text in files:
        _write(file, text)
        print(f"Updated {file.relative_to(options.project).as_posix()}")
    print(f"{len(files)} files updated." if files else "Everything is up to date.")
    return 0


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8", newline="\n")


def _diff(options: argparse.Namespace) -> int:
    try:
        old, new = (read_files(name, options.project) for name in (options.old, options.new))
    except SnapshotError as error:
        return _refuse(error)
    changes = differences(*changed_snapshots(old, new))
    sys.stdout.write(FORMATS[options.format](DiffReport(options.old, options.new, changes)))
    return 0


def _refuse(why: object) -> int:
    print(why, file=sys.stderr)
    return 2


def _import(options: argparse.Namespace) -> int:
    """Writes what an upstream says, prints the difference and what is left to an editor, and checks the data."""
    # Imported here: the other commands need no parsers of other people's files.
    importing = import_module("macros.importing")
    # What the others find may be what only another import mends.
    tolerated = {rule.name for rule in RULES} - {known_fields_in_imports.name}
    records, data = _records(options.project, tolerated), options.project / "data"
    before = read_files(str(data), options.project)
    remarks: list[str] = []
    asked = {name: getattr(options, name) for name in ("upstream", "path", "source", "as_of", "commit", "prune")}
    try:
        changed = importing.changes(importing.Request(**asked), records, data, remarks)
    except importing.UpstreamError as error:
        return _refuse(f"{options.path}: {error}")
    for file, text in changed:
        _write(file, text)
    changes = differences(*changed_snapshots(before, read_files(str(data), options.project)))
    sys.stdout.write(FORMATS["text"](DiffReport("before", "after", changes)))
    print(*(f"Left to you: {remark}" for remark in remarks), sep="\n")
    return _check(options)


def _prerender(options: argparse.Namespace) -> int:
    if options.folder.exists() and any(options.folder.iterdir()):
        return _refuse(f"{options.folder}: expected an empty or a new folder, got one with files")
    # Imported here: the other commands need nothing of the site.
    pages = import_module("macros.site.prerender").prerender(options.project, options.folder)
    print(f"{pages:,} pages in {options.folder}")
    return 0


def _ask(options: argparse.Namespace) -> int:
    if bool(options.model) == bool(options.config):
        options.refuse("expected the name of a model or --config FILE, and hardware")
    try:
        config = read_config(options.config.read_text("utf-8")) if options.config else None
    except (OSError, UnicodeDecodeError, ConfigError) as error:
        print(f"{options.config}: {error}", file=sys.stderr)
        return WRONG_CALL
    question = Question(options.model or "", options.hardware, options.workload, config)
    return ask(Knowledge(_records(options.project)), question, options.format)


def _stack(options: argparse.Namespace) -> int:
    # As the published file has it.
    data = json.loads(compact(row(Knowledge(_records(options.project)))))
    return check_files(options.files, data, options.format)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "fix": _fix,
    "diff": _diff,
    "ask": _ask,
    "stack": _stack,
    "import": _import,
    "prerender": _prerender,
}


def run(options: argparse.Namespace) -> int:
    """Runs a command, and returns its exit code. Prints the problems of the data."""
    try:
        return COMMANDS[options.command](options)
    except DataError as error:
        form = options.format if options.command == "check" else "text"
        print(REPORTS[form](error.problems), file=sys.stderr if form == "text" else sys.stdout)
        print(f"\n{error.summary}.", file=sys.stderr)
        if options.command in ("ask", "stack"):
            return UNSOUND_DATA
        return 3 if all(problem.fault for problem in error.problems) else 1
