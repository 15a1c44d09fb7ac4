"""Each page macro on the made-up data: the names, figures, dates, states and links that a reader looks for."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from macros.addresses import section
from macros.kinds import WITH_PAGES
from macros.knowledge.ages import Age
from macros.site.page_macros import PAGE_MACROS
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.html_tree import Element
from tests.support.render_page import read


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
        "home_page",
        (),
        ["4 tested configurations", "7 benchmarks", "4 models", "2020-06-15", "Good fit"],
        ["models/smith/anvil-7b/", "accelerators/chip-one/", "lifecycle/", "sdks/", "memory/", "data/", "changes/"],
    ),
    Call(
        "model_page",
        ("smith/anvil-7b",),
        ["Forge Anvil", "Ran", "26.1 GiB", "27 %", "900", "2,048", "16", "2019-11-05", "81.2", "The name says so."],
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
    Call(
        "model_page", ("maker/shuttle-small",), ["shuttle_small", "+50 %", "Evenness", "SHUTTLE"], ["families/weavers/"]
    ),
    Call("model_page", ("shuttle-large",), ["−50 %", "not published"], ["instances/box.small/"]),
    Call(
        "model_list",
        (),
        ["4 models", "Weavers", "No family named", "2019-02", "2019-11-05"],
        ["models/maker/shuttle-small/", "models/smith/anvil-7b/", "families/weavers/"],
    ),
    Call(
        "family_page",
        ("weavers",),
        ["Weaving models", "Good fit", "Supported with limits", "inferred", "2019-11-05"],
        ["accelerators/anvil/", "frameworks/loom/", "models/shuttle-large/", "limitations/short-threads/"],
    ),
    Call(
        "family_list",
        (),
        ["“partly”", "Supported with limits", "“Fine”", "Good fit", "Somebody ran it.", "2019-03", "Not applicable"],
        ["families/weavers/", "sources/forge-report/"],
    ),
    Call(
        "accelerator_page",
        ("anvil",),
        ["The Forge", "Core B", "96 GiB", "2.5 TB/s", "400 TFLOPS", "bf16, fp8", "120 to 900", "10", "Ended"],
        ["instances/hearth.large/", "models/smith/anvil-70b/", "lifecycle/old-tongs/", "sdks/forge/6.10.0/"],
    ),
    Call(
        "accelerator_page",
        ("chip-one",),
        ["C1", "16 GiB", "10 to 30", "2019-01-01"],
        ["catalogues/loom-models-2019/", "lifecycle/loom-lib/", "sdks/1.1/"],
    ),
    Call("accelerator_list", (), ["2.5 TB/s", "Core A"], ["accelerators/anvil/", "instances/box.small/"]),
    Call("accelerator_table", (), ["2.5 TB/s", "400", "not published"], ["accelerators/chip-one/"]),
    Call(
        "instance_page",
        ("hearth.large",),
        ["Forge Cloud", "4 × Forge Anvil", "384 GiB", "16 × Core B", "400 Gbit/s", "12.5", "north", "Planned"],
        ["instances/hearth.small/", "models/smith/anvil-70b/", "frameworks/hammer/2.0/"],
    ),
    Call("instance_page", ("hearth.small",), ["96 GiB", "136 %", "not published"], ["models/smith/anvil-7b/"]),
    Call("instance_page", ("box.small",), ["ml.box.small", "Mill Studio", "2020-01-01"], ["conflicts/width-of-box/"]),
    Call("instance_list", (), ["2 × Chip One", "400 Gbit/s", "2020-01"], ["instances/hearth.large/"]),
    Call("instance_comparison_table", (), ["400 Gbit/s", "384", "not published"], ["instances/hearth.small/"]),
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
        ["loom:1.0", "A tick is a tick.", "SHUTTLE", "10 to 30"],
        ["lifecycle/loom-lib/", "sdks/1.1/", "explore/?framework=loom"],
    ),
    Call("framework_page", ("spindle",), ["Current", "2018-01-01"], ["compare/loom-vs-spindle/"]),
    Call(
        "framework_list",
        (),
        ["Preview", "2018-03-01", "Ended", "2019-06-01", "Inference"],
        ["frameworks/spindle/", "frameworks/tongs/", "accelerators/chip-one/"],
    ),
    Call("framework_table", (), ["The Forge", "Ended", "2019-06-01"], ["frameworks/loom/", "frameworks/hammer/"]),
    Call(
        "release_page",
        ("loom/loom-1.0",),
        ["loom:1.0", "mill-1", "000000000001", "2018-01-01", "A note counts per chip.", "per accelerator", "+50 %"],
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
    Call("comparison_list", (), ["2 features", "2020-02-10", "2019-03-01"], ["compare/loom-vs-spindle/"]),
    Call("free_comparison", (), ["JavaScript"]),
    Call("dataset_page", ("threads",), ["Weaving", "page 3"], ["limitations/short-threads/"]),
    Call("dataset_list", (), ["Weaving", "4 tested configurations"], ["datasets/threads/"]),
    Call(
        "source_page",
        ("forge-report",),
        [
            "Forge report on the anvil",
            "2019-11-05",
            "CC-BY-4.0",
            "2 tested configurations",
            "page 4, table",
            "“partly”",
        ],
        ["accelerators/anvil/", "instances/hearth.large/", "compare/tongs-vs-hammer/", "conflicts/speed-of-anvil-7b/"],
    ),
    Call(
        "source_page",
        ("plain-paper",),
        ["MIT", "8", "12", "ml.box.small", "“Fine”", "1 validated example"],
        ["families/weavers/", "sdks/1.0/", "lifecycle/loom-lib/"],
    ),
    Call(
        "source_list",
        (),
        ["2019-03-01", "MIT", "The Forge", "2020-02-10", "32", "24"],
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
    Call("conflict_list", (), ["2 conflicts", "Settled", "Open"], ["conflicts/width-of-box/"]),
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
        ["2 Forge Kit releases", "6.10.2", "2020-02-10", "2 Mill Kit releases", "0.2", "2018-06-01"],
        ["sdks/forge/6.10.0/", "sdks/1.1/", "lifecycle/loom-lib/"],
    ),
    Call(
        "change_list",
        (),
        ["2020-06-15", "First made-up edition"],
        ["models/maker/shuttle-small/", "changes/facts/"],
    ),
    Call(
        "fact_timeline",
        (),
        ["2020-02-10", "finer", "2.1", "2019-06-01", "Ended", "Loom 1.0", "2018-01-01"],
        ["frameworks/tongs/", "limitations/hot-iron/", "compare/tongs-vs-hammer/"],
    ),
    Call(
        "explore_table",
        (),
        ["4 tested configurations", "Hammer 2.0", "2,048", "per node", "4 × Forge Anvil", "2019-11-05"],
        ["models/smith/anvil-7b/", "instances/box.small/", "api/v1/tested-configurations.csv"],
    ),
    Call("example_record", ("instances",), ["box.small"]),
    Call("envelope_table", (), ["schema_version", "data_revision", "count", "result"]),
    Call("column_table", ("tested-configurations",), ["batch_size_native", "per-accelerator", "tokens"]),
    Call("column_table", ("support",), ["fit_as_published", "not-applicable"]),
    Call("column_table", ("benchmarks",), ["ttft_p99_ms", "output-tokens-per-second", "YYYY-MM-DD"]),
    Call("full_records", (), ["architecture: anvilnet", "# Optional."]),
    Call("record_kinds", (), ["data/sources/forge-notes.yml", "configurations/", "platforms/", "former_ids"]),
    Call(
        "benchmark_page",
        ("hammer-latency",),
        ["900", "TTFT p99", "output tokens/s", "The median is above the 99th percentile.", "5.9", "2019-11-05"],
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
        ["8 rows", "Latency", "Throughput", "2019-06-01", "no longer"],
        ["benchmarks/hammer-archive/"],
    ),
    Call(
        "architecture_page",
        ("anvilnet",),
        ["anvil_net", "Ran", "2019-11-05"],
        ["models/smith/anvil-7b/", "accelerators/anvil/", "catalogues/hammer-models/"],
    ),
    Call("architecture_page", ("shuttle",), ["SHUTTLE", "Not supported", "mending"], ["families/weavers/"]),
    Call("architecture_list", (), ["2 architectures", "Weavers", "No family named"], ["architectures/shuttle/"]),
    Call(
        "catalogue_page",
        ("hammer-models",),
        ["Anvil-70B", "Planned", "“later”", "Next year.", "81.2", "82", "Adapters", "The report explains its words."],
        ["models/smith/anvil-7b/", "instances/hearth.large/", "architectures/shuttle/", "sdks/forge/6.4.0/"],
    ),
    Call(
        "catalogue_page",
        ("loom-models-2019",),
        ["2018-02-01", "mending", "Shuttle-Small", "0.9"],
        ["catalogues/loom-models-2018/", "models/maker/shuttle-small/"],
    ),
    Call("catalogue_list", (), ["3 lists", "2019-11-05", "2018-02-01"], ["catalogues/hammer-models/"]),
    Call(
        "support_table",
        (),
        ["Forge Anvil", "Ended", "2019-06-01", "Supported in 2018"],
        ["frameworks/hammer/", "accelerators/anvil/", "support/feed.xml"],
    ),
    Call(
        "memory_tables",
        (),
        ["70B", "130.4", "412.3", "17.2", "none"],
        ["instances/hearth.large/", "instances/box.small/", "models/smith/anvil-70b/"],
    ),
    Call("vocabulary_tables", (), ["Good fit", "not-applicable", "per-node", "validated-example", "UltraServer"]),
)


def links_of(page: Element) -> set[str]:
    """The pages and files that a page links to, from the site's root."""
    return {link.attributes["href"].partition("#")[0].removeprefix(ROOT) for link in page.all("a")}


