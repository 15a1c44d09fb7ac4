"""Sound changes of a data folder: the samples of Contribute, and changes of whatever records it holds today."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from macros.checks import load_sound
from tests.support import samples
from tests.support.new_records import add_source, file_of, write

Change = Callable[[Path], None]
"""Edits the files of a data folder."""


def add_row(data: Path) -> None:
    """One more row of a table of tested configurations: the last one again, as a variant."""
    file = file_of(data, "configurations", next(iter(load_sound(data).configurations)))
    content = yaml.safe_load(file.read_text("utf-8"))
    rows = content["tables"][-1]["rows"]
    rows.append({**rows[-1], "variant": f"run {len(rows) + 1}"})
    file.unlink()
    write(data, file.relative_to(data).as_posix(), content)


def add_sdk_release(data: Path) -> None:
    """The next release of an SDK, with the packages of the newest one."""
    records = load_sound(data)
    _, day, cited = add_source(data, records)
    platform = next(iter(records.platforms))
    listed = [key for key, sdk in records.sdks.items() if sdk.platform == platform and sdk.packages]
    newest = max(listed, key=lambda key: (records.sdks[key].date, _major(key)))
    folder, _, _ = newest.rpartition("/")
    packages = yaml.safe_load(file_of(data, "sdks", newest).read_text("utf-8"))["packages"]
    release = {"platform": platform, "date": day, "packages": packages, "manifest": cited, "citations": [cited]}
    write(data, f"sdks/{f'{folder}/' if folder else ''}{max(map(_major, listed)) + 1}.0.0.yml", release)


def _major(sdk: str) -> int:
    return int(re.findall(r"\d+", sdk.rpartition("/")[2])[0])


CHANGES: Sequence[Change] = (
    *(samples.add_all, samples.correct, samples.rename, samples.delete),
    *(add_row, add_sdk_release, add_row, add_sdk_release),
)
"""The kinds of change that contributors make, one after the other."""
