"""Everything the API publishes in one file, for use offline."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile

from macros.keeping import read_in_parts

FILE = "accelerator-atlas.zip"
FOLDER = "accelerator-atlas/"
"""What unpacking it makes."""
README = "README.txt"
LEVEL = 5
"""Of compression: above it, the archive gets smaller by a few hundredths and takes twice as long."""


def packed(files: Iterable[tuple[str, bytes]], day: datetime.date) -> Iterator[bytes]:
    """A zip file of files, given by their paths from its one folder, in parts.

    The same files give the same bytes wherever Python compresses with the same zlib; other releases of it pack the
    same content a little differently. Not compressed at all, it would be the same everywhere, and seven times as large.
    """
    with TemporaryFile() as whole:
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as pack:
            for path, content in files:
                entry = zipfile.ZipInfo(f"{FOLDER}{path}", (day.year, day.month, day.day, 0, 0, 0))
                entry.create_system = 3
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                pack.writestr(entry, content, compresslevel=LEVEL)
        whole.seek(0)
        yield from read_in_parts(whole)


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