def test_every_macro_has_a_case() -> None:
    assert {call.macro for call in CALLS} | {"api_table"} == PAGE_MACROS.keys()


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_page_shows_what_the_data_says_and_links_to_it(made_up: Site, call: Call) -> None:
    page = read(made_up, call.macro, *call.arguments)
    assert [text for text in call.texts if text not in page.text] == []
    assert set(call.links) - links_of(page) == set()


def test_the_table_of_api_files_has_their_entries_and_sizes(made_up_project: Path, tmp_path: Path) -> None:
    site = Site(made_up_project)
    site.renderer.api_files = site.exports.write(tmp_path)
    rows = {row.one("th").text: [cell.text for cell in row.all("td")] for row in read(site, "api_table").all("tr")[1:]}
    sizes = {name: (tmp_path / "api/v1" / name).stat().st_size for name in ("models.json", "models.csv")}
    _, entries, size, table = rows["models.json"]
    assert entries == str(len(site.knowledge.records.models))
    assert size == f"{sizes['models.json']:,}"
    assert f"{sizes['models.csv']:,}" in table


@pytest.mark.parametrize("kind", WITH_PAGES)
def test_the_page_of_a_record_is_headed_by_its_name_and_links_to_the_list(made_up: Site, kind: str) -> None:
    for record_id, record in made_up.knowledge.records.of(kind).items():
        page = read(made_up, WITH_PAGES[kind].page_macro, record_id)
        names = [record_id, getattr(record, "title", ""), getattr(record, "name", "")]
        own = names if kind != "sdks" else [made_up.knowledge.sdk_name(record_id)]
        assert page.one("h1").text in [" ".join(name.split()) for name in own]
        assert page.one("header").all("a", href=f"{ROOT}{section(kind)}")


