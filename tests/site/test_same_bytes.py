"""The same data gives the same bytes on every machine and every day."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from pathlib import Path

import pytest

from macros.site.state import Site
from tests.support.built_site import REPOSITORY, SITE_URL, BuiltSite
from tests.support.made_up_project import MKDOCS, Project, content, differing, make_project
from tests.support.places import MADE_UP, PROJECT, TESTS
from tests.support.proof_size import report

ZIP, GZIP = "api/v1/accelerator-atlas.zip", "sitemap.xml.gz"
OTHER_MACHINE = str(TESTS / "support" / "other_machine_build.py")
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Difference:
    """How another machine differs from this one."""

    environment: Mapping[str, str] = field(default_factory=dict)
    patches: str = ""
    """Functions of `other_machine_build`, joined by commas."""
    umask: int = 0o022
    folder: str = "project"

    def __or__(self, other: Difference) -> Difference:
        """Both differences."""
        return Difference(
            {**self.environment, **other.environment},
            ",".join(filter(None, (self.patches, other.patches))),
            self.umask | other.umask,
            self.folder if other.folder == "project" else other.folder,
        )

    def build(self, project: Project, **environment: str) -> Files:
        """The site that the other machine builds."""
        script = [OTHER_MACHINE, self.patches] if self.patches else MKDOCS
        done = project.build(script=script, umask=self.umask, **{**self.environment, **environment})
        assert done.code == 0, done.said
        return content(project.site)


DIFFERENCES = {
    "time zone ahead": Difference({"TZ": "Pacific/Kiritimati"}),
    "time zone behind": Difference({"TZ": "Pacific/Pago_Pago"}),
    "no locale": Difference({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    "German locale": Difference({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}),
    "Turkish locale": Difference({"LC_ALL": "tr_TR.UTF-8"}),
    "umask": Difference(umask=0o077),
    "path": Difference(folder="Über uns/the site's project"),
    "hash seed": Difference({"PYTHONHASHSEED": "4711"}),
    "order of files": Difference(patches="files_in_reverse"),
    "user": Difference({"HOME": "/", "USER": "somebody", "LOGNAME": "somebody"}),
    "processors": Difference(patches="one_processor"),
    "SOURCE_DATE_EPOCH": Difference({"SOURCE_DATE_EPOCH": "86400"}),
    "clock": Difference(patches="a_year_later"),
}
ALL = reduce(or_, DIFFERENCES.values())
OTHER_ZLIB = Difference(patches="other_zlib")


@pytest.fixture(scope="module")
def here(made_up_project_built: Project) -> Files:
    return content(made_up_project_built.site)


def build_elsewhere(parent: Path, difference: Difference) -> Files:
    """The site of the made-up data, built with a difference in a folder of its own."""
    return difference.build(make_project(parent / difference.folder, MADE_UP / "data"))


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
    assert gzip.decompress(here[GZIP]) == here["sitemap.xml"]


@pytest.mark.proof
def test_another_machine_gives_the_same_bytes(
    here: Files, tmp_path: Path, proving: bool, request: pytest.FixtureRequest
) -> None:
    there = build_elsewhere(tmp_path, ALL | OTHER_ZLIB)
    # Another release of zlib may pack the same content otherwise.
    assert set(differing(here, there)) <= {ZIP, GZIP}
    assert gzip.decompress(there[GZIP]) == gzip.decompress(here[GZIP])
    assert unpacked(there[ZIP]) == unpacked(here[ZIP])
    if proving:
        tried = {what: differing(here, build_elsewhere(tmp_path / what, one)) for what, one in DIFFERENCES.items()}
        built: BuiltSite = request.getfixturevalue("built")
        tried["all at once, with today's data"] = differing(content(built.root), build_today(tmp_path / "today"))
        report(request, "Differences between two machines that change no byte", list(tried))
        assert {what: files for what, files in tried.items() if files} == {}


def unpacked(archive: bytes) -> list[tuple[object, ...]]:
    """The entries of an archive in their order, with dates and modes."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [
            (entry.filename, entry.date_time, entry.external_attr, entry.create_system, files.read(entry))
            for entry in files.infolist()
        ]


def build_today(parent: Path) -> Files:
    """Today's site, built on a very different machine and without its repository."""
    project = make_project(parent / ALL.folder, PROJECT / "data")
    return ALL.build(project, SITE_URL=SITE_URL, REPO_URL=REPOSITORY)
