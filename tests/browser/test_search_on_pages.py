"""The search of the made-up site: what opens it, what it fetches, what it answers and where that leads; under load."""

from __future__ import annotations

import datetime
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CLIPBOARD, Host, OpenPage
from tests.browser.scripts import script
from tests.browser.search_box import ANSWER, FIELD, FIRST, OPENER, RESULTS, SAID, answered, typed
from tests.support.built_site import ELSEWHERE, SUB_PATH, BuiltSite

INSTANCE = "box.small"


def test_the_search_works_under_any_path(made_up_host: Host) -> None:
    elsewhere = made_up_host.base.removesuffix(SUB_PATH) + ELSEWHERE
    with made_up_host.open_page() as page:
        page.goto(f"{elsewhere}instances/{INSTANCE}/")
        typed(page, INSTANCE)
        expect(page.locator(FIRST)).to_have_attribute("href", f"{elsewhere}instances/{INSTANCE}/")


def test_a_search_can_be_shared_and_who_comes_back_from_a_result_finds_it_again(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{made_up_host.base}data/")
        typed(page, f"{INSTANCE} memory")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{made_up_host.base}?q={INSTANCE}+memory"
        page.goto(link)
        expect(page.get_by_label(FIELD)).to_be_focused()
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(INSTANCE))
        page.locator(FIRST).click()
        page.wait_for_url(f"**/instances/{INSTANCE}/**")
        page.go_back()
        expect(page.get_by_label(FIELD)).to_have_value(f"{INSTANCE} memory")
        page.keyboard.press("Escape")
        expect(page).to_have_url(made_up_host.base)


