"""The pages of limitations."""

from __future__ import annotations

from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import frame

EXCLUDES = "excludes: {framework: hammer, accelerators: [anvil, chip-one], from_sdk: forge/6.4.0}\n"


def test_a_limitation_names_what_it_rules_out(edited_made_up: EditSite) -> None:
    site = edited_made_up({"limitations/hot-iron.yml": {"workaround:": f"{EXCLUDES}workaround:"}})
    facts = read(site, "limitation_page", "hot-iron").one("dl", class_="facts").all("div")
    (ruled_out,) = (fact.one("dd") for fact in facts if fact.one("dt").text == "Rules out")
    wanted = ["frameworks/hammer/", "accelerators/anvil/", "accelerators/chip-one/", "sdks/forge/6.4.0/"]
    assert ruled_out.targets == wanted


def test_software_that_an_issue_rules_out_is_called_limited(edited_made_up: EditSite) -> None:
    affects = "{accelerators: [anvil], frameworks: [hammer], architectures: [anvilnet]}"
    edits = {
        affects: "{accelerators: [anvil], frameworks: [hammer]}",
        "state: fixed": f"state: open\n{EXCLUDES.strip()}",
    }
    site = edited_made_up({"limitations/hot-iron.yml": edits})
    assert "limited: The iron must be hot" in read(site, "accelerator_page", "anvil").text
    assert "limited" in " ".join(one.text for one in read(site, "support_table").all("table", class_="support-grid"))


def test_what_contradicts_an_issue_stands_beside_it_with_what_helps(edited_made_up: EditSite) -> None:
    said = "{text: A newer report denies it., citations: [{source: forge-report, locator: page 9}]}"
    state = f"state: contradicted\nnotes: [{said}]"
    holds = "definition: It holds.}\n"
    term = '    contradicted: {label: Contradicted, symbol: "≠", tone: unknown, definition: A source denies it.}\n'
    site = edited_made_up(
        {"limitations/hot-iron.yml": {"state: fixed": state}, "vocabularies.yml": {holds: holds + term}}
    )
    (row,) = (
        row for row in frame(read(site, "framework_page", "hammer"), "Known issues").rows if "iron" in row["Issue"]
    )
    assert row["Summary"] == "A cold iron gives wrong answers. A newer report denies it."
    assert row["Workaround"] == "Heat it first."


def test_what_still_holds_stands_before_what_was_lifted(edited_made_up: EditSite) -> None:
    site = edited_made_up({"limitations/short-threads.yml": {"families: [weavers]": "frameworks: [hammer]"}})
    named = frame(read(site, "framework_page", "hammer"), "Known issues").rows
    assert [row["Issue"] for row in named] == ["Threads must be short", "The iron must be hot"]
