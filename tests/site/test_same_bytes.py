"""The same data gives the same bytes on every machine and every day."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from macros.site.state import Site
from tests.support.made_up_project import Project, content, differing, make_project
from tests.support.places import MADE_UP, TESTS

ZIP, GZIP = "api/v1/accelerator-atlas.zip", "sitemap.xml.gz"
OTHER_MACHINE = str(TESTS / "support" / "other_machine_build.py")
ENVIRONMENT = {
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
    "LANGUAGE": "de",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONHASHSEED": "4711",
    "HOME": "/",
    "USER": "somebody",
    "SOURCE_DATE_EPOCH": "86400",
}
FOLDER = "Über uns/the site's project"
Files = Mapping[str, bytes]


@pytest.fixture(scope="module")
def here(made_up_project_built: Project) -> Files:
    return content(made_up_project_built.site)


def build_elsewhere(parent: Path) -> Files:
    """The site as another machine builds it: other folder, rights, clock, order of files, locale, release of zlib."""
    project = make_project(parent / FOLDER, MADE_UP / "data")
    done = project.build(script=[OTHER_MACHINE], umask=0o077, **ENVIRONMENT)
    assert done.code == 0, done.said
    return content(project.site)


def days_named(text: bytes, days: set[date]) -> list[str]:
    """The ways to write one of some days that a file contains."""
    forms = {f"{day:{form}}" for day in days for form in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%Y%m%d", "%B %d, %Y")}
    return sorted(form for form in forms if form.encode() in text)


def test_no_file_contains_the_day_of_the_build(here: Files, made_up: Site) -> None:
    days = {datetime.now(UTC).date(), datetime.now().astimezone().date()}
    assert {name: found for name, text in here.items() if (found := days_named(text, days))} == {}
    # A gzip file begins with a time stamp, in seconds since 1970.
    stamp = datetime.fromtimestamp(int.from_bytes(here[GZIP][4:8], "little"), UTC)
    assert stamp.date() == made_up.knowledge.edition


def test_another_machine_gives_the_same_bytes(here: Files, tmp_path: Path) -> None:
    there = build_elsewhere(tmp_path)
    # Another release of zlib may pack the same content otherwise.
    assert set(differing(here, there)) <= {ZIP, GZIP}
    assert gzip.decompress(there[GZIP]) == gzip.decompress(here[GZIP])
    assert unpacked(there[ZIP]) == unpacked(here[ZIP])


def unpacked(archive: bytes) -> list[tuple[object, ...]]:
    """The entries of an archive in their order, with dates and modes."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [
            (entry.filename, entry.date_time, entry.external_attr, entry.create_system, files.read(entry))
            for entry in files.infolist()
        ]
