"""Measures this project's site, how it is built and how it grows, against its bounds: `python -m bench`.

All parts together build sites of 1,000 and 10,000 models and take twenty to thirty minutes on two processors that have
nothing else to do; `checks` and `pages` alone take a minute each. The figures go to the output, what is under way to
the error output, and the figures of a whole run at full size to bench.json, from which `python -m bench.readme` makes
the table in README.md. Exit codes: 0 all bounds hold, 1 one does not, 2 it could not be measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import figures
from bench.measure import BenchError
from bench.parts import PARTS
from bench.places import FIGURES, PROJECT, WORK
from bench.sites import Sites, Sizes, told_part
from tests.support.chromium import NoChromiumError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmark."""
    whole = Sizes()
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--reference", type=_count, default=whole.reference, help="models at which builds are compared")
    parser.add_argument("--large", type=_count, default=whole.large, help="models at which growth is seen")
    parser.add_argument("--runs", type=_count, default=whole.runs, help="of whatever is measured by its middle")
    parser.add_argument("--output", type=Path, help="where the figures go; without it, only those of a whole run do")
    options = parser.parse_args(arguments)
    sizes = Sizes(options.reference, options.large, options.runs)
    try:
        found = _measure(options.only, Sites(PROJECT, WORK, sizes))
    except (BenchError, NoChromiumError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    output = options.output or (FIGURES if sizes == whole and set(options.only) == set(PARTS) else None)
    if output:
        figures.write(found, output)
    print(figures.table(found))
    return 0 if all(figure.holds for figure in found) else 1


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("counted from 1")
    return number


def _measure(names: Sequence[str], sites: Sites) -> Sequence[figures.Figure]:
    found: list[figures.Figure] = []
    chosen = [name for name in PARTS if name in names]
    for number, name in enumerate(chosen, 1):
        told_part(name, number, len(chosen))
        found += PARTS[name](sites)
    return found


if __name__ == "__main__":
    sys.exit(main())
