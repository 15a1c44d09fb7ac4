"""The folder that a build writes beside the site and renames into its place, and a second process that writes too."""

from __future__ import annotations

import errno
import multiprocessing
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_hex
from typing import Generic, TypeVar

T = TypeVar("T")

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a full disk, a full quota, and a file above the size limit."""
STALE_SECONDS = 24 * 60 * 60
"""Age from which a leftover folder counts as that of a killed build."""


class OutputError(Exception):
    """The site cannot be written: what is wrong, where, and how to mend it."""


class OutputFolder:
    """A temporary folder on the site's file system. `publish` replaces the site by it, `discard` removes it."""

    def __init__(self, site: Path) -> None:
        """Creates the folder. Raises OutputError where `site` is a file or a mount point, OSError where it fails."""
        self.site = site.resolve()
        if (self.site.exists() and not self.site.is_dir()) or self.site.is_mount():
            raise OutputError(
                f"{self.site}: expected a folder that can be renamed, got a file or a mount point\n"
                "    build into another one: mkdocs build -d <folder>"
            )
        _recover(self.site)
        self.folder = self._new("build")
        self.folder.mkdir(parents=True)

    def _new(self, what: str) -> Path:
        return self.site.with_name(f".{self.site.name}.{what}-{token_hex(4)}")

    def publish(self) -> None:
        """Replaces the site. Between the two renames there is no site; `_recover` undoes a kill at that moment."""
        with suppress(FileNotFoundError):
            self.site.rename(self._new("former"))
        self.folder.rename(self.site)
        _recover(self.site)

    def discard(self) -> None:
        """Removes the folder. Does nothing after `publish`."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _recover(site: Path) -> None:
    """Puts back a site whose build was killed between the renames, and removes what older killed builds left."""
    for former in sorted(site.parent.glob(f".{site.name}.former-*"), key=_changed):
        if not site.exists():
            with suppress(OSError):  # another build was quicker
                former.rename(site)
        else:
            shutil.rmtree(former, ignore_errors=True)
    for folder in site.parent.glob(f".{site.name}.build-*"):
        if time.time() - _changed(folder) > STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _changed(folder: Path) -> float:
    """When a folder last changed; now, where another build has just moved or removed it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return time.time()


def full_disk(error: OSError, site: Path) -> str | None:
    """The message for an error of a full disk; None for any other error."""
    if error.errno not in FULL:
        return None
    return f"{site}: could not be written: {error.strerror}\n    free some space on the disk of {site.parent}"


class Background(Generic[T]):
    """A call in a forked copy of this process, which has all data loaded already: a third of a build, beside the rest.

    Where processes cannot be forked, `result` makes the call.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self._process = work, None
        if "fork" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("fork")
            self._receiver, sender = context.Pipe(duplex=False)
            self._process = context.Process(target=_send, args=(work, sender), daemon=True)
            self._process.start()
            sender.close()

    @cached_property
    def result(self) -> T:
        """Waited for. Raises OSError as the work did, RuntimeError for whatever else went wrong."""
        if not self._process:
            return self._work()
        try:
            result: T | Exception = self._receiver.recv()
        except EOFError:
            raise RuntimeError("the second process of the build ended early") from None
        if isinstance(result, Exception):
            raise result
        return result

    def cancel(self) -> None:
        """Ends the work, done or not."""
        if self._process:
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
        sender.send(RuntimeError(f"{type(error).__name__}: {error}"))
