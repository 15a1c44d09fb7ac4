"""Pages opened at some hardware, on the made-up site."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.conftest import Host
from tests.browser.layout import PHONE

OPENED = "models/smith/anvil-7b/?on=chip-one"
SIZES = "[data-nothing-known] + figure.batch-sizes"


def test_hardware_of_which_nothing_is_known_is_said_at_the_top(made_up_host: Host) -> None:
    reasons = {"7b": "No data does not mean unsupported.", "70b": "Does not fit (65 GiB in fp8, 32 on the largest"}
    with made_up_host.open_page() as page:
        for size, reason in reasons.items():
            page.goto(f"{made_up_host.base}models/smith/anvil-{size}/?on=box.small")
            line = page.locator("[data-nothing-known]")
            expect(line).to_be_in_viewport()
            expect(line).to_contain_text(f"Nothing known for box.small (Chip One). {reason}")
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
