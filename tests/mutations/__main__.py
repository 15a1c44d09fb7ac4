"""Repeats one damage and prints the outcome: python -m tests.mutations KIND NUMBER [--project FOLDER]."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutations.kinds import BY_NAME
from tests.mutations.trials import bench
from tests.support.places import PROJECT


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.mutations", description="Tries one damage on a copy of the data.")
    parser.add_argument("kind", choices=sorted(BY_NAME), metavar="KIND", help="the name of a kind of damage")
    parser.add_argument("number", type=int, metavar="NUMBER", help="the seed: any number")
    parser.add_argument("--project", type=Path, default=PROJECT, help="the folder that holds data/")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        trial = bench(arguments.project.resolve(), Path(folder)).attempt(BY_NAME[arguments.kind], arguments.number)
    if trial is None:
        print("The data has no value that can be damaged this way.")
        return 0
    print(trial)
    print("  must be reported at:", *trial.damage.places)
    return 0 if trial.passed else 1


if __name__ == "__main__":
    sys.exit(main())
