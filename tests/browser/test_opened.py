"""Pages opened at some hardware, on the made-up site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Host
from tests.browser.layout import PHONE

OPENED = "models/smith/anvil-7b/?on=chip-one"
SIZES = "[data-nothing-known] + figure.batch-sizes"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("smith/anvil-7b", "Nothing known for box.small (Chip One). No data does not mean unsupported."),
        ("smith/anvil-70b", "Nothing known for box.small (Chip One). Does not fit (65 GiB in fp8, 32 on the largest"),
    ],
)
def test_hardware_of_which_nothing_is_known_is_said_at_the_top(made_up_host: Host, model: str, said: str) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/{model}/?on=box.small")
        line = page.locator("[data-nothing-known]")
        expect(line).to_be_in_viewport()
        expect(line).to_contain_text(said)
        line.get_by_role("link", name="Forge Anvil").click()
        expect(page.locator("details[data-on][open]")).to_be_in_viewport()


def ended(route: Route) -> None:
    """Answers that the software with which batch sizes were tested has ended on the asked hardware."""
    answers = route.fetch().json()
    for one in answers["result"]:
        one["software"] = "Hammer has ended on Chip One for inference"
    route.fulfill(json=answers)


def test_batch_sizes_stand_below_the_line_where_their_software_has_ended(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}{OPENED}")
        expect(page.locator("[data-nothing-known]")).to_be_visible()
        expect(page.locator(SIZES)).to_have_count(0)
        page.route("**/answers/smith/anvil-7b.json", ended)
        page.reload()
        expect(page.locator("[data-nothing-known]")).to_contain_text("Hammer has ended on Chip One for inference.")
        expect(page.locator(SIZES)).to_be_visible()


def test_issues_of_other_hardware_stand_under_a_heading_of_their_own(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}{OPENED}")
        others = page.locator("tbody", has=page.get_by_role("rowheader", name="Of other hardware"))
        expect(others.get_by_text("The iron must be hot")).to_have_count(1)


def test_the_address_of_an_opened_line_leads_back_to_it(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(f"{made_up_host.base}models/smith/anvil-7b/")
        page.locator("details[data-on] > summary").first.click()
        page.wait_for_url("**/models/smith/anvil-7b/?on=anvil")
        page.reload()
        expect(page.locator("#on-anvil[open]")).to_be_visible()


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


def test_the_column_about_the_asked_hardware_comes_first_with_its_name(made_up_host: Host) -> None:
    with made_up_host.open_page(viewport=PHONE) as page:
        page.goto(f"{made_up_host.base}families/?on=anvil")
        label = "cell => getComputedStyle(cell, '::before').content"
        expect(page.locator("tbody td").first).to_contain_text("Forge Anvil")
        assert page.locator("tbody td").first.evaluate(label) == '"Guideline: "'
