"""What a reader does: asks the two questions, opens pages at some hardware, follows links, comes back years later."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from itertools import islice

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from macros.facts import Knowledge
from macros.facts.citations import AgeRuler
from tests.browser.conftest import CLIPBOARD, Host, OpenPage
from tests.browser.layout import PHONE
from tests.browser.scripts import script
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


MOST_TRIED = 6
"""Models whose lines are looked at."""
OF_SEVERAL = re.compile(r'data-on="[^",]+,([\w.-]+) ([\w.-]+)')
"""In a line about several accelerators: the second, and its first instance type."""


def test_an_instance_type_is_answered_in_a_line_about_several_accelerators(
    open_page: OpenPage, base: str, built: BuiltSite
) -> None:
    texts = ((address, page.file.read_text("utf-8")) for address, page in built.pages.items() if "models/" in address)
    lines = ((address, *line) for address, text in texts for line in OF_SEVERAL.findall(text)[:1])
    answers = (
        (address, chip, answer)
        for address, chip, instance in lines
        for answer in built.records(f"answers/{address.removeprefix('models/').rstrip('/')}")
        if answer["instance"] == instance and answer["memory_gib"] and answer["fits"] != "unknown"
    )
    with open_page() as page:
        for address, chip, answer in islice(answers, MOST_TRIED):
            page.goto(f"{base}{address}?on={answer['instance'].upper()}")
            opened = page.locator("details[data-on][open] > summary")
            expect(opened).to_contain_text(answer["short"])
            expect(opened).to_contain_text(answer["instance"])
            name = page.locator(f"#on-{chip}").get_attribute("data-name") or ""
            expect(opened.locator("b").first).to_contain_text(re.compile(f"^{re.escape(name)}"))


PANEL_ELSEWHERE = re.compile(r'id="on-([\w-]+)"(?:(?!id="on-).)*?<p class="install"><a href="#', re.DOTALL)
"""The line of hardware on which what to install stands in that of other hardware."""

LINKED_IDS = "links => links.map((link) => link.pathname.split('/').at(-2))"


def test_the_line_that_is_asked_for_has_what_to_install(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    texts = ((address, page.file.read_text("utf-8")) for address, page in built.pages.items() if "models/" in address)
    address, found = next((address, found) for address, text in texts if (found := PANEL_ELSEWHERE.search(text)))
    with open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{base}{address}?on={found[1]}#install")
        panel = page.locator(f"#on-{found[1]} .install-panel").first
        panel.get_by_role("button", name="Copy").first.click()
        expect(panel.get_by_text("Copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == panel.locator("pre code").first.inner_text().strip()


def test_the_address_of_an_image_can_be_copied(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{made_up_host.base}images/hammer-containers/")
        cell = page.locator("th", has_text="6.4.0-iron2")
        cell.get_by_role("button", name="Copy address").click()
        expect(cell.get_by_text("Copied.")).to_be_visible()
        address = page.evaluate("navigator.clipboard.readText()")
        assert address == "<account>.<region>.forge.example.com/hammer:6.4.0-iron2"


def test_benchmarks_say_where_they_lack_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    measured: dict[str, set[str]] = defaultdict(set)
    for run in built.records("benchmarks"):
        measured[run["model"]].update(run["accelerators"])
    widely = max(measured, key=lambda model: len(measured[model]))
    alone = next(model for model, chips in measured.items() if len(chips) == 1)  # it may stand above the table
    with open_page() as page:
        for model, chip in ((one, chip) for one in (widely, alone) for chip in sorted(measured[one])):
            page.goto(f"{base}models/{model}/?on={chip}")
            expect(page.get_by_text("None of this model itself is on record for")).to_have_count(0)
            links = page.locator("figure.throughput a").evaluate_all(LINKED_IDS)
            own = {chip, *(one["id"] for one in built.records("instances") if one["accelerator"] == chip)}
            lacking = bool(links) and own.isdisjoint(links)
            expect(page.get_by_text("compare with none of these bars")).to_have_count(int(lacking))


def test_families_say_first_what_is_about_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    asked = [found["location"] for found in built.search_entries if found["location"].startswith("families/?on=")]
    assert asked
    with open_page() as page:
        for address in asked:
            page.goto(base + address)
            about = page.locator(f"a[href$='/{address.partition('=')[2]}/']")
            lists = page.locator("tbody ul").filter(has=about)
            expect(lists.locator("> li:first-child").filter(has=about)).to_have_count(lists.count())


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
            page.goto(f"{base}sources/")
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


OPENED = "models/smith/anvil-7b/?on=chip-one"
SIZES = "[data-nothing-known] + figure.batch-sizes"


def test_hardware_of_which_nothing_is_known_is_said_at_the_top(made_up_host: Host) -> None:
    reasons = {"7b": "No data does not mean unsupported.", "70b": "Does not fit (65.2 GiB in fp8, 32 on box.small"}
    with made_up_host.open_page() as page:
        for size, reason in reasons.items():
            page.goto(f"{made_up_host.base}models/smith/anvil-{size}/?on=box.small")
            line = page.locator("[data-nothing-known]")
            expect(line).to_be_in_viewport()
            expect(line).to_contain_text(f"Nothing known of this model on box.small (Chip One). {reason}")
            line.get_by_role("link", name="Forge Anvil").click()
            expect(page.locator("details[data-on][open]")).to_be_in_viewport()


def ended(route: Route) -> None:
    """Answers that the software with which batch sizes were tested has ended on the asked hardware."""
    answers = route.fetch().json()
    for one in answers["result"]:
        one["software"] = "Hammer has ended on Chip One for inference"
    route.fulfill(json=answers)


def test_issues_of_other_hardware_stand_apart_batch_sizes_on_top_where_software_ended(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}{OPENED}")
        others = page.locator("tbody", has=page.get_by_role("rowheader", name="Of other hardware"))
        expect(others.get_by_text("The iron must be hot")).to_have_count(1)
        expect(page.locator("[data-nothing-known]")).to_be_visible()
        expect(page.locator(SIZES)).to_have_count(0)
        page.route("**/answers/smith/anvil-7b.json", ended)
        page.reload()
        expect(page.locator("[data-nothing-known]")).to_contain_text("Hammer has ended on Chip One for inference.")
        expect(page.locator(SIZES)).to_be_visible()


def test_the_column_about_the_asked_hardware_comes_first_with_its_name(made_up_host: Host) -> None:
    with made_up_host.open_page(viewport=PHONE) as page:
        page.goto(f"{made_up_host.base}families/?on=anvil")
        label = "cell => getComputedStyle(cell, '::before').content"
        expect(page.locator("tbody td").first).to_contain_text("Forge Anvil")
        assert page.locator("tbody td").first.evaluate(label) == '"Guideline: "'


def test_the_address_of_an_opened_line_leads_back_to_it(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/")
        page.locator("details[data-on] > summary").first.click()
        page.wait_for_url("**/models/smith/anvil-7b/?on=anvil")
        page.reload()
        expect(page.locator("#on-anvil[open]")).to_be_visible()


def test_hardware_that_has_no_record_is_said_to_have_none(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on=nonsense")
        expect(page.locator("[data-nothing-known]")).to_have_text("No hardware here is called nonsense.")


def test_the_address_chooses_the_workload_of_support_and_a_second_click_shuts_a_cell(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}support/?for=inference")
        expect(page.get_by_label("Inference", exact=True)).to_be_checked()
        cell = page.locator(".support-grid td > a").filter(visible=True).first
        for shown in (1, 0):
            cell.click()
            expect(page.locator(".support-grid .lines").filter(visible=True)).to_have_count(shown)
            expect(page).to_have_url(re.compile(r"\?for=inference#" if shown else r"\?for=inference$"))


def test_a_part_that_an_address_leads_to_repeats_the_answer_about_its_hardware(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        for on, said in (
            ("anvil", "Supported for inference with Hammer"),
            ("box.small", "Nothing known of this model on box.small"),
        ):
            page.goto("about:blank")  # a tab that is there already would only scroll
            page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on={on}#limitations")
            expect(page.locator("#limitations + p")).to_contain_text(said)


SHORT = '<span class="short">'


def with_training_first(route: Route) -> None:
    route.fulfill(body=route.fetch().text().replace(SHORT, f"{SHORT}<span>Ended for training</span>"))


def test_a_line_says_first_what_is_asked_for(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.route("**/models/smith/anvil-7b/*", with_training_first)
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on=anvil&for=inference")
        answers = page.locator("#on-anvil .short > span")
        expect(answers).to_contain_text(["Supported for inference with Hammer", "Ended for training"])


SOFTWARE_ISSUES = """<table aria-label="Known issues of its software"><tbody>
<tr><th><a href="#">Hammer: dull</a></th><td><a href="../accelerators/anvil/">Anvil</a></td></tr>
<tr><th><a href="#">Loom: loose</a></th><td><a href="../accelerators/anvil/">Anvil</a></td></tr>
</tbody></table>"""


def with_software_issues(route: Route) -> None:
    route.fulfill(body=route.fetch().text().replace("</article>", SOFTWARE_ISSUES))


def test_an_opened_line_names_the_issues_of_its_own_software(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.route("**/models/smith/anvil-7b/?on=anvil", with_software_issues)
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on=anvil")
        named = "Known issues here: The iron must be hot; Hammer: dull and 1 more below."
        expect(page.locator("details[data-on][open]")).to_contain_text(named)
