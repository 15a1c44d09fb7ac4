"""What a reader does: asks the two questions, opens pages at some hardware, follows links, comes back years later."""

from __future__ import annotations

import datetime
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from macros.facts import Knowledge
from macros.facts.citations import AgeRuler
from tests.browser.conftest import CLIPBOARD, Host, OpenPage
from tests.browser.scripts import script
from tests.browser.search_box import FIELD
from tests.support.built_site import ELSEWHERE, SUB_PATH, BuiltSite
from tests.support.typed_names import typed_names

NOBODY = "no such name anywhere"


def ask(page: Page, base: str, question: str, typed: str) -> None:
    page.goto(base)
    page.locator(f"form[data-question={question}] input").fill(typed)
    page.keyboard.press("Enter")


ASKED = [
    ("models", "SHUTTLE-LARGE", "models/shuttle-large/"),
    ("models", "weavers", "families/weavers/"),
    ("hardware", "Chip-One", "accelerators/chip-one/"),
    ("hardware", "box.small", "instances/box.small/"),
]
"""Questions, ids as somebody types them, and the pages that they lead to."""


def test_an_id_leads_to_its_page(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        for question, typed, address in ASKED:
            ask(page, made_up_host.base, question, typed)
            page.wait_for_url(made_up_host.base + address)
            expect(page.locator("h1")).to_be_visible()


def test_a_name_of_several_models_offers_them_and_keeps_the_other_field(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        page.locator("form[data-question=hardware] input").fill("chip-one")
        page.locator("form[data-question=models] input").fill("anvil")
        page.keyboard.press("Enter")
        choices = page.locator("form[data-question=models] .answer button")
        expect(choices).to_have_count(2)
        assert set(choices.all_text_contents()) == {"smith/anvil-7b", "smith/anvil-70b"}
        choices.filter(has_text="70b").click()
        page.wait_for_url(f"{made_up_host.base}models/smith/anvil-70b/?on=chip-one")


def test_a_framework_in_place_of_a_model_is_searched_with_the_hardware(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        page.locator("form[data-question=models] input").fill("Tongs")
        page.locator("form[data-question=hardware] input").fill("chip-one")
        page.keyboard.press("Enter")
        expect(page.get_by_label(FIELD)).to_have_value("Tongs chip-one")


def test_a_series_leads_to_its_list_and_a_model_to_the_best(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    line = next(one for one in typed_names() if one.question == "hardware" and one.wanted.startswith("several:"))
    chips = line.wanted.removeprefix("several:").split(",")
    today = ((model["id"], built.records(f"today/{model['id']}")) for model in built.records("models"))
    model, rows = next(one for one in today if any(row["accelerator"] in chips for row in one[1]))
    with open_page() as page:
        ask(page, base, "hardware", line.typed)
        page.wait_for_url(f"{base}accelerators/?filter={line.typed}")
        for one in chips:
            expect(page.locator(f"tbody tr:visible a[href$='{one}/']").first).to_be_visible()
        page.goto(base)
        page.locator("form[data-question=models] input").fill(model)
        page.locator("form[data-question=hardware] input").fill(line.typed)
        page.keyboard.press("Enter")
        opened = page.locator("details[data-on][open]")
        expect(opened).to_have_count(1)
        expect(opened).to_have_id(f"on-{next(row['accelerator'] for row in rows if row['accelerator'] in chips)}")


def test_a_model_with_hardware_leads_to_the_answer_for_both(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    today = {model["id"]: built.records(f"today/{model['id']}") for model in built.records("models")}
    model = max(today, key=lambda model: len(today[model]))
    instances = {one["accelerator"]: one["id"] for one in built.records("instances")}
    # The last ones are folded.
    chips = [one["accelerator"] for one in today[model] if one["accelerator"] in instances]
    with open_page() as page:
        for chip in (chips[0], chips[len(chips) // 2], chips[-1]):
            page.goto(base)
            page.locator("form[data-question=models] input").fill(model)
            page.locator("form[data-question=hardware] input").fill(instances[chip])
            page.keyboard.press("Enter")
            page.wait_for_url(f"{base}models/{model}/?on={instances[chip]}")
            opened = page.locator("details[data-on][open]")
            expect(opened).to_have_count(1)
            expect(opened).to_have_id(f"on-{chip}")
            expect(page.locator(".vendor > * > .fold[open]")).to_have_count(0)
            expect(opened.locator("summary").first).to_be_in_viewport()
            expect(page.get_by_role("heading", level=1)).to_be_in_viewport()


def test_the_address_of_an_image_can_be_copied(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{made_up_host.base}images/hammer-containers/")
        cell = page.locator("th", has_text="6.4.0-iron2")
        cell.get_by_role("button", name="Copy address").click()
        expect(cell.get_by_text("Copied.")).to_be_visible()
        address = page.evaluate("navigator.clipboard.readText()")
        assert address == "<account>.<region>.forge.example.com/hammer:6.4.0-iron2"


def test_an_unknown_name_is_said_to_be_unknown_and_without_scripts_leads_to_the_lists(made_up_host: Host) -> None:
    base = made_up_host.base
    with made_up_host.open_page() as page:
        ask(page, base, "hardware", NOBODY)
        expect(page.locator("form[data-question=hardware] .answer")).to_contain_text(NOBODY)
    with made_up_host.open_page(java_script_enabled=False) as page:
        ask(page, base, "models", NOBODY)
        page.wait_for_url(re.compile(re.escape(f"{base}models/")))


def test_an_address_with_a_slip_leads_to_the_page_that_was_meant(made_up_host: Host) -> None:
    base, asked, meant = made_up_host.base, "models/shutle-large/", "models/shuttle-large/"
    with made_up_host.open_page(absent=base + asked) as page:
        answer = page.goto(base + asked)
        assert answer
        assert answer.status == 404
        expect(page.locator(".asked-for")).to_have_text(asked)
        page.locator("[data-suggestions]").get_by_role("link", name=meant, exact=True).click()
        page.wait_for_url(base + meant)


def test_an_address_of_a_search_leads_to_the_search(made_up_host: Host) -> None:
    base = made_up_host.base
    with made_up_host.open_page() as page:
        page.goto(f"{base}search/?q=anvil%2070b")
        page.wait_for_url(f"{base}?q=anvil%2070b")
        expect(page.get_by_label(FIELD)).to_have_value("anvil 70b")


def test_an_address_like_no_other_still_leads_to_the_lists(open_page: OpenPage, base: str) -> None:
    address = f"{base}zzzz/{'q' * 80}/"
    with open_page(absent=address) as page:
        with page.expect_response("**/sitemap.xml"):
            page.goto(address)
        expect(page.locator("[data-suggestions]")).to_be_hidden()
        page.locator(f'article a[href$="{base.partition("//")[2].partition("/")[2]}models/"]').first.click()
        page.wait_for_url(f"{base}models/")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_404_page_can_be_read_under_any_path(browser: Browser, made_up_host: Host, *, scripts: bool) -> None:
    origin = made_up_host.base.removesuffix(SUB_PATH)
    with browser.new_context(java_script_enabled=scripts) as context:
        context.route(f"{origin}{SUB_PATH}**", lambda route: route.fulfill(status=404))
        page = context.new_page()
        page.goto(f"{origin}{ELSEWHERE}models/shuttle-largex/")
        box = page.get_by_role("heading", level=1).bounding_box()
        assert box
        assert box["y"] < 200
        if scripts:
            page.locator("[data-suggestions]").get_by_role("link", name="models/shuttle-large/", exact=True).wait_for()
            expect(page.locator("body")).to_have_css("font-family", "system-ui, sans-serif")
            lists = page.get_by_role("link", name="all models")
            expect(lists).to_have_attribute("href", f"{ELSEWHERE}models/")
            page.get_by_role("searchbox").fill("anvil")
            page.get_by_role("button", name="Search").click()
            page.wait_for_url(f"{origin}{ELSEWHERE}?q=anvil")


FACTS = script("dated_facts")


def test_ages_are_counted_to_the_day_of_the_reader(open_page: OpenPage, base: str, knowledge: Knowledge) -> None:
    # Soon after the build, around the ends of months, and years later.
    edition = knowledge.edition
    february = edition.replace(year=edition.year + 2, month=3, day=1) - datetime.timedelta(days=1)
    days = [edition, edition + datetime.timedelta(days=31), february, edition.replace(year=edition.year + 15, day=28)]
    with open_page(timezone_id="Pacific/Kiritimati", fresh=True) as page:
        for today in days:
            page.clock.set_fixed_time(datetime.datetime.fromisoformat(f"{today}T11:00:00+14:00"))
            page.goto(f"{base}benchmarks/")
            ruler = AgeRuler(knowledge.records.atlas.age_rule, today)
            shown = page.evaluate(FACTS)
            ages = {as_of: ruler.age(datetime.date.fromisoformat(as_of)) for as_of, _, _ in shown}
            assert shown
            assert shown == [[as_of, ages[as_of].words, ages[as_of].old] for as_of, _, _ in shown], today


def test_pages_come_in_the_scheme_that_the_reader_prefers_or_chose(open_page: OpenPage, base: str) -> None:
    with open_page(color_scheme="dark") as page:
        page.goto(base)
        expect(page.locator("html")).to_have_css("color-scheme", "dark")
        page.emulate_media(media="print")
        expect(page.locator("html")).to_have_css("color-scheme", "light")
        page.emulate_media(media="screen")
        page.get_by_title("Switch to light").click()
        page.goto(f"{base}models/")
        expect(page.locator("html")).to_have_css("color-scheme", "light")


def test_a_former_address_keeps_the_place_on_the_page_and_takes_no_step_back(made_up_host: Host) -> None:
    base = made_up_host.base
    with made_up_host.open_page() as page:
        for former in ("models/shuttle-mini/", "models/shuttle-small/"):  # of a former id, and in redirects.yml
            page.goto(base)
            page.goto(f"{base}{former}?from=bookmark#sources")
            page.wait_for_url(f"{base}models/maker/shuttle-small/?from=bookmark#sources")
            expect(page.locator("h1")).to_have_text("Shuttle-Small")
            page.go_back()
            page.wait_for_url(base)
