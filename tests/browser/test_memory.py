"""The memory calculator, used as a reader does, and its formulas against published figures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.built_site import BuiltSite

CASES = yaml.safe_load((Path(__file__).parents[1] / "unit/memory_cases.yml").read_text("utf-8"))
BYTES = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
ANSWER = ".memory-answer"
ROWS = ".memory-result tbody tr"
GIB = 2**30


def opened(page: Page, base: str, query: str = "") -> Page:
    page.goto(f"{base}memory/{query}")
    expect(page.locator(ANSWER)).to_be_visible()
    return page


def test_the_formula_of_the_browser_gives_what_was_published(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        opened(page, base)
        for case in CASES:
            run = {"context": case["run"]["context"], "batch": 1, "shards": 1}
            kept = page.evaluate(
                "async ([shape, bytes, run]) =>"
                " (await import(new URL('../assets/memory/formulas.js', location))).kvCacheBytes(shape, bytes, run)",
                [case["shape"], BYTES[case["run"]["data_type"]], run],
            )
            assert kept / case["unit"] == pytest.approx(case["kept"], abs=0.51 * 10.0 ** -case["digits"]), case["name"]


def sized_model(built: BuiltSite) -> dict[str, Any]:
    """A model, in bf16, of which all that the calculator needs is recorded: the largest that some hardware holds."""
    facts = built.json("memory/facts.json")
    most = max(one["count"] * one["gib"] for one in facts["hardware"]) / 2
    models = [
        {"id": key, **one}
        for key, one in facts["models"].items()
        if one["type"] in (None, "bf16")
        and (one["shape"] or {}).get("cache") == "keys-values"
        and one["billions"] * 2e9 / GIB < most
    ]
    return max(models, key=lambda one: float(one["billions"]))


def test_all_hardware_is_compared_what_fits_first_by_price(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    model, facts = sized_model(built), built.json("memory/facts.json")
    prices = {one["instance"]: one["usd_per_hour"] for one in facts["hardware"]}
    with open_page() as page:
        opened(page, base, f"?model={model['id']}&margin=0&context=1")
        rows = page.locator(ROWS)
        shown = rows.filter(visible=True).count()
        known = [
            prices[name] for name in page.locator(f"{ROWS}:not(.historic) th").all_inner_texts() if prices.get(name)
        ]
        assert known == sorted(known)
        page.get_by_role("button", name="Show all").click()
        expect(rows).to_have_count(len(facts["hardware"]))
        assert rows.filter(visible=True).count() > shown
        expect(page.locator(ANSWER)).to_contain_text(f"{model['billions'] * 2e9 / GIB:,.1f} GiB")
        said = page.locator(f"{ANSWER} p").first
        first, between, after = said.inner_text().partition("Smallest that holds it: ")
        count, gib = re.findall(r"(\d+) × (\d+) GiB", after or first)[0]
        assert between or "supported or maintained today" in first
        fitting = [
            one["count"] * one["gib"]
            for one in facts["hardware"]
            if "bf16" in one["types"] and one["count"] * one["gib"] * GIB >= model["billions"] * 2e9 * 1.01
        ]
        assert int(count) * int(gib) <= min(fitting)


def test_a_size_stands_for_a_model_and_an_unknown_name_is_said(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        for query in ("?model=70B", "#70b"):
            opened(page, base, query)
            expect(page.locator(ANSWER)).to_contain_text("130.4 GiB")
            expect(page.locator(f"{ANSWER} b")).to_contain_text("software that is supported or maintained today")
            expect(page.locator(f"{ROWS} td:last-child").first).to_contain_text("Software: ")
        page.goto(f"{base}memory/?model=no-such-model")
        expect(page.locator(".memory-result .nothing")).to_contain_text("No model of that name")


def test_a_number_of_accelerators_is_asked_for(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    with open_page() as page:
        opened(page, base, f"?model={sized_model(built)['id']}")
        expect(page.get_by_label("Tensor parallel")).to_be_hidden()
        page.get_by_text("More settings").click()
        page.locator("form").get_by_label("Accelerators").fill("3")
        expect(page.locator(f"{ROWS} td:nth-child(2)").first).to_contain_text("3 ×")
        page.reload()
        expect(page.locator("form").get_by_label("Accelerators")).to_be_visible()
        counts = {text.partition(" ×")[0] for text in page.locator(f"{ROWS} td:nth-child(2)").all_inner_texts()}
        assert counts == {"3"}


def test_what_is_chosen_is_kept_and_more_context_needs_more(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    model = sized_model(built)
    with open_page() as page:
        opened(page, base)
        page.get_by_label("Model, or a size").fill(model["id"])
        page.get_by_label("Context, tokens").fill("32768")
        page.get_by_label("Data type").select_option("fp8")
        expect(page.locator(ANSWER)).to_contain_text("in fp8, its KV cache in bf16, for 32,768 tokens")
        said = page.locator(ANSWER).inner_text()
        page.reload()
        expect(page.locator(ANSWER)).to_have_text(said, use_inner_text=True)
        page.get_by_label("Context, tokens").fill("")
        said = page.locator(ANSWER).inner_text()
        page.reload()
        expect(page.locator(ANSWER)).to_have_text(said, use_inner_text=True)
        needed = []
        for query in ("context=1024", "context=4096", "context=4096&batch=8"):
            opened(page, base, f"?model={model['id']}&{query}")
            (gib,) = re.findall(r"= ([\d,.]+) GiB", page.locator(ANSWER).inner_text())
            needed.append(float(gib.replace(",", "")))
    assert needed[0] < needed[1] < needed[2]
