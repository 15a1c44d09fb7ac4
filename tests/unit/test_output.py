"""What a build writes: it replaces the former site as a whole, or not at all; a second process writes with it."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from macros.site.output import STALE_SECONDS, Background, OutputError, OutputFolder
from tests.support.project import content

BEFORE = {"index.html": b"before", "gone/index.html": b"gone"}
AFTER = {"index.html": b"after", "after/index.html": b"after"}


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site that was built before."""
    write(tmp_path / "site", BEFORE)
    return tmp_path / "site"


def build(site: Path, files: Mapping[str, bytes] = AFTER) -> OutputFolder:
    """A complete output folder that is not published yet."""
    output = OutputFolder(site)
    write(output.folder, files)
    return output


def beside(site: Path) -> list[str]:
    """The names of all that lies in the folder of a site."""
    return sorted(path.name for path in site.parent.iterdir())


def test_publishing_replaces_the_whole_former_site(site: Path) -> None:
    output = build(site)
    assert content(site) == BEFORE
    output.publish()
    output.discard()
    assert content(site) == AFTER
    assert beside(site) == ["site"]


def test_a_linked_folder_is_replaced_and_the_link_kept(site: Path, tmp_path: Path) -> None:
    link = tmp_path / "public"
    link.symlink_to(site, target_is_directory=True)
    build(link).publish()
    assert link.is_symlink()
    assert content(link) == AFTER


def test_two_builds_at_once_write_into_separate_folders(site: Path) -> None:
    first, second = build(site, BEFORE), build(site)
    first.publish()
    second.publish()
    assert content(site) == AFTER
    assert beside(site) == ["site"]


def test_the_next_build_puts_back_a_site_whose_build_was_killed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = build(site)
    rename, calls = Path.rename, iter((True, False))

    def rename_once(path: Path, target: Path) -> Path:
        if next(calls):
            return rename(path, target)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", rename_once)
        with pytest.raises(KeyboardInterrupt):
            output.publish()
    assert not site.exists()
    after = build(site)
    assert content(site) == BEFORE
    after.publish()
    assert content(site) == AFTER


@pytest.mark.parametrize(("seconds", "is_kept"), [(STALE_SECONDS // 2, True), (STALE_SECONDS * 2, False)])
def test_the_folder_of_another_build_is_removed_once_it_is_a_day_old(
    site: Path, seconds: int, *, is_kept: bool
) -> None:
    other = build(site)
    then = time.time() - seconds
    os.utime(other.folder, (then, then))
    build(site).publish()
    assert other.folder.exists() is is_kept
    assert content(site) == AFTER


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "site"
    file.write_text("mine", "utf-8")
    with pytest.raises(OutputError, match="mkdocs build -d") as refused:
        OutputFolder(file)
    assert str(file) in str(refused.value)
    assert file.read_text("utf-8") == "mine"
    assert beside(file) == ["site"]


def test_a_mount_point_is_refused(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_mount", lambda path: path == site)
    with pytest.raises(OutputError, match="mount point"):
        OutputFolder(site)
    assert content(site) == BEFORE


@pytest.mark.parametrize("methods", [["fork"], ["spawn"]])
def test_the_result_of_the_second_process_is_that_of_the_work(
    methods: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: methods)
    loaded, missing = ["a", "b"], tmp_path / "missing"
    assert Background(lambda: [*loaded, "c"]).result == ["a", "b", "c"]
    with pytest.raises(FileNotFoundError) as raised:
        _ = Background(missing.read_bytes).result
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))


def test_another_error_of_the_second_process_is_raised_with_its_type_and_message() -> None:
    with pytest.raises(RuntimeError, match=r"^ValueError: invalid literal for int"):
        _ = Background(lambda: int("no number")).result
    with pytest.raises(RuntimeError, match="ended early"):
        _ = Background(lambda: os._exit(3)).result


def test_the_second_process_leaves_ctrl_c_to_the_first_and_ends_with_it() -> None:
    assert Background(lambda: signal.getsignal(signal.SIGINT)).result == signal.SIG_IGN
    reader, writer = multiprocessing.Pipe(duplex=False)

    def work() -> None:
        writer.send(os.getpid())
        signal.pause()

    background = Background(work)
    process = reader.recv()
    background.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
