"""Keeps one issue for each weekly report: `python3 -m upkeep.issue FOLDER`, which holds a file for each.

A report is Markdown; an empty one means that nothing is left, which closes the issue. A later one opens it again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from upkeep import github
from upkeep.wording import LONGEST, fitting


@dataclass(frozen=True)
class Kind:
    """A weekly report."""

    name: str
    title: str

    @property
    def marker(self) -> str:
        """The first line of its issue, which readers do not see."""
        return f"<!-- accelerator-atlas: weekly {self.name} -->"


KINDS = (
    Kind("links", "Weekly: addresses in the data that need a look"),
    Kind("ages", "Weekly: facts past their age rule"),
    Kind("canary", "Weekly: what newer builders make of this site"),
)


def body(kind: Kind, report: str, run: str) -> str:
    """The text of its issue."""
    lines, more = fitting(report.strip().splitlines(), LONGEST)
    cut = ["", f"{more:,} more lines: see the report that the run keeps."] if more else []
    return "\n".join([kind.marker, "", *lines, *cut, "", f"From [the last run]({run}); each week's replaces it."])


def tell(kind: Kind, report: str, run: str) -> str:
    """Creates, changes, opens or closes the issue, and says what was done. Raises GitHubError."""
    path = f"repos/{github.repository()}/issues"
    found = github.every(f"{path}?state=all&creator={quote(github.BOT)}&sort=created&direction=desc&per_page=100")
    earlier = github.own([issue for issue in found if "pull_request" not in issue], kind.marker)
    nothing = not report.strip()
    if earlier is None:
        if nothing:
            return f"{kind.name}: nothing to report."
        github.send("POST", path, {"title": kind.title, "body": body(kind, report, run)})
        return f"{kind.name}: opened an issue."
    number = int(earlier["number"])
    if nothing and earlier["state"] == "closed":
        return f"{kind.name}: nothing to report."
    text = body(kind, "Nothing is left." if nothing else report, run)
    state = "closed" if nothing else "open"
    github.send("PATCH", f"{path}/{number}", {"title": kind.title, "body": text, "state": state})
    return f"{kind.name}: issue {number} is {state} and says what holds now."


def _run_address(environment: Mapping[str, str]) -> str:
    server, number = environment.get("GITHUB_SERVER_URL", "https://github.com"), environment.get("GITHUB_RUN_ID", "")
    return f"{server}/{github.repository()}/actions/runs/{number}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Tells every report in a folder. Returns 1, once the others are told, if one is missing or cannot be told."""
    (folder,) = arguments if arguments is not None else sys.argv[1:]
    failures = 0
    for kind in KINDS:
        try:
            report = Path(folder, f"{kind.name}.md").read_text("utf-8")
            print(tell(kind, report, _run_address(os.environ)))
        except (OSError, github.GitHubError) as error:
            print(f"{kind.name}: {error}", file=sys.stderr)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
