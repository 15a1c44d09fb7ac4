"""Everything the API publishes in one file, for use offline."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator

FILE = "accelerator-atlas.zip"
FOLDER = "accelerator-atlas/"
"""What unpacking it makes."""
README = "README.txt"
LEVEL = 5
"""Of compression: above it, the archive gets smaller by a few hundredths and takes twice as long."""


class Archive:
    """A zip file in the making, which gives back what was put in.

    The same files give the same bytes wherever Python compresses with the same zlib; other releases of it pack the
    same content a little differently. Not compressed at all, it would be the same everywhere, and seven times as large.
    """

    def __init__(self, day: datetime.date) -> None:
        self._day = (day.year, day.month, day.day, 0, 0, 0)
        self.unpacked_size = 0
        """Of all its files together, in bytes: unlike its own size, the same with every zlib."""
        self._bytes = io.BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)

    def add(self, path: str, content: bytes) -> None:
        """Puts in a file at a path from the archive's one folder."""
        self.unpacked_size += len(content)
        entry = zipfile.ZipInfo(f"{FOLDER}{path}", self._day)
        entry.create_system = 3
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, content, compresslevel=LEVEL)

    def finished(self) -> bytes:
        """The whole archive; nothing can be added to it any more."""
        self._zip.close()
        return self._bytes.getvalue()


def unpacked(archive: bytes, below: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive below one of its folders: their paths from the archive's one folder, and contents."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for entry in files.namelist():
            path = entry.removeprefix(FOLDER)
            if path.startswith(below):
                yield path, files.read(entry)


def readme(revision: str, edition: datetime.date) -> bytes:
    """What the archive says about itself."""
    return f"""Accelerator Atlas, offline
==========================

Which machine-learning model runs on which accelerator, with which framework, tested how.

Edition:        {edition}
Data revision:  {revision}

The folder api/v1/ holds every file of the site's API under the same path: lists as JSON and CSV, one
JSON file a record, answers a model, and JSON Schemas of the data files. openapi.json describes them
all; index.json lists the lists. Addresses inside the files count from the root of the site.

A fact that was not published is null in JSON and an empty cell in CSV: that is neither zero nor no.
Dates are those of the sources. Compare figures only where their units and scopes agree.

Licence: the data files come under the MIT licence of the repository. Each fact names its source;
sources.json gives the licence of each document.
""".encode()
