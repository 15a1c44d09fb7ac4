"""`python -m macros import`: small files in the shape of each upstream, put into the made-up data."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml

from macros.cli import main
from macros.importing import IMPORTERS
from tests.support.project import MADE_UP

SOURCE, DAY = "forge-notes", "2020-01-20"
PLATFORM = """\
name: Neuron Kit
short_name: Neuron Kit
vendor: The Forge
main_packages: [hammer-lib]
first_packages: [hammer-lib]
"""

HAMMER = {
    "name": "hammer-lib",
    "version": "2.0",
    "supported_instances": ["hearth"],
    "supported_python_versions": ["3.8"],
}
OLDER = {"name": "hammer-lib", "version": "1.9", "supported_instances": ["hearth"], "supported_python_versions": []}
MANIFEST = {
    "manifest_date": "01/15/2020",
    "manifest_version": "9.1.0",
    "neuron_releases": [
        {"neuron_version": "9.1.0", "packages": [HAMMER, OLDER]},
        {"neuron_version": "8.0.0", "packages": []},
    ],
}
RELEASE = """\
platform: neuron
date: 2020-01-15
packages:
  - {package: hammer-lib, version: '2.0', series: [box], note: Written by hand.}
  - {package: hammer-lib, version: '1.0', series: [box]}
citations:
  - {source: forge-notes, locator: by hand}
"""

CSV_HEAD = (
    "Model,Scripts,Framework,Inst. Type,Task,Throughput (inference/second),Latency P50 (ms),Neuron Version,"
    "Batch Size,Sequence Length\n"
)
CSV_KNOWN = "smith/anvil-7b,:ref:`a <b>`,PyTorch 2.7,Hearth.small,Answers,100.5,10,forge/6.4.0,1,128\n"
CSV_NEW = "smith/anvil-70b,:ref:`a <b>`,PyTorch 2.7,Hearth.large,Answers,20,50,forge/6.4.0,1,128\n"
BENCHMARK = """\
title: Inf7, made up
citation: {source: forge-report, locator: page 6}
as_of: 2019-11-05
as_of_basis: Printed on the report.
table: throughput
workload: inference
framework: hammer
published: true
published_note: The report shows it.
basis: Throughput is that of the whole instance.
statistic: As printed.
rows:
  - line: 2
    model: smith/anvil-7b
    instances: [hearth.small]
    task: Answers
    framework_version: "2.7"
    sdk: forge/6.4.0
    batch_size: 1
    sequence_length: 128
    throughput: 100.5
    throughput_unit: inferences-per-second
    latency_p50_ms: 10
    latency_basis: per-request
"""

PAGE = """\
# Supported architectures

## Training

| Architecture | Task            | Tensor Parallelism | Pipeline Parallelism |
|--------------|-----------------|--------------------|----------------------|
| Shuttle      | text-generation | ✓                  | ✗                    |

## Inference

### Transformers

| Architecture | Task                          |
|:-------------|:-----------------------------:|
| Bobbin       | feature-extraction, fill-mask |
"""
LIST = """\
title: What runs, June 2019
summary: Made up.
citation: {source: plain-paper, locator: page 11}
as_of: 2019-02-01
as_of_basis: Printed on it.
framework: hammer
workload: inference
wording: {supported: supported, verified: supported}
reading:
  reason: The word can mean nothing else.
rows:
"""
ARCHITECTURE_ROW = "  - {as_published: Shuttle, architectures: [shuttle], wording: supported, section: Training}\n"
RECIPE_ROW = "  - {as_published: smith/anvil-7b, model: smith/anvil-7b, wording: verified, note: Written by hand.}\n"
RECIPE = """\
meta: {title: Anvil, provider: Smith, date_updated: 2020-01-10, hardware: {anvil: verified, loom9: verified}}
model: {model_id: smith/anvil-7b}
variants: {default: {precision: bf16}, small: {precision: fp8}}
"""
TAXONOMY = "hardware_profiles: {anvil: {gpu_count: 8, display_name: Anvil I}}\n"
RECIPES = {"models/Smith/Anvil-7B.yaml": RECIPE, "taxonomy.yaml": TAXONOMY}
IMAGES = """\
title: Containers, made up
kind: container
repository: hammer-inference
frameworks: [hammer]
accelerators: [anvil]
workload: inference
citation: {source: forge-notes, locator: containers}
rows:
  - {name: 2.0-neuron-py38-sdk6.4.0-ubuntu18.04, note: Written by hand.}
