"""Everything the API publishes in one file, for use offline."""

from __future__ import annotations

import datetime
import zipfile
from itertools import chain
from pathlib import Path

FILE = "accelerator-atlas.zip"
TITLE = "Every file of this API in one zip file, for use offline"
FOLDER = "accelerator-atlas/"
"""The folder that unpacking the archive creates."""
README = "README.txt"
LEVEL = 5
"""The compression level: higher ones take twice as long and save a few hundredths."""


def write(root: Path, api: Path, edition: datetime.date, revision: str) -> int:
    """Packs every file below the folder `api` into a zip file in that folder.

    The same files give the same bytes with the same release of zlib. Returns the size of what was packed, in bytes:
    unlike the size of the archive, it does not depend on zlib.
    """
    size = 0
    files = sorted(path for path in api.rglob("*") if path.is_file())
    with zipfile.ZipFile(api / FILE, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        contents = ((path.relative_to(root).as_posix(), path.read_bytes()) for path in files)
        for name, content in chain([(README, readme(revision, edition))], contents):
            entry = zipfile.ZipInfo(f"{FOLDER}{name}", (edition.year, edition.month, edition.day, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=LEVEL)
            size += len(content)
    return size


def readme(revision: str, edition: datetime.date) -> bytes:
    """The README.txt of the archive."""
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
