"""Sound changes of a data folder, each made of whatever records the folder holds today."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from macros.loading import Records
from tests.support.data_corrections import correct_figure_and_date, rename_and_delete
from tests.support.new_records import add_source, file_of, write
from tests.support.samples import samples

Change = Callable[[Path, Records], None]
"""Edits the files of a data folder that holds some records."""


def add_row(data: Path, records: Records) -> None:
    """One more row of a table of tested configurations: the last one again, as a variant."""
    file = file_of(data, "configurations", next(iter(records.configurations)))
    content = yaml.safe_load(file.read_text("utf-8"))
    rows = content["tables"][-1]["rows"]
    rows.append({**rows[-1], "variant": f"run {len(rows) + 1}"})
    file.unlink()
    write(data, file.relative_to(data).as_posix(), content)


def add_sdk_release(data: Path, records: Records) -> None:
    """The next release of an SDK, with the packages of the newest one."""
    _, day, cited = add_source(data, records)
    platform = next(iter(records.platforms))
    listed = [key for key, sdk in records.sdks.items() if sdk.platform == platform and sdk.packages]
    newest = max(listed, key=lambda key: (records.sdks[key].date, _major(key)))
    folder, _, _ = newest.rpartition("/")
    major = max(map(_major, listed)) + 1
    packages = yaml.safe_load(file_of(data, "sdks", newest).read_text("utf-8"))["packages"]
    write(
        data,
        f"sdks/{f'{folder}/' if folder else ''}{major}.0.0.yml",
        {
            "platform": platform,
            "date": day,
            "packages": packages,
            "manifest": cited,
            "citations": [cited],
        },
    )


def add_samples(data: Path, _records: Records) -> None:
    """A record of every kind, about things and a vendor that are new: the samples of Contribute."""
    for name, text in samples().items():
        file = data.parent / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def _major(sdk: str) -> int:
    return int(re.findall(r"\d+", sdk.rpartition("/")[2])[0])


CHANGES: Mapping[str, Change] = {
    "a record of every kind": add_samples,
    "a row": add_row,
    "an SDK release": add_sdk_release,
    "a corrected figure and date": correct_figure_and_date,
    "a rename and a deletion": rename_and_delete,
}
"""The kinds of change that contributors make, each by itself."""
