"""Commands on the data alone: `python -m macros check`, `fix`, `diff`, `ask`, `import` and `prerender`."""

from __future__ import annotations

import argparse
import datetime
import gc
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from macros.ask import FORMATS as ASK_FORMATS
from macros.ask import WRONG_CALL, ask
from macros.checks import load_sound
from macros.facts import Knowledge
from macros.generated import FIX, outdated
from macros.history.diff import differences
from macros.history.report import FORMATS, DiffReport
from macros.history.snapshots import SnapshotError, changed_snapshots, read_files
from macros.importing import IMPORTERS
from macros.importing.data_files import changed_files
from macros.importing.rows import UpstreamError
from macros.importing.upstream import Known, Upstream, unpacked
from macros.loading import DataError, Problem, Records

PROJECT = Path(__file__).resolve().parents[1]

CHECK = (
    "Reads and checks the data, and prints every problem; then names generated files that are out of date, which are"
    " no problems. `text` prints problems to the error output, `github` (annotations of GitHub Actions) and `json` to"
    " the output. Exit codes: 0 sound; 1 problems in the data; 2 the call is wrong; 3 the data has no problem that was"
    " found, but a rule failed."
)
FIX_HELP = (
    "Brings up to date what is generated and kept in the repository: the schema line at the head of each data file,"
    " the JSON Schemas for editors, and the list of published addresses. Exit codes: 0 done; 1 problems in the data."
)
DIFF = (
    "Says by record and field what was added, removed, renamed and changed. OLD and NEW are folders (a project, or its"
    " data/) or, where there is no such folder, git revisions. Neither needs to be sound. Exit codes: 0 compared, with"
    " or without differences; 2 a state cannot be read."
)
ASK = (
    "Says whether a model runs today on an accelerator or an instance type, with what, and why. Ids, titles and other"
    " names are accepted. Exit codes: 0 supported; 1 in maintenance; 2 ended, or ran on software of unknown status; 3"
    " not supported; 4 not known; 64 the call is wrong; 65 the data has problems. Of several workloads the best counts."
)
IMPORT = """\
Writes what an upstream's own files say into the data files. Ids, and fields and cells that only the data has, stay.
Prints the difference as `diff` does, what is left to an editor, and then what `check` says.
Exit codes: 0 the data is sound; 1 it has problems; 2 the files cannot be read, or the source is not recorded.
"""
PRERENDER = (
    "Writes every page as Markdown with HTML in it and no macro, their assets, the files that lie beside the pages, and"
    " a configuration without plugins and hooks. Exit codes: 0 written; 1 problems in the data; 2 the folder holds"
    " files."
)
ARGPARSE_WRONG_CALL = 2
UNSOUND_DATA = 65
"""Of `ask`, whose smaller codes are answers."""
MOST_NAMED = 5
"""Files that are named as out of date; of more, the number is given."""


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


def load(project: Path, form: str = "text") -> Records | int:
    """The sound records of a project, or the exit code after every problem was printed."""
    gc.disable()  # nothing that is loaded becomes garbage, and looking for it takes a fifth of the time
    try:
        return load_sound(project / "data")
    except DataError as error:
        print(REPORTS[form](error.problems), file=sys.stderr if form == "text" else sys.stdout)
        print(f"\n{error.summary}.", file=sys.stderr)
        return 1 if any(not problem.fault for problem in error.problems) else 3
    finally:
        gc.enable()


def check(project: Path, form: str = "text") -> int:
    """Prints every problem, or how much was read and what is out of date. Returns the exit code."""
    records = load(project, form)
    if isinstance(records, int):
        return records
    if form == "json":
        print(REPORTS[form](()))
        return 0
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    count = sum(1 for _ in records.walk())
    print(f"{count} records and {rows} tested configurations are sound (revision {records.revision}).")
    return _name_outdated(project, records)


def _name_outdated(project: Path, records: Records) -> int:
    files = [file.relative_to(project).as_posix() for file, _ in outdated(project, records)]
    more = f" and {len(files) - MOST_NAMED} more" if len(files) > MOST_NAMED else ""
    if files:
        print(f"Generated and out of date: {', '.join(files[:MOST_NAMED])}{more}.\n    to update: {FIX}")
    return 0


def fix(project: Path, *, dry_run: bool = False) -> int:
    """Rewrites every generated file that is out of date, or only names them. Returns the exit code."""
    records = load(project)
    if isinstance(records, int):
        return records
    if dry_run:
        return _name_outdated(project, records)
    files = list(outdated(project, records))
    for file, text in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
        print(f"Updated {file.relative_to(project).as_posix()}")
    print(f"{len(files)} files updated." if files else "Everything is up to date.")
    return 0


def diff(old: str, new: str, form: str, project: Path) -> int:
    """Prints the changes between two snapshots of the data, or why one cannot be read. Returns the exit code."""
    try:
        snapshots = changed_snapshots(read_files(old, project), read_files(new, project))
    except SnapshotError as error:
        print(error, file=sys.stderr)
        return 2
    changes = differences(*snapshots)
    sys.stdout.write(FORMATS[form](DiffReport(old, new, changes)))
    return 0


