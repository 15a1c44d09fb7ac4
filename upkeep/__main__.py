"""What CI asks every week: `python -m upkeep links`, `ages` and `canary`."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from macros.knowledge import Knowledge
from macros.loading import load
from upkeep import ages, canary, fetching, links

PROJECT = Path(__file__).resolve().parents[1]
IGNORED = "upkeep/ignored_links.yml"


def check_links(project: Path) -> str:
    """Asks for every address in the data, which takes some minutes."""
    places, ignored = links.addresses(project), links.read_ignored(project / IGNORED)
    outcomes = fetching.Visitor(fetching.Manners(), fetching.Clock()).visit_all(places)
    print(f"{len(outcomes):,} addresses asked for.", file=sys.stderr)
    return links.report(outcomes, places, ignored)


def check_ages(project: Path) -> str:
    """Counts ages to today."""
    knowledge, today = Knowledge(load(project / "data")), datetime.datetime.now(datetime.UTC).date()
    rule = knowledge.records.atlas.age_rule
    return ages.report(ages.old_facts(knowledge, today), rule.old_after_months, today)


def try_builders(project: Path) -> str:
    """Builds the site with every builder of the canary, which takes some minutes and the network."""
    return canary.report([canary.attempt(trial, project) for trial in canary.TRIALS])


COMMANDS: Mapping[str, tuple[Callable[[Path], str], str]] = {
    "links": (check_links, "ask whether the addresses in the data still answer"),
    "ages": (check_ages, "list the facts that are past the age rule today"),
    "canary": (try_builders, "build with the newest dependencies, and with builders that could follow MkDocs"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes one report in Markdown, empty where there is nothing to say. Returns 0; a failure raises."""
    parser = argparse.ArgumentParser(prog="python -m upkeep", description=__doc__)
    parser.add_argument(
        "command", choices=COMMANDS, help="; ".join(f"{name}: {what[1]}" for name, what in COMMANDS.items())
    )
    parser.add_argument("--report", type=Path, help="file to write the report to (default: the output)")
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    options = parser.parse_args(arguments)
    report = COMMANDS[options.command][0](options.project.resolve())
    if options.report is None:
        sys.stdout.write(report or "Nothing to report.\n")
    else:
        options.report.write_text(report, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
