"""Scripts do as Python does: findings of Check my stack, typed names, figures. What is pasted there stays text."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

from playwright.sync_api import expect

from macros.stack.judging import LEVELS, findings
from macros.stack.report import as_json
from macros.words import number
from tests.browser.conftest import CLIPBOARD, Host, OpenPage
from tests.browser.scripts import script
from tests.support.built_site import BuiltSite
from tests.support.project import GOLDEN
from tests.support.typed_names import in_file, typed_names

TEXTS = {file.name: file.read_text("utf-8") for file in sorted((GOLDEN / "stack").iterdir())}
FIND = script("findings_of_texts")
FIELD = "[data-check] textarea"
RESULT = "[data-check] > [role=status]"


def test_the_page_and_the_command_find_the_same(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    [data] = built.result("stack")
    today = datetime.datetime.now(datetime.UTC).date()
    expected = json.loads(as_json({name: findings(text, data, today) for name, text in TEXTS.items()}))
    with open_page() as page:
        page.goto(f"{base}check/")
        found = page.evaluate(FIND, {"root": base, "data": data, "texts": TEXTS, "now": today.isoformat()})
    assert found == expected


def test_what_names_nothing_known_has_no_finding(built: BuiltSite) -> None:
    [data] = built.result("stack")
    counted = {key for key, level in LEVELS.items() if not level.is_told}
    for name in (name for name in TEXTS if name.startswith("quiet")):
        found = findings(TEXTS[name], data, datetime.date.max - datetime.timedelta(91))
        assert {one.level for one in found} <= counted, name


def test_a_pasted_list_is_told_and_kept_in_the_address(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{made_up_host.base}check/")
        page.fill(FIELD, "old-tongs==1\nhammer-lib==6.10.2\nnumpy==1\nsmith/anvil-7b\nsome other words\n")
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


def test_what_is_not_known_is_counted_beside_no_finding(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}check/")
        page.fill(FIELD, "smith/anvil-7b\nnumpy==1\nscipy==1\n")
        expect(page.locator(RESULT)).to_contain_text("No finding among 1 of 3: the other 2 are not known here")


def test_a_dropped_file_is_read_and_hostile_text_in_it_stays_text(made_up_host: Host, tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    hostile = "<img src=x onerror=alert(1)>==1\n__proto__==1\nconstructor==2\nold-tongs==<b>1</b>\n"
    file.write_text(f"loom-lib==0.2\n{hostile}{'a' * 100_000}", "utf-8")
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}check/")
        page.locator("[data-check] input[type=file]").set_input_files(file)
        expect(page.locator(f"{RESULT} tbody tr", has_text="loom-lib")).to_contain_text("End announced")
        expect(page.locator(RESULT)).to_contain_text("constructor 2")
        expect(page.locator(f"{RESULT} img, {RESULT} b")).to_have_count(0)


FIGURES = [0, 7, 1234, 1234567, 0.5, 0.0839, 0.000123456, 25.4567, 102.4, 999.995, 12345.67, 1234567.8, 80.0]
NOT_SORTED = ["inf2.8xlarge", "Inf2.xlarge", "inf2.24xlarge", "inf1.2xlarge", "2.9", "2.21"]


def test_scripts_read_names_and_write_figures_as_python_does(open_page: OpenPage, base: str) -> None:
    lines = typed_names()
    with open_page() as page:
        page.goto(f"{base}contribute/")
        written, in_order = page.evaluate(script("numbers_written"), [base, FIGURES, NOT_SORTED])
        asked = [[line.question, line.typed] for line in lines]
        meant = page.evaluate(script("meant_by_names"), [base, asked])
    assert written == [number(one) for one in FIGURES]
    assert in_order == ["2.9", "2.21", "inf1.2xlarge", "inf2.8xlarge", "inf2.24xlarge", "Inf2.xlarge"]
    found = {line.typed: in_file(*one) for line, one in zip(lines, meant, strict=True)}
    assert found == {line.typed: line.wanted for line in lines}
