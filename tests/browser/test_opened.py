"""What an address opens: the line of some hardware and what stands first about it, a part of a page, a cell."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial
from itertools import islice

from playwright.sync_api import Route, expect

from tests.browser.conftest import CLIPBOARD, Host, OpenPage
from tests.browser.layout import PHONE
from tests.support.built_site import BuiltSite

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


def test_benchmarks_say_where_they_lack_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    measured: dict[str, set[str]] = defaultdict(set)
    for run in built.records("benchmarks"):
        measured[run["model"]].update(run["accelerators"])
    widely = max(measured, key=lambda model: len(measured[model]))
    alone = next(model for model, chips in measured.items() if len(chips) == 1)  # it may stand above the table
    with open_page() as page:
        for model, chip in ((one, chip) for one in (widely, alone) for chip in sorted(measured[one])):
            page.goto(f"{base}models/{model}/?on={chip}")
            expect(page.get_by_text("No figure of this model is on record for")).to_have_count(0)
            links = page.locator("figure.throughput a").evaluate_all(LINKED_IDS)
            own = {chip, *(one["id"] for one in built.records("instances") if one["accelerator"] == chip)}
            lacking = bool(links) and own.isdisjoint(links)
            expect(page.get_by_text("compare with none of these bars")).to_have_count(int(lacking))


def test_a_line_says_that_nothing_is_known_of_the_asked_workload(
    open_page: OpenPage, base: str, built: BuiltSite
) -> None:
    for model in built.records("models"):
        rows = built.records(f"today/{model['id']}")
        of_training = {row["accelerator"] for row in rows if row["workload"] == "training"}
        inferring = [row["accelerator"] for row in rows if row["outcome"] == "supported"]
        if without := [chip for chip in inferring if chip not in of_training]:
            break
    with open_page() as page:
        for workload, words in (("training", "Not known for training"), ("inference", "Supported")):
            page.goto(f"{base}models/{model['id']}/?on={without[0]}&for={workload}")
            opened = page.locator("details[data-on][open] > summary .short > span").first
            expect(opened).to_have_text(re.compile(f"^{words}"))


def test_a_line_begins_with_the_asked_software(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    rows = (row for model in built.records("models") for row in built.records(f"today/{model['id']}"))
    row = next(row for row in rows if len({other["framework"] for other in row["alternatives"]}) > 1)
    known = row["alternatives"][-1]["framework"]
    here = {row["framework"], *(other["framework"] for other in row["alternatives"])}
    names = {one["id"]: one["name"] for one in built.records("frameworks")}
    unknown = next(one for one in names if one not in here)
    with open_page() as page:
        for framework, words in ((known, ""), (unknown, "Not known ")):
            page.goto(f"{base}models/{row['model']}/?on={row['accelerator']}&with={framework}")
            line = page.locator("details[data-on][open]").first
            first = line.locator("summary .short > span").first
            expect(first).to_contain_text(re.compile(f"^{words}.*{re.escape(f'with {names[framework]}')}"))
        expect(line.locator("p").first).to_contain_text(f"This model with {names[unknown]}: ")


def test_batch_sizes_say_where_they_lack_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    tested: dict[str, set[str]] = defaultdict(set)
    for test in built.records("tested-configurations"):
        tested[test["model"]].add(test["accelerator"])
    for model, chips in tested.items():
        rows = built.records(f"today/{model}")
        elsewhere = [row["accelerator"] for row in rows if row["accelerator"] not in chips]
        if elsewhere and len(chips) > 1:
            break
    with open_page() as page:
        for chip, lacking in ((elsewhere[0], True), (min(chips), False)):
            page.goto(f"{base}models/{model}/?on={chip}#batch-sizes")
            said = page.locator("#batch-sizes ~ p", has_text="No figure of this model is on record for").first
            expect(said).to_be_visible(visible=lacking)


def test_families_say_first_what_is_about_the_asked_hardware(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    asked = [found["location"] for found in built.search_entries if found["location"].startswith("families/?on=")]
    assert asked
    with open_page() as page:
        for address in asked:
            page.goto(base + address)
            about = page.locator(f"a[href$='/{address.partition('=')[2]}/']")
            lists = page.locator("tbody ul").filter(has=about)
            expect(lists.locator("> li:first-child").filter(has=about)).to_have_count(lists.count())


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
        expect(page.get_by_text("Verdicts about Forge Anvil stand first.")).to_be_visible()
        assert page.locator("tbody td").first.evaluate(label) == '"Guideline: "'


def test_the_address_of_an_opened_line_leads_back_to_it(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/")
        page.locator("details[data-on] > summary").first.click()
        page.wait_for_url("**/models/smith/anvil-7b/?on=anvil")
        page.reload()
        expect(page.locator("#on-anvil[open]")).to_be_visible()


def test_an_address_may_call_hardware_by_its_name(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on=Forge%20Anvil")
        expect(page.locator("#on-anvil[open]")).to_be_visible()


def test_hardware_that_has_no_record_is_said_to_have_none(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/?on=nonsense")
        expect(page.locator("[data-nothing-known]")).to_have_text("No hardware here is called nonsense.")


def test_the_address_chooses_the_workload_of_support_and_a_second_click_or_escape_shuts_a_cell(
    made_up_host: Host,
) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}support/?for=inference")
        expect(page.get_by_label("Inference", exact=True)).to_be_checked()
        cell = page.locator(".support-grid td > a").filter(visible=True).first
        for shuts in (cell.click, partial(page.keyboard.press, "Escape")):
            for act, shown in ((cell.click, 1), (shuts, 0)):
                act()
                expect(page.locator(".support-grid .lines").filter(visible=True)).to_have_count(shown)
                expect(page).to_have_url(re.compile(r"\?for=inference#" if shown else r"\?for=inference$"))


def test_rows_of_support_are_found_by_words_of_framework_vendor_and_hardware(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}support/")
        field, names = page.get_by_label("Framework or hardware"), page.locator(".support-grid tbody th")
        every = names.all_text_contents()
        for typed, found in (("forge HAM", ["Hammer"]), ("c1", ["Loom", "Spindle"]), ("no such name", []), ("", every)):
            field.fill(typed)
            expect(names.filter(visible=True) if typed else names).to_have_text(found)
            expect(page.get_by_text("None found.")).to_have_count(0 if found else 1)


def test_an_opened_line_has_the_parts_of_the_answer_that_stand_elsewhere_while_it_is_closed(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-70b/")
        line = page.locator("#on-anvil > summary")
        expect(line).to_have_text(re.compile("at least 2 of 96 GiB"), use_inner_text=True)
        expect(line).not_to_have_text(re.compile("weights alone"), use_inner_text=True)
        line.click()
        expect(line).to_have_text(re.compile(r"weights alone \(.+\) need at least 2 of 96 GiB"), use_inner_text=True)


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
        named = "Known issues here: The iron must be hot (fixed); Hammer: dull."
        expect(page.locator("details[data-on][open]")).to_contain_text(named)
