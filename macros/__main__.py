"""Commands on the data alone: `python -m macros check`, `python -m macros coverage`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from macros import coverage as account
from macros.checks import load_sound
from macros.loading import DataError, Records

PROJECT = Path(__file__).resolve().parents[1]


def check(records: Records) -> int:
    """Says how much was read, all of it sound."""
    count = sum(1 for _ in records.walk())
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    print(f"{count} records and {rows} tested configurations are sound (revision {records.revision}).")
    return 0


def coverage(records: Records) -> int:
    """Prints what was taken in, table by table. Returns 1 if the sums do not come out, after saying which."""
    print("\n".join(account.report(records)))
    wrong = list(account.discrepancies(records))
    print("".join(f"{line}\n" for line in wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


COMMANDS: Mapping[str, tuple[Callable[[Records], int], str]] = {
    "check": (check, "read and check the data; print every problem"),
    "coverage": (coverage, "print which of the extracted facts the data carries, and which were left out and why"),
}


def run(command: Callable[[Records], int], project: Path) -> int:
    """Reads and checks the data, then runs one command on it. Returns 1, after every problem, if it is not sound."""
    try:
        records = load_sound(project / "data")
    except DataError as error:
        print(error, file=sys.stderr)
        print(f"\n{error.summary}.", file=sys.stderr)
        return 1
    return command(records)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. Exit codes: 0 done, 1 the data is not sound, 2 the call is wrong."""
    parser = argparse.ArgumentParser(prog="python -m macros", description=__doc__)
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, meaning) in COMMANDS.items():
        commands.add_parser(name, help=meaning)
    options = parser.parse_args(arguments)
    return run(COMMANDS[options.command][0], options.project)


if __name__ == "__main__":
    sys.exit(main())
