"""The output folder of a build: written beside the site, and renamed into its place once it is complete."""

from __future__ import annotations

import errno
import shutil
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a full disk, a full quota, and a file above the size limit."""

OCCUPIED = (errno.ENOTEMPTY, errno.EEXIST)
ATTEMPTS = 10

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
        self.folder = self.site.with_name(f".{self.site.name}.build-{token_hex(4)}")
        self.folder.mkdir(parents=True)

    def publish(self) -> None:
        """Replaces the site. Between the two renames there is no site; `_recover` undoes a kill at that moment."""
        for attempt in range(ATTEMPTS):
            former = self.site.with_name(f".{self.site.name}.former-{token_hex(4)}")
            with suppress(FileNotFoundError):
                self.site.rename(former)
            try:
                self.folder.rename(self.site)
                break
            except OSError as error:
                # Another build put its own site there in between.
                if error.errno not in OCCUPIED or attempt == ATTEMPTS - 1:
                    raise
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
