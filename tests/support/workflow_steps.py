"""Runs the shell steps of workflows as a runner does, with stand-ins for `gh` and `make` that note their calls."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from tests.support.places import PROJECT

WORKFLOWS = PROJECT / ".github/workflows"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
REPOSITORY = "example/atlas"

GH = """#!/bin/sh
call="$STUBS/calls/$(ls "$STUBS/calls" | wc -l)"
mkdir "$call"
printf '%s\\0' gh "$@" > "$call/words"
test ! -e "$STUBS/gh-fails" || { echo "HTTP 502" >&2; exit 1; }
for word; do
  case "$word" in
    repos/*) path="$word" ;;
    --method) sends=yes ;;
    -) cat > "$call/input" ;;
  esac
done
test -z "$sends" || { echo "{}"; exit 0; }
reply="$STUBS/replies/$(printf '%s' "$path" | tr -c 'A-Za-z0-9' _)"
test -e "$reply" || { echo "HTTP 404: Not Found ($path)" >&2; exit 1; }
cat "$reply"
"""
MAKE = """#!/bin/sh
call="$STUBS/calls/$(ls "$STUBS/calls" | wc -l)"
mkdir "$call"
printf '%s\\0' make "$@" > "$call/words"
test ! -e "$STUBS/make-fails" || { echo "make: failed" >&2; exit 2; }
for word; do
  case "$word" in
    REPORT=*) echo "Found." > "${word#REPORT=}" ;;
    diff) echo "models: 1 added: example" ;;
  esac
done
"""

VALUES = {
    "github.event.number": "7",
    "steps.pages.outputs.base_url": "https://example.github.io/atlas",
    "needs.build.outputs.site_url": "https://example.github.io/atlas/",
    "matrix.report": "links",
    "github.token": "secret",
    "github.event.workflow_run.id || inputs.run": "42",
}
ISSUES = f"repos/{REPOSITORY}/issues?state=all&creator=github-actions%5Bbot%5D&sort=created&direction=desc&per_page=100"


@dataclass(frozen=True)
class Step:
    """A step of a job that runs a script."""

    workflow: str
    job: str
    name: str
    script: str
    environment: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.workflow}: {self.name}"


class Workflow:
    """A workflow file. Every value is text, as it is written."""

    def __init__(self, file: Path) -> None:
        self.name = file.name
        self.text = file.read_text("utf-8")
        self.content: Mapping[str, Any] = yaml.load(self.text, yaml.BaseLoader)  # noqa: S506
        self.jobs: Mapping[str, Mapping[str, Any]] = self.content["jobs"]

    @cached_property
    def steps(self) -> Sequence[Step]:
        return list(self._steps())

    def _steps(self) -> Iterator[Step]:
        for job, content in self.jobs.items():
            for step in content["steps"]:
                if "run" in step:
                    yield Step(self.name, job, step.get("name", ""), step["run"], step.get("env", {}))

    def uses(self, action: str) -> Sequence[Mapping[str, str]]:
        """What each use of an action gives it."""
        steps = (step for job in self.jobs.values() for step in job["steps"])
        return [step.get("with", {}) for step in steps if step.get("uses", "").startswith(f"{action}@")]


def workflows() -> Sequence[Workflow]:
    return [Workflow(file) for file in sorted(WORKFLOWS.glob("*.yml"))]


def step_named(workflow: str, name: str) -> Step:
    return next(step for step in Workflow(WORKFLOWS / workflow).steps if step.name == name)


@dataclass(frozen=True)
class Call:
    """One call of a stand-in."""

    words: Sequence[str]
    input: Mapping[str, str] | None


class Runner:
    """A runner with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "workspace"
        self.files = {name: folder / name for name in ("GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        self._stubs = folder / "stubs"
        programs = self._stubs / "bin"
        for made in (self.workspace, programs, self._stubs / "calls", self._stubs / "replies"):
            made.mkdir(parents=True)
        for file in self.files.values():
            file.touch()
        python = f'#!/bin/sh\nexec "{sys.executable}" -B "$@"\n'
        for name, text in (("gh", GH), ("make", MAKE), ("python3", python)):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        shutil.copytree(PROJECT / "upkeep", self.workspace / "upkeep", ignore=shutil.ignore_patterns("__pycache__"))

    def reply(self, path: str, answer: object) -> None:
        """What `gh api` prints for a path: bytes as they are, all else as JSON."""
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self._stubs.joinpath("replies", re.sub(r"[^A-Za-z0-9]", "_", path)).write_bytes(content)

    def breaks(self, program: str) -> None:
        (self._stubs / f"{program}-fails").touch()

    def run(self, step: Step, values: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Runs a step; `values` says what the expressions in its environment give."""
        given = {name: EXPRESSION.sub(lambda m: (values or {})[m[1]], text) for name, text in step.environment.items()}
        environment = {
            "PATH": f"{self._stubs / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "STUBS": str(self._stubs),
            "LANG": "C.UTF-8",
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "99",
            **{name: str(file) for name, file in self.files.items()},
            **given,
        }
        script = self._stubs / "step.sh"
        script.write_text(step.script)
        return subprocess.run(
            ["bash", "-e", str(script)],
            cwd=self.workspace,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> Sequence[Call]:
        found = []
        for folder in sorted((self._stubs / "calls").iterdir(), key=lambda path: int(path.name)):
            sent = folder / "input"
            words = (folder / "words").read_text("utf-8").split("\0")[:-1]
            found.append(Call(words, json.loads(sent.read_text("utf-8")) if sent.exists() else None))
        return found

    @property
    def sent(self) -> Sequence[tuple[str, str, Mapping[str, str]]]:
        """What was written: method, path, body."""
        return [(call.words[3], call.words[4], call.input) for call in self.calls if call.input is not None]
