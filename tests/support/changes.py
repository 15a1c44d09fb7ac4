"""Data folders with more in them: records of cases beside made-up ones, the samples of Contribute, sound changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import yaml

from macros.checks import load_sound
from tests.support.project import MADE_UP, PROJECT

PAGE = (PROJECT / "docs" / "contribute" / "samples" / "index.md").read_text("utf-8")
BLOCKS = re.findall(r"^( *)```yaml\n(.*?)\n\1```$", PAGE, re.MULTILINE | re.DOTALL)
MODEL = Path("models", "example", "net-base.yml")
PARTS_OF_A_RELEASE = ("platform", "date", "packages", "manifest", "citations")

Change = Callable[[Path], None]
"""Edits the files of a data folder."""


class WithoutAliases(yaml.SafeDumper):
    """Writes each value in full, as data files have to."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - named by the base class
        return True


def write(file: Path, content: Mapping[str, Any]) -> None:
    file.write_text(yaml.dump(content, Dumper=WithoutAliases, sort_keys=False, allow_unicode=True), "utf-8")


def made_up_record(name: str) -> dict[str, Any]:
    """What a file of the made-up data says."""
    content: dict[str, Any] = yaml.safe_load((MADE_UP / f"data/{name}.yml").read_text("utf-8"))
    return content


def made_up_with(data: Path, files: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Makes a data folder of the made-up data and of files, by their names below it."""
    copytree(MADE_UP / "data", data)
    for name, content in files:
        (data / f"{name}.yml").parent.mkdir(parents=True, exist_ok=True)
        write(data / f"{name}.yml", content)


def samples() -> Mapping[str, str]:
    """The whole files among the samples, by path below the data folder."""
    found = (re.match(r"# data/(\S+\.yml)\n", text) for _, text in BLOCKS)
    return {head[1]: f"{head.string[head.end() :]}\n" for head in found if head}


def _fragment(start: str) -> str:
    """The part of a file whose first line begins with some words, without that line and without indentation."""
    (found,) = [(indent, text) for indent, text in BLOCKS if text.strip().startswith(f"# {start}")]
    indent, text = found
    return "".join(f"{line.removeprefix(indent)}\n" for line in text.splitlines()[1:])


def add_all(data: Path) -> None:
    """A record of every kind, about things and a vendor that are new."""
    for name, text in samples().items():
        file = data / name
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), f"the sample {name} has the path of a real record"
        file.write_text(text, "utf-8")


def correct(data: Path) -> None:
    """A figure of a benchmark changes."""
    file = data / "benchmarks" / "example-throughput.yml"
    before, after = (_fragment(f"in data/benchmarks/{file.name}, {when}") for when in ("before", "after"))
    text = file.read_text("utf-8")
    assert before.strip() in text
    file.write_text(text.replace(before.strip(), after.strip()), "utf-8")


def rename(data: Path) -> None:
    """A model gets another id."""
    text = (data / MODEL).read_text("utf-8") + _fragment(f"in data/{MODEL.as_posix()}, after")
    (data / MODEL).with_name("net-small.yml").write_text(text, "utf-8")
    (data / MODEL).unlink()


def delete(data: Path) -> None:
    """A limitation goes, and its address leads elsewhere."""
    (data / "limitations" / "example-long-input.yml").unlink()
    redirects = data / "redirects.yml"
    added = "".join(f"  {line}\n" for line in _fragment("in data/redirects.yml").splitlines())
    redirects.write_text(f"{redirects.read_text('utf-8').rstrip()}\n{added}", "utf-8")


def add_row(data: Path) -> None:
    """One more row of a table of tested configurations: the last one again, as a variant."""
    file = data / "configurations" / f"{next(iter(load_sound(data).configurations))}.yml"
    content = yaml.safe_load(file.read_text("utf-8"))
    rows = content["tables"][-1]["rows"]
    rows.append({**rows[-1], "variant": f"run {len(rows) + 1}"})
    write(file, content)


def add_sdk_release(data: Path) -> None:
    """The next release of an SDK, with the packages of the newest one."""
    sdks = load_sound(data).sdks
    newest = max((key for key in sdks if sdks[key].packages), key=lambda key: (sdks[key].date, key))
    file = data / "sdks" / f"{newest}.yml"
    content = yaml.safe_load(file.read_text("utf-8"))
    write(file.with_name("1000.0.0.yml"), {name: content[name] for name in PARTS_OF_A_RELEASE})


CHANGES: Sequence[Change] = (add_all, correct, rename, delete, add_row, add_sdk_release)
"""The kinds of change that contributors make, one after the other."""
