"""Where a model runs today: lines of its page, of which those where it does not fold; and the evidence behind them."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence

import yaml

from macros.facts.evidence import evidence_by_accelerator, subject_of_architecture, subject_of_model
from macros.facts.hardware import hardware_answers
from macros.pages.runs_today import TodayLines, today_lines
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.answer_rules import chips_of
from tests.support.changes import made_up_record
from tests.support.elements import read
from tests.support.lifecycle_data import statement, stating
from tests.support.project import exported

RUNS_ON_ANVIL, RUNS_NOWHERE = "smith/anvil-7b", "shuttle-large"
CHIPS = ("chip-one", "chip-two", "chip-three")
LISTED_LATER = '  - {as_published: Shuttle, architectures: [shuttle], wording: "yes", tasks: [weaving, mending]}\n'
LOOM_ENDED = {"frameworks/loom.yml": {"state: current": "state: ended", "status: current": "status: ended"}}


def refused_on(chips: Sequence[str], vendor: str = "The Mill") -> dict[str, str]:
    """Files of further chips, and of a list that says of two models that they do not run on some chips."""
    first = made_up_record("accelerators/chip-one")
    added = {chip: {**first, "name": chip, "vendor": vendor, "other_names": []} for chip in CHIPS[1:]}
    rows = [
        {"as_published": model, "model": model, "wording": "no", "accelerators": [*chips]}
        for model in (RUNS_ON_ANVIL, RUNS_NOWHERE)
    ]
    own = {"title": "Refused", "as_of": datetime.date(2019, 2, 1), "workload": "inference", "rows": rows}
    wording = {"accelerators": [], "wording": {"no": "unsupported"}}
    refused = {**made_up_record("catalogues/loom-models-2018"), **own, **wording}
    files = {"catalogues/refused.yml": refused, **{f"accelerators/{chip}.yml": text for chip, text in added.items()}}
    return {name: yaml.safe_dump(content) for name, content in files.items()}


def lines(site: Site, model: str) -> TodayLines:
    knowledge = site.knowledge
    return today_lines(knowledge, hardware_answers(knowledge, subject_of_model(knowledge, model)))


def test_the_folded_line_names_the_outcome_and_all_its_hardware(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({}, refused_on(CHIPS, vendor="The Dyer")), "model_page", RUNS_ON_ANVIL)
    (fold,) = [part for part in page.all("details", class_="fold") if part.all("details", class_="today")]
    said = fold.all("summary")[0].text
    assert all(name in said for name in ("Not supported", "Chip One", "chip-two", "chip-three"))
    assert {chip for line in fold.all("details", class_="today") for chip in chips_of(line)} == {*CHIPS}


def test_accelerators_of_a_vendor_of_which_the_same_is_said_share_a_line(edited_made_up: EditSite) -> None:
    """Each keeps its anchor; what differs has a line of its own."""
    files = refused_on(CHIPS[1:], vendor="The Mill")
    page = read(edited_made_up({}, files), "model_page", RUNS_ON_ANVIL)
    (line,) = [line for line in page.all("details", class_="today") if "chip-two" in chips_of(line)]
    first, second = chips_of(line)
    assert {first, second} == {*CHIPS[1:]}
    assert line.all("summary")[0].one("b").text == f"{first}, {second}"
    assert line.all("span", id=f"on-{second}")
    refused = yaml.safe_load(files["catalogues/refused.yml"])
    refused["rows"].append({**refused["rows"][0], "as_published": "Once more", "accelerators": ["chip-two"]})
    page = read(edited_made_up({}, {"catalogues/refused.yml": yaml.safe_dump(refused)}), "model_page", RUNS_ON_ANVIL)
    assert ["chip-two"] in [chips_of(line) for line in page.all("details", class_="today")]


def test_further_hardware_of_a_vendor_folds_below_its_best(edited_made_up: EditSite) -> None:
    """On the page, too, with the outcome and the name of each; the outcome of its best is not told again."""
    site = edited_made_up({}, refused_on(CHIPS[1:], vendor="The Forge"))
    (vendor,) = lines(site, RUNS_ON_ANVIL).vendors
    assert (vendor.vendor, vendor.lines[0].answer.accelerator) == ("The Forge", "anvil")
    group = read(site, "model_page", RUNS_ON_ANVIL).one("div", class_="vendor")
    (fold,) = [part for part in group.all("details", class_="fold") if part.all("details", class_="today")]
    said = fold.all("summary")[0].text
    assert all(name in said for name in ("Not supported on", "chip-two", "chip-three", "2 more"))
    (other,) = fold.all("span", class_="sign")
    assert other.attributes["title"] == "Not supported"
    files = refused_on(CHIPS[1:], vendor="The Dyer")
    refused = yaml.safe_load(files["catalogues/refused.yml"])
    refused["rows"].append({**refused["rows"][1], "as_published": "Once more", "accelerators": ["chip-two"]})
    files["catalogues/refused.yml"] = yaml.safe_dump(refused)
    page = read(edited_made_up(LOOM_ENDED, files), "model_page", RUNS_NOWHERE)
    (group,) = [one for one in page.all("div", class_="vendor") if one.all("b")[0].text == "The Dyer"]
    (fold,) = [part for part in group.all("details", class_="fold") if part.all("details", class_="today")]
    assert fold.all("summary")[0].all("span")[0].text in ("also chip-two", "also chip-three")


def test_a_single_line_does_not_fold(edited_made_up: EditSite) -> None:
    found = lines(edited_made_up({}, refused_on(CHIPS[:1])), RUNS_ON_ANVIL)
    assert [line.answer.accelerator for line in found.every] == ["anvil", "chip-one"]
    assert found.folded == []


def test_nothing_folds_where_it_runs_nowhere(edited_made_up: EditSite) -> None:
    found = lines(edited_made_up(LOOM_ENDED, refused_on(CHIPS)), RUNS_NOWHERE)
    assert {chip for line in found.every for chip in line.accelerators} >= {*CHIPS}
    assert found.folded == []


def test_hardware_without_data_is_named_beside_folded_lines_and_without_any(edited_made_up: EditSite) -> None:
    site = edited_made_up(LOOM_ENDED, refused_on(CHIPS[:2]))
    for model in (RUNS_ON_ANVIL, RUNS_NOWHERE):
        said = read(site, "model_page", model).one("p", class_="no-data").text
        assert "chip-three" in said
        assert "Chip One" not in said
        assert "no data does not mean unsupported." in said


def test_a_figure_names_the_framework_it_was_measured_with(edited_made_up: EditSite) -> None:
    def figure(site: Site) -> str:
        (line,) = read(site, "model_page", RUNS_ON_ANVIL).all("details", id="on-anvil")
        return next(part.text for part in line.all("summary")[0].all("span") if "tokens/s" in part.text)

    benchmarks = ("benchmarks/hammer-latency.yml", "benchmarks/hammer-archive.yml")
    other = {file: {"framework: hammer": "framework: loom"} for file in benchmarks}
    other["frameworks/loom.yml"] = stating(statement("ended", workload="inference", date="2018-01-01"))
    assert "Hammer" in figure(edited_made_up({}))
    assert "Loom" in figure(edited_made_up(other))


def test_what_is_named_instead_says_where_it_is_not_offered(edited_made_up: EditSite) -> None:
    """Page, terminal and API agree."""
    first = "support:\n  - accelerator: anvil\n    workload: inference\n    status: current\n"
    replaced = first.replace("current", "ended\n    replacement: [spindle, tongs]")
    tongs = stating(statement("maintenance", workload="inference", date="2019-07-01", disputed="A page denies it"))
    ruled_out = "excludes: {framework: tongs, accelerators: [anvil], from_sdk: forge/6.4.0}"
    site = edited_made_up(
        {
            "frameworks/hammer.yml": {first: replaced, "state: current": "state: ended"},
            "frameworks/tongs.yml": {**tongs, "state: ended": "state: maintenance"},
            "limitations/hot-iron.yml": {
                "frameworks: [hammer], architectures: [anvilnet]": "frameworks: [tongs]",
                "state: fixed": f"{ruled_out}\nstate: open",
            },
        }
    )
    page = read(site, "model_page", RUNS_ON_ANVIL)
    assert "limitations/hot-iron/" in page.one("div", aria_label="Known issues").targets
    named = "named instead: Spindle (not stated for Forge Anvil), Tongs (contested)"
    assert f"{named}, with which it is not known to run here" in page.one("details", id="on-anvil").text
    (row,) = json.loads(exported(site)[f"api/v1/today/{RUNS_ON_ANVIL}.json"])["result"]
    assert (row["replacement"], row["replacement_here"]) == (["spindle", "tongs"], ["tongs"])


def test_the_newest_sdk_release_stands_last(edited_made_up: EditSite) -> None:
    knowledge = edited_made_up({"benchmarks/hammer-latency.yml": {'sdk: "5.9"': 'sdk: "10.1"'}}).knowledge
    found = evidence_by_accelerator(knowledge, subject_of_architecture(knowledge, "anvilnet"))["anvil"]
    (measured,) = (one for one in found if one.kind == "benchmark")
    assert measured.sdks == ("forge/6.4", "forge/6.4.0", "10.1")


def test_what_only_an_earlier_edition_lists_comes_last(edited_made_up: EditSite) -> None:
    site = edited_made_up({"catalogues/loom-models-2019.yml": {LISTED_LATER: ""}})
    said = (
        read(site, "model_page", RUNS_NOWHERE)
        .one("details", id="on-chip-one")
        .all("ul", class_="statements")[0]
        .all("li")
    )
    assert ["no longer in a later edition" in one.text for one in said] == [*[False] * (len(said) - 1), True]
    assert "catalogues/loom-models-2018/" in said[-1].targets


def test_a_limitation_of_the_architecture_is_no_limit_of_the_framework_alone(made_up: Site) -> None:
    page = read(made_up, "model_page", RUNS_ON_ANVIL)
    assert page.one("div", aria_label="Known issues").targets == ["limitations/hot-iron/", "accelerators/anvil/"]
    assert not page.all("div", aria_label="Known issues of its software")
