"""Write a weekly report: `python -m upkeep links`, `watch`, `ages` or `canary`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from upkeep import ages, canary, links, watch

PROJECT = Path(__file__).resolve().parents[1]
REPORTS = {"links": links.report, "watch": watch.report, "ages": ages.report, "canary": canary.report}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a report in Markdown, or write it to a file; it is empty if there is nothing to report."""
    parser = argparse.ArgumentParser(prog="python -m upkeep", description=__doc__)
    parser.add_argument("command", choices=REPORTS)
    parser.add_argument("--report", type=Path, help="file to write the report to (default: standard output)")
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder with data/ (default: this project)")
    options = parser.parse_args(arguments)
    report = REPORTS[options.command](options.project.resolve())
    if options.report:
        options.report.write_text(report, encoding="utf-8")
    else:
        sys.stdout.write(report or "Nothing to report.\n")


if __name__ == "__main__":
    main()
