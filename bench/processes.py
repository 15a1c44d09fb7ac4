"""Run a Python module in a process of its own and measure its time and memory."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Thread

SAMPLE_INTERVAL = 0.2
"""Seconds between two measurements of memory."""
IGNORED_VARIABLES = ("SITE_URL", "REPO_URL", "SOURCE_DATE_EPOCH", "ONLY")
"""They would change what is built."""
PSS = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


class BenchError(Exception):
    """The benchmark cannot go on; the message says why."""


@dataclass(frozen=True)
class Cost:
    """What one command needed."""

    seconds: float
    """Wall time, including the start of the process."""
    peak_mib: float
    """Peak memory of all its processes together, shared pages counted once. 0 where there is no /proc."""


def run(arguments: Sequence[str], folder: Path) -> Cost:
    """Run a Python module in a folder. Its output goes to a log beside the folder. Raises BenchError if it fails."""
    variables = {name: value for name, value in os.environ.items() if name not in IGNORED_VARIABLES}
    variables |= {"NO_MKDOCS_2_WARNING": "1"}
    command, log = [sys.executable, "-m", *arguments], folder.with_suffix(".log")
    print(f"  {' '.join(arguments)} in {folder.name} … ", end="", file=sys.stderr, flush=True)
    begin = time.perf_counter()
    with log.open("wb") as output:
        # A session of its own, by which the memory of its child processes is found.
        process = subprocess.Popen(
            command, cwd=folder, env=variables, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        samples = [0.0]
        sampler = Thread(target=_sample_memory, args=(process, samples))
        sampler.start()
        code = process.wait()
        seconds = time.perf_counter() - begin
        sampler.join()
    if code:
        last_lines = log.read_text("utf-8", errors="replace").splitlines()[-20:]
        raise BenchError("\n".join((f"{' '.join(arguments)} failed in {folder}:", *last_lines)))
    print(f"{seconds:.1f} s", file=sys.stderr, flush=True)
    return Cost(seconds, max(samples))


def _sample_memory(process: subprocess.Popen[bytes], samples: list[float]) -> None:
    """Adds the MiB that all processes of a session use together: the sum of their proportional set sizes."""
    while process.returncode is None:
        total = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getsid(int(folder.name)) == process.pid:
                    total += sum(map(int, PSS.findall((folder / "smaps_rollup").read_text())))
            except OSError:
                continue  # the process has ended
        samples.append(total / 1024)
        time.sleep(SAMPLE_INTERVAL)


def build(project: Path) -> Cost:
    shutil.rmtree(project / "site", ignore_errors=True)
    return run(("mkdocs", "build", "--strict"), project)


def build_in_turns(projects: Sequence[Path], runs: int) -> list[Cost]:
    """Build each project so many times, in turns: a busy moment of the machine meets all of them. Their medians."""
    rounds = [[build(project) for project in projects] for _ in range(runs)]
    return [median_cost(costs) for costs in zip(*rounds, strict=True)]


def median_cost(costs: Sequence[Cost]) -> Cost:
    """The median times of several runs, and the largest peak of memory."""
    return Cost(median(cost.seconds for cost in costs), max(cost.peak_mib for cost in costs))
