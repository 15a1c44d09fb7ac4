"""The output folder of a build: it replaces the former site as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from macros.site.output import STALE_SECONDS, OutputError, OutputFolder, full_disk
from tests.support.made_up_project import content


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site that was built before."""
    folder = tmp_path / "site"
    write(folder, {"index.html": "before", "gone/index.html": "gone"})
    return folder


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def build(site: Path, text: str) -> OutputFolder:
    """A complete output folder that is not published yet."""
    output = OutputFolder(site)
    write(output.folder, {"index.html": text, f"{text}/index.html": text})
    return output


BEFORE = {"index.html": b"before", "gone/index.html": b"gone"}
AFTER = {"index.html": b"after", "after/index.html": b"after"}


def beside(site: Path) -> list[str]:
    """The names of all that lies in the folder of a site."""
    return sorted(path.name for path in site.parent.iterdir())


def test_the_first_site_of_a_project_is_published(tmp_path: Path) -> None:
    site = tmp_path / "public" / "site"
    build(site, "after").publish()
    assert content(site) == AFTER
    assert beside(site) == ["site"]


def test_publishing_replaces_the_whole_former_site(site: Path) -> None:
    output = build(site, "after")
    assert content(site) == BEFORE
    output.publish()
    assert content(site) == AFTER
    assert beside(site) == ["site"]


def test_a_linked_folder_is_replaced_and_the_link_kept(site: Path, tmp_path: Path) -> None:
    link = tmp_path / "public"
    link.symlink_to(site, target_is_directory=True)
    build(link, "after").publish()
    assert link.is_symlink()
    assert content(link) == AFTER


def test_two_builds_at_once_write_into_separate_folders(site: Path) -> None:
    first, second = build(site, "first"), build(site, "after")
    first.publish()
    second.publish()
    assert content(site) == AFTER
    assert beside(site) == ["site"]


def test_a_discarded_build_leaves_the_site_as_it_was(site: Path) -> None:
    output = build(site, "after")
    output.discard()
    assert content(site) == BEFORE
    assert beside(site) == ["site"]


def test_discarding_after_publishing_changes_nothing(site: Path) -> None:
    output = build(site, "after")
    output.publish()
    output.discard()
    assert content(site) == AFTER


@pytest.fixture
def killed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose build was killed after its former folder was renamed, and before the new one was."""
    rename, calls = Path.rename, iter((True, False))

    def rename_once(path: Path, target: Path) -> Path:
        if next(calls):
            return rename(path, target)
        raise KeyboardInterrupt

    output = build(site, "after")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", rename_once)
        with pytest.raises(KeyboardInterrupt):
            output.publish()
    assert not site.exists()
    return site


def test_the_next_build_puts_back_a_site_whose_build_was_killed(killed: Path) -> None:
    OutputFolder(killed).discard()
    assert content(killed) == BEFORE


def test_a_site_that_was_put_back_is_replaced_as_usual(killed: Path) -> None:
    build(killed, "after").publish()
    assert content(killed) == AFTER


@pytest.mark.parametrize(("seconds", "is_kept"), [(STALE_SECONDS // 2, True), (STALE_SECONDS * 2, False)])
def test_the_folder_of_another_build_is_removed_once_it_is_a_day_old(
    site: Path, seconds: int, *, is_kept: bool
) -> None:
    other = build(site, "other")
    then = time.time() - seconds
    os.utime(other.folder, (then, then))
    build(site, "after").publish()
    assert other.folder.exists() is is_kept
    assert content(site) == AFTER


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "site"
    file.write_text("mine", "utf-8")
    with pytest.raises(OutputError) as refused:
        OutputFolder(file)
    assert str(file) in str(refused.value)
    assert "mkdocs build -d" in str(refused.value)
    assert file.read_text("utf-8") == "mine"
    assert beside(file) == ["site"]


def test_a_mount_point_is_refused(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_mount", lambda path: path == site)
    with pytest.raises(OutputError, match="mount point"):
        OutputFolder(site)
    assert content(site) == BEFORE


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG], ids=errno.errorcode.get)
def test_an_error_of_a_full_disk_names_the_site_and_the_folder_to_clear(number: int, site: Path) -> None:
    message = full_disk(OSError(number, os.strerror(number)), site)
    assert message is not None
    head, hint = message.splitlines()
    assert head.startswith(f"{site}: ")
    assert os.strerror(number) in head
    assert str(site.parent) in hint


def test_another_error_is_no_full_disk(site: Path) -> None:
    assert full_disk(PermissionError(errno.EACCES, "Permission denied"), site) is None
