"""What a build writes, as a whole or not at all, with a second process; and what it does to finished pages."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from macros.site.finished import PLACE, POLICY, with_policy, without_blanks
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
def test_the_folder_of_another_build_is_removed_a_day_later(site: Path, seconds: int, *, is_kept: bool) -> None:
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
def test_a_second_process_gives_its_result(methods: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
"""That of alert(1), by `openssl dgst -sha256 -binary | base64`."""


@pytest.mark.parametrize(
    "page",
    [
        "<article><script>alert(1)</script></article>",
        "<article></article><script>alert(1)</script><article></article>",
        "<article class=x></article><script>alert(1)</script></article>",
    ],
)
def test_a_script_in_the_article_gets_no_hash(page: str) -> None:
    assert with_policy(f"{PLACE}|{page}") == f"|{page}"


def test_code_keeps_its_blanks_and_words_stay_apart() -> None:
    page = "<p>a\n   <b>b</b>\n c</p>\n<PRE>\n  x\n   <li>y\n</PRE>\n   <textarea> \n z</textarea>"
    shown = "<p>a\n<b>b</b>\nc</p>\n<PRE>\n  x\n   <li>y\n</PRE>\n<textarea> \n z</textarea>"
    assert without_blanks(page) == shown


def test_only_the_policy_itself_is_filled_in() -> None:
    page = f'<meta content="{{}}"><script>alert(1)</script><p>{PLACE}</p>'
    assert "unsafe" not in POLICY
    assert with_policy(page.format(POLICY)) == page.format(POLICY.replace(PLACE, OF_ALERT))
