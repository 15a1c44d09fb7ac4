"""A site takes its place complete or not at all, and a file that did not change stays the same file."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from macros.exchanging import exchange
from macros.publishing import Published, PublishingError, Staging, full_disk
from tests.places import PROJECT

OLD = {"index.html": b"old", "api/one.json": b"1", "gone.txt": b"gone"}
NEW = {"index.html": b"new", "api/one.json": b"1", "api/two.json": b"2"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where a site belongs; nothing is there yet."""
    return tmp_path / "site"


@pytest.fixture(params=["in one step", "by two renames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways in which folders can change places."""
    if request.param == "by two renames":
        monkeypatch.setattr("macros.publishing.exchange", lambda *_: False)


def publish(site: Path, files: Mapping[str, bytes]) -> Published:
    staging = Staging(site)
    write(staging, files)
    return staging.publish()


def write(staging: Staging, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        staging.write(path, [content])


def content(site: Path) -> Mapping[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def identity(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_ino, found.st_mtime_ns


def beside(site: Path) -> list[str]:
    return sorted(path.name for path in site.parent.iterdir())


@pytest.mark.usefixtures("way")
def test_a_complete_site_replaces_the_former_one(place: Path) -> None:
    assert publish(place, OLD) == Published(place, files=3, changed=3)
    assert publish(place, NEW) == Published(place, files=3, changed=2)
    assert content(place) == NEW
    assert beside(place) == ["site"]


@pytest.mark.usefixtures("way")
def test_what_did_not_change_stays_the_same_file(place: Path) -> None:
    publish(place, OLD)
    before = identity(place / "api" / "one.json")
    publish(place, NEW)
    assert identity(place / "api" / "one.json") == before


def test_what_the_builder_wrote_anew_stays_the_same_file_too(place: Path) -> None:
    publish(place, OLD)
    before = identity(place / "index.html")
    staging = Staging(place)
    (staging.folder / "index.html").write_bytes(OLD["index.html"])
    staging.publish()
    assert identity(place / "index.html") == before
    assert content(place) == {"index.html": b"old"}


def test_without_links_files_keep_their_times(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: str, _link: str) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    publish(place, OLD)
    os.utime(place / "api" / "one.json", (1, 1))
    assert publish(place, NEW).changed == 2
    assert (place / "api" / "one.json").stat().st_mtime == 1
    assert content(place) == NEW


def test_a_file_that_lies_elsewhere_is_put_in_place_and_not_written_through(place: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"kept")
    staging = Staging(place)
    staging.link("api/one.json", str(kept))
    staging.link("index.html", str(kept))
    staging.write("index.html", [b"n", b"ew"])
    assert staging.publish() == Published(place, files=2, changed=2)
    assert content(place) == {"api/one.json": b"kept", "index.html": b"new"}
    assert kept.read_bytes() == b"kept"
    assert identity(place / "api" / "one.json") == identity(kept)


def test_what_is_given_again_leaves_the_site_alone(place: Path) -> None:
    publish(place, OLD)
    staging = Staging(place)
    write(staging, NEW)
    staging.write("api/one.json", [b"3"])
    assert content(place) == OLD
    staging.discard()


@pytest.mark.usefixtures("way")
def test_an_unfinished_site_is_published_nowhere(place: Path) -> None:
    publish(place, OLD)
    staging = Staging(place)
    write(staging, NEW)
    assert content(place) == OLD
    staging.discard()
    staging.discard()
    assert content(place) == OLD
    assert beside(place) == ["site"]


def test_the_last_of_two_builds_wins(place: Path) -> None:
    publish(place, OLD)
    one, other = Staging(place), Staging(place)
    write(one, NEW)
    other.write("index.html", [b"other"])
    other.publish()
    one.publish()
    assert content(place) == NEW
    assert beside(place) == ["site"]


KILLED = """
import os, signal, sys
from pathlib import Path
from macros.publishing import Staging
staging = Staging(Path(sys.argv[1]))
staging.write("index.html", [b"half"])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_next_build_removes_what_a_killed_one_left_and_nothing_of_one_that_runs(place: Path) -> None:
    publish(place, OLD)
    died = subprocess.run([sys.executable, "-c", KILLED, str(place)], cwd=PROJECT, check=False)
    assert died.returncode == -signal.SIGKILL
    left = set(beside(place)) - {"site"}
    assert len(left) == 1
    running = Staging(place)
    assert set(beside(place)) == {"site", running.folder.name}
    publish(place, NEW)
    assert set(beside(place)) == {"site", running.folder.name}
    running.discard()


def test_folders_of_others_are_left_alone(place: Path) -> None:
    others = {".site.config", ".site.build", ".sites.build-1", "site.build-1", "other"}
    for name in others:
        (place.parent / name).mkdir()
    publish(place, OLD)
    assert set(beside(place)) == {*others, "site"}


def test_a_site_caught_between_two_renames_is_put_back(place: Path) -> None:
    publish(place, OLD)
    place.rename(place.with_name(".site.former-1"))
    staging = Staging(place)
    assert content(place) == OLD
    staging.discard()
    assert beside(place) == ["site"]


def test_a_former_site_that_was_replaced_is_not_put_back(place: Path) -> None:
    publish(place, OLD)
    place.rename(place.with_name(".site.former-1"))
    place.mkdir()
    (place / "index.html").write_bytes(b"new")
    Staging(place).discard()
    assert content(place) == {"index.html": b"new"}
    assert beside(place) == ["site"]


def test_a_second_rename_that_fails_leaves_the_former_site(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("macros.publishing.exchange", lambda *_: False)
    publish(place, OLD)
    staging = Staging(place)
    write(staging, NEW)
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path == staging.folder:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PublishingError, match=r"could not be replaced: Invalid cross-device link\n.*mkdocs build -d"):
        staging.publish()
    staging.discard()
    assert content(place) == OLD
    assert beside(place) == ["site"]


@pytest.mark.usefixtures("way")
def test_hidden_files_of_others_stay_at_the_root(place: Path) -> None:
    publish(place, {**OLD, ".htaccess": b"old"})
    (place / ".git").mkdir()
    (place / ".git" / "HEAD").write_bytes(b"ref")
    (place / ".mark").symlink_to("index.html")
    publish(place, {**NEW, ".htaccess": b"new"})
    assert content(place) == {**NEW, ".htaccess": b"new", ".git/HEAD": b"ref", ".mark": b"new"}
    assert (place / ".mark").is_symlink()


def test_an_unfinished_site_leaves_nothing_hidden(place: Path) -> None:
    publish(place, OLD)
    staging = Staging(place)
    staging.write(".htaccess", [b"new"])
    staging.discard()
    assert content(place) == OLD


def test_a_site_keeps_its_permissions(place: Path) -> None:
    publish(place, OLD)
    place.chmod(0o750)
    publish(place, NEW)
    assert place.stat().st_mode & 0o777 == 0o750


def test_a_link_to_the_site_goes_on_leading_to_it(place: Path) -> None:
    place.with_name("current").mkdir()
    place.symlink_to("current")
    publish(place, OLD)
    publish(place, NEW)
    assert place.is_symlink()
    assert content(place.with_name("current")) == NEW


def test_folders_on_the_way_are_made(place: Path) -> None:
    deep = place / "below" / "it"
    publish(deep, NEW)
    assert content(deep) == NEW


def test_a_file_is_not_replaced(place: Path) -> None:
    place.write_bytes(b"mine")
    with pytest.raises(PublishingError, match="site: expected a folder that another can replace, got a file\n"):
        Staging(place)
    assert place.read_bytes() == b"mine"


def test_a_folder_that_cannot_be_made_is_named(place: Path) -> None:
    place.write_bytes(b"mine")
    with pytest.raises(PublishingError, match=r"below: could not be replaced: File exists\n.*permit that in"):
        Staging(place / "below")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_told_with_place_and_way_out(number: int, place: Path) -> None:
    told = full_disk(OSError(number, os.strerror(number)), place)
    assert told is not None
    assert told.startswith(f"{place}: could not be written: {os.strerror(number)}\n    free some space on the disk of ")


def test_other_errors_are_no_full_disk(place: Path) -> None:
    assert full_disk(OSError(errno.EACCES, "Permission denied"), place) is None


def test_folders_change_places_or_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    (one / "mark").touch()
    assert not exchange(one, other)
    assert (one / "mark").exists()
    other.mkdir()
    assert exchange(one, other) == (other / "mark").exists()
    assert (one / "mark").exists() != (other / "mark").exists()
