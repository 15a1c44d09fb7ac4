"""A site is built without a warning, and that of today's data keeps every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros.addresses import LIST
from macros.site.state import Site
from tests.support.built_site import BuiltSite
from tests.support.project import PROJECT
from tests.support.site_rules import RULES, Rule, further_pages

EXPECTED_LOG = (
    "INFO    -  [macros] - ",
    "INFO    -  Cleaning site directory",
    "INFO    -  Building documentation to directory:",
    "INFO    -  Documentation built in ",
)
"""How the lines begin that MkDocs may log."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_site_keeps_the_rule(rule: Rule, built: BuiltSite, site: Site) -> None:
    assert list(rule(built, site)) == []


def test_a_build_logs_no_warning(made_up_folder: Path) -> None:
    log = (made_up_folder / "log.txt").read_text("utf-8").splitlines()
    assert [line for line in log if not line.startswith(EXPECTED_LOG)] == []


def test_every_page_is_in_the_list_of_published_addresses(built: BuiltSite, site: Site) -> None:
    published = (PROJECT / LIST).read_text("utf-8").splitlines()
    pages = set(built.pages) - further_pages(site)
    assert sorted(f"/{key}" for key in pages if f"/{key}" not in published) == [], "run: make fix"
