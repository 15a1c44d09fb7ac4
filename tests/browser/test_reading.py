"""What a reader does on the site: asks the two questions, follows links, loses the way, comes back years later."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from macros.facts import Knowledge
from macros.facts.citations import AgeRuler
from tests.browser.conftest import Host, OpenPage
from tests.browser.records import Api
from tests.support.built_site import ELSEWHERE, SUB_PATH, BuiltSite
from tests.support.page_kinds import NOT_FOUND
from tests.support.typed_names import TypedName, typed_names

QUESTIONS = ("models", "hardware")
NOBODY = "no such name anywhere"
MOST_OFFERED = 6


def ids_of(api: Api, question: str) -> Sequence[tuple[str, str]]:
    """The ids that answer one of the questions, with the addresses of their pages; former ids aside."""
    kinds = {"models": ("models", "families"), "hardware": ("accelerators", "instances")}[question]
    return [(one["id"], one["url"]) for kind in kinds for one in api.records(kind)]


def meaning_several(question: str) -> TypedName:
    """A name that may mean several records."""
    lines = (line for line in typed_names() if line.wanted.startswith("several:"))
    return next(line for line in lines if line.question == question.removesuffix("s"))


def ask(page: Page, base: str, question: str, typed: str) -> None:
    page.goto(base)
    page.locator(f"form[data-question={question}] input").fill(typed)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_id_leads_to_its_page(open_page: OpenPage, base: str, api: Api, question: str) -> None:
    ids = ids_of(api, question)
    with open_page() as page:
        for typed, address in (min(ids), max(ids), max(ids, key=lambda one: len(one[0]))):
            ask(page, base, question, typed.upper())
            page.wait_for_url(base + address)
            expect(page.locator("h1")).to_be_visible()


def test_a_name_of_several_models_offers_them(open_page: OpenPage, base: str) -> None:
    line = meaning_several("models")
    with open_page() as page:
        ask(page, base, "models", line.typed)
        choices = page.locator("form[data-question=models] .answer button")
        ids = line.wanted.removeprefix("several:").split(",")
        expect(choices).to_have_count(min(len(ids), MOST_OFFERED))
        assert set(choices.all_text_contents()) <= {*ids}


def test_a_name_of_several_accelerators_leads_to_their_list(open_page: OpenPage, base: str) -> None:
    line = meaning_several("hardware")
    with open_page() as page:
        ask(page, base, "hardware", line.typed)
        page.wait_for_url(f"{base}accelerators/?filter={line.typed}")
        for one in line.wanted.removeprefix("several:").split(","):
            expect(page.locator(f"tbody tr:visible a[href$='{one}/']").first).to_be_visible()


def test_a_model_on_several_accelerators_opens_the_best_of_them(open_page: OpenPage, base: str, api: Api) -> None:
    line = meaning_several("hardware")
    chips = line.wanted.removeprefix("several:").split(",")
    today = ((model["id"], api.records(f"today/{model['id']}")) for model in api.records("models"))
    model, rows = next(one for one in today if any(row["accelerator"] in chips for row in one[1]))
    with open_page() as page:
        page.goto(base)
        page.locator("form[data-question=models] input").fill(model)
        page.locator("form[data-question=hardware] input").fill(line.typed)
        page.keyboard.press("Enter")
        opened = page.locator("details[data-on][open]")
        expect(opened).to_have_count(1)
        expect(opened).to_have_id(f"on-{next(row['accelerator'] for row in rows if row['accelerator'] in chips)}")


def test_what_is_chosen_of_several_keeps_the_other_field(open_page: OpenPage, base: str, api: Api) -> None:
    chip = api.records("accelerators")[0]["id"]
    with open_page() as page:
        page.goto(base)
        page.locator("form[data-question=hardware] input").fill(chip)
        page.locator("form[data-question=models] input").fill(meaning_several("models").typed)
        page.keyboard.press("Enter")
        choice = page.locator("form[data-question=models] .answer button").first
        model = choice.text_content()
        choice.click()
        page.wait_for_url(f"{base}models/{model}/?on={chip}")


def test_a_model_with_hardware_leads_to_the_answer_for_both(open_page: OpenPage, base: str, api: Api) -> None:
    today = {model["id"]: api.records(f"today/{model['id']}") for model in api.records("models")}
    model = max(today, key=lambda model: len(today[model]))
    instances = {one["accelerator"]: one["id"] for one in api.records("instances")}
    # The last ones are folded.
    chips = [one["accelerator"] for one in today[model] if one["accelerator"] in instances]
    with open_page() as page:
        for chip in (chips[0], chips[-1]):
            page.goto(base)
            page.locator("form[data-question=models] input").fill(model)
            page.locator("form[data-question=hardware] input").fill(instances[chip])
            page.keyboard.press("Enter")
            page.wait_for_url(f"{base}models/{model}/?on={instances[chip]}")
            opened = page.locator("details[data-on][open]")
            expect(opened).to_have_count(1)
            expect(opened).to_have_id(f"on-{chip}")
            expect(opened.locator("summary").first).to_be_in_viewport()
            expect(page.get_by_role("heading", level=1)).to_be_in_viewport()


def test_hardware_of_which_nothing_is_known_is_said_at_the_top(open_page: OpenPage, base: str, api: Api) -> None:
    known = {
        model["id"]: {row["accelerator"] for row in api.records(f"today/{model['id']}")}
        for model in api.records("models")
    }
    instances = [(one["id"], one["accelerator"]) for one in api.records("instances")]
    model, instance, chip = next(
        (model, instance, chip)
        for model, chips in known.items()
        for instance, chip in instances
        if chips and chip not in chips
    )
    with open_page() as page:
        page.goto(f"{base}models/{model}/?on={instance}")
        line = page.locator("[data-nothing-known]")
        expect(line).to_be_in_viewport()
        (found,) = [one for one in api.records(f"answers/{model}") if one["accelerator"] == chip]
        said = [found["software"], "No data does not mean unsupported"]
        said = [found["short"]] if found["answer"] != "not-known" else [one for one in said if one]
        (name,) = [one["name"] for one in api.records("accelerators") if one["id"] == chip]
        expect(line).to_contain_text(f"Nothing known for {instance} ({name}). {'. '.join(said)}.")
        line.get_by_role("link").click()
        expect(page.locator("details[data-on][open]")).to_be_in_viewport()


PANEL_ELSEWHERE = re.compile(r'id="on-([\w-]+)"(?:(?!id="on-).)*?<p class="install"><a href="#', re.DOTALL)
"""The line of hardware on which what to install stands in that of other hardware."""

LINKED_IDS = "links => links.map((link) => link.pathname.split('/').at(-2))"


def test_the_line_that_is_asked_for_has_what_to_install(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    texts = ((address, page.file.read_text("utf-8")) for address, page in built.pages.items() if "models/" in address)
    address, found = next((address, found) for address, text in texts if (found := PANEL_ELSEWHERE.search(text)))
    with open_page(permissions=["clipboard-write"]) as page:
        page.goto(f"{base}{address}?on={found[1]}#install")
        panel = page.locator(f"#on-{found[1]} .install-panel").first
        panel.get_by_role("button", name="Copy").first.click()
        expect(panel.get_by_text("Copied.")).to_be_visible()


def test_benchmarks_say_that_they_lack_the_asked_hardware_only_where_they_do(
    open_page: OpenPage, base: str, api: Api
) -> None:
    measured: dict[str, set[str]] = defaultdict(set)
    for run in api.records("benchmarks"):
        measured[run["model"]].update(run["accelerators"])
    widely = max(measured, key=lambda model: len(measured[model]))
    alone = next(model for model, chips in measured.items() if len(chips) == 1)  # it may stand above the table
    with open_page() as page:
        for model, chip in ((one, chip) for one in (widely, alone) for chip in sorted(measured[one])):
            page.goto(f"{base}models/{model}/?on={chip}")
            expect(page.get_by_text("None is published for")).to_have_count(0)
            links = page.locator("figure.throughput a").evaluate_all(LINKED_IDS)
            own = {chip, *(one["id"] for one in api.records("instances") if one["accelerator"] == chip)}
            lacking = bool(links) and own.isdisjoint(links)
            expect(page.get_by_text("No speed to compare with these is published for")).to_have_count(int(lacking))


def test_families_say_first_what_is_about_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    asked = [found["location"] for found in built.search_entries if found["location"].startswith("families/?on=")]
    assert asked
    with open_page() as page:
        for address in asked:
            page.goto(base + address)
            about = page.locator(f"a[href$='/{address.partition('=')[2]}/']")
            lists = page.locator("tbody ul").filter(has=about)
            expect(lists.locator("> li:first-child").filter(has=about)).to_have_count(lists.count())


def test_an_unknown_name_is_said_to_be_unknown(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        ask(page, base, "hardware", NOBODY)
        expect(page.locator("form[data-question=hardware] .answer")).to_contain_text(NOBODY)


def test_without_scripts_the_questions_lead_to_the_lists(open_page: OpenPage, base: str) -> None:
    with open_page(java_script_enabled=False) as page:
        ask(page, base, "models", NOBODY)
        page.wait_for_url(re.compile(re.escape(f"{base}models/")))


def test_an_address_with_a_slip_leads_to_the_page_that_was_meant(
    open_page: OpenPage, base: str, built: BuiltSite, kinds: Mapping[str, str]
) -> None:
    asked = kinds[NOT_FOUND]
    nearest = (asked[:place] + asked[place + 1 :] for place in range(len(asked)))
    meant = next(address for address in nearest if built.file(f"{address}index.html").is_file())
    with open_page(absent=base + asked) as page:
        answer = page.goto(base + asked)
        assert answer
        assert answer.status == 404
        expect(page.locator(".asked-for")).to_have_text(asked)
        page.locator("[data-suggestions]").get_by_role("link", name=meant, exact=True).click()
        page.wait_for_url(base + meant)


def test_an_address_like_no_other_still_leads_to_the_lists(open_page: OpenPage, base: str) -> None:
    address = f"{base}zzzz/{'q' * 80}/"
    with open_page(absent=address) as page:
        with page.expect_response("**/sitemap.xml"):
            page.goto(address)
        expect(page.locator("[data-suggestions]")).to_be_hidden()
        page.locator(f'article a[href$="{base.partition("//")[2].partition("/")[2]}models/"]').first.click()
        page.wait_for_url(f"{base}models/")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_page_for_unknown_addresses_can_be_read_wherever_the_site_was_put(
    browser: Browser, origin: str, api: Api, *, scripts: bool
) -> None:
    model = api.ids("models", 1)[0]
    with browser.new_context(java_script_enabled=scripts) as context:
        context.route(f"{origin}{SUB_PATH}**", lambda route: route.fulfill(status=404))
        page = context.new_page()
        page.goto(f"{origin}{ELSEWHERE}models/{model}x/")
        box = page.get_by_role("heading", level=1).bounding_box()
        assert box
        assert box["y"] < 200
        if scripts:
            page.locator("[data-suggestions]").get_by_role("link", name=f"models/{model}/", exact=True).wait_for()
            expect(page.locator("body")).to_have_css("font-family", "system-ui, sans-serif")
            lists = page.get_by_role("link", name="all models")
            expect(lists).to_have_attribute("href", f"{ELSEWHERE}models/")
            page.get_by_role("searchbox").fill("anvil")
            page.get_by_role("button", name="Search").click()
            page.wait_for_url(f"{origin}{ELSEWHERE}?q=anvil")


FACTS = """() => [...document.querySelectorAll('.as-of:has(time):has(i)')].map((fact) => [
  fact.querySelector('time').textContent,
  fact.querySelector('i').textContent,
  fact.classList.contains('is-old'),
])"""


def days_to_come(edition: datetime.date) -> Sequence[datetime.date]:
    """Days on which the site may be read: soon after the build, around the ends of months, and years later."""
    february = edition.replace(year=edition.year + 2, month=3, day=1) - datetime.timedelta(days=1)
    return [edition, edition + datetime.timedelta(days=31), february, edition.replace(year=edition.year + 15, day=28)]


def test_ages_are_counted_to_the_day_of_the_reader(open_page: OpenPage, base: str, knowledge: Knowledge) -> None:
    with open_page(timezone_id="Pacific/Kiritimati", fresh=True) as page:
        for today in days_to_come(knowledge.edition):
            page.clock.set_fixed_time(datetime.datetime.fromisoformat(f"{today}T11:00:00+14:00"))
            page.goto(f"{base}sources/")
            ruler = AgeRuler(knowledge.records.atlas.age_rule, today)
            shown = page.evaluate(FACTS)
            ages = {as_of: ruler.age(datetime.date.fromisoformat(as_of)) for as_of, _, _ in shown}
            assert shown
            assert shown == [[as_of, ages[as_of].words, ages[as_of].old] for as_of, _, _ in shown], today


@pytest.mark.parametrize(("preferred", "scheme"), [("light", "default"), ("dark", "slate")])
def test_pages_come_in_the_scheme_that_the_reader_prefers(
    open_page: OpenPage, base: str, preferred: str, scheme: str
) -> None:
    with open_page(color_scheme=preferred) as page:
        page.goto(base)
        expect(page.locator("html")).to_have_attribute("data-md-color-scheme", scheme)


def test_the_colour_scheme_is_kept_from_page_to_page(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_title("Switch to dark").click()
        expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate")
        page.goto(f"{base}models/")
        expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.parametrize("former", ["models/shuttle-mini/", "models/shuttle-small/"], ids=["id", "address"])
def test_a_former_address_keeps_the_place_on_the_page_and_takes_no_step_back(made_up_host: Host, former: str) -> None:
    base = made_up_host.base
    with made_up_host.open_page() as page:
        page.goto(base)
        page.goto(f"{base}{former}?from=bookmark#sources")
        page.wait_for_url(f"{base}models/maker/shuttle-small/?from=bookmark#sources")
        expect(page.locator("h1")).to_have_text("maker/shuttle-small")
        page.go_back()
        page.wait_for_url(base)
