"""Runs a command and prints what it cost, as JSON. A small process of its own: a child's peak starts at its parent's.

Call it by its path: `launch.py <log file> <command> …`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time

EVERY = 0.2
"""Seconds between two looks at the memory of all processes together."""


def launch(log: str, command: list[str]) -> dict[str, float | None]:
    """Runs the command here, its output in the log file."""
    with open(log, "wb") as output:  # noqa: PTH123 - pathlib would make this process larger
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        peak = _Peak(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "code": process.returncode,
        "seconds": seconds,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "peak_memory": usage.ru_maxrss,
        "peak_of_all": peak.stop(),
    }


class _Peak:
    """Watches a process and all below it: the most memory they had together, each shared page counted once."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._most: float | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float | None:
        """The peak, in KiB. None where the system does not tell."""
        self._over.set()
        self._thread.join()
        return self._most

    def _watch(self) -> None:
        if not os.path.exists("/proc/thread-self/children"):  # noqa: PTH110
            # The processes below cannot be found, and a part would pass for the whole.
            return
        while not self._over.is_set():
            told = [share for process in _tree(self._process) if (share := _share(process))]
            if told:
                self._most = max(self._most or 0, sum(told))
            self._over.wait(EVERY)


def _tree(process: int) -> list[int]:
    """A process and all that it started, as far as they still run."""
    found = [process]
    for each in found:
        found += _children(each)
    return found


def _children(process: int) -> list[int]:
    tasks = f"/proc/{process}/task"
    try:
        threads = os.listdir(tasks)  # noqa: PTH208
    except OSError:
        return []
    return [int(child) for thread in threads for child in _read(f"{tasks}/{thread}/children").split()]


def _share(process: int) -> int:
    """Proportional set size in KiB: its own pages, and of each page that it shares its part."""
    lines = _read(f"/proc/{process}/smaps_rollup").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        # It ended since, or the system has no such file.
        return ""


if __name__ == "__main__":
    print(json.dumps(launch(sys.argv[1], sys.argv[2:])))
