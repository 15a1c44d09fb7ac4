"""What was made is put in place again as long as everything it was made of is the same; and made anew otherwise."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from macros.keeping import STAMP, Maker, Piece, PieceError, Write, digest
from macros.knowledge.asking import Answering, question
from macros.publishing import Published, Staging
from macros.workers import Workers

HEIGHTS = {"oak": 20, "elm": 30, "ash": 40}


class Forest(Answering):
    """Knows how high trees are."""

    called = "forest"

    def __init__(self, heights: Mapping[str, int]) -> None:
        super().__init__()
        self._heights = heights

    @question
    def height_of(self, tree: str) -> int:
        return self._heights[tree]


@dataclass
class Outcome:
    """What one build did."""

    made: list[str] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    published: Published | None = None


@dataclass(frozen=True)
class How:
    """How a site is built, if not as always."""

    trees: Sequence[str] = tuple(HEIGHTS)
    made_with: str = "an axe"
    stamp: str = "2028"
    frame: str = ""
    finished: bool = True
    processes: int = 1


@dataclass(frozen=True)
class Place:
    """Where a site is built again and again."""

    folder: Path

    @property
    def kept(self) -> Path:
        return self.folder / "kept"

    @property
    def site(self) -> Path:
        return self.folder / "site"

    def content(self) -> Mapping[str, str]:
        return {file.name: file.read_text("utf-8") for file in sorted(self.site.iterdir())}

    def build(self, heights: Mapping[str, int] = HEIGHTS, how: How | None = None) -> Outcome:
        """Builds a site with a file for each tree."""
        how = how or How()
        forest, outcome = Forest(heights), Outcome()
        staging = Staging(self.site)
        maker = Maker(forest.notebook, staging, self.kept, how.made_with, how.stamp)
        pieces = [
            Piece(f"tree/{tree}", partial(_measure, forest, tree, outcome.made), partial(str, how.frame), f"{tree}.yml")
            for tree in how.trees
        ]
        try:
            made = Workers(maker.make, pieces, how.processes).results(lambda _: None)
            if how.finished:
                maker.finish(made)
                outcome.published = staging.publish()
            outcome.said = {piece.name: one.said for piece, one in zip(pieces, made, strict=True)}
        finally:
            staging.discard()
        return outcome


def _measure(forest: Forest, tree: str, made: list[str], write: Write) -> Mapping[str, Any]:
    made.append(tree)
    height = forest.height_of(tree)
    write(f"{tree}.txt", [f"{tree} in {STAMP}: ".encode(), f"{height} m\n".encode()])
    write(f"{tree}.name", [tree.encode()])
    return {"height": height, "named": [tree, None]}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def identity(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_ino, found.st_mtime_ns


def test_nothing_is_made_twice(place: Place) -> None:
    first, second = place.build(), place.build()
    assert (first.made, second.made) == (list(HEIGHTS), [])
    assert second.said == first.said == {f"tree/{t}": {"height": h, "named": [t, None]} for t, h in HEIGHTS.items()}
    assert second.published == Published(place.site, files=6, changed=0)
    assert place.content()["oak.txt"] == "oak in 2028: 20 m\n"


def test_what_is_answered_otherwise_is_made_anew_and_nothing_else(place: Place) -> None:
    place.build()
    before = {name: identity(place.site / name) for name in place.content()}
    found = place.build({**HEIGHTS, "elm": 31})
    assert found.made == ["elm"]
    assert found.published == Published(place.site, files=6, changed=1)
    assert place.content()["elm.txt"] == "elm in 2028: 31 m\n"
    after = {name: identity(place.site / name) for name in place.content()}
    assert [name for name in before if before[name] != after[name]] == ["elm.txt"]


@pytest.mark.parametrize("other", [How(frame="carved"), How(made_with="a saw")])
def test_what_is_made_of_or_with_something_else_is_made_anew(place: Place, other: How) -> None:
    place.build()
    assert place.build(how=other).made == list(HEIGHTS)
    assert place.build(how=other).made == []


def test_a_new_stamp_is_set_without_making_anything(place: Place) -> None:
    place.build()
    found = place.build(how=How(stamp="2029"))
    assert found.made == []
    assert found.published == Published(place.site, files=6, changed=3)
    assert [place.content()[f"oak.{kind}"] for kind in ("txt", "name")] == ["oak in 2029: 20 m\n", "oak"]


def test_who_is_not_known_any_more_is_asked_about_in_vain(place: Place) -> None:
    place.build()
    left = {"oak": 20, "ash": 40}
    assert place.build(left, How(list(left))).made == []
    with pytest.raises(PieceError, match=r"^tree/elm cannot be made from elm\.yml: KeyError\('elm'\)$"):
        place.build(left)


def test_what_no_build_needs_any_more_is_forgotten(place: Place) -> None:
    place.build()
    place.build(how=How(trees=["oak"]))
    # What has a stamp and what has none.
    assert len([file for file in (place.kept / "store").rglob("*") if file.is_file()]) == 2
    assert place.build().made == ["elm", "ash"]


def test_a_build_that_ends_before_it_is_finished_leaves_nothing_that_counts(place: Place) -> None:
    place.build(how=How(finished=False))
    assert not place.site.exists()
    assert place.build().made == list(HEIGHTS)
    assert place.build().made == []


def rewritten(file: Path) -> None:
    # In place, as an editor does that knows nothing of links.
    with file.open("r+b") as opened:
        opened.write(b"X")


def lengthened(file: Path) -> None:
    with file.open("ab") as opened:
        opened.write(b"more")


@pytest.mark.parametrize("edit", [rewritten, lengthened, Path.unlink])
def test_who_edits_the_site_edits_nothing_that_is_kept(place: Place, edit: Callable[[Path], None]) -> None:
    place.build()
    file = place.site / "oak.name"
    edit(file)
    if file.exists():
        later = time.time() + 5
        os.utime(file, (later, later))
    place.build()
    place.build()
    assert place.content()["oak.name"] == "oak"


def test_without_its_content_a_piece_is_made_anew(place: Place) -> None:
    place.build()
    for file in (place.kept / "store").rglob("*"):
        if file.is_file() and file.read_bytes() == b"oak":
            file.unlink()
    assert place.build().made == ["oak"]


GARBAGE = ["", "\0", "\n", "{}", "[]", "[[]]", "null", '["", [99], [], null]', '["", [0], 7, null]']


@pytest.mark.parametrize("garbage", GARBAGE)
def test_what_cannot_be_read_was_not_kept(place: Place, garbage: str) -> None:
    place.build()
    (ledger,) = (place.kept / "ledger").iterdir()
    lines = ledger.read_text("utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        about = line.partition("\t")[0]
        ledger.write_text("".join([*lines[:number], f"{about}\t{garbage}\n", *lines[number + 1 :]]), "utf-8")
        place.site.joinpath("elm.txt").unlink()
        place.build()
        assert place.content()["elm.txt"] == "elm in 2028: 30 m\n"
        (*_, newest) = sorted((place.kept / "ledger").iterdir())
        newest.unlink() if newest != ledger else None


def test_a_ledger_of_something_else_is_none(place: Place) -> None:
    place.build()
    (ledger,) = (place.kept / "ledger").iterdir()
    ledger.write_bytes(b"\xff\xfe\0")
    assert place.build().made == list(HEIGHTS)


def test_many_changes_leave_few_lines(place: Place) -> None:
    sizes = []
    for year in range(30):
        place.build({**HEIGHTS, "elm": year})
        sizes.append(sum(file.stat().st_size for file in (place.kept / "ledger").iterdir()))
    assert max(sizes) < 4 * sizes[0]
    assert place.build({**HEIGHTS, "elm": 29}).made == []


def test_several_processes_keep_what_each_made(place: Place) -> None:
    trees = {f"tree-{number}": number for number in range(80)}
    place.build(trees, How(list(trees), processes=2))
    assert len(list((place.kept / "ledger").iterdir())) == 2
    assert place.build(trees, How(list(trees))).made == []
    assert len(place.content()) == 2 * len(trees)


def test_a_disk_that_knows_no_links_gets_copies(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: str, _link: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    place.build()
    assert place.build({**HEIGHTS, "elm": 31}).made == ["elm"]
    assert place.content()["elm.txt"] == "elm in 2028: 31 m\n"
    rewritten(place.site / "oak.name")
    assert place.build({**HEIGHTS, "elm": 31}).made == []
    assert place.content()["oak.name"] == "oak"


def test_what_killed_builds_left_is_removed_after_a_day(place: Place) -> None:
    place.build()
    old, new = (place.kept / "store" / f"half-{age}" for age in ("old", "new"))
    for half in (old, new):
        half.touch()
    os.utime(old, (time.time() - 100_000,) * 2)
    place.build()
    assert (old.exists(), new.exists()) == (False, True)


def test_a_digest_tells_texts_apart_wherever_they_end() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("", "ab"), digest("ab", "")}) == 4
