"""What the search answers on the made-up site: a model on hardware or with software, frameworks, and images."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Host
from tests.browser.search_box import ANSWER, FIRST, found_pages, typed


def test_a_model_with_software_or_several_chips_is_answered(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, "shuttle-large with loom")
        expect(page.locator(ANSWER)).to_have_count(1)
        expect(page.locator(FIRST)).to_contain_text("on Chip One: Supported for training with Loom")
        typed(page, "shutle-large with lom for chip-one")
        expect(page.locator(FIRST)).to_contain_text("on Chip One: Supported for training with Loom")
        typed(page, "smith/anvil-7b chip-one")
        expect(page.locator(FIRST)).to_contain_text("Not known")
        typed(page, "shuttle-large crucible")  # an SDK, by its other name
        expect(page.locator(FIRST)).to_contain_text("on Forge Anvil: Not supported")
        typed(page, "chip-one vs forge anvil shuttle-large")
        wanted = f"{made_up_host.base}compare/?accelerators=chip-one,anvil&model=shuttle-large"
        expect(page.locator(FIRST)).to_have_attribute("href", wanted)
        typed(page, "shuttle-large on chip-one or forge anvil")
        expect(page.locator(ANSWER)).to_have_count(2)
        expect(page.locator(ANSWER).filter(has_text="on Chip One: Supported")).to_have_count(1)
        page.locator(ANSWER).filter(has_text="on Forge Anvil: Not supported").click()
        page.wait_for_url(f"{made_up_host.base}models/shuttle-large/?on=anvil")


def test_two_frameworks_lead_to_their_comparison_or_to_both(made_up_host: Host) -> None:
    wanted = {
        "hammer vs tongs": "compare/tongs-vs-hammer/",
        "migrate from loom to hammer": "frameworks/loom/",
    }
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        for query, address in wanted.items():
            typed(page, query)
            assert found_pages(page, made_up_host.base)[0] == address


def test_a_task_on_hardware_leads_to_the_list_of_its_models_there(made_up_host: Host) -> None:
    wanted = {"cloth making": "task=weaving", "mending c1": "task=mending&accelerator=chip-one"}
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        for query, chosen in wanted.items():
            typed(page, query)
            expect(page.locator(FIRST)).to_have_attribute("href", f"{made_up_host.base}models/?{chosen}")


def test_the_tag_of_an_image_leads_to_its_line_and_says_what_replaced_it(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, "1234.north.forge.example.com/hammer:6.4.0-iron2")
        expect(page.locator(FIRST)).to_contain_text("newest with the same version: 6.10.0-iron2")
