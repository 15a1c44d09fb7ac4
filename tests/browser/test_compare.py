"""The free comparison, used as a person would: typing, adding from pages, going back, sharing the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_kinds_of_pages import OVERFLOWING, PHONE, violations

FULL = {
    "models": "bert-base-uncased,gpt2,google/electra-small-discriminator,resnet50",
    "instances": "g5.2xlarge,p3.2xlarge,g4dn.2xlarge,trn1.32xlarge",
    "accelerators": "nvidia-a10g,nvidia-v100,trainium,inferentia2",
    "frameworks": "torch-neuron,torch-neuronx,optimum-neuron,sagemaker-training-compiler",
    "releases": "sagemaker-training-compiler/pytorch-1.13.1,sagemaker-training-compiler/tensorflow-2.11.0",
}
"""Per kind: a comparison with as many columns as there can be, or nearly."""


class Comparison:
    """The page, in the words of who uses it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.input = page.get_by_label("Name or id")
        self.status = page.locator("[data-comparing] [role=status]")
        self.doubt = page.locator("[data-comparing] [role=alert]")
        self.table = page.locator("[data-comparing] table")

    def go(self, query: str = "") -> Comparison:
        self.page.goto(f"{self.base}compare/{query}")
        expect(self.status).not_to_be_empty()
        return self

    def add(self, name: str) -> None:
        self.input.fill(name)
        self.input.press("Enter")

    def expect_columns(self, *names: str) -> None:
        expect(self.table.locator("thead th a")).to_have_text(names)

    def row(self, label: str) -> Locator:
        return self.table.locator("tbody tr").filter(has=self.page.locator("th", has_text=re.compile(f"^{label}$")))

    def expect_address(self, query: str) -> None:
        expect(self.page).to_have_url(f"{self.base}compare/{query}")


@contextmanager
def _comparison(open_page: OpenPage, base: str, query: str = "", **options: object) -> Iterator[Comparison]:
    with open_page(**options) as page:
        yield Comparison(page, base).go(query)


def test_columns_are_chosen_by_typing(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base) as it:
        expect(it.table).to_be_hidden()
        it.page.get_by_label("Kind").select_option("Instance types")
        it.add("g5.2xlarge")
        it.add("ml.P3.2xlarge")
        it.expect_columns("g5.2xlarge", "p3.2xlarge")
        it.expect_address("?instances=g5.2xlarge,p3.2xlarge")
        expect(it.status).to_have_text(re.compile(r"^2 of 4 chosen, \d+ rows differ\.$"))
        expect(it.row("Accelerator").locator("td")).to_have_text(["NVIDIA A10G", "NVIDIA V100"])
        expect(it.input).to_be_focused()
        expect(it.input).to_have_value("")


