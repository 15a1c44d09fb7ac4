"""Keep one issue per weekly report: `python3 -m upkeep.issue FOLDER`, a folder with a Markdown file for each.

An empty report closes its issue; the next one with content opens it again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import quote

from upkeep import github

TITLES = {
    "links": "Weekly: links in the data to repair",
    "watch": "Weekly: versions that upstreams have published",
    "ages": "Weekly: facts older than the age rule allows",
    "canary": "Weekly: builds with newer dependencies and other builders",
}
"""By the name of the report."""
QUERY = f"state=all&creator={quote(github.BOT)}&sort=created&direction=desc&per_page=100"


def marker(name: str) -> str:
    """The first line of a report's issue, invisible to readers."""
    return f"<!-- accelerator-atlas: weekly {name} -->"


def update_issue(name: str, report: str, run_url: str) -> str:
    """Create, change, open or close the issue of a report. Returns what was done; raises GitHubError."""
    path = f"{github.api()}/issues"
    issue = github.find_own(f"{path}?{QUERY}", marker(name))
    if not report and (issue is None or issue["state"] == "closed"):
        return f"{name}: nothing to report."
    text = github.cut(report or "Nothing is left.")
    body = f"{marker(name)}\n\n{text}\n\nFrom [the last run]({run_url}); updated every week."
    if issue is None:
        github.send("POST", path, title=TITLES[name], body=body)
        return f"{name}: opened an issue."
    state = "open" if report else "closed"
    github.send("PATCH", f"{path}/{int(issue['number'])}", title=TITLES[name], body=body, state=state)
    return f"{name}: updated issue {issue['number']}, which is {state}."


def main() -> int:
    """Update every issue. Returns 1 if a report is missing or GitHub refused one; the others are still updated."""
    code = 0
    for name in TITLES:
        try:
            run_url = "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}".format_map(os.environ)
            print(update_issue(name, Path(sys.argv[1], f"{name}.md").read_text("utf-8").strip(), run_url))
        except (OSError, github.GitHubError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
