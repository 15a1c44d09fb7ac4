"""Each macro on the real data: what a reader would look for on the page."""

from __future__ import annotations

import datetime

import pytest

from macros.site.page_macros import PAGE_MACROS
from macros.site.pages import MACROS
from macros.site.state import Site
from tests.support.render_page import read

COMPILER = "sagemaker-training-compiler"

SAYS: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {
    "home_page": [
        ((), ["I have a model", "I have hardware", "316 tested configurations", "benchmarks", "Is it still supported?"])
    ],
    "model_page": [
        (
            ("bert-base-uncased",),
            [
                "Transformer encoders",
                "NVIDIA A10G",
                "g5.48xlarge",
                "2023-02-18",
                "wikitext-103-v1",
                "not published",
                "torch-neuron",
            ],
        ),
        (("google/electra-small-discriminator",), ["google_electra-small-discriminator", "p3.16xlarge"]),
        (("facebook/bart-base",), ["withdrawn", "xsum"]),
        (("resnet101",), ["≥ 256", "per node, inferred", "1,536", "1,792"]),
        (("distilbert-base-uncased-finetuned-sst-2-english",), ["distilbert-base-sst2", "likely"]),
    ],
    "model_list": [((), ["bert-base-uncased", "eleutherai/gpt-neo-125m", "Transformer decoders", "R-CNNs"])],
    "family_page": [
        (
            ("transformer-decoders",),
            ["AWS Inferentia", "Poor fit", "Not applicable", "gpt2", "2022-11-16", "2023-05-05"],
        ),
        (("r-cnns",), ["RoI Align", "100", "mask-rcnn-resnet50-fpn", "Fits with limits"]),
        (("lstms",), ["torch-neuron", "PackedSequence", "Planned"]),
    ],
    "family_matrices": [
        (
            (),
            [
                "Not a Good Fit",
                "Supported with limitations",
                "Roadmap Item",
                "NA",
                "2022-11-16",
                "2023-05-05",
                "Planned",
            ],
        )
    ],
    "accelerator_page": [
        (("inferentia",), ["NeuronCore-v1", "8 GiB", "inf1.24xlarge", "Inf1"]),
        (("nvidia-v100",), ["Volta", "p3.16xlarge", "16", "32"]),
        (("trainium3",), ["NeuronCore-v4"]),
    ],
    "accelerator_list": [((), ["AWS Trainium3", "NVIDIA T4", "g5.48xlarge", "148"])],
    "instance_page": [
        (("g5.48xlarge",), ["8 × NVIDIA A10G", "192 GiB", "ml.g5.48xlarge", "resnet50", "per node"]),
        (("inf1.xlarge",), ["AWS Inferentia", "inf1.24xlarge"]),
    ],
    "instance_list": [((), ["p4d.24xlarge", "trn3-gen2-ultraserver", "g4dn.xlarge"])],
    "framework_page": [
        (("torch-neuron",), ["neuron-cc", "torch-neuronx", "2026-03-11", "torch-neuron and torch-neuronx"]),
        (
            ("optimum-neuron",),
            ["pip install", "optimum-cli export neuron", "Wav2Vec2", "2025-09-24", "text classification"],
        ),
        ((COMPILER,), ["PyTorch 1.13.1", "Transformers 4.11.0", "quota for the instance type is zero", "316"]),
    ],
    "framework_list": [((), ["Optimum Neuron", "torch-neuronx", "tensorflow-neuron (TF 1.x)", "Removed"])],
    "release_page": [
        (
            (f"{COMPILER}/pytorch-1.12.0",),
            [
                "pytorch-trcomp-training:1.12.0-gpu-py38-cu113-ubuntu20.04-sagemaker",
                "pytorch-trcomp-training:1.13.1-gpu-py39-cu117-ubuntu20.04-sagemaker",
                "2022-12-08",
                "27 regions",
                "763104351884",
                "not published",
            ],
        ),
        ((f"{COMPILER}/tensorflow-2.9.1",), ["≥ 256", "per node, inferred", "40 regions", "2022-06-14"]),
    ],
    "comparison_page": [
        (
            ("torch-neuron-vs-torch-neuronx",),
            [
                "Supported Instances",
                "Inf2 & Trn1",
                "GraphDef",
                "HLO",
                "torch_neuronx.trace",
                "2023-12-21",
                "partitioner_config",
            ],
        )
    ],
    "framework_table": [((), ["Optimum Neuron", "torch-neuronx"])],
    "free_comparison": [((), ["Choosing freely needs JavaScript"])],
    "accelerator_table": [((), ["AWS Trainium2", "2.9 TB/s", "667"])],
    "instance_comparison_table": [((), ["trn1.32xlarge", "p3dn.24xlarge"])],
    "comparison_list": [((), ["torch-neuron", "torch-neuronx", "11 features"])],
    "dataset_page": [(("coco-2017",), ["mask-rcnn-resnet50-fpn", "detection-transformer-resnet50", "16"])],
    "dataset_list": [((), ["wikitext-2-raw-v1", "xsum", "103"])],
    "source_page": [
        (
            ("smtc-support",),
            ["235 tested configurations", "line 66", "CC-BY-SA-4.0", "2023-02-18", "microsoft_mpnet-base"],
        ),
        (("neuron-fit-2022",), ["40 verdicts", "10/10/2022", "Deleted"]),
        (("optimum-readme-2025",), ["18 validated examples", "2025-09-24"]),
        (("smtc-support-now",), ["81 tested configurations", "undated"]),
    ],
    "source_list": [((), ["235", "Optimum Neuron README", "Hugging Face"])],
    "limitation_page": [
        (("large-model-protobuf-2gb",), ["2 GB", "RegNet", "Neuron SDK 2.5.0", "Neuron SDK 2.9.0", "separate_weights"]),
        (("training-compiler-quota",), ["ResourceLimitExceeded"]),
    ],
    "limitation_list": [((), ["RoI Align", "Open", "Fixed"])],
    "conflict_page": [(("training-compiler-batch-size-scope",), ["one GPU", "ml.g5.48xlarge", "640/1024", "Open"])],
    "conflict_list": [((), ["73 conflicts", "Settled", "NA means at least two things"])],
    "component_page": [
        (
            ("torch-neuronx",),
            ["This is over since 2026-08-17", "TorchNeuron", "2.31.1", "2.9.0.2.15.32035", "trn1"],
        ),
        (("aws-neuronx-dkms",), ["version 2.24.* on Inf1", "put right on 2026-03-12", "above 2.24"]),
        (("optimum-neuron",), ["0.4.5", "neuronx-cc==", "2.26.1"]),
    ],
    "component_list": [((), ["transformers-neuronx", "NxD Inference", "Removed", "Orchestration", "last 2.31.1"])],
    "sdk_page": [
        (("2.20.0",), ["torch-neuronx 2.1.2.2.3.0", "What changed since 2.19.1", "2.19.1", "2.20.1", "Optimum Neuron"]),
        (("1.19.0",), ["No list of its packages is on record"]),
    ],
    "sdk_list": [((), ["2.32.0", "2026-08-17", "2.9.0.2.15.32035", "71 SDK releases", "transformers-neuronx"])],
    "change_list": [((), ["2022", "2026-11-20", "First edition", "facebook/bart-base"])],
    "fact_timeline": [((), ["2022", "2026-08-17", "Lifecycle", "Launch"])],
    "explore_table": [
        ((), ["316 tested configurations", "PyTorch 1.12.0", "bert-base-uncased", "≥ 256", "p4d.24xlarge"])
    ],
    "api_table": [((), ["tested-configurations.json", "CSV", "accelerator-atlas.zip", "openapi.json", "316"])],
    "envelope_table": [((), ["schema_version", "data_revision", "count", "result"])],
    "column_table": [
        (("tested-configurations",), ["batch_size_native", "batch_size_scope_inferred", "tokens", "per-accelerator"]),
        (("support",), ["fit_as_published", "not-applicable"]),
        (("validated-models",), ["architecture", "status_as_published"]),
        (("comparisons",), ["feature", "values"]),
    ],
    "full_records": [((), ["architecture: albert", "# Optional."])],
    "record_kinds": [((), ["data/models/", "configurations", "limitations"])],
    "benchmark_page": [
        (
            ("inf2-latency-data-decoder",),
            ["Llama-2-70b", "30.06356", "TTFT p50", "output tokens/s", "inf2.48xlarge", "2024-07-24", "no longer"],
        ),
        (
            ("optimum-data-parallel-llama3-1-8b-dp4",),
            ["1,606.9446841999056", "instance not known", "asynchronous", "doubt 1", "Optimum Neuron"],
        ),
    ],
    "benchmark_list": [((), ["334 rows", "inf2.xlarge", "102", "AWS Trainium2", "no longer", "Training"])],
    "architecture_page": [
        (("whisper",), ["Whisper", "AWS Inferentia2", "Listed", "automatic-speech-recognition", "2026-04-03"]),
        (("llama",), ["meta-llama/llama-3.1-8b-instruct", "Ran", "NxD Inference", "Transformer decoders"]),
    ],
    "architecture_list": [((), ["Whisper", "Transformer encoders", "No family named"])],
    "catalogue_page": [
        (
            ("optimum-neuron-2026-04",),
            ["Gemma3", "SmolVLM", "now also feature-extraction", "written as “Qwen2, Qwen3, Qwen3Moe”", "2025-09-10"],
        ),
        (("vllm-recipe-qwen3-embedding",), ["0.8639", "0.8614", "expected to work, not yet validated", "Unknown"]),
    ],
    "catalogue_list": [((), ["15 lists", "added", "one edition known"])],
    "memory_tables": [((), ["70B parameters", "130.4 GiB", "inf2.24xlarge", "no verdict", "every type"])],
    "vocabulary_tables": [((), ["Architecture fit", "not-applicable", "per-node", "validated-example"])],
}
"""Per macro: its arguments, and words that stand on the page."""

