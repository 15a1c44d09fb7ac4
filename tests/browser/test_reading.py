"""What a reader does on the site: asks the two questions, follows the way back to the data, loses the way."""

from __future__ import annotations

import datetime
import re

import pytest
from playwright.sync_api import expect

from macros.knowledge import Knowledge
from macros.knowledge.ages import AgeRuler
from tests.browser.conftest import OpenPage
from tests.support.built_site import REPOSITORY
from tests.support.page_kinds import NO_PAGE


@pytest.mark.parametrize(
    ("question", "typed", "address"),
    [
        ("I have a model", "bert-base-uncased", "models/bert-base-uncased/"),
        ("I have a model", "GOOGLE_electra-small-discriminator", "models/google/electra-small-discriminator/"),
        ("I have a model", "gpt2", "models/gpt2/"),
        ("I have hardware", "g5.2xlarge", "instances/g5.2xlarge/"),
        ("I have hardware", "ml.p4d.24xlarge", "instances/p4d.24xlarge/"),
        ("I have hardware", "inferentia2", "accelerators/inferentia2/"),
    ],
)
def test_a_name_leads_to_its_page(open_page: OpenPage, base: str, question: str, typed: str, address: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label(question).fill(typed)
        page.keyboard.press("Enter")
        page.wait_for_url(base + address)
        expect(page.locator("h1")).to_be_visible()


def test_a_part_of_several_names_offers_them(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label("I have a model").fill("electra-small")
        page.get_by_role("button", name="Show where it runs").click()
        page.wait_for_url(f"{base}models/google/electra-small-discriminator/")
        page.goto(base)
        page.get_by_label("I have a model").fill("distil")
        page.get_by_role("button", name="Show where it runs").click()
        answer = page.locator("form[data-question=models] .answer")
        expect(answer.get_by_role("link", name="distilroberta-base").first).to_be_visible()


def test_an_unknown_name_says_so(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label("I have hardware").fill("abacus")
        page.get_by_role("button", name="Show what runs on it").click()
        expect(page.locator("form[data-question=hardware] .answer")).to_contain_text("abacus")


def test_without_scripts_the_questions_lead_to_the_lists(open_page: OpenPage, base: str) -> None:
    with open_page(java_script_enabled=False) as page:
        page.goto(base)
        page.get_by_label("I have a model").fill("gpt2")
        page.get_by_role("button", name="Show where it runs").click()
        page.wait_for_url(re.compile(re.escape(f"{base}models/")))
        expect(page.get_by_role("link", name="gpt2", exact=True).first).to_be_visible()


def test_every_question_is_two_clicks_away(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        for section, record in (
            ("models/", "models/bert-base-uncased/"),
            ("instances/", "instances/g5.2xlarge/"),
            ("frameworks/", "frameworks/torch-neuronx/"),
            ("data/", "api/v1/tested-configurations.csv"),
        ):
            assert page.locator(f'a[href="{section}"]').count()
            page.goto(base + section)
            assert page.locator(f'article a[href$="{record.removeprefix(section)}"]').count()
            page.goto(base)


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("models/facebook/bart-base/", "data/models/facebook/bart-base.yml"),
        (
            "frameworks/sagemaker-training-compiler/pytorch-1.13.1/",
            "data/releases/sagemaker-training-compiler/pytorch-1.13.1.yml",
        ),
        ("limitations/large-model-protobuf-2gb/", "data/limitations/large-model-protobuf-2gb.yml"),
        ("contribute/", "docs/contribute/index.md"),
    ],
)
def test_the_edit_link_opens_the_source_of_a_page(open_page: OpenPage, base: str, address: str, file: str) -> None:
    with open_page() as page:
        page.goto(base + address)
        link = page.get_by_role("link", name=re.compile("^Edit this page"))
        expect(link).to_be_visible()
        expect(link).to_have_attribute("href", f"{REPOSITORY}/edit/main/{file}")


def test_an_address_with_a_slip_leads_to_the_page_that_was_meant(open_page: OpenPage, base: str) -> None:
    with open_page(absent=base + NO_PAGE) as page:
        answer = page.goto(base + NO_PAGE)
        assert answer
        assert answer.status == 404
        expect(page.locator(".asked-for")).to_have_text(NO_PAGE)
        page.locator("[data-suggestions]").get_by_role("link", name="models/bert-base-uncased/", exact=True).click()
        page.wait_for_url(f"{base}models/bert-base-uncased/")


def test_an_address_like_no_other_still_helps(open_page: OpenPage, base: str) -> None:
    address = f"{base}zzzz/qqqqqqqqqqqq/"
    with open_page(absent=address) as page:
        page.goto(address)
        expect(page.locator("[data-suggestions]")).to_be_hidden()
        page.get_by_role("link", name="all models").click()
        page.wait_for_url(f"{base}models/")


def test_a_former_address_leads_on(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}models/bart-base/")
        page.wait_for_url(f"{base}models/facebook/bart-base/")


def ruler_of(knowledge: Knowledge, today: str) -> AgeRuler:
    """Ages as the build counts them, were it a build of that day."""
    edition = datetime.date.fromisoformat(today)
    return AgeRuler(knowledge.records.atlas.model_copy(update={"edition": edition}))


@pytest.mark.parametrize("today", ["2026-11-20", "2027-02-18", "2027-03-01", "2028-02-29", "2031-01-17", "2041-12-31"])
def test_ages_are_counted_to_the_day_of_the_reader(
    open_page: OpenPage, base: str, knowledge: Knowledge, today: str
) -> None:
    ruler = ruler_of(knowledge, today)
    with open_page(timezone_id="Pacific/Kiritimati") as page:
        page.clock.set_fixed_time(datetime.datetime.fromisoformat(f"{today}T11:00:00+14:00"))
        page.goto(f"{base}sources/")
        last = page.locator(".as-of:has(time)").last
        expect(last.locator("i")).to_have_text(
            ruler.age(datetime.date.fromisoformat(last.locator("time").inner_text())).words
        )
        shown = page.evaluate(
            """() => [...document.querySelectorAll('.as-of:has(time)')].map((fact) => [
              fact.querySelector('time').textContent,
              fact.querySelector('i').textContent,
              fact.classList.contains('is-old'),
            ])"""
        )
        assert len(shown) > 30
        for as_of, words, old in shown:
            age = ruler.age(datetime.date.fromisoformat(as_of))
            assert (words, old) == (age.words, age.old), as_of


def test_an_old_site_says_that_its_facts_have_grown_old(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.clock.install(time=datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC))
        page.goto(f"{base}frameworks/optimum-neuron/")
        fact = page.locator(".as-of").filter(has_text="2026-04-03").first
        expect(fact.locator("i")).to_have_text("7 months old")
        expect(fact).not_to_have_class(re.compile("is-old"))
        page.clock.set_fixed_time(datetime.datetime(2029, 4, 3, tzinfo=datetime.UTC))
        page.reload()
        expect(fact.locator("i")).to_have_text("3 years old")
        expect(fact).to_have_class(re.compile("is-old"))


def test_the_colour_scheme_is_kept_from_page_to_page(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_title("Switch to dark").click()
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        page.goto(f"{base}models/")
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
