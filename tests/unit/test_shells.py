"""Pages as the theme shows them, kept from build to build."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros.shells import KeptShells, Shell, digest

SHELL = Shell(
    "<p>Zwei Drähte <!--atlas:0-->", [{"location": "a/", "text": "b", "boost": 0.5}], frozenset({"'sha256-x'"})
)
KEY, OTHER = digest("a", "b"), digest("ab")


@pytest.fixture
def kept(tmp_path: Path) -> KeptShells:
    return KeptShells(tmp_path / "pages")


def test_what_was_kept_is_found_again(kept: KeptShells) -> None:
    assert kept.find(KEY) is None
    kept.keep(KEY, SHELL)
    assert kept.find(KEY) == SHELL
    assert kept.find(OTHER) is None


def test_a_key_tells_texts_apart_wherever_they_end() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("", "ab"), digest("ab", "")}) == 4


@pytest.mark.parametrize("content", ["", "{", "[]", '{"html": 1}', '{"html": "", "entries": [], "scripts": 5}', "\0"])
def test_what_cannot_be_read_was_not_kept(kept: KeptShells, tmp_path: Path, content: str) -> None:
    kept.keep(KEY, SHELL)
    (file,) = (tmp_path / "pages").glob("*/*")
    file.write_text(content, "utf-8")
    assert kept.find(KEY) is None


def test_what_no_page_was_made_from_is_removed(kept: KeptShells, tmp_path: Path) -> None:
    kept.keep(KEY, SHELL)
    kept.keep(OTHER, SHELL)
    kept.forget_all_but([OTHER])
    assert kept.find(KEY) is None
    assert kept.find(OTHER) == SHELL
    assert len(list((tmp_path / "pages").glob("*/*"))) == 1