def test_a_macro_call_with_an_unknown_id_fails(made_up: Site) -> None:
    with pytest.raises(KeyError, match="no-such-model"):
        read(made_up, "model_page", "no-such-model")


WEAVING = "configurations/plain-paper/loom-1.0.yml"
LARGE = "native: 4, compiled: 2"


class Edit(NamedTuple):
    """Replaced texts in a data file, and a page that shows them."""

    situation: str
    file: str
    texts: Mapping[str, str]
    page: Call

    def __str__(self) -> str:
        return self.situation


EDITS = (
    Edit(
        "a withdrawn row",
        WEAVING,
        {LARGE: f"{LARGE}, withdrawn: Taken back in May."},
        Call("model_page", ("shuttle-large",), ["withdrawn"]),
    ),
    Edit(
        "a lower bound",
        WEAVING,
        {LARGE: "native: 4, compiled: 9, lower_bound: true"},
        Call("model_page", ("shuttle-large",), ["≥ 9"]),
    ),
    Edit(
        "a row with a dataset, a precision and several instances",
        WEAVING,
        {LARGE: f"{LARGE}, dataset: threads, precision: float16, sequence_length: 4096, instance_count: 3"},
        Call("dataset_page", ("threads",), ["float16", "4,096", "3 ×"], ["models/shuttle-large/"]),
    ),
    Edit(
        "preconditions of a table",
        WEAVING,
        {
            "    scope: per-accelerator\n": (
                "    scope: per-accelerator\n    tested_with: loop.py\n    sequence_length: 512\n"
            )
        },
        Call("release_page", ("loom/loom-1.0",), ["loop.py", "512"]),
    ),
    Edit(
        "an uncertain name",
        "models/shuttle-large.yml",
        {"summary:": "other_names:\n  - {name: big-shuttle, certainty: likely, reason: It fits.}\nsummary:"},
        Call("model_page", ("shuttle-large",), ["big-shuttle", "likely"]),
    ),
    Edit(
        "a measurement without an instance",
        "benchmarks/loom-speed.yml",
        {
            "line: 4, model: maker/shuttle-small, instances: [box.small]": (
                "line: 4, model: maker/shuttle-small, load: bursts"
            )
        },
        Call("benchmark_page", ("loom-speed",), ["instance not known", "bursts"]),
    ),
    Edit(
        "guidance for a family",
        "families/weavers.yml",
        {
            "citations:\n": "guidance:\n  - accelerator: anvil\n"
            "    fit: {text: It bends., citations: [{source: forge-report, locator: page 7}]}\n"
            "    support: {text: It holds., citations: [{source: forge-report, locator: page 7}]}\n"
            "citations:\n"
        },
        Call("family_page", ("weavers",), ["It bends.", "It holds."], ["sources/forge-report/"]),
    ),
    Edit(
        "an architecture whose family is concluded",
        "architectures/shuttle.yml",
        {"family: weavers": "family: weavers\nfamily_inferred:\n  reason: It weaves.\n"},
        Call("architecture_page", ("shuttle",), ["It weaves."], ["families/weavers/"]),
    ),
    Edit(
        "a release without a package list",
        "sdks/forge/6.4.0.yml",
        {
            "packages:\n  - {package: hammer-lib, version: 6.4.1, series: [hearth]}\n": "",
            'manifest: {source: forge-notes, locator: "6.4.0, packages"}\n': "",
        },
        Call("sdk_page", ("forge/6.4.0",), ["2019-06-01", "No list of its packages"], ["sdks/forge/6.10.0/"]),
    ),
    Edit(
        "a source that is gone",
        "sources/forge-report.yml",
        {"state: current": "state: deleted\nstated_date: 5.11.\nlosses: [Page 9 was torn.]\ndoubt: Nobody signed it."},
        Call("source_page", ("forge-report",), ["Deleted", "5.11.", "Page 9 was torn.", "Nobody signed it."]),
    ),
    Edit(
        "an instance type that is no longer offered",
        "instances/box.small.yml",
        {"listed: true": "listed: false", "  as_of: 2020-01-01\n": "  as_of: 2020-01-01\n  note: Sold out.\n"},
        Call("instance_page", ("box.small",), ["Sold out.", "2020-01-01"]),
    ),
    Edit(
        "regions of an instance type",
        "instances/box.small.yml",
        {
            "offer:\n": "regions:\n  codes: [north, south]\n  as_of: 2019-12-24\n"
            "  citations: [{source: plain-paper, locator: page 1}]\noffer:\n"
        },
        Call("instance_page", ("box.small",), ["north", "south", "2019-12-24"]),
    ),
)


