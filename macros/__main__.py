"""Commands on the data alone: `python -m macros check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from macros import published
from macros.checks import load_sound
from macros.history.command import diff
from macros.history.wording import FORMATS
from macros.loading import DataError, Records
from macros.reporting import REPORTS

PROJECT = Path(__file__).resolve().parents[1]


def check(records: Records, project: Path) -> int:
    """Says how much was read, all of it sound."""
    count = sum(1 for _ in records.walk())
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    print(f"{count} records and {rows} tested configurations are sound (revision {records.revision}).")
    if published.read_list(project) is None:
        print(f"There is no {published.LIST}, so no address can have gone away.")
    return 0


def publish(records: Records, project: Path) -> int:
    """Adds the address of every page to the list of those that were published."""
    added, every = published.add_to_list(project, published.pages(records))
    print(f"{published.LIST}: {added:,} added, {every:,} in all.")
    return 0


def schemas(records: Records, project: Path) -> int:
    """Writes the JSON Schemas of the data files, by which editors complete and check them."""
    # Imported here, for no other command should wait for everything that is published.
    data_schemas = import_module("macros.exports.data_schemas")
    folder = project / data_schemas.FOLDER
    folder.mkdir(exist_ok=True)
    written = [folder.joinpath(name).write_bytes(text) for name, text in data_schemas.files(records.vocabularies)]
    print(f"{data_schemas.FOLDER}: {len(written)} schemas, {sum(written):,} bytes.")
    return 0


CHECK = (
    "Reads and checks the data, and prints every problem. `text` goes to the error output, `github` (annotations of"
    " GitHub Actions) and `json` to the output. Exit codes: 0 sound; 1 problems in the data; 2 the call is wrong;"
    " 3 the data has no problem that was found, but a rule or a process failed."
)
COMMANDS: Mapping[str, tuple[Callable[[Records, Path], int], str]] = {
    "check": (check, "read and check the data; print every problem"),
    "publish": (publish, f"add the address of every page to {published.LIST}, which keeps them from going away"),
    "schemas": (schemas, "write the JSON Schemas of the data files, for editors"),
}

DIFF = (
    "Says by record and field what was added, removed, renamed and changed. OLD and NEW are folders (a project, or its"
    " data/) or, where there is no such folder, git revisions. Neither needs to be sound. Exit codes: 0 compared, with"
    " or without differences; 2 a state cannot be read."
)


def run(command: Callable[[Records, Path], int], project: Path, form: str = "text") -> int:
    """Reads and checks the data, then runs one command on it. Returns 1 or 3, after every problem, if it cannot."""
    try:
        records = load_sound(project / "data")
    except DataError as error:
        print(REPORTS[form](error.problems), file=sys.stderr if form == "text" else sys.stdout)
        print(f"\n{error.summary}.", file=sys.stderr)
        return 1 if any(not problem.fault for problem in error.problems) else 3
    if form == "json":
        print(REPORTS[form](()))
        return 0
    return command(records, project)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Exit codes: 0 done, 1 the data is not sound, 2 the call is wrong or names what is not there, 3 a rule or a process
    failed.
    """
    options = _parser().parse_args(arguments)
    if options.command == "diff":
        return diff(options.old, options.new, options.format, options.project)
    return run(COMMANDS[options.command][0], options.project, getattr(options, "format", "text"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m macros", description=__doc__)
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, meaning) in COMMANDS.items():
        command = commands.add_parser(name, help=meaning, description=CHECK if name == "check" else meaning)
        if name == "check":
            command.add_argument("--format", choices=REPORTS, default="text", help="how to say it (default: text)")
    comparison = commands.add_parser("diff", help="say what lies between two states of the data", description=DIFF)
    comparison.add_argument("old", metavar="OLD")
    comparison.add_argument("new", metavar="NEW")
    comparison.add_argument("--format", choices=FORMATS, default="text", help="how to say it (default: text)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