CALLS = [(macro, arguments, words) for macro, calls in SAYS.items() for arguments, words in calls]


def test_every_macro_is_tried() -> None:
    assert SAYS.keys() == PAGE_MACROS.keys()


@pytest.mark.parametrize(
    ("macro", "arguments", "words"), CALLS, ids=[" ".join((macro, *arguments)) for macro, arguments, _ in CALLS]
)
def test_a_macro_says_what_readers_look_for(
    site: Site, macro: str, arguments: tuple[str, ...], words: list[str]
) -> None:
    page = read(site, macro, *arguments)
    assert [word for word in words if word not in page.text] == []


@pytest.mark.parametrize("kind", MACROS)
def test_every_page_names_its_record_and_leads_to_its_list(site: Site, kind: str) -> None:
    for record_id, record in site.knowledge.records.of(kind).items():
        page = read(site, MACROS[kind], record_id)
        heading = page.one("h1").text
        name = getattr(record, "title", None) or getattr(record, "name", record_id)
        assert heading in (record_id, name, f"Neuron SDK {record_id}")
        lists = {"releases": "frameworks", "comparisons": "compare", "components": "lifecycle"}
        assert page.one("header").all("a", href=f"../../{lists.get(kind, kind)}/")


def test_every_page_of_the_made_up_data_is_rendered(made_up: Site) -> None:
    for kind, macro in MACROS.items():
        for record in made_up.knowledge.records.of(kind):
            assert read(made_up, macro, record).one("h1").text