def test_a_month_without_a_year_is_the_last_one(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    platform, today = built.records("sdks")[0]["platform"], datetime.datetime.now(tz=datetime.UTC)
    with open_page() as page:
        page.goto(f"{base}data/")
        for number, month in ((1, "January"), (12, "December")):
            typed(page, f"{platform} changes {month}")
            part = f"#{today.year - (today.month < number)}-{number:02}"
            expect(page.locator(FIRST)).to_have_attribute("href", re.compile(f"/changes/.*{part}$"))


def test_without_scripts_the_button_leads_to_the_models(made_up_host: Host) -> None:
    with made_up_host.open_page(java_script_enabled=False) as page:
        page.goto(f"{made_up_host.base}data/")
        page.locator(OPENER).click()
        page.wait_for_url(re.compile(re.escape(f"{made_up_host.base}models/")))


def test_only_what_is_needed_is_fetched_and_nothing_before_the_search_opens(made_up_host: Host) -> None:
    fetched: list[str] = []
    with made_up_host.open_page(fresh=True) as page:
        page.context.on("request", lambda request: fetched.append(request.url.removeprefix(made_up_host.base)))
        page.goto(made_up_host.base, wait_until="networkidle")
        assert fetched
        assert [url for url in fetched if re.search("entries.json|names.json|worker", url)] == []
        fetched.clear()
        typed(page, INSTANCE)
        expect(page.locator(FIRST)).to_be_visible()
    assert {fetched.count(file) for file in ("search/entries.json", "api/v1/names.json")} == {1}
    scripts = [url for url in fetched if url.endswith(".js")]
    assert all(url.startswith("assets/") and "javascripts/" not in url for url in scripts)
    assert set(fetched) - set(scripts) == {"search/entries.json", "api/v1/names.json"}


FIRST_SAYS = {
    "shuttle-large with loom": "on Chip One: Supported for training with Loom",
    "shutle-large with lom for chip-one": "on Chip One: Supported for training with Loom",
    "smith/anvil-7b chip-one": "Not known",
    "shuttle-large crucible": "on Forge Anvil: Not supported",  # an SDK, by its other name
    "1234.north.forge.example.com/hammer:6.4.0-iron2": "newest with the same version: 6.10.0-iron2",
}
LEADS_TO = {
    "chip-one vs forge anvil shuttle-large": "compare/?accelerators=chip-one,anvil&model=shuttle-large",
    "hammer vs tongs": "compare/tongs-vs-hammer/",
    "hammer:6.10.0 with iron3": "images/hammer-containers/#image-3",
    "migrate from loom to hammer": "frameworks/loom/",
    "cloth making": "models/?task=weaving",
    "mending c1": "models/?task=mending&accelerator=chip-one",
}
"""Models, frameworks, tasks and tags of images: by what is typed, what the first result says, or where it leads."""


def test_questions_are_answered_or_lead_to_the_page_that_answers(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        for query, said in FIRST_SAYS.items():
            typed(page, query)
            expect(page.locator(FIRST)).to_contain_text(said)
        for query, address in LEADS_TO.items():
            typed(page, query)
            expect(page.locator(FIRST)).to_have_attribute("href", f"{made_up_host.base}{address}")
        typed(page, "shuttle-large with loom")
        expect(page.locator(ANSWER)).to_have_count(1)
        typed(page, "shuttle-large on chip-one or forge anvil")
        expect(page.locator(ANSWER)).to_have_count(2)
        expect(page.locator(ANSWER).filter(has_text="on Chip One: Supported")).to_have_count(1)
        page.locator(ANSWER).filter(has_text="on Forge Anvil: Not supported").click()
        page.wait_for_url(f"{made_up_host.base}models/shuttle-large/?on=anvil")


PASTED = [f"straw{number}" for number in range(2_000)]
"""Words as of a page that was pasted whole. No entry has them."""


def test_of_a_long_text_only_the_beginning_is_searched_and_taken_for_no_misspelt_name(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, " ".join(["anvil", *PASTED]))
        expect(page.locator(SAID)).to_contain_text("Only the beginning of a long text is searched")
        expect(page.locator(FIRST)).to_contain_text("Anvil")
        typed(page, "anvil")
        expect(page.locator(SAID)).not_to_contain_text("Only")
        for text in (" ".join([*PASTED, "anvil"]), "".join(PASTED)):
            typed(page, text)
            expect(page.locator(SAID)).to_contain_text(
                "Nothing found: no record here has that name. Only the beginning"
            )


STILL_WORKER = script("still_worker")
"""A worker that keeps a question back while it is `held`, and all questions that were put to it."""


def test_of_what_is_typed_during_an_answer_only_the_newest_is_asked(made_up_host: Host) -> None:
    with made_up_host.open_page(fresh=True) as page:
        page.add_init_script(STILL_WORKER)
        page.goto(made_up_host.base)
        typed(page, "anvil")
        page.evaluate("() => { Worker.asked = []; Worker.held = true; }")
        field = page.get_by_label(FIELD)
        field.fill("w")
        page.wait_for_function("() => Worker.asked.length === 1")
        for text in ("we", "wea", "weavers"):
            field.fill(text)
        page.evaluate("() => { Worker.held = false; Worker.late(); }")
        answered(page)
        assert page.evaluate("Worker.asked") == ["w", "weavers"]
        expect(page.locator(RESULTS).filter(has_text="Weavers").first).to_be_visible()


DYING_WORKER = script("dying_worker")
"""A worker that dies of as many of the next questions as `mortal` says."""


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_dead_worker_is_replaced(made_up_host: Host, deaths: int) -> None:
    with made_up_host.open_page(fresh=True) as page:
        page.add_init_script(DYING_WORKER)
        page.goto(made_up_host.base)
        typed(page, "anvil")
        page.evaluate("deaths => { Worker.mortal = deaths; }", deaths)
        typed(page, "shuttle-smal")
        if deaths == 2:
            expect(page.locator(SAID)).to_contain_text("could not be loaded. The next key tries again")
            page.get_by_label(FIELD).press("l")
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile("/models/maker/shuttle-small/"))
        assert page.evaluate("Worker.made.length") == 1 + deaths
