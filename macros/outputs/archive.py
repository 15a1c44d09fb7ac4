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


def write(root: Path, api: Path, edition: datetime.date, readme: bytes) -> int:
    """Packs a text and every file below the folder `api` into a zip file in that folder.

    The same files give the same bytes with the same release of zlib. Returns the size of what was packed, in bytes:
    unlike the size of the archive, it does not depend on zlib.
    """
    size = 0
    files = sorted(path for path in api.rglob("*") if path.is_file())
    with zipfile.ZipFile(api / FILE, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        contents = ((path.relative_to(root).as_posix(), path.read_bytes()) for path in files)
        for name, content in chain([(README, readme)], contents):
            entry = zipfile.ZipInfo(f"{FOLDER}{name}", (edition.year, edition.month, edition.day, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=LEVEL)
            size += len(content)
    return size