"""
REGISTRY = "1.dkr.ecr.north.amazonaws.com"
IMAGE_PAGE = f"""\
|Framework|Job Type|Example URL|
|---|---|---|
|Iron 2.0.1 with Hammer|inference|{REGISTRY}/hammer-inference:2.0-neuron-py38-sdk6.4.0-ubuntu18.04|
|Iron 3.0 with Hammer|inference|{REGISTRY}/hammer-inference:3.0-neuron-py310-sdk6.10.0-ubuntu20.04|
|Iron 3.0|inference|{REGISTRY}/other-inference:3.0-neuron-py310-sdk6.10.0|
"""
INSTANCE = {
    "InstanceType": "hearth.large",
    "VCpuInfo": {"DefaultVCpus": 72},
    "MemoryInfo": {"SizeInMiB": 512 * 1024},
    "NetworkInfo": {"NetworkPerformance": "400 Gbit/s", "EfaSupported": True},
    "NeuronInfo": {
        "NeuronDevices": [
            {"Name": "Anvil", "Count": 4, "CoreInfo": {"Count": 4}, "MemoryInfo": {"SizeInMiB": 96 * 1024}}
        ]
    },
}


class Importing:
    """An import into a copy of the made-up data from a folder of files."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self.upstream, self._capsys = folder / "project", folder / "upstream", capsys
        copytree(MADE_UP / "data", self.project / "data")
        self.upstream.mkdir()

    def run(self, importer: str, *options: str, path: Path | None = None, source: str = SOURCE) -> tuple[int, str]:
        """The exit code and all that was printed."""
        call = ["--project", str(self.project), "import", importer, str(path or self.upstream)]
        code = main([*call, "--source", source, "--as-of", DAY, *options])
        printed = self._capsys.readouterr()
        return code, printed.out + printed.err

    def hand_over(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            (self.upstream / name).parent.mkdir(parents=True, exist_ok=True)
            (self.upstream / name).write_text(text, "utf-8")

    def file(self, name: str) -> Path:
        return self.project / "data" / name

    def write(self, name: str, text: str) -> None:
        self.file(name).parent.mkdir(parents=True, exist_ok=True)
        self.file(name).write_text(text, "utf-8")

    def read(self, name: str) -> Any:
        return yaml.safe_load(self.file(name).read_text("utf-8"))


@pytest.fixture
def importing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Importing:
    return Importing(tmp_path, capsys)


def test_packages_of_a_new_release(importing: Importing) -> None:
    importing.write("platforms/neuron.yml", PLATFORM)
    importing.hand_over({"src/n2-manifest.json": json.dumps(MANIFEST)})
    code, printed = importing.run("neuron-packages")
    assert "sdks: 1 added: 9.1.0" in printed
    assert "release 8.0.0: left out" in printed
    written = importing.read("sdks/9.1.0.yml")
    assert (str(written["date"]), written["platform"]) == ("2020-01-15", "neuron")
    assert written["packages"] == [
        {"package": "hammer-lib", "version": "2.0", "series": ["hearth"], "python": ["3.8"]},
        {"package": "hammer-lib", "version": "1.9", "series": ["hearth"]},
    ]
    assert written["manifest"] == {"source": SOURCE, "locator": "entry 9.1.0"}
    assert code == 0, printed
    importing.hand_over({"release-notes/index.rst": "Neuron 8.0.0 (12/02/2019)\n-------\n"})
    importing.run("neuron-packages")
    assert str(importing.read("sdks/8.0.0.yml")["date"]) == "2019-12-02"


def test_packages_of_a_known_release_keep_what_was_written_by_hand(importing: Importing) -> None:
    importing.write("platforms/neuron.yml", PLATFORM)
    importing.write("sdks/9.1.0.yml", RELEASE)
    importing.hand_over({"n2-manifest.json": json.dumps(MANIFEST)})
    _, printed = importing.run("neuron-packages")
    written = importing.read("sdks/9.1.0.yml")
    assert written["citations"] == [{"source": "forge-notes", "locator": "by hand"}]
    assert (written["packages"][0]["note"], written["packages"][0]["series"]) == ("Written by hand.", ["hearth"])
    assert "no longer in the upstream, kept; --prune removes them: hammer-lib 1.0" in printed
    assert [row["version"] for row in written["packages"]] == ["2.0", "1.0", "1.9"]
    before = importing.file("sdks/9.1.0.yml").read_text("utf-8")
    assert "No difference." in importing.run("neuron-packages")[1]
    assert importing.file("sdks/9.1.0.yml").read_text("utf-8") == before
    importing.run("neuron-packages", "--prune")
    assert [row["version"] for row in importing.read("sdks/9.1.0.yml")["packages"]] == ["2.0", "1.9"]


def test_a_changed_and_a_new_row_of_a_benchmark_have_the_day_of_the_import(importing: Importing) -> None:
    importing.write("benchmarks/inf7-throughput-data.yml", f"# A comment.\n{BENCHMARK}")
    csv = CSV_HEAD + CSV_KNOWN.replace("100.5", "99.5") + CSV_NEW
    importing.hand_over({"benchmarks/inf7/throughput_data.csv": csv, "benchmarks/inf7/other_data.csv": CSV_HEAD})
    importing.hand_over({"inf7/strange_data.csv": "Model,Instance-Type\nsmith/anvil-7b,hearth.small\n"})
    code, printed = importing.run("neuron-benchmarks", source="forge-report")
    text = importing.file("benchmarks/inf7-throughput-data.yml").read_text("utf-8")
    assert text.partition("rows:")[0] == f"# A comment.\n{BENCHMARK}".partition("rows:")[0]
    changed, new = importing.read("benchmarks/inf7-throughput-data.yml")["rows"]
    assert (changed["throughput"], str(changed["as_of"])) == (99.5, DAY)
    cells = ("line", "model", "instances", "throughput", "latency_basis")
    assert [new[cell] for cell in cells] == [3, "smith/anvil-70b", ["hearth.large"], 20, "per-request"]
    assert "write the head of data/benchmarks/inf7-other-data.yml first" in printed
    assert "inf7/strange_data.csv: left out, for these columns: Instance-Type" in printed
    assert code == 0, printed


ALIKE = "model: smith/anvil-7b, instances: [hearth.small], throughput_unit: inferences-per-second"
SIZES = f"""\
  - {{line: 2, {ALIKE}, cores: 2, throughput: 10, doubt: Slow.}}
  - {{line: 3, {ALIKE}, cores: 4, throughput: 20}}
"""
"""Rows that differ only in what the importer does not read, and in figures."""
SPEEDS = "Model,Inst. Type,Throughput (inference/second)\n{}\n"


def speeds(importing: Importing, *figures: int) -> tuple[int, str]:
    """Imports these figures of rows that are otherwise alike."""
    head = BENCHMARK.partition("  - line")[0]
    importing.write("benchmarks/inf7-throughput-data.yml", f"{head}{SIZES}")
    lines = "\n".join(f"smith/anvil-7b,hearth.small,{figure}" for figure in figures)
    importing.hand_over({"benchmarks/inf7/throughput_data.csv": SPEEDS.format(lines)})
    return importing.run("neuron-benchmarks", source="forge-report")


def test_of_rows_that_are_alike_one_may_change(importing: Importing) -> None:
    code, printed = speeds(importing, 10, 20)
    assert "No difference." in printed
    assert SIZES in importing.file("benchmarks/inf7-throughput-data.yml").read_text("utf-8")
    assert code == 0, printed
    speeds(importing, 10, 21)
    rows = importing.read("benchmarks/inf7-throughput-data.yml")["rows"]
    assert [(row["cores"], row["throughput"], row.get("doubt")) for row in rows] == [(2, 10, "Slow."), (4, 21, None)]


def test_rows_whose_key_is_not_unique_are_refused(importing: Importing) -> None:
    code, printed = speeds(importing, 11, 21)
    assert "benchmarks/inf7-throughput-data.yml: two rows of the data, [0] and [1], are alike in model, " in printed
    assert "smith/anvil-7b ['hearth.small']" in printed
    assert SIZES in importing.file("benchmarks/inf7-throughput-data.yml").read_text("utf-8")
    assert code == 2


def test_a_list_of_architectures_becomes_a_new_edition(importing: Importing) -> None:
    importing.write("catalogues/optimum-neuron-2019-06.yml", LIST + ARCHITECTURE_ROW)
    page = PAGE.replace("| Bobbin  ", "| Bobbin (ANVIL only)")
    importing.hand_over({"docs/supported_architectures.mdx": page, "neuron/version.py": '__version__ = "0.9"\n'})
    code, printed = importing.run("optimum-architectures")
    written = importing.read("catalogues/optimum-neuron-2020-01.yml")
    assert written["title"] == "What runs, January 2020"
    assert (written["earlier"], written["version"], written["framework"]) == ("optimum-neuron-2019-06", "0.9", "hammer")
    training, inference = written["rows"]
    assert training["architectures"] == ["shuttle"]
    assert (training["parallelism"], training["not_parallelism"]) == (["tensor"], ["pipeline"])
    assert (inference["as_published"], inference["hardware_as_published"]) == ("Bobbin", "ANVIL only")
    assert inference["section"] == "Inference › Transformers"
    assert inference["tasks"] == ["feature-extraction", "fill-mask"]
    assert "Bobbin: new in the list; name its architectures" in printed
    assert code == 0, printed


def test_an_edition_that_is_there_keeps_what_was_written_into_it(importing: Importing) -> None:
    importing.write("catalogues/optimum-neuron-2019-06.yml", LIST + ARCHITECTURE_ROW)
    importing.hand_over({"docs/supported_architectures.mdx": PAGE, "neuron/version.py": '__version__ = "0.9"\n'})
    importing.run("optimum-architectures")
    written = importing.file("catalogues/optimum-neuron-2020-01.yml")
    text = written.read_text("utf-8").replace("architectures: [shuttle]", "architectures: [shuttle, anvilnet]")
    written.write_text(text, "utf-8")
    assert "No difference." in importing.run("optimum-architectures")[1]
    assert written.read_text("utf-8") == text


@pytest.mark.parametrize("recorded", ["", 'hardware_as_published: "8 × Anvil I, loom9", '])
def test_recipes_become_lines_with_the_hardware_they_mark(importing: Importing, recorded: str) -> None:
    """Hardware in the words of a recorded line is read as there."""
    row = RECIPE_ROW.replace("note:", f"{recorded}note:")
    importing.write("catalogues/vllm-recipes-2019-06.yml", LIST + row)
    importing.hand_over(RECIPES)
    code, printed = importing.run("vllm-recipes")
    (row,) = importing.read("catalogues/vllm-recipes-2020-01.yml")["rows"]
    assert (row["model"], row["note"], row["wording"]) == ("smith/anvil-7b", "Written by hand.", "verified")
    assert (row.get("accelerators"), row["hardware_as_published"]) == (
        None if recorded else ["anvil"],
        "8 × Anvil I, loom9",
    )
    assert row["data_types"] == ["bf16", "fp8"]
    assert "hardware without an accelerator here: loom9" in printed
    assert code == 0, printed


@pytest.mark.parametrize("name", ["page.zip", "available_images.md"])
def test_images_of_a_known_repository(importing: Importing, name: str) -> None:
    importing.write("images/aws-dlc/hammer-inference.yml", IMAGES)
    importing.hand_over({"available_images.md": IMAGE_PAGE})
    with zipfile.ZipFile(importing.upstream / "page.zip", "w") as packed:
        packed.writestr("repo/available_images.md", IMAGE_PAGE)
    code, printed = importing.run("aws-dlc-images", path=importing.upstream / name)
    known, new = importing.read("images/aws-dlc/hammer-inference.yml")["rows"]
    assert (known["note"], known["version"], "citation" in known) == ("Written by hand.", "2.0.1", False)
    assert (new["python"], new["os"], new["sdk"]) == ("3.10", "ubuntu20.04", "6.10.0")
    assert new["citation"] == {"source": SOURCE, "locator": "line 4"}
    assert "other-inference: left out with 1 images" in printed
    # The made-up SDK releases are called otherwise, and the check says so.
    assert "6.10.0" in printed
    assert code == 1


def test_instance_types_and_their_regions(importing: Importing) -> None:
    offered = [
        {"InstanceType": "hearth.large", "LocationType": "region", "Location": region} for region in ("south", "north")
    ]
    unknown = {**INSTANCE, "InstanceType": "zeta.large", "NeuronInfo": {"NeuronDevices": [{"Name": "Zeta"}]}}
    new = {**INSTANCE, "InstanceType": "hearth.huge"}
    types = {"InstanceTypes": [INSTANCE, unknown, new, {"InstanceType": "plain.large"}]}
    importing.hand_over(
        {"types.json": json.dumps(types), "regions.json": json.dumps({"InstanceTypeOfferings": offered})}
    )
    code, printed = importing.run("ec2-instances")
    written = importing.read("instances/hearth.large.yml")
    assert (written["vcpus"], written["provider"], written["regions"]["codes"]) == (
        72,
        "Forge Cloud",
        ["north", "south"],
    )
    assert written["prices"]
    assert importing.read("instances/hearth.huge.yml")["accelerator"] == "anvil"
    assert "zeta.large: left out, for its accelerator, Zeta, has no record" in printed
    assert code == 0, printed


@pytest.mark.parametrize("importer", IMPORTERS)
def test_files_of_another_upstream_are_refused_by_name(importing: Importing, importer: str) -> None:
    importing.hand_over({"readme.txt": "Nothing."})
    code, printed = importing.run(importer)
    assert code == 2
    assert "expected" in printed


def test_an_unknown_source_is_refused_before_anything_is_read(importing: Importing) -> None:
    code, printed = importing.run("neuron-packages", source="nobody")
    assert (code, "expected the id of a source, got 'nobody'" in printed) == (2, True)


@pytest.mark.parametrize("text", ["{}", "[", '{"neuron_releases": []}'])
def test_a_manifest_of_another_shape_is_refused(importing: Importing, text: str) -> None:
    importing.hand_over({"n2-manifest.json": text})
    code, printed = importing.run("neuron-packages")
    assert code == 2
    assert "expected neuron_releases, manifest_version and manifest_date" in printed
