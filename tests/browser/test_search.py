"""The site search finds a record by any of its names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.support.static_host import ELSEWHERE

FIELD = "Search models, hardware, frameworks"
FIRST_THREE = ".md-search-result__list > .md-search-result__item:nth-child(-n + 3) > a[href]"

QUERIES = {
    "bert-base-uncased": "models/bert-base-uncased/",
    "gpt2": "models/gpt2/",
    "GPT-Neo 125M": "models/eleutherai/gpt-neo-125m/",
    "google_electra-small-discriminator": "models/google/electra-small-discriminator/",
    "electra small": "models/google/electra-small-discriminator/",
    "distilbert-base-sst2": "models/distilbert-base-uncased-finetuned-sst-2-english/",
    "MaskRCNN-ResNet50-FPN": "models/mask-rcnn-resnet50-fpn/",
    "jplu_tf-xlm-roberta-base": "models/jplu/tf-xlm-roberta-base/",
    "bart-large": "models/facebook/bart-large/",
    "roberta-large": "models/roberta-large/",
    "g5.2xlarge": "instances/g5.2xlarge/",
    "ml.p3.16xlarge": "instances/p3.16xlarge/",
    "inf1.24xlarge": "instances/inf1.24xlarge/",
    "trn1n.32xlarge": "instances/trn1n.32xlarge/",
    "encoder models": "families/transformer-encoders/",
    "seq2seq": "families/transformer-encoder-decoders/",
    "LSTM networks": "families/lstms/",
    "diffusion models": "families/diffusion-models/",
    "torch_neuronx": "frameworks/torch-neuronx/",
    "optimum-neuron": "frameworks/optimum-neuron/",
    "training compiler": "frameworks/sagemaker-training-compiler/",
    "tensorflow-neuron 1.x": "frameworks/tensorflow-neuron-tf1/",
    "A10G": "accelerators/nvidia-a10g/",
    "V100": "accelerators/nvidia-v100/",
    "Inferentia2": "accelerators/inferentia2/",
    "NeuronCore-v4": "accelerators/trainium3/",
    "wikitext-103-v1": "datasets/wikitext-103-v1/",
    "food101": "datasets/food101/",
    "2GB protobuf": "limitations/large-model-protobuf-2gb/",
    "ResourceLimitExceeded": "limitations/training-compiler-quota/",
    "RoI Align": "limitations/r-cnn-roi-align-on-cpu/",
    "1.13.1": "frameworks/sagemaker-training-compiler/pytorch-1.13.1/",
}
"""What readers type, and the page they want."""


@pytest.fixture(scope="module")
def home(open_page: OpenPage, base: str) -> Iterator[Page]:
    with open_page() as page:
        page.goto(base)
        yield page


@pytest.mark.parametrize("query", QUERIES)
def test_the_page_that_is_meant_is_among_the_first_three(home: Page, query: str) -> None:
    field = home.get_by_label(FIELD)
    # The search listens to keys that come up.
    field.fill("")
    field.press("End")
    expect(home.locator(".md-search-result__item")).to_have_count(0)
    field.fill(query)
    field.press("End")
    expect(home.locator(FIRST_THREE).and_(home.locator(f'[href*="/{QUERIES[query]}?"]')).first).to_be_attached()


def test_a_key_opens_the_search_and_enter_leads_to_the_first_result(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}data/")
        page.keyboard.press("/")
        expect(page.get_by_label(FIELD)).to_be_focused()
        page.keyboard.type("inf1.24xlarge")
        expect(page.locator(FIRST_THREE).first).to_have_attribute(
            "href", f"{base}instances/inf1.24xlarge/?h=inf1.24xlarge"
        )
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}instances/inf1.24xlarge/**")


def test_the_search_works_under_any_path(open_page: OpenPage, origin: str) -> None:
    with open_page() as page:
        page.goto(f"{origin}{ELSEWHERE}models/gpt2/")
        # The theme looks things up when a key is let go.
        page.get_by_label(FIELD).fill("g5.2xlarge")
        page.get_by_label(FIELD).press("End")
        expect(page.locator(FIRST_THREE).first).to_have_attribute(
            "href", f"{origin}{ELSEWHERE}instances/g5.2xlarge/?h=g5.2xlarge"
        )


def test_the_last_word_is_completed_by_the_key_to_the_right(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.keyboard.press("/")
        page.keyboard.type("inf1.24")
        expect(page.locator(".md-search__suggest")).to_have_text("inf1.24xlarge")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_label(FIELD)).to_have_value("inf1.24xlarge")


def test_what_was_found_is_marked_in_title_names_and_text(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label(FIELD).fill("openai gpt-2 english")
        page.get_by_label(FIELD).press("End")
        first = page.locator(".md-search-result__item").first
        expect(first.locator("h1")).to_have_text("gpt2")
        expect(first.locator(".md-tag mark").first).to_be_attached()
        expect(first.locator("p mark")).to_have_text(["GPT", "2", "OpenAI", "English", "GPT", "2"])


def test_a_shared_search_is_open_with_its_answers(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(f"{base}?q=inf1.24xlarge")
        expect(page.get_by_label(FIELD)).to_be_focused()
        expect(page.locator(FIRST_THREE).first).to_have_attribute("href", re.compile("/instances/inf1.24xlarge/"))


def test_who_only_reads_fetches_nothing_to_search_in(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        fetched: list[str] = []
        page.on("response", lambda response: fetched.append(response.url))
        page.goto(base, wait_until="networkidle")
        assert not [url for url in fetched if url.endswith("/entries.json") or "/workers/" in url]


def test_what_is_typed_before_the_search_is_there_is_answered(browser: Browser, base: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        held: list[Route] = []
        context.route("**/search/answering.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks the function it is given
        with page.expect_request("**/search/answering.js"):
            page.goto(base)
        field = page.get_by_label(FIELD)
        field.fill("gpt2")
        field.press("End")
        for route in held:
            route.continue_()
        expect(page.locator(FIRST_THREE).first).to_have_attribute("href", f"{base}models/gpt2/?h=gpt2")


def test_a_search_that_cannot_be_loaded_says_so_and_tries_again(browser: Browser, base: str) -> None:
    # Not a page of `open_page`, which takes a failed request for a mistake of the site.
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(base, wait_until="networkidle")
        context.route("**/search/*.json", lambda route: route.abort())
        field, said = page.get_by_label(FIELD), page.locator(".md-search-result__meta")
        field.fill("gpt")
        field.press("End")
        expect(said).to_have_text("The search could not be loaded. The next key tries again.")
        context.unroute("**/search/*.json")
        field.press("2")
        expect(page.locator(FIRST_THREE).first).to_have_attribute("href", f"{base}models/gpt2/?h=gpt2")