def import_files(project: Path, name: str, upstream: Upstream, *, prune: bool) -> int:
    """Writes what an importer finds, prints the difference and what is left to an editor, and checks the data."""
    records = load(project)
    if isinstance(records, int):
        return records
    if upstream.source not in records.sources:
        print(f"--source: expected the id of a source, got '{upstream.source}': add its record first", file=sys.stderr)
        return 2
    data = project / "data"
    before = read_files(str(data), project)
    remarks: list[str] = []
    try:
        with unpacked(upstream.path) as folder:
            found = IMPORTERS[name].read(replace(upstream, path=folder), Known(records, data))
            changed = list(changed_files(data, found, remarks, prune=prune))
    except UpstreamError as error:
        print(f"{upstream.path}: {error}", file=sys.stderr)
        return 2
    for file, text in changed:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    changes = differences(*changed_snapshots(before, read_files(str(data), project)))
    sys.stdout.write(FORMATS["text"](DiffReport("before", "after", changes)))
    print(*(f"Left to you: {remark}" for remark in remarks), sep="\n")
    return check(project)


def prerender(project: Path, folder: Path) -> int:
    """Writes the site as plain Markdown. Returns the exit code."""
    if folder.exists() and any(folder.iterdir()):
        print(f"{folder}: expected an empty or a new folder, got one with files", file=sys.stderr)
        return 2
    try:
        # Imported here: the other commands need nothing of the site.
        pages = import_module("macros.site.prerender").prerender(project, folder)
    except DataError as error:
        print(REPORTS["text"](error.problems), file=sys.stderr)
        return 1
    print(f"{pages:,} pages in {folder}")
    return 0


def _ask(options: argparse.Namespace) -> int:
    records = load(options.project)
    if isinstance(records, int):
        return UNSOUND_DATA
    return ask(Knowledge(records), options.model, options.hardware, options.workload, options.format)


def _import(options: argparse.Namespace) -> int:
    upstream = Upstream(options.path, options.source, options.as_of)
    return import_files(options.project, options.importer, upstream, prune=options.prune)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "check": lambda options: check(options.project, options.format),
    "fix": lambda options: fix(options.project, dry_run=options.dry_run),
    "diff": lambda options: diff(options.old, options.new, options.format, options.project),
    "ask": _ask,
    "import": _import,
    "prerender": lambda options: prerender(options.project, options.folder),
}
"""By name: what returns the exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    return COMMANDS[options.command](options)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m macros", description=__doc__)
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="read and check the data; print every problem", description=CHECK)
    checking.add_argument("--format", choices=REPORTS, default="text", help="how to print problems (default: text)")
    fixing = commands.add_parser("fix", help="bring generated files up to date", description=FIX_HELP)
    fixing.add_argument("--dry-run", action="store_true", help="only name what is out of date")
    comparison = commands.add_parser("diff", help="print what lies between two states of the data", description=DIFF)
    comparison.add_argument("old", metavar="OLD")
    comparison.add_argument("new", metavar="NEW")
    comparison.add_argument("--format", choices=FORMATS, default="text", help="how to print it (default: text)")
    asking = commands.add_parser("ask", help="whether a model runs today on some hardware", description=ASK)
    asking.add_argument("model", metavar="MODEL")
    asking.add_argument("hardware", metavar="HARDWARE")
    asking.add_argument("--workload", choices=("training", "inference"))
    asking.add_argument("--format", choices=ASK_FORMATS, default="text", help="how to print it (default: text)")
    importing = commands.add_parser(
        "import",
        help="turn an upstream's files into data files",
        description=IMPORT,
        epilog="\n".join(f"{name}: {importer.files}" for name, importer in IMPORTERS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    importing.add_argument("importer", choices=IMPORTERS, metavar="IMPORTER", help=", ".join(IMPORTERS))
    importing.add_argument("path", type=Path, metavar="PATH", help="a folder, an archive or a file")
    importing.add_argument("--source", required=True, help="id of the source under which the facts are cited")
    importing.add_argument("--as-of", required=True, type=datetime.date.fromisoformat, help="the day they speak for")
    importing.add_argument("--prune", action="store_true", help="remove rows that the upstream no longer has")
    rendering = commands.add_parser(
        "prerender", help="write the site as plain Markdown for any builder", description=PRERENDER
    )
    rendering.add_argument("folder", type=Path, metavar="DIR", help="a new or an empty folder")
    return parser


class _Parser(argparse.ArgumentParser):
    """Ends a wrong call of `ask` with 64, which no answer has, and any other with 2."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Ends the process."""
        wrong = status == ARGPARSE_WRONG_CALL and self.prog.endswith(" ask")
        super().exit(WRONG_CALL if wrong else status, message)


if __name__ == "__main__":
    sys.exit(main())
