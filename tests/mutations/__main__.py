"""Does one damage to a copy of the data and tells what comes of it: python -m tests.mutations KIND NUMBER."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutations.kinds import BY_NAME
from tests.mutations.trying import bench
from tests.support.places import PROJECT


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.mutations", description="Does one damage to a copy of the data.")
    parser.add_argument("kind", choices=sorted(BY_NAME), metavar="KIND", help="as the table names it")
    parser.add_argument("number", type=int, metavar="NUMBER", help="which of them: any number")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        trial = bench(PROJECT, Path(folder)).attempt(BY_NAME[arguments.kind], arguments.number)
    print(trial)
    print("  refused at:", *trial.damage.places)
    return 0 if trial.passed else 1


if __name__ == "__main__":
    sys.exit(main())
