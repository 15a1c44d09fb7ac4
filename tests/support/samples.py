"""The samples of Contribute, as changes of a project's data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tests.support.places import PROJECT

PAGE = (PROJECT / "docs" / "contribute" / "samples" / "index.md").read_text("utf-8")
BLOCKS = re.findall(r"^( *)```yaml\n(.*?)\n\1```$", PAGE, re.MULTILINE | re.DOTALL)
MODEL = Path("models", "example", "net-base.yml")


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
