"""A copy of this project whose data holds many more models."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.measure import Project, run
from macros.loading import Records, load

PARTS = ("data", "docs", "macros", "overrides", "mkdocs.yml")
"""What a build needs of the project."""

CONFIGURATIONS = 12
"""Tested configurations of a model."""
RELEASES = 4
"""The releases they are spread over, evenly."""
SEED = 1
"""The same number of models gives the same data."""

SOURCE = "bench"
SOURCE_RECORD = {
    "title": "Synthetic runs",
    "publisher": "The benchmark",
    "summary": "Made up, to measure how the build grows.",
    "url": "https://example.org/bench",
    "as_of_basis": "Made up.",
    "licence": "CC0-1.0",
    "state": "current",
}

CONFIGURATION_FILE = """\
source: {source}
release: {release}
as_of: {as_of}
as_of_basis: Made up.
scope_basis: {{text: Made up., citations: [{{source: {source}, locator: Made up}}]}}
tables:
  - title: "Synthetic runs of {name}"
    locator: Runs of {name}
    first_line: 1
    domain: nlp
    topology: single-node-single-accelerator
    automatic_mixed_precision: true
    scope: per-accelerator
    rows:
"""


def model_id(number: int) -> str:
    """The id of a synthetic model, counted from 1."""
    return f"bench-org/model-{number:05}"


def generate(origin: Path, target: Path, models: int) -> Project:
    """A copy of the project at `origin` with so many synthetic models, checked to be sound. None: today's data."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in PARTS:
        part = origin / name
        if part.is_dir():
            shutil.copytree(part, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(part, target / name)
    if models:
        add_models(target / "data", models)
    # Also compiles the package, so that the first build does not pay for it.
    run(["macros", "check"], target)
    return Project.at(target)


def add_models(data: Path, models: int) -> None:
    """Adds synthetic models to the data of a project, with their rows and the source of these."""
    records = load(data)
    ids = [model_id(number) for number in range(1, models + 1)]
    _write_record(data / "sources" / f"{SOURCE}.yml", SOURCE_RECORD)
    architectures = list(records.architectures)
    for number, model in enumerate(ids):
        record = _model(model, architectures[number % len(architectures)])
        _write_record(data / "models" / f"{model}.yml", record)
    for release, rows in _rows(records, ids).items():
        name = release.rpartition("/")[2]
        as_of = records.releases[release].launched
        head = CONFIGURATION_FILE.format(source=SOURCE, release=release, name=name, as_of=as_of)
        _write(data / "configurations" / SOURCE / f"{release.replace('/', '-')}.yml", head + "".join(rows))


def _model(model: str, architecture: str) -> Mapping[str, object]:
    number = model.rpartition("-")[2]
    return {
        "name": model,
        "architecture": architecture,
        "hub_id": model,
        "url": f"https://example.org/{model}",
        "summary": f"Synthetic model {number}, which exists to measure the build.",
        "other_names": [{"name": f"Synthetic model {number}"}, {"name": f"bench-{number}"}],
    }


def _rows(records: Records, models: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Per release: its rows, one a line, as a data file holds them."""
    chance = random.Random(SEED)  # noqa: S311 - made-up figures, no secrets
    datasets = list(records.datasets)
    instances = {release: _instances_of(records, release) for release in records.releases}
    rows: dict[str, list[str]] = {release: [] for release in records.releases}
    for model in models:
        releases = chance.sample(list(rows), min(RELEASES, len(rows)))
        each = CONFIGURATIONS // len(releases)
        for release in releases:
            # No two rows of a model share a dataset, so that none says something of the other's scope.
            tested = zip(_some(chance, instances[release], each), _some(chance, datasets, each), strict=True)
            for number, (instance, dataset) in enumerate(tested, 1):
                native = chance.randint(4, 256)
                row = {
                    "model": model,
                    "dataset": dataset,
                    "instance": f"ml.{instance}",
                    "precision": "float16",
                    "sequence_length": chance.choice((128, 512)),
                    "native": native,
                    "compiled": max(1, round(native * chance.uniform(0.8, 2.5))),
                }
                if each > len(datasets):
                    row["variant"] = f"run {number}"
                rows[release].append(f"      - {json.dumps(row)}\n")
    return {release: found for release, found in rows.items() if found}


def _some(chance: random.Random, names: Sequence[str], count: int) -> Sequence[str]:
    """As many of the names, all different where there are enough."""
    return chance.sample(names, count) if count <= len(names) else chance.choices(names, k=count)


def _instances_of(records: Records, release: str) -> Sequence[str]:
    """The types that carry an accelerator which the release's framework runs on."""
    framework = records.frameworks[release.partition("/")[0]]
    accelerators = {hardware.accelerator for hardware in framework.hardware}
    return [name for name, instance in records.instances.items() if instance.accelerator in accelerators]


def _write_record(path: Path, record: Mapping[str, object]) -> None:
    _write(path, "".join(f"{key}: {json.dumps(value)}\n" for key, value in record.items()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
