"""Runs a command and prints what it cost, as JSON. A small process of its own: a child's peak starts at its parent's.

Call it by its path: `launch.py <log file> <command> …`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def launch(log: str, command: list[str]) -> dict[str, float]:
    """Runs the command here, its output in the log file."""
    with open(log, "wb") as output:  # noqa: PTH123 - pathlib would make this process larger
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "code": process.returncode,
        "seconds": seconds,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "peak_memory": usage.ru_maxrss,
    }


if __name__ == "__main__":
    print(json.dumps(launch(sys.argv[1], sys.argv[2:])))
