"""Calls of every page macro on the made-up data, and what a reader looks for on each page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.support.elements import Element


class Call(NamedTuple):
    """A macro call: texts on the page, and addresses from the site's root that it links to."""

    macro: str
    arguments: tuple[str, ...]
    texts: Sequence[str]
    links: Sequence[str] = ()

    def __str__(self) -> str:
        return " ".join((self.macro, *self.arguments))


ROOT = "../../"
"""From the page that the tests render on."""
CALLS = (
    Call(
        "support_table",
        (),
        ["Forge Anvil", "Ended", "2019-06-01", "Supported"],
        ["frameworks/hammer/", "accelerators/anvil/", "support/feed.xml"],
    ),
    Call(
        "home_page",
        (),
        ["7 benchmarks", "4 models", "2020-06-15", "Supported"],
        ["support/", "models/smith/anvil-7b/", "accelerators/anvil/", "sdks/", "memory/", "data/", "changes/"],
    ),
    Call(
        "model_page",
        ("smith/anvil-7b",),
        [
            "Forge Anvil",
            "Supported",
            "26.1 GiB",
            "14 %",
            "900",
            "2,048",
            "16",
            "2019-11-05",
            "81.2",
            "The name says so.",
        ],
        ["architectures/anvilnet/", "instances/hearth.small/", "frameworks/hammer/2.0/", "sdks/forge/6.4.0/"],
    ),
    Call(
        "model_page",
        ("smith/anvil-7b",),
        [
            "The median is above the 99th percentile.",
            "The heading joins both.",
            "2020-01-15",
            "It is ten times as large",
        ],
        [
            "benchmarks/hammer-latency/",
            "conflicts/speed-of-anvil-7b/",
            "limitations/hot-iron/",
            "models/smith/anvil-70b/",
        ],
    ),
    Call("model_page", ("maker/shuttle-small",), ["shuttle_small", "50", "Evenness", "SHUTTLE"], ["families/weavers/"]),
    Call("model_page", ("shuttle-large",), ["-50", "not published"], ["instances/box.small/"]),
    Call(
        "model_list",
        (),
        ["4 models", "Weavers", "Not supported for inference: Forge Anvil", "2019-11-05"],
        ["models/maker/shuttle-small/", "models/smith/anvil-7b/"],
    ),
    Call(
        "family_page",
        ("weavers",),
        ["Weaving models", "Good fit", "Supported with limits", "inferred", "2019-11-05"],
        ["accelerators/anvil/", "frameworks/loom/", "models/shuttle-large/", "limitations/short-threads/"],
    ),
    Call("family_list", (), ["1 model family", "Runs today"], ["families/weavers/", "accelerators/anvil/"]),
    Call(
        "guideline_tables",
        (),
        ["“partly”", "Supported with limits", "“Fine”", "Good fit", "Somebody ran it.", "2019-03"],
        ["families/weavers/", "sources/forge-report/"],
    ),
    Call(
        "accelerator_page",
        ("anvil",),
        ["The Forge", "Core B", "96 GiB", "2.5 TB/s", "400 TFLOPS", "bf16, fp8", "120", "900", "Ended"],
        ["instances/hearth.large/", "models/smith/anvil-70b/", "lifecycle/old-tongs/", "sdks/forge/6.10.0/"],
    ),
    Call(
        "accelerator_page",
        ("chip-one",),
        ["C1", "16 GiB", "10", "2019-01-01"],
        ["catalogues/loom-models-2019/", "lifecycle/loom-lib/", "sdks/1.1/"],
    ),
    Call("accelerator_list", (), ["2.5 TB/s", "Core A"], ["accelerators/anvil/"]),
    Call(
        "instance_page",
        ("hearth.large",),
        ["Forge Cloud", "4 × Forge Anvil", "384 GiB", "16 × Core B", "400 Gbit/s", "12.5", "north"],
        ["instances/hearth.small/", "models/smith/anvil-70b/", "frameworks/hammer/2.0/"],
    ),
    Call("instance_page", ("hearth.small",), ["96 GiB", "136 %", "not published"], ["models/smith/anvil-7b/"]),
    Call("instance_page", ("box.small",), ["ml.box.small", "Mill Studio", "2020-01-01"], ["conflicts/width-of-box/"]),
    Call("instance_list", (), ["2 × Chip One", "400 Gbit/s"], ["instances/hearth.large/"]),
    Call(
        "framework_page",
        ("hammer",),
        ["PyHammer", "2018-03-01", "Preview", "pip install hammer-lib", "hammer.strike()", "6.10.2", "It was moved."],
        ["accelerators/anvil/", "frameworks/tongs/", "frameworks/hammer/2.0/", "compare/tongs-vs-hammer/"],
    ),
    Call(
        "framework_page",
        ("tongs",),
        ["Ended", "date not published", "2018-09-01", "Maintenance"],
        ["frameworks/hammer/", "accelerators/anvil/"],
    ),
    Call(
        "framework_page",
        ("loom",),
        ["loom:1.0", "A tick is a tick.", "SHUTTLE", "30 sequences/s"],
        ["lifecycle/loom-lib/", "sdks/1.1/", "explore/?show=configurations&framework=loom&model=maker/shuttle-small"],
    ),
    Call("framework_page", ("spindle",), ["Current", "2018-01-01"], ["compare/loom-vs-spindle/"]),
    Call(
        "framework_list",
        (),
        ["Current", "Ended", "by 2019-06-01", "Inference"],
        ["frameworks/spindle/", "frameworks/tongs/", "accelerators/chip-one/"],
    ),
    Call(
        "release_page",
        ("loom/loom-1.0",),
        ["loom:1.0", "mill-1", "000000000001", "2018-01-01", "A note counts per chip.", "per accelerator", "50"],
        ["models/maker/shuttle-small/", "instances/box.small/", "sources/plain-paper/"],
    ),
    Call(
        "release_page",
        ("hammer/2.0",),
        ["Hammer 2.0", "2,048", "16", "per node", "Printed on the report.", "not published"],
        ["models/smith/anvil-70b/", "instances/hearth.large/", "frameworks/hammer/"],
    ),
    Call(
        "comparison_page",
        ("tongs-vs-hammer",),
        [
            "coarse",
            "fine",
            "finer",
            "6.10.0",
            "2020-02-10",
            "Hammer needs more heat.",
            "Runs",
            "strike()",
            "You start anew.",
        ],
        ["frameworks/tongs/", "frameworks/hammer/", "limitations/hot-iron/", "sources/forge-notes/"],
    ),
    Call("comparison_list", (), ["Loom", "2019-03-01"], ["compare/loom-vs-spindle/"]),
    Call("free_comparison", (), ["JavaScript"]),
    Call("dataset_page", ("threads",), ["Weaving", "page 3"], ["limitations/short-threads/"]),
    Call("dataset_list", (), ["Weaving"], ["datasets/threads/"]),
    Call(
        "source_page",
        ("forge-report",),
        [
            "Forge report on the anvil",
            "2019-11-05",
            "CC-BY-4.0",
            "page 4, table",
            "partly",
        ],
        ["accelerators/anvil/", "instances/hearth.large/", "compare/tongs-vs-hammer/", "conflicts/speed-of-anvil-7b/"],
    ),
    Call(
        "source_page",
        ("plain-paper",),
        ["MIT", "8", "12", "Fine", "box.small"],
        ["families/weavers/", "sdks/1.0/", "lifecycle/loom-lib/"],
    ),
    Call(
        "source_list",
        (),
        ["2019-03-01", "MIT", "The Forge", "2020-02-10"],
        ["sources/plain-paper/", "sources/forge-notes/"],
    ),
    Call(
        "limitation_page",
        ("hot-iron",),
        ["ColdIronError: strike again", "900 degrees", "Heat it first.", "2.1", "2020-02-10", "Fixed"],
        ["architectures/anvilnet/", "accelerators/anvil/", "frameworks/hammer/"],
    ),
    Call("limitation_page", ("short-threads",), ["Open", "page 8"], ["families/weavers/", "datasets/threads/"]),
    Call("limitation_list", (), ["Open", "Fixed", "2.1", "2020-02"], ["limitations/hot-iron/"]),
    Call(
        "conflict_page",
        ("speed-of-anvil-7b",),
        ["It answers in 40 ms.", "page 6", "It answers in 35 ms.", "2020-02-10", "Settled", "the notes round"],
        ["models/smith/anvil-7b/", "sources/forge-report/"],
    ),
    Call("conflict_page", ("width-of-box",), ["It is wide.", "It is narrow.", "Open"], ["instances/box.small/"]),
    Call("conflict_list", (), ["2 source disagreements", "Settled", "Open"], ["conflicts/width-of-box/"]),
    Call(
        "component_page",
        ("old-tongs",),
        ["2018-03-01", "Maintenance", "2018-09-01", "Support ended", "2019-06-01", "6.3"],
        ["lifecycle/hammer-lib/", "sources/forge-notes/"],
    ),
    Call(
        "component_page",
        ("loom-lib",),
        ["spindle-lib", "2019-01-01", "0.2", "spindle==2.0", "3.11"],
        ["sdks/1.0/", "sdks/1.1/", "frameworks/loom/"],
    ),
    Call(
        "component_page", ("hammer-lib",), ["6.10.2", "6.4.1", "hearth"], ["sdks/forge/6.10.0/", "lifecycle/old-tongs/"]
    ),
    Call(
        "component_list",
        (),
        ["3 components", "2018-01-01", "spindle-lib", "6.3"],
        ["lifecycle/hammer-lib/", "sdks/1.1/"],
    ),
    Call(
        "sdk_page",
        ("forge/6.10.0",),
        ["Forge Kit 6.10.0", "2020-02-10", "6.10.2", "6.4.1", "PyAnvil 6.10", "hearth"],
        ["sdks/forge/6.4.0/", "lifecycle/hammer-lib/"],
    ),
    Call(
        "sdk_page",
        ("forge/6.4.0",),
        ["6.4.1"],
        ["sdks/forge/6.10.0/", "benchmarks/hammer-latency/", "lifecycle/old-tongs/"],
    ),
    Call(
        "sdk_page", ("1.0",), ["Mill Kit 1.0", "0.1", "spindle==2.0", "3.11"], ["sdks/1.1/", "benchmarks/loom-speed/"]
    ),
    Call(
        "sdk_list",
        (),
        ["Forge Kit 6.10.0", "6.10.2", "2020-02-10", "Mill Kit 1.1", "0.2", "2018-06-01"],
        ["sdks/forge/6.10.0/", "sdks/1.1/", "sdks/forge/feed.xml"],
    ),
    Call(
        "news_list",
        (),
        [
            "February 2020",
            "2020-02-10",
            "Forge Kit 6.10.0 released",
            "Tongs for inference on Forge Anvil: ended",
            "Breaking",
        ],
        ["frameworks/tongs/", "sdks/forge/6.10.0/", "lifecycle/old-tongs/", "sources/forge-notes/"],
    ),
    Call(
        "explore_table",
        (),
        ["Filters, charts and sorting need a script"],
        ["benchmarks/", "catalogues/", "api/v1/benchmarks.csv", "api/v1/tested-configurations.csv"],
    ),
    Call("example_record", ("instances",), ["box.small"]),
    Call("envelope_table", (), ["schema_version", "data_revision", "count", "result"]),
    Call("column_table", ("tested-configurations",), ["batch_size_native", "per-accelerator", "tokens"]),
    Call("column_table", ("support",), ["fit_as_published", "not-applicable"]),
    Call("column_table", ("benchmarks",), ["ttft_p99_ms", "output-tokens-per-second", "YYYY-MM-DD"]),
    Call("record_kinds", (), ["data/sources/forge-notes.yml", "configurations/", "platforms/", "former_ids"]),
    Call(
        "benchmark_page",
        ("hammer-latency",),
        [
            *("900", "TTFT p99", "output tokens/s", "The median is above the 99th percentile.", "5.9", "2019-11-05"),
            *("Throughput is that of the whole instance.", "Median of ten runs."),
        ],
        ["models/smith/anvil-70b/", "instances/hearth.large/", "sdks/forge/6.4.0/"],
    ),
    Call(
        "benchmark_page",
        ("hammer-archive",),
        ["480", "inferences/s", "The heading joins both.", "2020-01-15", "The page no longer shows it."],
        ["instances/hearth.small/", "frameworks/hammer/"],
    ),
    Call(
        "benchmark_list",
        (),
        ["3 benchmark tables", "Latency", "Throughput", "2019-06-01", "no longer"],
        ["benchmarks/hammer-archive/"],
    ),
    Call(
        "architecture_page",
        ("anvilnet",),
        ["anvil_net", "Ran on", "2019-11-05"],
        ["models/smith/anvil-7b/", "accelerators/anvil/", "catalogues/hammer-models/"],
    ),
    Call("architecture_page", ("shuttle",), ["SHUTTLE", "Not supported", "mending"], ["families/weavers/"]),
    Call("architecture_list", (), ["2 architectures", "Weavers", "no family"], ["architectures/shuttle/"]),
    Call(
        "catalogue_page",
        ("hammer-models",),
        ["Anvil-70B", "Planned", "later", "Next year.", "81.2", "82", "Adapters", "The report explains its words."],
        ["models/smith/anvil-7b/", "instances/hearth.large/", "architectures/shuttle/", "sdks/forge/6.4.0/"],
    ),
    Call(
        "catalogue_page",
        ("loom-models-2019",),
        ["mending", "Shuttle-Small", "0.9"],
        ["catalogues/loom-models-2018/", "models/maker/shuttle-small/"],
    ),
    Call("catalogue_list", (), ["3 support lists", "2019-11-05", "2018-02-01"], ["catalogues/hammer-models/"]),
    Call(
        "memory_tables",
        (),
        ["70B", "130.4", "none"],
        ["instances/hearth.large/", "instances/box.small/", "models/smith/anvil-70b/"],
    ),
    Call("vocabulary_tables", ("fit", "status"), ["Good fit", "Not applicable"]),
    Call("vocabulary_tables", (), ["Good fit", "not-applicable", "per-node", "validated-example", "UltraServer"]),
)


def links_of(page: Element) -> set[str]:
    """The pages and files that a page links to, from the site's root."""
    return {target.partition("#")[0] for target in page.targets}
