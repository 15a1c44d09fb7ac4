"""Pages show what few records have: reasons, doubts, changes and gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.macro_calls import Call, links_of

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
        Call("dataset_page", ("threads",), ["float16", "4,096", "3 instances"], ["models/shuttle-large/"]),
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
        Call("benchmark_page", ("loom-speed",), ["not known", "bursts"]),
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
        Call("sdk_page", ("forge/6.4.0",), ["2019-06-01", "package list is not recorded"], ["sdks/forge/6.10.0/"]),
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


@pytest.mark.parametrize("call", [("family_page", "weavers"), ("guideline_tables",)], ids=" ".join)
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
    links = [link for head in page.all("th") for link in head.targets]
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
    table = read(site, "model_page", "shuttle-large").one("div", aria_label="Tested configurations")
    (marked,) = table.all("span", title="Both boxes were named.")
    assert marked.text == "inferred"
    assert "per node inferred" in table.text


def test_an_inferred_workload_has_the_reason_beside_it(made_up: Site) -> None:
    (marked,) = read(made_up, "family_page", "weavers").all("span", title="The report is about inference.")
    assert "inferred" in marked.text
