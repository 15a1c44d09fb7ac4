"""The same data gives the same bytes, whatever differs between two machines and two days."""

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

from tests.support.made_up_project import ELSEWHERE, PLAIN, Outcome, Project, content, make_project
from tests.support.proof_size import report

ZIP, GZIP = "api/v1/accelerator-atlas.zip", "sitemap.xml.gz"


@dataclass(frozen=True)
class Difference:
    """What is another machine's."""

    environment: Mapping[str, str] = field(default_factory=dict)
    machine: str = ""
    umask: int = 0o022
    folder: str = "project"

    def __or__(self, other: Difference) -> Difference:
        """Both of them."""
        return Difference(
            {**self.environment, **other.environment},
            ",".join(filter(None, (self.machine, other.machine))),
            self.umask | other.umask,
            self.folder if other.folder == "project" else other.folder,
        )

    def build(self, project: Project) -> Outcome:
        """A build that differs by this alone."""
        script = [*ELSEWHERE, self.machine] if self.machine else PLAIN
        return project.build(script=script, umask=self.umask, **self.environment)


DIFFERENCES = {
    "time zone": Difference({"TZ": "Pacific/Kiritimati"}),
    "time zone on another day": Difference({"TZ": "Pacific/Pago_Pago"}),
    "no locale": Difference({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    "locale": Difference({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}),
    "Turkish": Difference({"LC_ALL": "tr_TR.UTF-8"}),
    "umask": Difference(umask=0o077),
    "path": Difference(folder="Über uns/the site's project"),
    "hash seed": Difference({"PYTHONHASHSEED": "4711"}),
    "order of files": Difference(machine="files_in_reverse"),
    "user": Difference({"HOME": "/", "USER": "somebody", "LOGNAME": "somebody"}),
    "processors": Difference(machine="one_processor"),
    "caller's date": Difference({"SOURCE_DATE_EPOCH": "86400"}),
    "a year later": Difference(machine="a_year_later"),
}
"""By what differs."""


def differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """The files that are not the same in two sites, or in one of them only."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def built(parent: Path, difference: Difference) -> Mapping[str, bytes]:
    """The site that is built in a folder of its own."""
    project = make_project(parent / difference.folder)
    done = difference.build(project)
    assert done.code == 0, done.said
    return content(project.site)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    return built(tmp_path_factory.mktemp("here"), Difference({"TZ": "UTC", "PYTHONHASHSEED": "1"}))


def day_of_the_build(content_of: bytes, days: set[date]) -> list[str]:
    """The ways to write one of some days that stand in a file."""
    forms = {f"{day:{form}}" for day in days for form in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%Y%m%d", "%B %d, %Y")}
    return sorted(form for form in forms if form.encode() in content_of)


def test_no_file_tells_the_day_of_the_build(here: Mapping[str, bytes]) -> None:
    days = {datetime.now(UTC).date(), datetime.now().astimezone().date()}
    sitemap = gzip.decompress(here[GZIP])
    assert sitemap == here["sitemap.xml"]
    # Seconds since 1970 are what a gzip file begins with; the made-up data's edition is in the future.
    assert datetime.fromtimestamp(int.from_bytes(here[GZIP][4:8], "little"), UTC).date() == date(2020, 6, 15)
    assert {name: found for name, text in here.items() if (found := day_of_the_build(text, days))} == {}


@pytest.mark.proof
def test_what_differs_between_two_machines_changes_no_byte(
    here: Mapping[str, bytes], tmp_path: Path, proving: bool, request: pytest.FixtureRequest
) -> None:
    cases = {"all at once": reduce(or_, DIFFERENCES.values()), **(DIFFERENCES if proving else {})}
    found = {what: differing(here, built(tmp_path / what, difference)) for what, difference in cases.items()}
    assert {what: files for what, files in found.items() if files} == {}
    title = f"Builds of {len(here)} files that differ by what stands here, alike byte for byte"
    report(request.config, title, [*cases, f"all at once: {', '.join(DIFFERENCES)}"][1:])


def test_another_zlib_packs_the_same_files(here: Mapping[str, bytes], tmp_path: Path) -> None:
    there = built(tmp_path, Difference(machine="other_zlib"))
    assert differing(here, there) == [ZIP, GZIP]
    assert gzip.decompress(there[GZIP]) == gzip.decompress(here[GZIP])
    assert unpacked(there[ZIP]) == unpacked(here[ZIP])


def unpacked(archive: bytes) -> list[tuple[object, ...]]:
    """What an archive holds, in its order, with dates and modes."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [
            (entry.filename, entry.date_time, entry.external_attr, entry.create_system, files.read(entry))
            for entry in files.infolist()
        ]
