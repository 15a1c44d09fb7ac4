"""Files are written once: a preview that is built again moves what did not change."""

from __future__ import annotations

import shutil
from pathlib import Path

from macros.publishing import Publisher


def test_what_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publisher = Publisher()
    assert publisher.publish(site, [("api/one.json", b"1"), ("two.svg", b"2"), ("three.txt", b"3")]) == 3
    before = (site / "api" / "one.json").stat()
    publisher.set_aside(site)
    shutil.rmtree(site)
    site.mkdir()
    assert publisher.publish(site, [("api/one.json", b"1"), ("two.svg", b"II")]) == 1
    after = (site / "api" / "one.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert (site / "two.svg").read_bytes() == b"II"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert not (site / "three.txt").exists()


def test_two_folders_have_nothing_to_do_with_each_other(tmp_path: Path) -> None:
    publisher = Publisher()
    publisher.publish(tmp_path / "one", [("a", b"1")])
    publisher.set_aside(tmp_path / "two")
    assert publisher.publish(tmp_path / "two", [("a", b"1")]) == 1
    assert (tmp_path / "one" / "a").read_bytes() == b"1"
