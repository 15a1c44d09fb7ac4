"""Importing an upstream again changes nothing: the files of each upstream are made from the data it once became."""

from __future__ import annotations

import datetime
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from macros.facts import Knowledge
from macros.importing import IMPORTERS
from macros.importing.data_files import changed_files
from macros.importing.described import read as read_described
from macros.importing.upstream import Known, Upstream
from macros.schema.hardware import Instance
from macros.schema.imports import CellDescription, ImportDescription, TableDescription
from macros.site.state import Site
from tests.support.project import PROJECT

DATA = PROJECT / "data"
VERSION = re.compile(r"\d+(?:\.\d+)+")
ROUND = datetime.date(2026, 1, 2)
SOURCE = "any"

Files = Mapping[str, str]
"""Of an upstream, by path."""


def read(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)


def write(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def changed(
    knowledge: Knowledge, importer: str, folder: Path, day: datetime.date = ROUND, data: Path = DATA
) -> Sequence[tuple[Path, str]]:
    """The files of the data that an import would change, with their new text."""
    upstream, known = Upstream(folder, SOURCE, day), Known(knowledge.records, data)
    if importer in IMPORTERS:
        found = IMPORTERS[importer].read(upstream, known)
    else:
        found = read_described(importer, knowledge.records.imports[importer], upstream, known)
    return list(changed_files(data, found, [], prune=False))


def names(files: Sequence[tuple[Path, str]]) -> list[str]:
    return [file.relative_to(DATA).as_posix() for file, _ in files]


def test_packages_of_sdk_releases(knowledge: Knowledge, tmp_path: Path) -> None:
    releases = [
        {
            "neuron_version": name,
            "packages": [
                {
                    "name": row.package,
                    "version": row.version,
                    "supported_instances": row.series,
                    "supported_python_versions": row.python,
                }
                for row in sdk.packages
                if row.series
            ],
        }
        for name, sdk in knowledge.records.sdks.items()
        if sdk.packages
    ]
    assert releases
    manifest = {"manifest_date": "01/02/2026", "manifest_version": "0", "neuron_releases": releases}
    folder = write(tmp_path, {"n2-manifest.json": json.dumps(manifest)})
    assert names(changed(knowledge, "neuron-packages", folder)) == []


def csv_cell(value: Any) -> str:
    return f'"{value}"' if "," in str(value) else str(value)


def printed_in(cell: CellDescription, row: Mapping[str, Any], units: Mapping[str, str]) -> str:
    """The column in which the upstream has the value of a cell."""
    if cell.column:
        return cell.column
    if cell.columns[0].startswith("Latency"):
        return cell.columns[1 if row["latency_basis"] == "per-token" else 0]
    known = units.get(row.get("throughput_unit", ""))
    return known if known in cell.columns else cell.columns[0]


def csv_of(description: ImportDescription, table: TableDescription, rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as the upstream prints them, by the description that reads them."""
    units = {unit: column for column, unit in table.fields["throughput_unit"].marked.items()}
    described = {**description.fields, **table.fields}
    read_cells = {name: cell for name, cell in described.items() if cell.column or cell.columns}
    columns = [column for cell in read_cells.values() for column in (cell.column, *cell.columns) if column]
    lines = []
    for row in rows:
        line = {printed_in(cell, row, units): row[name] for name, cell in read_cells.items() if name in row}
        line |= {name: "/".join(value) for name, value in line.items() if isinstance(value, list)}
        lines.append({**line, **({"Framework": f"Iron {line['Framework']}"} if "Framework" in line else {})})
    cells = [columns, *([line.get(column, "") for column in columns] for line in lines)]
    return "".join(f"{','.join(map(csv_cell, row))}\n" for row in cells)


def test_benchmark_tables(knowledge: Knowledge, tmp_path: Path) -> None:
    files = {}
    description = knowledge.records.imports["neuron-benchmarks"]
    for file in (*DATA.glob("benchmarks/inf*-data*.yml"), *DATA.glob("benchmarks/trn*-data*.yml")):
        chip, _, name = file.stem.partition("-")
        path = f"{chip}/{name.replace('-', '_')}.csv"
        for table in description.tables:
            if any(Path(path).match(pattern) for pattern in table.files):
                files[path] = csv_of(description, table, read(file)["rows"])
    assert files
    assert names(changed(knowledge, "neuron-benchmarks", write(tmp_path, files))) == []


def page_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """A list of architectures as the upstream's page."""
    sections: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        sections[row["section"]].append(row)
    lines = ["# Architectures"]
    for section, of_section in sections.items():
        lines += [f"{'#' * depth} {heading}" for depth, heading in enumerate(section.split(" › "), start=2)]
        kinds = ["tensor", "pipeline"] if any("parallelism" in row for row in of_section) else []
        lines += [f"| Architecture | Task |{''.join(f' {kind.capitalize()} Parallelism |' for kind in kinds)}"]
        lines += [f"|:---|---:|{'---|' * len(kinds)}"]
        for row in of_section:
            hardware = row.get("hardware_as_published", "")
            name = f"{row['as_published']} ({hardware})" if hardware.endswith(" only") else row["as_published"]
            marks = "".join(f" {'✓' if kind in row.get('parallelism', ()) else '✗'} |" for kind in kinds)
            lines.append(f"| {name} | {', '.join(row['tasks'])} |{marks}")
    return "\n".join(lines)


def test_lists_of_architectures(knowledge: Knowledge, tmp_path: Path) -> None:
    editions = list(DATA.glob("catalogues/optimum-neuron-20*.yml"))
    assert editions
    for file in editions:
        edition = read(file)
        version = f'__version__ = "{edition["version"]}"\n__sdk_version__ = "{edition["sdk"]}"\n'
        files = {"supported_architectures.mdx": page_of(edition["rows"]), "version.py": version}
        day = datetime.date.fromisoformat(f"{file.stem[-7:]}-01")
        assert names(changed(knowledge, "optimum-architectures", write(tmp_path / file.stem, files), day)) == []


def test_container_images(knowledge: Knowledge, tmp_path: Path) -> None:
    lines = ["|Framework|Job Type|Example URL|", "|---|---|---|"]
    for file in DATA.glob("images/aws-dlc/*.yml"):
        images = read(file)
        for row in images["rows"]:
            [printed, *others] = row.get("libraries", [""])
            version = VERSION.search(printed)
            if not others and version and version[0] == row.get("version"):
                address = f"1.dkr.ecr.north.amazonaws.com/{images['repository']}:{row['name']}"
                lines.append(f"|{printed}|inference|{address}|")
    assert len(lines) > 2
    folder = write(tmp_path, {"available_images.md": "\n".join(lines)})
    assert names(changed(knowledge, "aws-dlc-images", folder)) == []


def described(instance: str, record: Instance, device: str) -> Mapping[str, Any]:
    """An instance type as the EC2 API describes it."""
    one = {"Name": device, "Count": record.accelerator_count}
    memory = {"MemoryInfo": {"SizeInMiB": round(1024 * (record.accelerator_memory_gib or 0))}}
    cores = {"CoreInfo": {"Count": (record.cores or 0) // record.accelerator_count}} if record.cores else {}
    return {
        "InstanceType": instance,
        "VCpuInfo": {"DefaultVCpus": record.vcpus},
        "MemoryInfo": {"SizeInMiB": round(1024 * (record.host_memory_gib or 0))},
        "NetworkInfo": {"NetworkPerformance": record.network, "EfaSupported": record.efa},
        "NeuronInfo": {"NeuronDevices": [{**one, **memory, **cores}]},
    }


def test_instance_types(knowledge: Knowledge, tmp_path: Path) -> None:
    records = knowledge.records
    days: defaultdict[datetime.date, list[str]] = defaultdict(list)
    for name, one in records.instances.items():
        sized = (one.accelerator_memory_gib, one.vcpus, one.host_memory_gib, one.network)
        if one.provider == "Amazon EC2" and one.offer and one.offer.listed and None not in sized:
            days[one.offer.as_of].append(name)
    assert days
    for day, instances in days.items():
        types = [
            described(name, records.instances[name], records.accelerators[records.instances[name].accelerator].name)
            for name in instances
        ]
        offered = [
            {"InstanceType": name, "Location": code}
            for name in instances
            if (regions := records.instances[name].regions) and regions.as_of == day
            for code in regions.codes
        ]
        text = json.dumps({"InstanceTypes": types, "InstanceTypeOfferings": offered})
        folder = write(tmp_path / day.isoformat(), {"types.json": text})
        assert names(changed(knowledge, "ec2-instances", folder, day)) == []


def recipe(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The recipe behind some lines of a list, which calls hardware as they do."""
    first = rows[0]
    by_name = {name: row for row in rows for name in row["hardware_as_published"].split(", ")}
    shards = {name: row["tensor_parallel"] for name, row in by_name.items() if "tensor_parallel" in row}
    hardware = {name: row["wording"] for name, row in by_name.items()}
    return {
        "meta": {"provider": first["section"], "date_updated": first["as_of"], "hardware": hardware},
        "model": {"model_id": first["as_published"]},
        "variants": {kind: {"precision": kind} for kind in first["data_types"]},
        "strategy_overrides": {"single_node_tp": {"tp": shards}},
    }


def recipes_of(rows: Sequence[Mapping[str, Any]]) -> Files:
    by_place: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        by_place[row["place"]].append(row)
    recipes = {place: yaml.safe_dump(recipe(of_place), sort_keys=False) for place, of_place in by_place.items()}
    return {**recipes, "taxonomy.yaml": "hardware_profiles: {}"}


def test_recipes(knowledge: Knowledge, tmp_path: Path) -> None:
    lists = list(DATA.glob("catalogues/vllm-recipes-*.yml"))
    assert lists
    for file in lists:
        folder = write(tmp_path / file.stem, recipes_of(read(file)["rows"]))
        day = datetime.date.fromisoformat(f"{file.stem[-7:]}-01")
        assert names(changed(knowledge, "vllm-recipes", folder, day)) == []


def test_a_recipe_of_two_degrees_of_parallelism_has_two_lines(made_up: Site, tmp_path: Path) -> None:
    common = {"as_published": "Anvil", "wording": "verified", "section": "Smith", "as_of": datetime.date(2019, 11, 5)}
    common |= {"data_types": ["bf16"], "place": "models/smith/anvil.yaml"}
    rows = [
        {**common, "accelerators": ["anvil"], "hardware_as_published": "anvil", "note": "The first."},
        {**common, "hardware_as_published": "loom9, ingot", "tensor_parallel": 2, "note": "The second."},
    ]
    data = write(tmp_path / "data", {"catalogues/vllm-recipes-2026-01.yml": yaml.safe_dump({"rows": rows})})
    same = write(tmp_path / "same", recipes_of(rows))
    assert changed(made_up.knowledge, "vllm-recipes", same, data=data) == []
    later = [{**row, "as_of": ROUND} for row in rows]
    [(_, text)] = changed(made_up.knowledge, "vllm-recipes", write(tmp_path / "later", recipes_of(later)), data=data)
    assert yaml.safe_load(text)["rows"] == later
