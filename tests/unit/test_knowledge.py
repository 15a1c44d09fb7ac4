"""The real data: how many facts of which kind there are, and that no id of the contract is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from macros.knowledge import Knowledge, facts

COMPILER = "sagemaker-training-compiler"

ROWS_OF_TABLES = {
    "pytorch-1.13.1": [31, 6],
    "pytorch-1.12.0": [17],
    "tensorflow-2.11.0": [10, 29],
    "tensorflow-2.10.0": [23, 39],
    "tensorflow-2.9.1": [18],
    "transformers-4.21.1-pytorch-1.11.0": [39],
    "transformers-4.17.0-pytorch-1.10.2": [24],
    "transformers-4.17.0-tensorflow-2.6.3": [35],
    "transformers-4.11.0-pytorch-1.9.0": [15, 9],
    "transformers-4.11.0-tensorflow-2.5.1": [21],
}
"""Per release: the rows of its tables, in the order of the source."""

VALUES = {
    "fit": ["good", "limited", "poor", "unknown"],
    "status": ["supported", "limited", "experimental", "planned", "unsupported", "not-applicable", "unknown"],
    "evidence": ["guideline", "tested-configuration", "validated-example", "benchmark"],
    "batch_size_scope": ["per-accelerator", "per-node", "unknown"],
}
"""Per closed vocabulary: its values."""

ADDED = {"evidence": ["listed"]}
"""What was added to a vocabulary since, after the values that others rely on."""

IDS = {
    "accelerators": [
        "inferentia",
        "trainium",
        "inferentia2",
        "trainium2",
        "trainium3",
        "nvidia-t4",
        "nvidia-v100",
        "nvidia-a10g",
        "nvidia-a100",
    ],
    "families": [
        "transformer-encoders",
        "transformer-decoders",
        "transformer-encoder-decoders",
        "lstms",
        "vision-transformers",
        "diffusion-models",
        "cnns",
        "r-cnns",
    ],
    "frameworks": (
        "torch-neuron torch-neuronx tensorflow-neuron-tf1 tensorflow-neuron-tf2 tensorflow-neuronx optimum-neuron"
        f" {COMPILER}"
    ).split(),
    "releases": [f"{COMPILER}/{release}" for release in ROWS_OF_TABLES],
    "comparisons": ["torch-neuron-vs-torch-neuronx"],
}
"""All ids of these kinds that there are."""

SOME_MODELS = [
    "google/electra-small-discriminator",
    "eleutherai/gpt-neo-125m",
    "resnet50",
    "mask-rcnn-resnet50-fpn",
    "detection-transformer-resnet50",
    "vision-transformer",
    "vit",
    "bert-base-uncased",
    "gpt2",
]

TESTED_INSTANCES = [
    "g4dn.2xlarge",
    "g4dn.16xlarge",
    "g5.2xlarge",
    "g5.4xlarge",
    "g5.48xlarge",
    "p3.2xlarge",
    "p3.8xlarge",
    "p3.16xlarge",
    "p4d.24xlarge",
]


@pytest.fixture
def tests(knowledge: Knowledge) -> Sequence[facts.TestedConfiguration]:
    """Those of SageMaker Training Compiler."""
    return knowledge.configurations_of("frameworks", COMPILER)


def test_tested_configurations_by_source(tests: Sequence[facts.TestedConfiguration]) -> None:
    assert len(tests) == 316
    by_source = Counter(test.source for test in tests)
    assert by_source == {"smtc-support": 235, "smtc-support-now": 81}


def test_every_table_has_its_rows(knowledge: Knowledge) -> None:
    rows: dict[str, list[int]] = {}
    for file in knowledge.records.configurations.values():
        if not file.release.startswith(COMPILER):
            continue
        rows.setdefault(file.release.removeprefix(f"{COMPILER}/"), []).extend(len(table.rows) for table in file.tables)
    assert rows == ROWS_OF_TABLES
    assert sum(map(len, rows.values())) == 14


def test_what_is_special_about_rows(tests: Sequence[facts.TestedConfiguration]) -> None:
    assert sum(test.row.withdrawn is not None for test in tests) == 4
    assert sum(test.row.lower_bound for test in tests) == 6
    assert sum(test.row.scope_inferred is not None for test in tests) == 9
    assert Counter(test.scope for test in tests) == {"per-accelerator": 307, "per-node": 9}
    assert sum(test.row.native is None for test in tests) == 4


def test_precision_is_never_invented(tests: Sequence[facts.TestedConfiguration]) -> None:
    precisions = Counter(test.row.precision for test in tests)
    assert precisions == {"float16": 152, "float32": 3, None: 161}


def test_the_compiler_moved_batch_sizes_both_ways(tests: Sequence[facts.TestedConfiguration]) -> None:
    directions = Counter(test.direction for test in tests)
    assert directions == {"gain": 232, "same": 23, "loss": 57, "unknown": 4}


def test_verdicts_of_two_dates(knowledge: Knowledge) -> None:
    verdicts = Counter(verdict.as_of.year for verdict in knowledge.verdicts)
    assert verdicts == {2022: 40, 2023: 72}
    cells: Counter[int] = Counter()
    for matrix in knowledge.records.support.values():
        date = knowledge.as_of(matrix.citation)
        assert date is not None
        cells[date.year] += sum(len(row.status) for row in matrix.rows)
    assert cells == {2022: 40, 2023: 48}


def test_validated_pairs(knowledge: Knowledge) -> None:
    assert len(knowledge.validated) == 18
    assert len({pair.architecture for pair in knowledge.validated}) == 11
    assert not any(pair.published for pair in knowledge.validated)


def test_regions_of_releases(knowledge: Knowledge) -> None:
    assert sum(len(release.regions) for release in knowledge.records.releases.values()) == 280


def test_models_and_instances(knowledge: Knowledge, tests: Sequence[facts.TestedConfiguration]) -> None:
    tested = {test.model for test in tests}
    assert len(tested) == 38
    assert tested <= set(knowledge.records.models)
    assert set(SOME_MODELS) <= tested
    assert len(knowledge.records.instances) == 38
    assert {test.instance for test in tests} == set(TESTED_INSTANCES)


@pytest.mark.parametrize("name", VALUES)
def test_values_of_the_contract(knowledge: Knowledge, name: str) -> None:
    vocabulary = knowledge.records.vocabularies[name]
    assert list(vocabulary.values) == [*VALUES[name], *ADDED.get(name, ())]
    symbols = [value.symbol for value in vocabulary.values.values()]
    assert len(set(symbols)) == len(symbols)


@pytest.mark.parametrize("kind", IDS)
def test_ids_of_the_contract(knowledge: Knowledge, kind: str) -> None:
    assert set(IDS[kind]) - set(knowledge.records.of(kind)) == set()


def test_core_architectures(knowledge: Knowledge) -> None:
    cores = {found.core_architecture for found in knowledge.records.accelerators.values()}
    assert {f"neuroncore-v{generation}" for generation in (1, 2, 3, 4)} <= cores


def test_four_founding_documents(knowledge: Knowledge) -> None:
    founding = {source for source, record in knowledge.records.sources.items() if record.founding}
    assert founding == {"neuron-fit-2022", "neuron-vs-2023-02-24", "optimum-readme-2025", "smtc-support"}


def test_more_than_ten_conflicts(knowledge: Knowledge) -> None:
    assert len(knowledge.records.conflicts) > 10
    assert all(len(conflict.claims) > 1 for conflict in knowledge.records.conflicts.values())


def test_ids_of_rows_and_verdicts_are_theirs_alone(knowledge: Knowledge) -> None:
    for found in (knowledge.configurations, knowledge.verdicts):
        assert len({fact.id for fact in found}) == len(found)


def test_the_large_model_limit_says_what_it_affects_and_what_fixed_it(knowledge: Knowledge) -> None:
    limit = knowledge.records.limitations["large-model-protobuf-2gb"]
    assert {"torch-neuron", "tensorflow-neuron-tf2"} <= set(limit.affects.frameworks)
    versions = {fix.framework: fix.version for fix in limit.fixes}
    assert versions["torch-neuron"].endswith("2.9.0")
    assert versions["tensorflow-neuron-tf2"].endswith("2.5.0")
