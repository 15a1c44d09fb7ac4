"""What a text installs or runs: what is read in each kind of file, what is said of it, and the forms of the report."""

from __future__ import annotations

import datetime
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.cli import main
from macros.columns.files import compact
from macros.outputs.stack import row
from macros.site.state import Site
from macros.stack.judging import exit_code, findings
from macros.stack.report import FORMATS
from tests.conftest import EditSite
from tests.support.project import further

TODAY = datetime.date(2020, 6, 15)
CASES = yaml.safe_load(Path(__file__).with_name("stack.yml").read_text("utf-8"))


def published(site: Site) -> Mapping[str, Any]:
    """What is published for judging texts."""
    found: Mapping[str, Any] = json.loads(compact(row(site.knowledge)))
    return found


@pytest.fixture(scope="module")
def data(made_up: Site) -> Mapping[str, Any]:
    return published(made_up)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_what_a_text_names_is_told_with_its_state(case: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    found = [one for one in findings(case["text"], data, TODAY) if one.item.kind != "line"]
    assert [{one.level: one.name} for one in found] == case["told"]


def test_a_line_with_nothing_to_check_is_listed_by_its_number(data: Mapping[str, Any]) -> None:
    text = "# a comment\n\nnobody/knows-this\nold-tongs==1\nwords of somebody\n}\n"
    found = [one.name for one in findings(text, data, TODAY) if one.level == "unread"]
    assert found == ["line 3", "line 5"]


def test_an_image_of_a_discontinued_list_says_so_also_as_replacement(edited_made_up: EditSite) -> None:
    gone = "discontinued:\n  date: 2020-05-01\n  text: No more.\n  citations: [{source: forge-notes, locator: end}]\n"
    site = edited_made_up({"images/hammer-containers.yml": {"rows:\n": f"{gone}rows:\n"}})
    data = published(site)
    [newest], [older] = (findings(f"FROM hammer:{tag}", data, TODAY) for tag in ("6.10.0-iron2", "6.4.0-iron2"))
    since = "list discontinued on 2020-05-01"
    assert [(one.level, one.state) for one in (newest, older)] == [("discontinued", since)] * 2
    assert (newest.instead, older.instead) == (None, f"6.10.0-iron2 ({since})")


def test_versions_of_different_releases_are_a_mismatch_and_a_replaced_one_is_older(data: Mapping[str, Any]) -> None:
    text = "FROM hammer:6.4.0-iron2\nRUN pip install hammer-lib==6.10.2"
    [mismatch, older] = findings(text, data, TODAY)
    assert (mismatch.level, mismatch.name, older.level) == ("mismatch", "hammer-lib 6.10.2", "older")
    assert mismatch.together == "belongs to Forge Kit 6.10.0, other parts to Forge Kit 6.4.0, which has 6.4.1"
    [older] = findings("hammer-lib==6.4.1", data, TODAY)
    assert (older.level, older.instead) == ("older", "6.10.2 with Forge Kit 6.10.0")
    assert older.state.endswith("no longer the newest")


def test_what_a_package_is_built_on_is_of_its_version(edited_made_up: EditSite) -> None:
    site = edited_made_up({"components/hammer-lib.yml": {"built_on: PyAnvil": "built_on: Hammer"}})
    data = published(site)
    for version, level in (("2.1", "mismatch"), ("6.1", "mismatch"), ("6.10.1+local", "unknown"), ("6", "unknown")):
        found = {one.item.name: one for one in findings(f"hammer=={version}\nhammer-lib==6.10.2", data, TODAY)}
        assert (found["hammer"].level, found["hammer-lib"].level) == (level, "fine"), version
        assert found["hammer"].together == "hammer-lib 6.10.2 is built on hammer 6.10"
    [alone] = findings("hammer==2.1", data, TODAY)
    assert (alone.level, alone.together) == ("fine", None)


def test_what_is_offered_goes_with_the_other_packages(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, further("components/frame-lib.yml"))
    data = published(site)
    [older, frame] = findings("frame-lib==1.0\nhammer-lib==6.4.1", data, TODAY)
    assert (older.level, older.instead, frame.level) == ("older", None, "fine")
    assert older.state.endswith("the newest that goes with the other packages")


def test_the_newest_version_in_the_package_index_is_told(data: Mapping[str, Any]) -> None:
    said = {version: findings(f"hammer=={version}", data, TODAY)[0].state for version in ("2.1", "1.12", "3")}
    assert said["2.1"].endswith("; the newest in the package index on 2020-02-12")
    assert said["1.12"] == "older than 2.1, the newest in the package index on 2020-02-12"
    assert said["3"].endswith("the newest in the package index on 2020-02-12 is 2.1")


def test_nobody_is_sent_back_to_an_older_release(edited_made_up: EditSite) -> None:
    newer = "{package: hammer-lib, version: 6.11.0, series: [hearth]}"
    release = f"platform: forge\ndate: 2020-03-10\npackages: [{newer}]\nmanifest: {{source: forge-notes, locator: a}}\n"
    cited = "citations: [{source: forge-notes, locator: a}]\n"
    site = edited_made_up({}, {**further("components/frame-lib.yml"), "sdks/forge/6.11.0.yml": release + cited})
    found = {one.name: one for one in findings("frame-lib==1.0\nhammer-lib==6.10.2", published(site), TODAY)}
    assert found["hammer-lib 6.10.2"].instead is None
    assert "6.4.1" not in str(found)


def test_an_image_of_a_framework_in_maintenance_is_in_maintenance(edited_made_up: EditSite) -> None:
    edits = {"state: current": "state: maintenance", "status: current": "status: maintenance"}
    site = edited_made_up({"frameworks/hammer.yml": edits})
    [found] = findings("FROM hammer:6.10.0-iron3", published(site), TODAY)
    assert (found.level, "aintenance since 2019-06-01" in found.state) == ("maintenance", True)


def test_a_version_that_requires_an_ended_one_says_so(edited_made_up: EditSite) -> None:
    end = '{event: end_of_support, version: "6.4", date: 2020-01-01, citation: {source: forge-notes, locator: end}}'
    last = 'citation: {source: forge-notes, locator: "6.4.0"}\n'
    edits = {"components/hammer-lib.yml": {last: f"{last}  - {end}\n"}}
    site = edited_made_up(edits, further("components/frame-lib.yml"))
    data = published(site)
    [found] = findings("frame-lib==1.0", data, TODAY)
    assert (found.level, found.state) == ("pins-ended", "requires hammer-lib 6.4.1: Ended since 2020-01-01")


def test_a_beta_is_told_as_one_also_where_its_version_is_cut_short(edited_made_up: EditSite) -> None:
    beta = "  - {event: released, version: 6.10.2 (beta), citation: {source: forge-notes, locator: last entry}}\n"
    site = edited_made_up({"components/hammer-lib.yml": {"notices:\n": f"notices:\n{beta}"}})
    data = published(site)
    levels = [findings(f"hammer-lib=={version}", data, TODAY)[0].level for version in ("6.10.2", "6.10", "6.4.1")]
    assert levels == ["preview", "preview", "older"]


def test_an_end_within_90_days_is_soon(data: Mapping[str, Any]) -> None:
    of_loom = {**data["packages"]["loom-lib"], "ends": "2020-09-01"}
    changed = {**data, "packages": {**data["packages"], "loom-lib": of_loom}}
    for day, level in ((datetime.date(2020, 6, 15), "ending"), (datetime.date(2020, 5, 1), "fine")):
        [found] = findings("loom-lib==0.2", changed, day)
        assert (found.level, found.until) == (level, datetime.date(2020, 9, 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hammer-lib==6.10.2", 0),
        ("loom-lib==0.2", 1),
        ("old-tongs==1\nloom-lib==0.2", 2),
        ("numpy==1\nsmith/anvil-7b\nno words known", 4),
        ("", 4),
    ],
)
def test_the_worst_decides_the_exit_code(text: str, code: int, data: Mapping[str, Any]) -> None:
    assert exit_code(findings(text, data, TODAY)) == code


def test_every_form_tells_what_was_found(data: Mapping[str, Any]) -> None:
    found = {"a.txt": findings("old-tongs==1\nhammer-lib==6.10.2\nnumpy==1", data, TODAY)}
    said = {name: write(found) for name, write in FORMATS.items()}
    for name in ("text", "markdown"):
        for words in ("old-tongs 1: Ended since", "hammer-lib", "Fine: 1.", "Not known here: 1: numpy 1."):
            assert words in said[name]
    assert [one["level"] for one in json.loads(said["json"])["a.txt"]] == ["ended", "fine", "unknown"]
    [result] = json.loads(said["sarif"])["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("ended", "error")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 1


def test_the_command_reads_files_and_the_standard_input(
    made_up_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("hammer-lib==6.10.2\n", "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("old-tongs==1\n"))
    assert main(["--project", str(made_up_project), "stack", str(file), "-"]) == 2
    assert "-:1: ended: old-tongs 1" in capsys.readouterr().out
    assert main(["--project", str(made_up_project), "stack", str(tmp_path / "absent")]) == 64
    assert "absent" in capsys.readouterr().err
