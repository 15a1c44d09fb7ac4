"""Row by row: every line of the golden tables of facts stands in the records, figure for figure."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import pytest

from macros.knowledge import Knowledge
from macros.loading import Records
from macros.schema.base import Citation, Record
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.schema.catalogues import Catalogue, ListedRow
from macros.schema.components import Notice
from macros.schema.doubts import Limitation
from tests.facts import agrees, differences, facts, parts

Row = Mapping[str, str]


@pytest.fixture(scope="module")
def records(knowledge: Knowledge) -> Records:
    return knowledge.records


def told(records: Records, table: str) -> Mapping[str, int]:
    """What the account says of a table: rows per kind."""
    [found] = [entry for entry in records.intake.tables if entry.table == table]
    return {part.kind: part.rows for part in found.carried}


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def cited(record: Record) -> set[str]:
    """Every source that stands in a record."""
    found: set[str] = set()
    pending: list[object] = [record]
    while pending:
        value = pending.pop()
        if isinstance(value, Citation):
            found.add(value.source)
        elif isinstance(value, Record):
            pending += [getattr(value, name) for name in type(value).model_fields]
        elif isinstance(value, tuple):
            pending += value
    return found


# Hardware


def test_accelerators(records: Records) -> None:
    columns = {
        "neuroncores_per_chip": "cores_per_chip",
        "vendor": "vendor",
        "data_types": "data_types",
        "tflops_bf16_fp16": "bf16_fp16_tflops",
        "tflops_fp32": "fp32_tflops",
        "tflops_fp8": "fp8_tflops",
        "tops_int8": "int8_tops",
        "memory_bandwidth": "value",
        "memory_bandwidth_unit": "unit",
    }
    found = set()
    for row in facts("accelerators"):
        chip = records.accelerators[records.catalog.names["accelerators"][row["id"]]]
        holders = (chip, chip.peak, chip.memory_bandwidth)
        for column, attribute in columns.items():
            holder = next((one for one in holders if hasattr(one, attribute)), None)
            assert agrees(getattr(holder, attribute, None), row[column]), (row["id"], column)
        assert chip.core_architecture == slug(row["core_architecture"])
        [memory] = [size for size in chip.memory if size.gib == int(row["memory_gib"])]
        found.add((chip.name, memory.gib))
        words = " ".join(note.text for note in chip.notes)
        assert all(part in words for part in parts(row["tensor_engine_input_types"]))
        assert row["compute_capability"] in words
        assert row["on_chip_sram_mib_per_core"] in words
        assert row["source_id"] in cited(chip)
    assert told(records, "accelerators") == {"accelerators.memory": len(found)}


def test_instances(records: Records) -> None:
    columns = {
        "family": "series",
        "kind": "kind",
        "accelerator_count": "accelerator_count",
        "neuroncores": "neuroncores",
        "vcpus": "vcpus",
        "host_memory_gib": "host_memory_gib",
        "network_as_published": "network",
        "efa_supported_ec2_api": "efa",
    }
    rows = facts("instances")
    for row in rows:
        instance = records.instances[row["instance"]]
        assert not differences(instance, row, columns), row["instance"]
        assert instance.accelerator == records.catalog.names["accelerators"][row["accelerator_id"]]
        assert instance.accelerator_memory_gib * instance.accelerator_count == int(row["accelerator_memory_gib_total"])
        assert instance.network_gbps is None or float(row["network_gbps"]) == instance.network_gbps
        assert instance.offer.listed == (row["in_ec2_api_data_2026_08"] == "yes")
        if instance.network_gbps and row["network_baseline_gbps"] not in ("", row["network_gbps"]):
            sustained = f"sustained bandwidth is {row['network_baseline_gbps']} Gbps"
            assert any(sustained in note.text for note in instance.notes), row["instance"]
        assert row["source_id"] in cited(instance)
    assert {row["instance"] for row in rows} == records.instances.keys()
    assert told(records, "instances") == {"instances": len(rows)}


def test_regions_of_instances(records: Records) -> None:
    wanted = {(row["instance"], row["region"], row["as_of"], row["source_id"]) for row in facts("instance_regions")}
    found = {
        (key, code, instance.regions.as_of.isoformat(), instance.regions.citations[0].source)
        for key, instance in records.instances.items()
        if instance.regions
        for code in instance.regions.codes
    }
    assert found == wanted
    assert told(records, "instance_regions") == {"instances.regions.codes": len(wanted)}


def test_prices_of_instances(records: Records) -> None:
    wanted = {
        (row["instance"], float(row["ri_effective_hourly_usd"]), row["price_region"], row["source_id"])
        for row in facts("neuron_benchmark_prices")
    }
    found = {
        (key, price.usd_per_hour, price.region or "", price.citation.source)
        for key, instance in records.instances.items()
        for price in instance.prices
    }
    assert found == wanted
    lines = {(row["source_id"], f"line {row['source_row']}") for row in facts("neuron_benchmark_prices")}
    prices = [price for instance in records.instances.values() for price in instance.prices]
    assert {(price.citation.source, price.citation.locator.split(", ")[1]) for price in prices} == lines
    assert told(records, "neuron_benchmark_prices") == {"instances.prices": len(wanted)}


def test_the_matrix_of_2023(records: Records) -> None:
    wanted = {
        (
            slug(row["core_arch"]),
            frozenset(parts(row["accelerator_ids"])),
            row["family_id"],
            f"{row['framework_package']}{'-tf' + row['framework_track'][3] if row['framework_track'] else ''}",
            *(
                row[column]
                for column in ("workload", "family", "category", "hardware_fit", "status", "as_of", "source_id")
            ),
        )
        for row in facts("neuron_fit_2023")
    }
    found = {
        (
            matrix.core_architecture,
            frozenset(matrix.accelerators),
            row.family,
            matrix.columns[column].framework,
            matrix.columns[column].workload,
            *(row.as_published, row.category, row.fit, status),
            str(matrix.citation.as_of),
            matrix.citation.source,
        )
        for matrix in records.support.values()
        if matrix.citation.source == "neuron-fit-last"
        for row in matrix.rows
        for column, status in row.status.items()
    }
    assert found == wanted
    assert told(records, "neuron_fit_2023") == {"support.rows.status": len(facts("neuron_fit_2023"))}


# Lifecycles


IN_WORDS = {
    "GA": "out of beta",
    "all": "No new releases or versions",
    "all DLC regions except China": "all regions of the Deep Learning Containers except China",
    "first": "2022-10-10",
    "launch": "Launch",
    "ml.g4dn tested": "ml.g4dn",
    "p4de excluded": "p4de",
}
"""What the table files as a version and is none: the words that say it in the record."""


CONCLUDED = {"nann-announce-correction-neuron-driver-support-inf1": {"announces": "end_of_support"}}
"""What a record must say and the table leaves open, by source: which announcement a correction corrects."""
RECORDS = {
    "Neuron Driver above 2.24 on Inf1": "aws-neuronx-dkms",
    "NxD Inference v2 (torch.compile based)": "nxd-inference",
}
"""Components that the table sets apart from the record they belong to."""
RECORDS_OF_VERSIONS = {"p4de excluded": "sagemaker-training-compiler-on-p4de"}
"""The same, where the version tells."""


def says_version(name: str, notice: Notice, version: str) -> bool:
    if agrees(notice.version, version):
        return True
    words = f"{name} {notice.version or ''} {notice.note or ''} {notice.date or ''}"
    return IN_WORDS.get(version, version) in words


def test_lifecycle(records: Records) -> None:
    names = {component.name: key for key, component in records.components.items()}
    names |= {**records.catalog.names["components"], **RECORDS}
    columns = {
        "announces": "announces",
        "sdk_release": "sdk",
        "sdk_release_date": "sdk_date",
        "last_sdk_release": "last_sdk",
        "date": "date",
        "successor": "successor",
    }
    notices: defaultdict[tuple[str, str], list[tuple[str, Notice]]] = defaultdict(list)
    for key, component in records.components.items():
        for notice in component.notices:
            notices[notice.citation.source, notice.event].append((key, notice))
    releases = 0
    for row in facts("lifecycle"):
        if row["component"] == "AWS Neuron SDK":
            release = records.sdks[slug(row["sdk_release"])]
            assert agrees(release.date, row["date"]), row
            assert row["source_id"] in cited(release), row
            releases += 1
            continue
        home = RECORDS_OF_VERSIONS.get(row["version"], names[row["component"]])
        same_place = notices[row["source_id"], row["event"]]
        fitting = [
            (key, notice)
            for key, notice in same_place
            if key == home
            and not differences(notice, {**row, **CONCLUDED.get(row["source_id"], {})}, columns)
            and says_version(records.components[key].name, notice, row["version"])
            and parts((notice.applies_to or "").replace(", ", ";")) == parts(row["applies_to"])
        ]
        assert fitting, row
        assert not row["note"] or fitting[0][1].note, row
        same_place.remove(fitting[0])
    assert not [rest for rest in notices.values() if rest]
    assert releases == len(records.sdks)
    assert told(records, "lifecycle") == {"components.notices": len(facts("lifecycle")) - releases, "sdks": releases}


def test_releases_of_optimum_neuron(records: Records) -> None:
    tags = {tag.version: tag for component in records.components.values() for tag in component.tags}
    pins = {"neuronx_cc": "neuronx-cc", "torch_neuronx": "torch-neuronx", "transformers": "transformers"}
    for row in facts("optimum_neuron_releases"):
        tag = tags.pop(row["optimum_neuron"])
        assert not differences(tag, row, {"date": "date", "neuron_sdk": "sdk"})
        assert tag.requires == {package: row[column] for column, package in pins.items() if row[column]}
        assert tag.citation.source == row["source_id"]
    assert not tags
    assert told(records, "optimum_neuron_releases") == {"components.tags": len(facts("optimum_neuron_releases"))}


def test_packages_of_sdk_releases(records: Records) -> None:
    wanted = Counter(
        (
            *(row[column] for column in ("neuron_sdk", "release_date", "package", "version")),
            tuple(parts(row["instances"])),
            tuple(part.rstrip(",") for part in parts(row["python_versions"])),
        )
        for row in facts("neuron_packages")
    )
    found = Counter(
        (key, release.date.isoformat(), package.package, package.version, package.series, package.python)
        for key, release in records.sdks.items()
        for package in release.packages
    )
    assert found == wanted
    assert told(records, "neuron_packages") == {"sdks.packages": wanted.total()}


def test_slips_of_the_manifest_are_noted(records: Records) -> None:
    for row in facts("neuron_packages"):
        if row["note"] or row["python_versions"].count(","):
            packages = records.sdks[row["neuron_sdk"]].packages
            same = [one for one in packages if (one.package, one.version) == (row["package"], row["version"])]
            assert any(one.note for one in same), row


SLIP = "inf."
"""What the manifest prints for an instance series in SDK 2.13.0 to 2.18.2, without its number."""


def test_spans_follow_from_the_packages(records: Records) -> None:
    spans: defaultdict[tuple[str, str], set[tuple[datetime.date, str]]] = defaultdict(set)
    for key, release in records.sdks.items():
        for package in release.packages:
            for series in {*package.series} - {SLIP}:
                spans[package.package, series].add((release.date, key))
    newest = max((release.date, key) for key, release in records.sdks.items() if release.packages)
    rows = facts("neuron_package_spans")
    for row in rows:
        days = spans[row["package"], row["instance_family"]]
        assert min(days) == (datetime.date.fromisoformat(row["first_date"]), row["first_sdk"])
        assert max(days) == (datetime.date.fromisoformat(row["last_date"]), row["last_sdk"])
        assert (newest in days) == (row["in_latest"] == "yes")
    assert {(row["package"], row["instance_family"]) for row in rows} == spans.keys()
    assert told(records, "neuron_package_spans") == {}


# Benchmarks


FIGURES = {
    "model_details": "model_details",
    "framework_version": "framework_version",
    "neuron_sdk": "sdk",
    "os_type": "operating_system",
    "run_mode": "run_mode",
    "application_type": "application_type",
    "model_data_type": "model_data_type",
    "autocast_data_type": "autocast_data_type",
    "weight_storage_data_type": "weight_storage_data_type",
    "training_data_type": "training_data_type",
    "batch_size": "batch_size",
    "micro_batch": "micro_batch",
    "global_batch": "global_batch",
    "sequence_length": "sequence_length",
    "input_length": "input_length",
    "output_length": "output_length",
    "image_size": "image_size",
    "tensor_parallel": "tensor_parallel",
    "pipeline_parallel": "pipeline_parallel",
    "data_parallel": "data_parallel",
    "num_cores": "cores",
    "nodes": "nodes",
    "topology": "topology",
    "optimizer": "optimizer",
    "scaling": "scaling",
    "threads": "threads",
    "n_models": "model_count",
    "workers_per_model": "workers_per_model",
    "throughput": "throughput",
    "latency_p50_ms": "latency_p50_ms",
    "latency_p99_ms": "latency_p99_ms",
    "ttft_p50_ms": "ttft_p50_ms",
    "ttft_p99_ms": "ttft_p99_ms",
    "tpot_p50_ms": "tpot_p50_ms",
    "tpot_p99_ms": "tpot_p99_ms",
    "mfu_pct": "mfu_percent",
    "compute_cost_per_token_tflops": "compute_cost_per_token_tflops",
    "instances": "instances",
}
UNITS = {
    "inferences/s": "inferences-per-second",
    "output tokens/s": "output-tokens-per-second",
    "sequences/s": "sequences-per-second",
    "tokens/s (input+output)": "tokens-per-second",
    "": None,
}
BASES = {"per request": "per-request", "per token (input+output)": "per-token", "": None}
TABLES = {"old-combined": "combined"}


def measured(records: Records) -> dict[tuple[str, int], tuple[BenchmarkFile, BenchmarkRow]]:
    return {(file.citation.source, row.line): (file, row) for file in records.benchmarks.values() for row in file.rows}


def library(file: BenchmarkFile, row: BenchmarkRow) -> str | None:
    return row.framework_as_published or file.framework_as_published


def same_model(records: Records, one: str, other: str) -> bool:
    names = records.catalog.names["models"]
    return names[one] == names[other]


def test_benchmarks_of_the_neuron_pages(records: Records) -> None:
    found = measured(records)
    rows = facts("neuron_benchmarks")
    for row in rows:
        file, line = found[row["source_id"], int(row["source_row"])]
        wanted = dict(row)
        if line.model != row["model"]:
            # A name that stands for several checkpoints: the row has the checkpoint, the printed name its details.
            wanted["model_details"] = f"{row['model']}; {row['model_details']}"
            assert line.model in row["model_details"], row["row_id"]
        assert not differences(line, wanted, FIGURES), row["row_id"]
        assert agrees(line.task, row["task"] or row["application"]), row["row_id"]
        assert (line.throughput_unit, line.latency_basis) == (UNITS[row["throughput_unit"]], BASES[row["latency_kind"]])
        assert (file.table, file.workload) == (TABLES.get(row["table"], row["table"]), row["workload"])
        assert file.published == (row["shown_on_page"] == "yes")
        assert not file.published or agrees(file.as_of, row["page_as_of"])
        assert library(file, line) == row["framework"]
        assert not row["hub_id"] or same_model(records, row["hub_id"], line.model), row["row_id"]
        chips = {records.instances[name].accelerator for name in line.instances}
        assert chips == set(parts(row["accelerator_ids"])), row["row_id"]
    assert told(records, "neuron_benchmarks") == {"benchmarks.rows": len(rows)}


def test_benchmarks_of_optimum_neuron(records: Records) -> None:
    columns = {
        "model": "model",
        "library_version": "framework_version",
        "neuron_sdk": "sdk",
        "batch_size": "batch_size",
        "sequence_length": "sequence_length",
        "tensor_parallel": "tensor_parallel",
        "replicas": "data_parallel",
        "variant": "variant",
        "load": "load",
        "request_rate": "request_rate",
        "requests_per_s": "requests_per_s",
        "request_latency_s": "request_latency_s",
        "ttft_ms": "ttft_ms",
        "inter_token_latency_ms": "inter_token_latency_ms",
        "output_tokens_per_s": "throughput",
        "instance": "instances",
    }
    found = measured(records)
    rows = facts("optimum_neuron_benchmarks")
    for row in rows:
        file, line = found[row["source_id"], int(row["source_row"])]
        assert not differences(line, row, columns), (row["source_id"], row["source_row"])
        assert library(file, line) == row["library"]
        assert line.throughput_unit == "output-tokens-per-second"
        assert bool(line.instance_inferred) == row["instance_basis"].startswith("inferred")
        assert {records.instances[name].accelerator for name in line.instances} == set(parts(row["accelerator_id"]))
        assert not row["hub_id"] or same_model(records, row["hub_id"], line.model)
        assert not row["note"] or line.doubt
    assert told(records, "optimum_neuron_benchmarks") == {"benchmarks.rows": len(rows)}


def test_benchmarks_of_tutorials(records: Records) -> None:
    columns = {
        "checkpoint": "model",
        "instance": "instances",
        "tensor_parallel": "tensor_parallel",
        "batch_size": "batch_size",
        "sequence_length": "sequence_length",
        "input_tokens": "input_length",
        "output_tokens": "output_length",
        "ttft_p50_ms": "ttft_p50_ms",
        "tpot_p50_ms": "tpot_p50_ms",
        "output_tokens_per_s": "throughput",
    }
    found = {(file.citation.source, row.variant): (file, row) for file, row in measured(records).values()}
    rows = facts("neuron_tutorial_perf")
    for row in rows:
        file, line = found.pop((row["source_id"], row["scenario"]))
        assert not differences(line, row, columns), row
        assert library(file, line) == row["library"]
        assert file.published == (row["shown_on_page"] == "yes")
        assert [records.instances[name].accelerator for name in line.instances] == [row["accelerator_id"]]
        assert row["statistic"].split()[0].lower() in (file.statistic or "").lower()
        assert not row["note"] or line.doubt or file.notes
    assert told(records, "neuron_tutorial_perf") == {"benchmarks.rows": len(rows)}


def test_the_tables_fill_the_benchmarks(records: Records) -> None:
    wanted = {
        (row["source_id"], int(row["source_row"]))
        for table in ("neuron_benchmarks", "optimum_neuron_benchmarks")
        for row in facts(table)
    }
    tutorials = {row["source_id"] for row in facts("neuron_tutorial_perf")}
    assert {key for key in measured(records) if key[0] not in tutorials} == wanted
    assert len(measured(records)) == 334


# Catalogues


Listed = tuple[Catalogue, ListedRow]


def listed(records: Records) -> list[Listed]:
    return [(catalogue, row) for catalogue in records.catalogues.values() for row in catalogue.rows]


def take(rows: list[Listed], fitting: Iterable[Listed], wanted: Row) -> Listed:
    """The first that fits, which then counts as found."""
    found = next(iter(fitting), None)
    assert found, wanted
    del rows[next(index for index, (_, row) in enumerate(rows) if row is found[1])]
    return found


def hardware(catalogue: Catalogue, row: ListedRow) -> Sequence[str]:
    return parts((row.hardware_as_published or catalogue.hardware_as_published or "").replace(", ", ";"))


def test_architectures_of_optimum_neuron(records: Records) -> None:
    rows = [entry for entry in listed(records) if entry[0].framework == "optimum-neuron"]
    for row in facts("optimum_neuron_supported"):
        section = f"Inference › {row['library']}" if row["library"] else "Training"
        catalogue, line = take(
            rows,
            (
                (catalogue, line)
                for catalogue, line in rows
                if catalogue.citation.source == row["source_id"]
                and (line.as_published, line.section) == (row["architecture"], section)
            ),
            row,
        )
        columns = {"snapshot": "as_of", "library_version": "version", "neuron_sdk": "sdk"}
        assert not differences(catalogue, row, columns)
        assert (line.workload or catalogue.workload) == row["workload"]
        assert not differences(line, row, {"tasks": "tasks"})
        assert hardware(catalogue, line) == [row["hardware_note"] or row["platform"]]
        for column, name in (("tensor_parallel", "tensor"), ("pipeline_parallel", "pipeline")):
            said = "yes" if name in line.parallelism else "no" if name in line.not_parallelism else ""
            assert said == row[column], row
    assert not rows
    assert told(records, "optimum_neuron_supported") == {"catalogues.rows": len(facts("optimum_neuron_supported"))}


RANGES = {"Trn2 and newer": ["Trn2", "Trn3"]}
"""Hardware that the source gives as a range."""
OF_THE_FAMILY = {
    "features_supported": ("features", "supported"),
    "features_not_supported": ("features_not_supported", "unsupported"),
    "features_not_applicable": ("features_not_applicable", "not-applicable"),
}
"""Per column: the row's own list, and the status that the catalogue's features have where it speaks for all rows."""


def features(catalogue: Catalogue, line: ListedRow, column: str) -> Sequence[str]:
    attribute, status = OF_THE_FAMILY[column]
    own: Sequence[str] = getattr(line, attribute)
    return own or [one.feature for one in catalogue.features if one.status == status]


def test_models_of_nxd_inference_and_vllm(records: Records) -> None:
    columns = {
        "model_class": "model_class",
        "instance_stated": "instance",
        "data_types": "data_types",
        "tensor_parallel": "tensor_parallel",
        "data_parallel": "data_parallel",
        "batch_size": "batch_size",
        "sequence_length": "sequence_length",
    }
    sources = {row["source_id"] for row in facts("nxdi_models")}
    rows = [entry for entry in listed(records) if entry[0].citation.source in sources]
    for row in facts("nxdi_models"):
        catalogue, line = take(
            rows,
            (
                (catalogue, line)
                for catalogue, line in rows
                if catalogue.citation.source == row["source_id"]
                and line.as_published in (row["model"], row["checkpoint"], row["architecture"])
                and not differences(line, row, columns)
            ),
            row,
        )
        assert catalogue.framework_as_published == row["library"]
        assert not row["checkpoint"] or line.model == row["checkpoint"]
        assert agrees(catalogue.version, row["library_version"]), row
        assert agrees(line.sdk or catalogue.sdk, row["neuron_sdk"]), row
        assert not row["as_of"] or agrees(line.as_of or catalogue.as_of, row["as_of"]), row
        said = hardware(catalogue, line)
        assert RANGES.get(";".join(said), said) == parts(row["hardware_stated"]), row
        assert parts(line.recommended_for or "") == parts(row["recommended_for"]), row
        assert row["status_wording"] in f"{line.wording} {(line.place or '').split(' ')[-1]}", row
        assert row["architecture"] in (line.section, line.as_published), row
        for column in OF_THE_FAMILY:
            assert list(features(catalogue, line, column)) == parts(row[column]), row
        assert not row["note"] or line.note or catalogue.doubt, row
    assert not rows
    assert told(records, "nxdi_models") == {"catalogues.rows": len(facts("nxdi_models"))}


def test_samples(records: Records) -> None:
    sources = {row["source_id"] for row in facts("neuron_samples")}
    rows = [entry for entry in listed(records) if entry[0].citation.source in sources]
    for row in facts("neuron_samples"):
        frameworks = parts(row["frameworks"])
        catalogue, line = take(
            rows,
            (
                (catalogue, line)
                for catalogue, line in rows
                if catalogue.citation.source == row["source_id"]
                and (line.as_published, line.section) == (row["model"], row["section"])
                and parts(line.frameworks_as_published or line.framework or "") == frameworks
            ),
            row,
        )
        assert not differences(line, row, {"sample_count": "samples"}), row
        assert line.archived == (row["archived_links"] == "yes"), row
        assert ("beta" in line.wording) == (row["beta"] == "yes"), row
        assert (line.workload or catalogue.workload) == row["workload"]
        assert hardware(catalogue, line) == parts(row["hardware"])
    assert not rows
    assert told(records, "neuron_samples") == {"catalogues.rows": len(facts("neuron_samples"))}


def test_features_of_recipes(records: Records) -> None:
    status = {"supported": "supported", "not supported": "unsupported", "not applicable": "not-applicable"}
    wanted = [
        (row["source_id"], row["as_of"], row["category"], row["feature"], status[row["status"]], row["note"])
        for row in facts("vllm_neuron_features")
    ]
    sources = {row[0] for row in wanted}
    found = [
        (catalogue.citation.source, str(catalogue.as_of), one.category, one.feature, one.status, one.note or "")
        for catalogue in records.catalogues.values()
        if catalogue.citation.source in sources
        for one in catalogue.features
    ]
    assert sorted(found) == sorted(wanted)
    assert told(records, "vllm_neuron_features") == {"catalogues.features": len(wanted)}


def test_accuracy_of_recipes(records: Records) -> None:
    columns = ("source_id", "model", "data_type", "hardware", "benchmark", "value", "published_reference")
    wanted = [tuple(row[column] for column in columns) for row in facts("vllm_neuron_accuracy")]
    found = [
        (
            catalogue.citation.source,
            *(score.model, score.data_type, score.hardware_as_published or ""),
            *(score.benchmark, score.value, score.published_reference or ""),
        )
        for catalogue in records.catalogues.values()
        for score in catalogue.accuracy
    ]
    assert sorted(found) == sorted(wanted)
    assert told(records, "vllm_neuron_accuracy") == {"catalogues.accuracy": len(wanted)}


# Training Compiler, comparison, limitations, sources


def test_images_of_the_training_compiler(records: Records) -> None:
    releases = {release.image.tag: release for release in records.releases.values()}
    for row in facts("training_compiler_images"):
        release = releases.pop(row["tag"])
        assert release.image.repository == row["repository"]
        versions = {row["framework"]: row["framework_version"], "Transformers": row["transformers_version"]}
        assert release.components == {name: version for name, version in versions.items() if version}
        assert len(release.regions) == int(row["region_count"])
        assert agrees(release.extendable, row["extendable"])
        assert row["aws_page_entry"] == "same" or release.image.as_published
        assert row["source_id"] in cited(release)
    assert not releases
    assert told(records, "training_compiler_images") == {"releases": len(records.releases)}
    regions = sum(len(release.regions) for release in records.releases.values())
    assert told(records, "training_compiler_regions") == {"releases.regions": regions}


LINK_TARGETS = {"model-support-v1": "Architecture Fit NeuronCore-v1"}
"""A cell that the table gives as the target of its link: what the page shows."""


def test_feature_comparison(records: Records) -> None:
    comparison = records.comparisons["torch-neuron-vs-torch-neuronx"]
    rows: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in facts("feature_comparison"):
        cells = [LINK_TARGETS.get(row[column], row[column]) for column in ("torch_neuron", "torch_neuronx")]
        since = f"Neuron SDK {row['sdk_release']}" if row["sdk_release"] else ""
        rows[row["row_kind"]].append((row["feature"], *cells, row["as_of"], since, row["source_id"]))
    frameworks = ("torch-neuron", "torch-neuronx")
    published = [(one.feature, *(one.values[name] for name in frameworks)) for one in comparison.features]
    corrected = [
        (
            one.feature,
            *(change.values[name] for name in frameworks),
            *(str(change.as_of), change.since or "", change.citations[0].source),
        )
        for one in comparison.features
        for change in one.corrections
    ]
    assert published == [row[:3] for row in rows["published"]]
    assert sorted(corrected) == sorted(rows["correction"])
    [older] = rows["published (older)"]
    [difference] = [one for one in comparison.differences if older[-1] in cited(one)]
    assert f"named {older[2]} alone" in difference.statement.text
    assert told(records, "feature_comparison") == {
        "comparisons.features": len(published),
        "comparisons.features.corrections": len(corrected),
        "comparisons.differences": 1,
    }


RENAMED = {
    "rcnn-roialign-cpu": "r-cnn-roi-align-on-cpu",
    "rcnn-few-boxes": "r-cnn-few-boxes",
    "rcnn-large-backbone": "r-cnn-large-backbone",
    "rcnn-detectron2-trace": "r-cnn-detectron2-not-traceable",
    "decoder-short-sequence": "decoder-short-sequences-on-inferentia",
    "seq2seq-wrappers": "encoder-decoder-wrappers-on-inferentia",
    "diffusion-inf1": "diffusion-not-supported-on-inferentia",
    "protobuf-2gb-torch": "large-model-protobuf-2gb",
    "protobuf-2gb-tf1": "large-model-protobuf-2gb",
    "protobuf-2gb-tf2": "large-model-protobuf-2gb",
    "lstm-fixed-shape": "lstm-fixed-shapes",
    "lstm-unsorted": "lstm-unsorted-sequences",
    "smtc-batch-may-shrink": "training-compiler-batch-size-can-shrink",
}
"""Limitations whose record has another id than the row."""
STATES = {
    "contradicted": {"contradicted"},
    "fixed": {"fixed", "partly-fixed"},
    "last": {"no-longer-listed"},
    "library": {"moot"},
    "mitigated": {"partly-fixed"},
    "open": {"open", "partly-fixed"},
}
"""First word of the status in the table: the states of a record that say the same."""
FIXED_AT = {"smtc-vit-nan": "PyTorch 1.13.1"}
NOT_A_RELEASE = {"int64-v2"}
"""Fixed by a choice of hardware and compiler option, which a note tells."""


def says_fix(limitation: Limitation, row: Row) -> bool:
    if not row["fixed_in"]:
        return True
    if row["id"] in NOT_A_RELEASE:
        return any(row["fixed_in"].split()[-1] in note.text for note in limitation.notes)
    version = FIXED_AT.get(row["id"]) or row["fixed_in"].split(" (")[0]
    return any(fix.version.removeprefix("Neuron ") == version for fix in limitation.fixes)


def test_limitations(records: Records) -> None:
    names = records.catalog.names["accelerators"]
    rows = facts("limitations")
    for row in rows:
        limitation = records.limitations[RENAMED.get(row["id"], row["id"])]
        assert {row["source_id"], *parts(row["more_source_ids"])} <= cited(limitation), row
        assert {names[one] for one in parts(row["accelerator_ids"])} <= set(limitation.affects.accelerators), row
        assert set(parts(row["family_ids"])) <= set(limitation.affects.families), row
        value = limitation.bound.value if limitation.bound else ""
        assert not row["value"] or parts(value.replace(", ", ";")) == parts(row["value"]), row
        assert not row["value"] or (limitation.bound and limitation.bound.unit == row["unit"]), row
        assert row["first_sdk_notes"] in (limitation.first_seen or ""), row
        assert row["last_sdk_notes"] in (limitation.last_seen or ""), row
        assert limitation.state in STATES[row["status"].split()[0].rstrip(";")], row
        assert not row["workaround"] or limitation.workaround, row
        assert says_fix(limitation, row), row
    distinct = {RENAMED.get(row["id"], row["id"]) for row in rows}
    wanted = {"limitations": len(distinct), "limitations.fixes": len(rows) - len(distinct)}
    assert told(records, "limitations") == wanted


def test_sources(records: Records) -> None:
    rows = {row["source_id"]: row["commit"] for row in facts("sources")}
    found = {key: source.commit or "" for key, source in records.sources.items() if key in rows}
    assert found == {key: rows[key] for key in found}
    left = rows.keys() - found.keys()
    assert left == {"dlc-hf-trcomp-1.11"}
    assert told(records, "sources") == {"sources": len(found)}


def test_every_source_that_a_fact_cites_is_here(records: Records) -> None:
    tables = [entry.table for entry in records.intake.tables if entry.table != "training_compiler_regions"]
    rows = [row for table in tables if table != "sources" for row in facts(table)]
    wanted = {row["source_id"] for row in rows} | {one for row in rows for one in parts(row.get("more_source_ids", ""))}
    assert wanted <= records.sources.keys()
