"""Runs MkDocs, and lets something befall it: `python interrupting.py MOMENT WHAT [arguments of mkdocs]`.

A moment is the number of a call to the system that has to do with files, counted from when the build has a folder of
its own. Between two such calls nothing happens to any file, so that no moment is left out, and each is the same in
every run. WHAT is the name of a signal; ENOSPC, from when on the disk is full; or `nothing`. At last, and before each
signal, a line tells the number of the moment and whether the sites have changed places.
"""

from __future__ import annotations

import errno
import os
import runpy
import signal
import sys
from dataclasses import dataclass, field
from typing import Any

EVENTS = frozenset(
    {
        "open",
        "os.mkdir",
        "os.link",
        "os.rename",
        "os.remove",
        "os.rmdir",
        "os.chmod",
        "os.utime",
        "os.listdir",
        "os.scandir",
        "fcntl.flock",
        "shutil.rmtree",
        "ctypes.dlsym",
    }
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
ENOSPC = "ENOSPC"


@dataclass
class Watch:
    """Counts the moments of this process, and acts at one of them."""

    moment: int
    what: str
    number: int = -1
    exchanging: int = 0
    """The moment right before the two sites change places; 0 before it is known."""
    process: int = field(default_factory=os.getpid)
    """The one that is watched: its copies make pages while it goes on, and how far they are is chance."""

    def see(self, event: str, arguments: tuple[Any, ...]) -> None:
        """To be called at each audit event."""
        if event not in EVENTS or os.getpid() != self.process:
            return
        if self.number < 0:
            self.number = 0 if event == "os.mkdir" and ".build-" in str(arguments[0]) else -1
            return
        self.number += 1
        if event == "ctypes.dlsym" and not self.exchanging:
            self.exchanging = self.number
        if self.what == ENOSPC:
            if self.number >= self.moment and _writes(event, arguments):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        elif self.number == self.moment:
            self.tell()
            os.kill(os.getpid(), signal.Signals[self.what])

    def tell(self) -> None:
        """Writes the line, past all buffers."""
        os.write(1, f"moment {self.number} exchanging {self.exchanging}\n".encode())


def _writes(event: str, arguments: tuple[Any, ...]) -> bool:
    return event in {"os.mkdir", "os.link"} or (event == "open" and bool(arguments[2] & WRITING))


if __name__ == "__main__":
    watch = Watch(int(sys.argv[1]), sys.argv[2])
    sys.argv[1:3] = []
    sys.addaudithook(watch.see)
    try:
        runpy.run_module("mkdocs", run_name="__main__")
    finally:
        watch.tell()
