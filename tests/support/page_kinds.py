"""One page of each kind, the fullest there is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

NO_PAGE = "models/bert-base-uncase/"
"""An address that has no page, one letter short of one that has."""

KINDS = {
    "home": "",
    "models": "models/",
    "model": "models/bert-base-uncased/",
    "families": "families/",
    "family": "families/transformer-encoders/",
    "accelerators": "accelerators/",
    "accelerator": "accelerators/nvidia-v100/",
    "instances": "instances/",
    "instance": "instances/p3.2xlarge/",
    "frameworks": "frameworks/",
    "framework": "frameworks/optimum-neuron/",
    "release": "frameworks/sagemaker-training-compiler/tensorflow-2.10.0/",
    "compare": "compare/",
    "comparison": "compare/torch-neuron-vs-torch-neuronx/",
    "explore": "explore/",
    "datasets": "datasets/",
    "dataset": "datasets/wikitext-2-raw-v1/",
    "limitations": "limitations/",
    "limitation": "limitations/large-model-protobuf-2gb/",
    "conflicts": "conflicts/",
    "conflict": "conflicts/training-compiler-batch-size-scope/",
    "sources": "sources/",
    "source": "sources/smtc-support/",
    "changes": "changes/",
    "data": "data/",
    "contribute": "contribute/",
    "full records": "contribute/records/",
    "not found": NO_PAGE,
}
"""Per kind of page: an address from the site's root."""

READY = {"explore": ".explorer .results table", "compare": "[data-comparing] [role=status]:not(:empty)"}
"""Where scripts put something in place of what was served: what is there once they are done."""


def visit(page: Page, base: str, kind: str) -> None:
    """Goes to a page of a kind, and waits until it is what a reader works with."""
    page.goto(base + KINDS[kind])
    expect(page.locator("h1").first).to_be_visible()
    if kind in READY:
        expect(page.locator(READY[kind]).first).to_be_attached()
