"""One piece of work in a second process, while this one builds pages."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundError(Exception):
    """The work failed in the other process: why."""


class Background(Generic[T]):
    """A call that runs in a forked copy of this process, which has all data loaded already."""

    def __init__(self, work: Callable[[], T]) -> None:
        """Starts the work. Where processes cannot be forked, `result` does it."""
        self._work: Callable[[], T] | None = work
        if "fork" not in multiprocessing.get_all_start_methods():
            return
        self._work = None
        context = multiprocessing.get_context("fork")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_send, args=(work, sender), daemon=True)
        self._process.start()
        sender.close()

    def result(self) -> T:
        """Waits for the result. Raises OSError as the work did, BackgroundError for whatever else went wrong."""
        if self._work:
            return self._work()
        try:
            result: T | OSError | BackgroundError = self._receiver.recv()
        except EOFError:
            self._process.join()
            result = BackgroundError(f"a process ended early, with exit code {self._process.exitcode}")
        if isinstance(result, OSError | BackgroundError):
            raise result
        return result

    def cancel(self) -> None:
        """Ends the work, done or not."""
        if not self._work:
            self._process.terminate()
            self._process.join()


def _send(work: Callable[[], object], sender: Connection) -> None:
    # Ctrl+C reaches both processes. The other one reports it, and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sender.send(work())
    except OSError as error:
        sender.send(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other process has to fail with it
        sender.send(BackgroundError(f"{type(error).__name__}: {error}"))