@pytest.mark.parametrize("edit", EDITS, ids=str)
def test_a_special_situation_is_shown(edit: Edit, edited_made_up: EditSite) -> None:
    page = read(edited_made_up({edit.file: edit.texts}), edit.page.macro, *edit.page.arguments)
    assert [text for text in edit.page.texts if text not in page.text] == []
    assert set(edit.page.links) - links_of(page) == set()


EARLIER_MATRIX = """\
title: What the Anvil suited once
citation: {source: forge-report, locator: page 7, as_of: 2018-06-01}
accelerators: [anvil]
columns:
  hammer: {framework: hammer, workload: inference, heading: Hammer}
wording:
  status: {soon: planned}
rows:
  - {family: weavers, as_published: Weaving models, status: {hammer: soon}}
"""


@pytest.mark.parametrize("call", [("family_page", "weavers"), ("family_list",)], ids=" ".join)
def test_a_verdict_that_a_later_matrix_changed_is_shown_with_both_dates(
    call: Sequence[str], edited_made_up: EditSite
) -> None:
    site = edited_made_up({}, {"support/fit-of-forge-2018.yml": EARLIER_MATRIX})
    lines = [[cell.text for cell in row.all("td")[-2:]] for row in read(site, *call).all("tr")]
    assert ["Planned 2018-06-01", "Supported with limits 2019-11-05"] in lines


