"""Check my stack in the browser: the same findings as the command, kept in the page and safe from what is pasted."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from macros.stack.judging import LEVELS, findings
from macros.stack.report import as_json
from tests.browser.conftest import Host, OpenPage
from tests.browser.scripts import script
from tests.support.built_site import BuiltSite
from tests.support.project import GOLDEN

FILES = sorted((GOLDEN / "stack").iterdir())
FIND = script("findings_of_texts")
FIELD = "[data-check] textarea"
RESULT = "[data-check] > [role=status]"


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in FILES}


def test_the_page_and_the_command_find_the_same(
    open_page: OpenPage, base: str, built: BuiltSite, texts: dict[str, str]
) -> None:
    [data] = built.result("stack")
    today = datetime.datetime.now(datetime.UTC).date()
    expected = json.loads(as_json({name: findings(text, data, today) for name, text in texts.items()}))
    with open_page() as page:
        page.goto(f"{base}check/")
        found = page.evaluate(FIND, {"root": base, "data": data, "texts": texts, "now": today.isoformat()})
    assert found == expected


def test_what_names_nothing_known_has_no_finding(built: BuiltSite, texts: dict[str, str]) -> None:
    [data] = built.result("stack")
    counted = {key for key, level in LEVELS.items() if not level.is_told}
    quiet = {name: text for name, text in texts.items() if name.startswith("quiet")}
    for name, text in quiet.items():
        assert {one.level for one in findings(text, data, datetime.date.max - datetime.timedelta(91))} <= counted, name


def paste(page: Page, text: str) -> None:
    page.fill(FIELD, text)
    expect(page.locator(f"{RESULT} .fold").first).to_be_visible()


def test_a_pasted_list_is_told_and_kept_in_the_address(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{made_up_host.base}check/")
        paste(page, "old-tongs==1\nhammer-lib==6.10.2\nnumpy==1\nsmith/anvil-7b\nsome other words\n")
        rows = page.locator(f"{RESULT} tbody tr")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(re.compile("old-tongs 1.*Ended", re.DOTALL))
        expect(page.locator(RESULT)).to_contain_text("Not known here: 1")
        expect(page.locator(f"{RESULT} .fold a[href$='models/smith/anvil-7b/']")).to_have_count(1)
        expect(page.locator(RESULT)).to_contain_text("line 5: some other words")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        address = page.evaluate("navigator.clipboard.readText()")
    with made_up_host.open_page() as page:
        page.goto(address)
        expect(page.locator(FIELD)).to_have_value(re.compile("old-tongs==1"))
        expect(page.locator(f"{RESULT} tbody tr")).to_have_count(1)


def test_a_dropped_file_is_read(made_up_host: Host, tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("loom-lib==0.2\n", "utf-8")
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}check/")
        page.locator("[data-check] input[type=file]").set_input_files(file)
        expect(page.locator(f"{RESULT} tbody tr")).to_contain_text("End announced")


def test_hostile_text_stays_text(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}check/")
        paste(
            page, "<img src=x onerror=alert(1)>==1\n__proto__==1\nconstructor==2\nold-tongs==<b>1</b>\n" + "a" * 100_000
        )
        expect(page.locator(f"{RESULT} img, {RESULT} b")).to_have_count(0)
        expect(page.locator(RESULT)).to_contain_text("constructor 2")
