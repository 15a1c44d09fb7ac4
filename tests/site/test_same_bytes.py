"""The same data gives the same bytes on every machine and every day."""

from __future__ import annotations

import gzip
import io
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

from macros.site.state import Site
from tests.support.built_site import BuiltSite
from tests.support.project import TESTS, content, make_project

ZIP, GZIP = "api/v1/accelerator-atlas.zip", "sitemap.xml.gz"
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


def days_named(text: bytes, days: set[date]) -> list[str]:
    """The ways to write one of some days that a file contains."""
    forms = {f"{day:{form}}" for day in days for form in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%Y%m%d", "%B %d, %Y")}
    return sorted(form for form in forms if form.encode() in text)


def test_no_file_contains_the_day_of_the_build(made_up_built: BuiltSite, made_up: Site) -> None:
    days, files = {datetime.now(UTC).date(), datetime.now().astimezone().date()}, content(made_up_built.root)
    assert {name: found for name, text in files.items() if (found := days_named(text, days))} == {}
    # A gzip file begins with a time stamp, in seconds since 1970.
    stamp = datetime.fromtimestamp(int.from_bytes(files[GZIP][4:8], "little"), UTC)
    assert stamp.date() == made_up.knowledge.edition


def test_another_machine_gives_the_same_bytes(made_up_built: BuiltSite, tmp_path: Path) -> None:
    """Another folder, other rights, clock, order of files, locale, release of zlib."""
    project = make_project(tmp_path / "Über uns" / "the site's project")
    script = [str(TESTS / "support" / "other_machine.py")]
    done = project.build("--quiet", script=script, umask=0o077, **ENVIRONMENT)
    assert done.code == 0, done.said
    here, there = content(made_up_built.root), content(project.site)
    # Another release of zlib may pack the same content otherwise.
    assert {name for name in {*here, *there} if here.get(name) != there.get(name)} <= {ZIP, GZIP}
    assert gzip.decompress(there[GZIP]) == gzip.decompress(here[GZIP])
    assert unpacked(there[ZIP]) == unpacked(here[ZIP])


def unpacked(archive: bytes) -> list[tuple[object, ...]]:
    """The entries of an archive in their order, with dates and modes."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [
            (entry.filename, entry.date_time, entry.external_attr, entry.create_system, files.read(entry))
            for entry in files.infolist()
        ]