def test_every_id_and_other_name_is_offered(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?accelerators=") as it:
        offered = it.page.locator("#comparable option").evaluate_all("all => all.map((one) => one.value)")
        assert {"nvidia-a10g", "A10G", "Trn1"} <= set(offered)


def test_an_address_is_read(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?models=bert-base-uncased,google/electra-small-discriminator") as it:
        it.expect_columns("bert-base-uncased", "google/electra-small-discriminator")
        expect(it.doubt).to_be_empty()
        expect(it.row("Hugging Face Hub").locator("td").first).to_have_text("bert-base-uncased")


def test_missing_is_said_as_missing(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?accelerators=nvidia-a10g,trainium") as it:
        expect(it.row("fp8").locator("td")).to_have_text(["not published", "190 TFLOPS"])


def test_differences_only(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge,g5.4xlarge") as it:
        expect(it.row("Accelerator")).to_be_visible()
        it.page.get_by_label("Differences only").check()
        it.expect_address("?instances=g5.2xlarge,g5.4xlarge&differences=1")
        expect(it.row("Accelerator")).to_have_count(0)
        expect(it.row("vCPUs")).to_be_visible()
        it.page.reload()
        expect(it.page.get_by_label("Differences only")).to_be_checked()
        expect(it.row("Accelerator")).to_have_count(0)


def test_a_column_is_removed(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge,p3.2xlarge,g4dn.2xlarge") as it:
        it.page.get_by_role("button", name="Remove p3.2xlarge").click()
        it.expect_columns("g5.2xlarge", "g4dn.2xlarge")
        it.expect_address("?instances=g5.2xlarge,g4dn.2xlarge")
        expect(it.input).to_be_focused()


def test_back_and_forward(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge") as it:
        it.add("p3.2xlarge")
        it.page.get_by_label("Differences only").check()
        it.page.go_back()
        expect(it.page.get_by_label("Differences only")).not_to_be_checked()
        it.expect_columns("g5.2xlarge", "p3.2xlarge")
        it.page.go_back()
        it.expect_columns("g5.2xlarge")
        it.page.go_forward()
        it.expect_columns("g5.2xlarge", "p3.2xlarge")


def test_another_kind_starts_anew(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge") as it:
        it.page.get_by_label("Kind").select_option("Frameworks")
        expect(it.table).to_be_hidden()
        it.add("Optimum Neuron")
        it.expect_address("?frameworks=optimum-neuron")
        it.page.go_back()
        it.page.go_back()
        it.expect_columns("g5.2xlarge")


@pytest.mark.parametrize(
    ("query", "said", "columns"),
    [
        ("?instances=g5.2xlarge,abacus", "abacus (unknown)", ["g5.2xlarge"]),
        ("?instances=g5.2xlarge&colour=red", "colour=red (unknown)", ["g5.2xlarge"]),
        ("?instances=g5.2xlarge&constructor=1", "constructor=1 (unknown)", ["g5.2xlarge"]),
        ("?instances=g5.2xlarge&differences=yes", "differences=yes (unknown)", ["g5.2xlarge"]),
        ("?instances=g5.2xlarge&models=gpt2", "models=gpt2 (another kind)", ["g5.2xlarge"]),
        (
            "?instances=g5.xlarge,g5.2xlarge,g5.4xlarge,g5.8xlarge,g5.12xlarge",
            "g5.12xlarge (over 4)",
            ["g5.xlarge", "g5.2xlarge", "g5.4xlarge", "g5.8xlarge"],
        ),
    ],
)
def test_what_an_address_asks_for_in_vain_is_reported(
    open_page: OpenPage, base: str, query: str, said: str, columns: list[str]
) -> None:
    with _comparison(open_page, base, query) as it:
        expect(it.doubt).to_have_text(f"Left out: {said}.")
        it.expect_columns(*columns)


def test_what_is_typed_in_vain_is_reported_until_escape(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, f"?instances={FULL['instances']}") as it:
        it.add("abacus")
        expect(it.doubt).to_have_text("Left out: abacus (unknown).")
        it.input.press("Escape")
        expect(it.doubt).to_be_empty()
        expect(it.input).to_have_value("")
        it.add("g5.4xlarge")
        expect(it.doubt).to_have_text("Left out: g5.4xlarge (over 4).")
        assert it.page.url.endswith(FULL["instances"])


def test_batch_sizes_stand_on_one_line_with_their_ratio(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge,p3.2xlarge") as it:
        line = it.table.locator("tbody tr").filter(has_text="albert-base-v2").filter(has_text="512 tokens")
        expect(line.locator("td")).to_have_text(["18 → 40", re.compile(r"^14 → 32\s*× 0\.78 → × 0\.80$")])
        it.add("g4dn.2xlarge")
        expect(line.filter(has_text="wikitext-2").locator("td")).to_have_text(
            ["18 → 40", re.compile("^14 → 32"), re.compile("^14 → 28")]
        )


def test_frameworks_have_no_batch_sizes(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, f"?frameworks={FULL['frameworks']}") as it:
        expect(it.row("State")).to_be_visible()
        expect(it.table.get_by_text("Batch sizes in the same settings")).to_have_count(0)


def test_pages_add_up(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}models/gpt2/")
        page.get_by_role("button", name="Add to comparison").press("Enter")
        expect(page.get_by_role("button", name="Remove from comparison")).to_be_focused()
        page.goto(f"{base}models/google/electra-small-discriminator/")
        expect(page.get_by_role("link", name="Compare (1)")).to_be_visible()
        page.get_by_role("button", name="Add to comparison").click()
        page.goto(f"{base}instances/g5.2xlarge/")
        expect(page.get_by_role("button", name="Compare this instead of models")).to_be_visible()
        page.get_by_role("link", name="Compare (2)").click()
        it = Comparison(page, base)
        it.expect_columns("gpt2", "google/electra-small-discriminator")
        it.expect_address("?models=gpt2,google/electra-small-discriminator")
        it.page.get_by_role("button", name="Remove gpt2").click()
        page.goto(f"{base}models/gpt2/")
        expect(page.get_by_role("link", name="Compare (1)")).to_be_visible()
        expect(page.get_by_role("button", name="Add to comparison")).to_be_visible()


def test_four_are_the_most_that_pages_add(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, f"?instances={FULL['instances']}") as it:
        it.page.goto(f"{base}instances/g5.4xlarge/")
        expect(it.page.get_by_role("link", name="Compare (4, the most)")).to_be_visible()
        expect(it.page.get_by_role("button", name="Add to comparison")).to_be_disabled()


@pytest.mark.parametrize(
    ("page_address", "query"),
    [
        ("models/facebook/bart-base/", "models=facebook/bart-base"),
        ("instances/g5.2xlarge/", "instances=g5.2xlarge"),
        ("accelerators/trainium/", "accelerators=trainium"),
        ("frameworks/torch-neuronx/", "frameworks=torch-neuronx"),
        (
            "frameworks/sagemaker-training-compiler/pytorch-1.13.1/",
            "releases=sagemaker-training-compiler/pytorch-1.13.1",
        ),
    ],
)
def test_without_scripts_a_page_has_a_plain_link(open_page: OpenPage, base: str, page_address: str, query: str) -> None:
    with open_page(java_script_enabled=False) as page:
        page.goto(base + page_address)
        page.get_by_role("link", name="Add to comparison").click()
        expect(page).to_have_url(f"{base}compare/?{query}")
        expect(page.locator("noscript p")).to_be_visible()
        expect(page.get_by_role("region", name="Instances side by side")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", FULL)
def test_no_accessibility_rule_is_violated_when_full(open_page: OpenPage, base: str, kind: str, scheme: str) -> None:
    with _comparison(open_page, base, f"?{kind}={FULL[kind]}&colour=red", color_scheme=scheme) as it:
        expect(it.doubt).not_to_be_empty()
        if kind != "frameworks":
            expect(it.table.get_by_text("Batch sizes in the same settings")).to_be_visible()
        assert violations(it.page) == []


@pytest.mark.parametrize("kind", FULL)
def test_a_phone_scrolls_the_columns_under_a_header_that_stays(open_page: OpenPage, base: str, kind: str) -> None:
    with _comparison(open_page, base, f"?{kind}={FULL[kind]}", viewport=PHONE) as it:
        expect(it.table.locator("tbody tr").first).to_be_visible()
        assert max(it.page.evaluate(OVERFLOWING)) <= 0
        ours = it.page.locator("[data-comparing] .frame")
        moved = ours.evaluate(
            """(frame) => {
              const corner = frame.querySelector('thead td'), label = frame.querySelector('tbody th[scope=row]');
              const left = (one) => one.getBoundingClientRect().left - frame.getBoundingClientRect().left;
              frame.scrollLeft = frame.scrollWidth;
              frame.scrollTop = frame.scrollHeight;
              const down = corner.getBoundingClientRect().top - frame.getBoundingClientRect().top;
              return [frame.scrollLeft > 0, left(corner), left(label), down, frame.tabIndex];
            }"""
        )
        assert moved[0]
        assert max(map(abs, moved[1:4])) <= 2
        assert moved[4] == 0


def test_a_comparison_is_printed_with_its_address(open_page: OpenPage, base: str) -> None:
    with _comparison(open_page, base, "?instances=g5.2xlarge,p3.2xlarge") as it:
        it.page.emulate_media(media="print")
        expect(it.page.get_by_text(f"{base}compare/?instances=g5.2xlarge,p3.2xlarge")).to_be_visible()
        expect(it.row("vCPUs")).to_be_visible()
        expect(it.input).to_be_hidden()
        expect(it.page.get_by_role("button", name="Remove p3.2xlarge")).to_be_hidden()
