"""Copies of this project to build: as it is, at another commit, and with many made-up models."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bench.figures import PROJECT
from bench.processes import BenchError, run
from macros.loading import Records, load

WORK = PROJECT / ".bench"
PARTS = ("data", "docs", "macros", "overrides", "requirements", "schemas", "mkdocs.yml")
"""What a build reads."""

ROWS_PER_RELEASE = 3
RELEASES_PER_MODEL = 4
ROWS_PER_MODEL = ROWS_PER_RELEASE * RELEASES_PER_MODEL
"""Tested configurations of a made-up model."""

SOURCE = "bench"
SOURCE_RECORD = {
    "title": "Made-up runs",
    "publisher": "The benchmark",
    "summary": "Made up to measure the build.",
    "url": "https://example.org/bench",
    "as_of_basis": "Made up.",
    "licence": "CC0-1.0",
    "state": "current",
}
CONFIGURATION_FILE = """\
source: bench
release: {release}
as_of: {as_of}
workload: training
as_of_basis: Made up.
scope_basis: {{text: Made up., citations: [{{source: bench, locator: Made up}}]}}
tables:
  - title: Made-up runs of {release}
    locator: Runs of {release}
    first_line: 1
    domain: nlp
    topology: single-node-single-accelerator
    automatic_mixed_precision: true
    scope: per-accelerator
    rows:
"""


@cache
def current() -> Path:
    """The working tree with its whole git history."""
    return _copy_parts(_clone("current", "HEAD"))


@cache
def at_commit(commit: str) -> Path:
    """The project as of a commit, with the git history up to it."""
    return _clone(commit, commit)


@cache
def with_models(count: int) -> Path:
    """The working tree without history, with so many made-up models in its data."""
    folder = WORK / f"{count}-models"
    shutil.rmtree(folder, ignore_errors=True)
    _copy_parts(folder)
    # The copy has no former addresses to check.
    shutil.rmtree(folder / "schemas")
    add_models(folder / "data", count)
    run(("macros", "check"), folder)  # also compiles the package to bytecode
    return folder


def _clone(name: str, commit: str) -> Path:
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    try:
        subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", PROJECT, folder], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
    except subprocess.CalledProcessError as error:
        raise BenchError(f"cannot check out {commit}: the whole git history is needed") from error
    run(("macros", "check"), folder)
    return folder


def _copy_parts(folder: Path) -> Path:
    for part in (PROJECT / name for name in PARTS):
        if part.is_dir():
            shutil.rmtree(folder / part.name, ignore_errors=True)
            shutil.copytree(part, folder / part.name)
        else:
            shutil.copy(part, folder)
    return folder


def add_models(data: Path, count: int) -> None:
    """Add made-up models to a data folder, and tested configurations of each. The same count gives the same data."""
    records, chance = load(data), random.Random(1)  # noqa: S311 - made-up figures, no secrets
    architectures, releases = list(records.architectures), list(records.releases)
    instances = {release: _instances_of(records, release) for release in releases}
    rows: dict[str, list[str]] = {release: [] for release in releases}
    _write_record(data / "sources" / f"{SOURCE}.yml", SOURCE_RECORD)
    for number in range(count):
        model = f"bench-org/model-{number:05}"
        _write_record(data / "models" / f"{model}.yml", _model(model, architectures[number % len(architectures)]))
        for release in chance.sample(releases, RELEASES_PER_MODEL):
            # No two rows of a model and release share a dataset: they would be compared with each other.
            for dataset in chance.sample(list(records.datasets), ROWS_PER_RELEASE):
                row = _row(chance, model, dataset, chance.choice(instances[release]))
                rows[release].append(f"      - {json.dumps(row)}\n")
    for release in filter(rows.get, releases):
        head = CONFIGURATION_FILE.format(release=release, as_of=records.releases[release].launched)
        _write(data / "configurations" / SOURCE / f"{release.replace('/', '-')}.yml", head + "".join(rows[release]))


def _model(model: str, architecture: str) -> Mapping[str, object]:
    number = model.rpartition("-")[2]
    return {
        "name": model,
        "architecture": architecture,
        "hub_id": model,
        "url": f"https://example.org/{model}",
        "summary": f"Made-up model {number} to measure the build.",
        "other_names": [{"name": f"Made-up model {number}"}, {"name": f"bench-{number}"}],
    }


def _row(chance: random.Random, model: str, dataset: str, instance: str) -> Mapping[str, object]:
    native = chance.randint(4, 256)
    return {
        "model": model,
        "dataset": dataset,
        "instance": instance,
        "precision": "float16",
        "sequence_length": chance.choice((128, 512)),
        "native": native,
        "compiled": max(1, round(native * chance.uniform(0.8, 2.5))),
    }


def _instances_of(records: Records, release: str) -> list[str]:
    """The instance types with an accelerator that the framework of a release runs on."""
    framework = records.frameworks[release.partition("/")[0]]
    accelerators = {hardware.accelerator for hardware in framework.hardware}
    return [name for name, instance in records.instances.items() if instance.accelerator in accelerators]


def _write_record(path: Path, record: Mapping[str, object]) -> None:
    _write(path, "".join(f"{key}: {json.dumps(value)}\n" for key, value in record.items()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
