"""A site takes its place complete, or not at all.

A build writes into a folder of its own beside the site's, on the same file system. Once it is complete, the two
folders change places in one step, and the former site is removed. A file whose content is still the same stays the
very file it was, with its time, so that only what changed is written.

Each build holds a lock on its folder, which the system releases however the build ends: a folder without one is left
over from a build that was killed, and the next build removes it. Where folders cannot be locked, it stays.

Paths of files are texts here: a build in which little changed does not much else than put thousands of them in place.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from filecmp import cmp
from os.path import samestat
from pathlib import Path
from secrets import token_hex
from stat import S_ISREG

from macros.exchanging import exchange

if sys.platform != "win32":
    import fcntl

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What a system says when a disk, a quota or the largest size of a file is used up."""


class PublishingError(Exception):
    """A site cannot be built where it was asked for: what is wrong, where, and how to mend it."""


@dataclass(frozen=True)
class Published:
    """What became of a site's files."""

    site: Path
    files: int
    changed: int
    """How many of them are new, or have another content than before."""


class Staging:
    """The folder of one build, which is to take the place of a site."""

    def __init__(self, site: Path) -> None:
        """Makes it, and puts in order what killed builds of the same site left.

        Raises PublishingError where the site is no folder, or no folder can be made beside it.
        """
        self.site = site.resolve()
        self.folder = _beside(self.site, "build")
        self._folders: set[str] = set()
        """Those below it that are there."""
        if (self.site.exists() and not self.site.is_dir()) or self.site.is_mount():
            raise PublishingError(
                f"{self.site}: expected a folder that another can replace, got {_what(self.site)}\n"
                "    build into another one: mkdocs build -d <folder>"
            )
        with _told(self.site):
            self.site.parent.mkdir(parents=True, exist_ok=True)
            with _alone_in(self.site.parent):
                _tidy(self.site)
                self.folder.mkdir()
                self._lock = _lock(self.folder)

    def write(self, path: str, content: Iterable[bytes]) -> None:
        """A file, given by its path from the site's root, and its content in parts."""
        with open(self._room_for(path), "xb") as opened:
            opened.writelines(content)

    def link(self, path: str, file: str) -> None:
        """A file that is somewhere else already. Raises FileNotFoundError where it is not."""
        _link_or_copy(file, self._room_for(path))

    def _room_for(self, path: str) -> str:
        """Where a file is to be, which is not there."""
        file = f"{self.folder}/{path}"
        folder = os.path.dirname(file)
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        with suppress(FileNotFoundError):
            # Writing into a linked file would alter the site in place.
            os.unlink(file)
        return file

    def publish(self) -> Published:
        """Puts the complete site in place. Raises PublishingError where that is not possible; the former then stays."""
        with _alone_in(self.site.parent), _told(self.site):
            kept = [_kept(former, file) for former, file in _pairs(self.site, self.folder)]
            if self.site.exists():
                _take_over_hidden(self.site, self.folder)
                shutil.copymode(self.site, self.folder)
                _exchange(self.folder, self.site)
            else:
                self.folder.rename(self.site)
            self.discard()
        return Published(self.site, len(kept), kept.count(False))

    def discard(self) -> None:
        """Removes what is in this build's folder: an incomplete site, or the former one. May be called again."""
        _remove(self.folder)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def full_disk(error: OSError, site: Path) -> str | None:
    """What to tell where a build of a site failed because its disk is full; None where it failed for another reason."""
    if error.errno not in FULL:
        return None
    return (
        f"{site}: could not be written: {error.strerror}\n"
        f"    free some space on the disk of {site.parent}: a site is built beside the one that it replaces; "
        "or build into a folder on another disk: mkdocs build -d <folder>"
    )


@contextmanager
def _told(site: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PublishingError(
            full_disk(error, site)
            or f"{site}: could not be replaced: {error.strerror}\n"
            f"    a site is built in a folder beside it and then exchanged: permit that in {site.parent}, or build "
            "elsewhere and copy the site: mkdocs build -d <folder>"
        ) from error


def _what(path: Path) -> str:
    return "the root of a file system" if path.is_mount() else "a file"


def _beside(site: Path, use: str) -> Path:
    return site.with_name(f".{site.name}.{use}-{token_hex(4)}")


def _left(site: Path, use: str) -> list[Path]:
    start = f".{site.name}.{use}-"
    return sorted(path for path in site.parent.iterdir() if path.name.startswith(start) and path.is_dir())


def _tidy(site: Path) -> None:
    for former in _left(site, "former"):
        # A build was killed in the midst of two renames, before or after the second.
        former.rename(_beside(site, "build") if site.exists() else site)
    for folder in _left(site, "build"):
        lock = _lock(folder, wait=False)
        if lock is not None:
            _remove(folder)
            os.close(lock)


def _remove(folder: Path) -> None:
    # What cannot be removed now is left to the next build; a complete site is no failure because of it.
    shutil.rmtree(folder, ignore_errors=True)


def _take_over_hidden(site: Path, folder: Path) -> None:
    # What is hidden at the root may belong to others, such as the .git of a checkout that is built into.
    for hidden in site.iterdir():
        target = folder / hidden.name
        if not hidden.name.startswith(".") or target.exists():
            continue
        if hidden.is_dir():
            shutil.copytree(hidden, target, symlinks=True, copy_function=_link_or_copy)
        else:
            _link_or_copy(str(hidden), str(target))


def _link_or_copy(source: str, target: str) -> None:
    if not _linked(source, target):
        shutil.copy2(source, target, follow_symlinks=False)


def _lock(folder: Path, *, wait: bool = True) -> int | None:
    """Open while it is held; None where another process holds it, or a folder cannot be locked."""
    if sys.platform == "win32":
        return None
    try:
        lock = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    lock = _lock(folder)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _linked(former: str, file: str) -> bool:
    if os.path.islink(former):
        return False
    try:
        os.link(former, file)
    except OSError:
        return False
    return True


def _pairs(site: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Every file of a folder, after the one that has its place in a site, or would have it."""
    for inner, _, names in os.walk(folder):
        former = f"{site}{inner.removeprefix(str(folder))}"
        yield from ((f"{former}/{name}", f"{inner}/{name}") for name in names)


def _kept(former: str, file: str) -> bool:
    """Whether a file has the content that it had before; it then is the former file, or at least as old."""
    try:
        before, now = os.lstat(former), os.lstat(file)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if samestat(before, now):
        return True
    if not S_ISREG(before.st_mode) or before.st_size != now.st_size or not cmp(former, file, shallow=False):
        return False
    link = f"{file}.link"
    if _linked(former, link):
        os.replace(link, file)
    else:
        shutil.copystat(former, file)
    return True


def _exchange(folder: Path, site: Path) -> None:
    if exchange(folder, site):
        return
    former = _beside(site, "former")
    site.rename(former)
    try:
        folder.rename(site)
    finally:
        if not site.exists():
            former.rename(site)
    former.rename(folder)