def test_a_release_without_a_launch_day_is_listed_after_those_with_one(edited_made_up: EditSite) -> None:
    release = "name: Hammer 2.1\ncomponents: {Hammer: '2.1'}\nlaunched: 2020-02-10\n"
    cited = "citations:\n  - {source: forge-notes, locator: '6.10.0'}\n"
    page = read(edited_made_up({}, {"releases/hammer/2.1.yml": release + cited}), "framework_page", "hammer")
    links = [link.attributes["href"].removeprefix(ROOT) for head in page.all("th") for link in head.all("a")]
    assert [link for link in links if link.startswith("frameworks/hammer/")][:2] == [
        "frameworks/hammer/2.1/",
        "frameworks/hammer/2.0/",
    ]


def test_an_image_that_the_vendor_prints_otherwise_is_shown_both_ways(edited_made_up: EditSite) -> None:
    tag = '  tag: "1.0"\n'
    record = "releases/loom/loom-1.0"
    exception = f"{{rule: disagreements-are-recorded, record: {record}, about: image of loom/loom-1.0, reason: Slip}}"
    site = edited_made_up(
        {
            f"{record}.yml": {tag: f"{tag}  as_published: loom:one\n"},
            "exceptions.yml": {"exceptions: []": f"exceptions:\n  - {exception}"},
        }
    )
    page = read(site, "release_page", "loom/loom-1.0").text
    assert "loom:1.0" in page
    assert "loom:one" in page


def test_an_inferred_batch_size_scope_has_the_reason_beside_it(edited_made_up: EditSite) -> None:
    row = "native: 4, compiled: 2"
    edited = f"{row}, scope: per-node, scope_inferred: Both boxes were named."
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {row: edited}})
    (marked,) = [found for found in read(site, "model_page", "shuttle-large").all("small") if "inferred" in found.text]
    assert "per node" in marked.text
    assert marked.attributes["title"] == "Both boxes were named."


def test_an_inferred_workload_has_the_reason_beside_it(made_up: Site) -> None:
    (marked,) = read(made_up, "family_page", "weavers").all("span", title="The report is about inference.")
    assert "inferred" in marked.text


DATED = (("model_page", "smith/anvil-7b"), ("family_page", "weavers"), ("source_list",), ("catalogue_list",))


def ages_on(site: Site, macro: str, *arguments: str) -> Sequence[tuple[Element, Age]]:
    """Every dated mark on a page, and the age that it should show."""
    marks = [found for found in read(site, macro, *arguments).all("span", class_="as-of") if found.all("time")]
    dates = [datetime.date.fromisoformat(mark.one("time").text) for mark in marks]
    return [(mark, site.knowledge.ages.age(date)) for mark, date in zip(marks, dates, strict=True)]


@pytest.mark.parametrize("call", DATED, ids=" ".join)
def test_every_date_has_its_age_beside_it(made_up: Site, call: Sequence[str]) -> None:
    found = ages_on(made_up, *call)
    assert found
    assert [mark.one("i").text for mark, _ in found] == [age.words for _, age in found]


def test_a_date_past_the_age_rule_is_marked_as_old(made_up: Site) -> None:
    marked = {mark.one("time").text: mark.has(class_="is-old") for mark, _ in ages_on(made_up, "catalogue_list")}
    assert marked == {"2019-11-05": False, "2019-02-01": False, "2018-02-01": True}
