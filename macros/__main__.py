"""Commands on the data alone: `python -m macros check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from macros.checks import load_sound
from macros.loading import DataError

PROJECT = Path(__file__).resolve().parents[1]


def check(project: Path) -> int:
    """Reads and checks the data. Returns 0 if it is sound, 1 if not, after printing every problem."""
    try:
        records = load_sound(project / "data")
    except DataError as error:
        print(error, file=sys.stderr)
        print(f"\n{error.summary}.", file=sys.stderr)
        return 1
    count = sum(1 for _ in records.walk())
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    print(f"{count} records and {rows} tested configurations are sound (revision {records.revision}).")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. Exit codes: 0 done, 1 the data is not sound, 2 the call is wrong."""
    parser = argparse.ArgumentParser(prog="python -m macros", description=__doc__)
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="read and check the data; print every problem")
    options = parser.parse_args(arguments)
    return check(options.project)


if __name__ == "__main__":
    sys.exit(main())
