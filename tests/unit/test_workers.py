"""Work shared out among processes."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from io import StringIO

import pytest

from macros.progress import Progress
from macros.workers import WorkError, Workers, processors
from tests.places import PROJECT

ITEMS = tuple(range(101))


def squared(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def refused(number: int) -> int:
    if number == 77:
        raise ValueError("77 is too many")
    return number


def full(number: int) -> int:
    if number == 77:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "models/gpt2/index.html")
    return number


def endless(number: int) -> int:
    signal.pause()
    return number


def ended(number: int) -> int:
    if number == 77:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("processes", [1, 2, 3, 200])
def test_results_stand_in_the_order_of_the_items(processes: int) -> None:
    told: list[int] = []
    found = Workers(squared, ITEMS, processes).results(told.append)
    assert [square for square, _ in found] == [number * number for number in ITEMS]
    assert sum(told) == len(ITEMS)
    assert (os.getpid() in {process for _, process in found}) == (processes == 1)


def test_nothing_to_do_is_done() -> None:
    assert Workers(squared, (), 2).results(lambda _: None) == []


def test_a_mistake_is_told_where_the_results_are_asked_for() -> None:
    with pytest.raises(WorkError, match="77 is too many"):
        Workers(refused, ITEMS, 2).results(lambda _: None)


def test_what_the_system_refuses_is_told_as_it_is() -> None:
    with pytest.raises(OSError, match="No space left on device") as caught:
        Workers(full, ITEMS, 2).results(lambda _: None)
    assert caught.value.errno == errno.ENOSPC


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(WorkError, match="a process ended before its work was done, with exit code -9"):
        Workers(ended, ITEMS, 2).results(lambda _: None)


def test_work_that_nobody_waits_for_can_be_stopped() -> None:
    workers = Workers(endless, ITEMS, 2)
    assert len(multiprocessing.active_children()) == 2
    workers.stop()
    assert multiprocessing.active_children() == []


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_to_whoever_watches() -> None:
    watched, piped = Terminal(), StringIO()
    for stream in (watched, piped):
        progress = Progress("Generated pages", 1_200, stream)
        progress.advance(1_000)
        progress.advance(200)
    assert watched.getvalue() == "\rGenerated pages: 1,000 of 1,200\rGenerated pages: 1,200 of 1,200\n"
    assert piped.getvalue() == ""


ASKED_AND_ENDED = """
import os, sys
sys.path.insert(0, {project!r})
from macros.workers import Workers
def work(number):
    if number == 0:
        print(os.getpid(), flush=True)
    return "x" * 100_000
workers = Workers(work, range(64), 2)
os._exit(7)
"""


def test_processes_end_with_the_one_that_asked() -> None:
    # They have its output open: whoever reads that reads until the last of them has ended.
    code = ASKED_AND_ENDED.format(project=str(PROJECT))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 7
    assert not done.stderr


def test_with_threads_there_is_one_process() -> None:
    held = threading.Event()
    thread = threading.Thread(target=held.wait)
    thread.start()
    try:
        assert processors() == 1
    finally:
        held.set()
        thread.join()


INTERRUPTED = """
import os, signal, sys
sys.path.insert(0, {project!r})
from macros.workers import Workers
def work(number):
    if number == 0:
        os.killpg(0, signal.SIGINT)
    signal.pause()
try:
    Workers(work, range(64), 2).results(lambda _: None)
except KeyboardInterrupt:
    sys.exit(7)
"""


def test_ctrl_c_ends_all_of_it_and_only_the_one_that_asked_tells() -> None:
    code = INTERRUPTED.format(project=str(PROJECT))
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)
    assert done.returncode == 7
    assert not done.stderr
