"""Commands on the data alone: `python -m macros check`, `fix`, `diff`, `ask`, `stack`, `import` and `prerender`."""

from __future__ import annotations

import argparse
import datetime
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
from macros.atlas import PROJECT, UNSOUND_DATA, Parser, add_ask, add_stack, check_stack
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
from macros.published import WRONG_CALL
from macros.schema import json_schemas
from macros.words import first_of

CHECK = (
    "Reads and checks the data, and prints every problem; then names generated files that are out of date, which are"
    " no problems. `text` prints problems to the error output, `github` (annotations of GitHub Actions) and `json` to"
    " the output. Exit codes: 0 sound; 1 problems in the data; 2 the call is wrong; 3 the data has no problem that was"
    " found, but a rule failed."
)
FIX = (
    "Brings up to date what is generated and kept in the repository: the schema line at the head of each data file,"
    " the JSON Schemas for editors, and the lists of published addresses and columns. Exit codes: 0"
    " done; 1 problems in the data."
)
DIFF = (
    "Says by record and field what was added, removed, renamed and changed. OLD and NEW are folders (a project, or its"
    " data/) or, where there is no such folder, git revisions. Neither needs to be sound. Exit codes: 0 compared, with"
    " or without differences; 2 a state cannot be read."
)
IMPORT = (
    "Writes what an upstream's own files say into the data files. Ids, and fields and cells that only the data has,"
    " stay. Prints the difference as `diff` does, what is left to an editor, and then what `check` says. Exit codes: 0"
    " the data is sound; 1 it has problems; 2 the files cannot be read as described, and nothing was written."
)
PRERENDER = (
    "Writes every page as Markdown with HTML in it and no macro, their assets, the files that lie beside the pages, and"
    " a configuration without plugins and hooks. Exit codes: 0 written; 1 problems in the data; 2 the folder holds"
    " files."
)
MOST_NAMED = 5
"""Files that are named as out of date; of more, the number is given."""
SCHEMA_LINE = re.compile(r"\A# yaml-language-server: \$schema=.*\n")
"""The first line of a data file: it tells editors which schema completes and checks the file."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except DataError as error:
        form = options.format if options.run is _check else "text"
        print(REPORTS[form](error.problems), file=sys.stderr if form == "text" else sys.stdout)
        print(f"\n{error.summary}.", file=sys.stderr)
        if options.run in (_ask, _stack):
            return UNSOUND_DATA
        return 3 if all(problem.fault for problem in error.problems) else 1
    return code


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
    """Prints how much was read and what is out of date; problems are printed by `main`."""
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
    addresses = sorted({*pages(records), *filter(None, read_list(project) or ())})
    expected[project / LIST] = "".join(f"{address}\n" for address in addresses)
    # So are columns: what goes has to be marked in the list first.
    columns = promise.merged(read_list(project, promise.LIST) or (), promise.published(Knowledge(records)))
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
    return check_stack(options, json.loads(compact(row(Knowledge(_records(options.project))))))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m macros", description=__doc__)
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(required=True)

    command = commands.add_parser("check", help="read and check the data; print every problem", description=CHECK)
    command.add_argument("--format", choices=REPORTS, default="text", help="how to print problems (default: text)")
    command.set_defaults(run=_check)

    command = commands.add_parser("fix", help="bring generated files up to date", description=FIX)
    command.add_argument("--dry-run", action="store_true", help="only name what is out of date")
    command.set_defaults(run=_fix)

    command = commands.add_parser("diff", help="print what lies between two states of the data", description=DIFF)
    command.add_argument("old", metavar="OLD")
    command.add_argument("new", metavar="NEW")
    command.add_argument("--format", choices=FORMATS, default="text", help="how to print it (default: text)")
    command.set_defaults(run=_diff)

    add_ask(commands).set_defaults(run=_ask)
    add_stack(commands).set_defaults(run=_stack)

    command = commands.add_parser("import", help="turn an upstream's files into data files", description=IMPORT)
    command.add_argument("upstream", metavar="UPSTREAM", help="its description in data/imports/, or an importer")
    command.add_argument("path", type=Path, metavar="PATH", help="a folder, an archive or a file")
    command.add_argument("--source", metavar="ID", help="the source that is cited (default: as described)")
    command.add_argument(
        "--as-of",
        type=datetime.date.fromisoformat,
        metavar="DATE",
        help="the day they speak for (default: of a commit)",
    )
    command.add_argument("--commit", help="of the files, for the record of their source (default: of a checkout)")
    command.add_argument("--prune", action="store_true", help="remove rows that the upstream no longer has")
    command.set_defaults(run=_import)

    command = commands.add_parser(
        "prerender", help="write the site as plain Markdown for any builder", description=PRERENDER
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="a new or an empty folder")
    command.set_defaults(run=_prerender)
    return parser
