"""After a change of the data, what earlier makings kept and what is made anew are together what nothing kept gives."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest

from macros.assembling import Shell, page_piece
from macros.checks import load_sound
from macros.keeping import Maker, Piece, digest
from macros.loading import DataError
from macros.making import Making
from macros.page_macros import PAGE_MACROS, call
from macros.pages import GeneratedPage
from macros.publishing import Staging
from macros.rendering import CompiledTemplates
from macros.site import Site
from tests.mutations.dataset import Spot, read_dataset
from tests.places import MINIATURE
from tests.proving import report

Edit = Mapping[str, str]
"""Contents by path below the data folder."""

ONE_IN = 40
"""Of the changes, so many are tried unless all are to be proved."""

WRITTEN = "written/"
"""Where the macros stand that need no record."""
ARGUMENTS = {"column_table": ("tested-configurations",)}


@pytest.fixture(scope="module")
def edits() -> Sequence[tuple[str, Edit]]:
    """Every single change of the made-up data: each value becomes another, and each entry of a list goes."""
    data = read_dataset(MINIATURE, load_sound(MINIATURE / "data"))
    return list(_edits(data.spots))


def _edits(spots: Sequence[Spot]) -> Iterator[tuple[str, Edit]]:
    for spot in spots:
        text, where = spot.file.text, f"{spot.file.name} {spot.path}"
        for other in _others(spot):
            yield f"{where}: {other}", {spot.file.name: f"{text[: spot.start]}{other}{text[spot.end :]}"}
        if spot.parent and spot.parent.is_list and spot.on_one_line and spot.whole_line.lstrip().startswith("- "):
            lines = [*spot.file.lines[: spot.line - 1], *spot.file.lines[spot.line :]]
            yield f"{where} goes", {spot.file.name: "".join(lines)}


def _others(spot: Spot) -> Iterator[str]:
    """Other values that may stand in a place."""
    if not spot.is_scalar or not spot.on_one_line:
        return
    if spot.is_date:
        yield str(datetime.date.fromisoformat(spot.value) - datetime.timedelta(days=1))
    elif spot.is_a("boolean"):
        yield "false" if spot.value == "true" else "true"
    elif spot.value.isdecimal() and not spot.is_quoted:
        yield str(int(spot.value) + 1)
    elif spot.is_text:
        yield '"Something else"'
    elif spot.schema.get("enum"):
        yield from (str(value) for value in spot.schema["enum"] if value != spot.value)


@dataclass(frozen=True)
class Workshop:
    """Where what is published of some data is made again and again."""

    folder: Path
    numbers: Iterator[int]

    def site(self, edit: Edit) -> Site | None:
        """The made-up site after a change of its data; None where these would not be sound."""
        project = self.folder / f"project-{next(self.numbers)}"
        copytree(MINIATURE / "data", project / "data")
        for name, content in edit.items():
            (project / "data" / name).write_text(content, "utf-8")
        try:
            site = Site(project)
        except DataError:
            return None
        compiled = self.folder / "compiled"
        compiled.mkdir(exist_ok=True)
        site.renderer.keep_compiled(CompiledTemplates(str(compiled)))
        return site

    def made(self, site: Site, kept: Path) -> Mapping[str, bytes]:
        """Everything that is made of a site's data, with what was kept before; by path."""
        number = next(self.numbers)
        staging = Staging(self.folder / f"made-{number}")
        try:
            known = site.knowledge
            site.maker = Maker(known.notebook, staging, kept, "the same code", known.revision)
            making = Making(site, site.maker, staging.folder, lambda page: _piece(site, page))
            found = {f"{WRITTEN}{name}": text.encode() for name, text in _on_written_pages(site)}
            making.finish()
            files = (file for file in staging.folder.rglob("*") if file.is_file())
            return found | {file.relative_to(staging.folder).as_posix(): file.read_bytes() for file in files}
        finally:
            staging.discard()


def _piece(site: Site, page: GeneratedPage) -> Piece:
    return page_piece(site, lambda _, skeleton: Shell(skeleton, [], frozenset()), lambda page: digest(repr(page)), page)


def _on_written_pages(site: Site) -> Iterator[tuple[str, str]]:
    of_records = {page.macro for page in site.pages}
    for name, macro in PAGE_MACROS.items():
        if name not in of_records and not macro.tells_of_build:
            skeleton = call(name, site, lambda: WRITTEN, *ARGUMENTS.get(name, ()))
            yield name, site.parts.pop(WRITTEN).fill(skeleton)


@pytest.mark.proof
def test_what_is_kept_and_what_is_made_anew_fit_together(
    edits: Sequence[tuple[str, Edit]], tmp_path: Path, proving: bool, request: pytest.FixtureRequest
) -> None:
    workshop = Workshop(tmp_path, count())
    before = workshop.site({})
    assert before
    workshop.made(before, tmp_path / "kept")
    tried, wrong = 0, []
    for what, edit in edits if proving else edits[::ONE_IN]:
        site = workshop.site(edit)
        if site is None:
            continue
        tried += 1
        again = workshop.made(site, tmp_path / "kept")
        fresh = workshop.made(site, tmp_path / f"nothing-{tried}")
        wrong += [
            f"{what}: {path}" for path in sorted(again.keys() | fresh.keys()) if again.get(path) != fresh.get(path)
        ]
    assert tried > 5
    report(request.config, "Changes of the data, made with what was kept", [f"{tried} of {len(edits)} tried"])
    assert wrong == []
