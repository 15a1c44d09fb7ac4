"""Copies of this project to build: as it is, at another commit, and with many made-up models."""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bench.figures import PROJECT
from bench.processes import BenchError, run
from macros.loading import load

WORK = PROJECT / ".bench"
FOLDERS = ("data", "docs", "macros", "overrides", "requirements")
"""What a build reads, besides mkdocs.yml."""

RELEASES_PER_MODEL, ROWS_PER_RELEASE = 4, 3
ROWS_PER_MODEL = RELEASES_PER_MODEL * ROWS_PER_RELEASE
"""Tested configurations of a made-up model."""

SOURCE = """\
title: Made-up runs
publisher: The benchmark
summary: Made up to measure the build.
url: https://example.org/bench
as_of_basis: Made up.
licence: CC0-1.0
state: current
"""
MODEL = """\
name: {id}
architecture: {architecture}
hub_id: {id}
url: https://example.org/{id}
summary: Made-up model {number} to measure the build.
other_names: [{{name: Made-up model {number}}}, {{name: bench-{number}}}]
"""
CONFIGURATIONS = """\
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
ROW = (
    "      - {{model: {model}, dataset: {dataset}, instance: {instance}, precision: float16,"
    " sequence_length: {length}, native: {native}, compiled: {compiled}}}\n"
)


@cache
def at_commit(commit: str) -> Path:
    folder = WORK / commit
    shutil.rmtree(folder, ignore_errors=True)
    try:
        subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", PROJECT, folder], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
    except subprocess.CalledProcessError as error:
        raise BenchError(f"cannot check out {commit}: the whole git history is needed") from error
    run(("macros", "check"), folder)  # compiles the package to bytecode
    return folder


@cache
def with_models(count: int) -> Path:
    """The working tree with so many made-up models in its data; with 0, as it is."""
    folder = WORK / (f"{count}-models" if count else "today")
    for name in FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(PROJECT / name, folder / name)
    shutil.copy(PROJECT / "mkdocs.yml", folder)
    if count:
        add_models(folder / "data", count)
    run(("macros", "check"), folder)
    return folder


def add_models(data: Path, count: int) -> None:
    """Add made-up models to a data folder, and tested configurations of each. The same count gives the same data."""
    records, chance = load(data), random.Random(1)  # noqa: S311 - made-up figures, no secrets
    architectures, datasets = list(records.architectures), list(records.datasets)
    instances = {}
    for release in (name for name, each in records.releases.items() if each.launched):
        hardware = records.frameworks[release.partition("/")[0]].hardware
        instances[release] = [name for name, each in records.instances.items() if each.accelerator in hardware]
    rows: dict[str, str] = dict.fromkeys(filter(instances.get, instances), "")
    _write(data / "sources/bench.yml", SOURCE)
    for index in range(count):
        number = f"{index:05}"
        model = f"bench-org/model-{number}"
        architecture = architectures[index % len(architectures)]
        _write(data / f"models/{model}.yml", MODEL.format(id=model, number=number, architecture=architecture))
        for release in chance.sample(list(rows), RELEASES_PER_MODEL):
            # Rows of one model and release differ in their dataset: otherwise they would be compared with each other.
            for dataset in chance.sample(datasets, ROWS_PER_RELEASE):
                native = chance.randint(4, 256)
                rows[release] += ROW.format(
                    model=model,
                    dataset=dataset,
                    instance=chance.choice(instances[release]),
                    length=chance.choice((128, 512)),
                    native=native,
                    compiled=round(native * chance.uniform(0.8, 2.5)),
                )
    for release, text in rows.items():
        if text:
            head = CONFIGURATIONS.format(release=release, as_of=records.releases[release].launched)
            _write(data / f"configurations/bench/{release.replace('/', '-')}.yml", head + text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
