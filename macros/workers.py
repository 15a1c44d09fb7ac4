"""Shares work out among processes, which start as copies of this one and so know all that it has loaded."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext

T = TypeVar("T")
R = TypeVar("R")

Advanced = Callable[[int], None]
"""Hears how many more items are done."""

ALONE = 1
"""Processes that need no copies of themselves."""
SINGLE = 48
"""Items that are taken one by one: those that take long come first."""
STEP = 24
"""Items that are taken at a time after these. Neighbours are alike, and ask about the same parts of the memory."""

WORTH_SHARING = 2**18
"""Bytes of data: to go through less takes no longer than to start processes for it."""


class WorkError(Exception):
    """A process could not do its share: why."""


def processors() -> int:
    """How many processors this process may use; one where processes cannot be copied.

    A copy has one thread only, and waits for ever for what another one held: with threads, as in a preview, it is one.
    """
    if "fork" not in multiprocessing.get_all_start_methods() or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class _Failure:
    told: str


class Workers(Generic[T, R]):
    """Processes that do the same with each of many items, while this one goes on with something else."""

    def __init__(self, work: Callable[[T], R], items: Sequence[T], processes: int) -> None:
        """Starts. With one process, nothing is done before its results are asked for."""
        self._work = work
        self._items = items
        self._running: dict[Any, BaseProcess] = {}
        processes = min(processes, len(items))
        if processes <= ALONE:
            return
        copies = multiprocessing.get_context("fork")
        self._begun = copies.Value("q", 0)
        # Ctrl+C reaches the copies as well, which never hear of it: this process does, and ends them.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._start(copies, processes)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def _start(self, copies: ForkContext, processes: int) -> None:
        for _ in range(processes):
            results, told = copies.Pipe(duplex=False)
            # A copy has what this process has open. Unless it closes that, nobody is told when this process has ended.
            inherited = (results, *self._running)
            process = copies.Process(target=self._do, args=(told, inherited), daemon=True)
            process.start()
            told.close()
            self._running[results] = process

    def results(self, advanced: Advanced) -> list[R]:
        """What became of each item, in their order.

        Raises WorkError, OSError, or what the work raised in this process.
        """
        if not self._running:
            return [_done(self._work(item), advanced) for item in self._items]
        found: dict[int, R] = {}
        try:
            while self._running:
                for results in wait(list(self._running)):
                    self._hear(results, found, advanced)
        finally:
            self.stop()
        return [found[index] for index in range(len(self._items))]

    def _hear(self, results: Any, found: dict[int, R], advanced: Advanced) -> None:
        process = self._running[results]
        try:
            told = results.recv()
        except EOFError:
            process.join()
            raise WorkError(f"a process ended before its work was done, with exit code {process.exitcode}") from None
        if isinstance(told, int):
            advanced(told)
        elif isinstance(told, OSError):
            raise told
        elif isinstance(told, _Failure):
            raise WorkError(told.told)
        else:
            found.update(told)
            del self._running[results]
            process.join()

    def stop(self) -> None:
        """Ends the work, done or not."""
        for results, process in self._running.items():
            process.terminate()
            process.join()
            results.close()
        self._running.clear()

    def _do(self, told: Connection, inherited: Sequence[Connection]) -> None:
        """What a copy does: takes what nobody has begun, until all is begun."""
        for connection in inherited:
            connection.close()
        done: dict[int, R] = {}
        try:
            for part in self._parts():
                done |= {index: self._work(self._items[index]) for index in part}
                told.send(len(part))
            told.send(done)
        except BrokenPipeError:
            # The process that asked for it is gone, and nobody needs the rest.
            return
        except OSError as error:
            # The system says what is wrong, such as a full disk: whoever asked knows what to make of it.
            told.send(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the process that asked has to hear of it
            told.send(_Failure(str(error) or "".join(traceback.format_exception_only(error)).strip()))

    def _parts(self) -> Iterator[range]:
        while True:
            with self._begun.get_lock():
                begin = self._begun.value
                end = self._begun.value = begin + (1 if begin < SINGLE else STEP)
            if begin >= len(self._items):
                return
            yield range(begin, min(end, len(self._items)))


def shared_out(work: Callable[[T], R], items: Sequence[T], size: int) -> list[R]:
    """What becomes of each item, where all of them together are, or go through, so many bytes of data.

    Raises WorkError, OSError, or what the work raised in this process.
    """
    processes = processors() if size >= WORTH_SHARING else ALONE
    return Workers(work, items, processes).results(lambda _: None)


def _done(result: R, advanced: Advanced) -> R:
    advanced(1)
    return result