def test_a_macro_that_is_called_with_nothing_known_fails(site: Site) -> None:
    with pytest.raises(KeyError, match="no-such-model"):
        read(site, "model_page", "no-such-model")


def test_what_is_inferred_says_so_with_the_reason(site: Site) -> None:
    page = read(site, "release_page", f"{COMPILER}/tensorflow-2.10.0")
    marked = [found for found in page.all("small") if found.text == "per node, inferred"]
    assert len(marked) == 5
    assert all("eight" in found.attributes["title"] or "8" in found.attributes["title"] for found in marked)


def test_every_date_carries_its_age(site: Site) -> None:
    for macro, arguments in (("model_page", ("gpt2",)), ("family_page", ("cnns",)), ("source_list", ())):
        dated = [found for found in read(site, macro, *arguments).all("span", class_="as-of") if found.all("time")]
        assert dated
        for found in dated:
            age = site.knowledge.ages.age(datetime.date.fromisoformat(found.one("time").text))
            assert found.one("i").text == age.words


def test_old_facts_are_marked_and_others_are_not(site: Site) -> None:
    dated = [found for found in read(site, "source_list").all("span", class_="as-of") if found.all("time")]
    marked = {found.one("time").text: "is-old" in found.attributes["class"].split() for found in dated}
    assert set(marked.values()) == {True, False}
    for date, old in marked.items():
        assert old == site.knowledge.ages.age(datetime.date.fromisoformat(date)).old
