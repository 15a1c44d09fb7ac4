"""Adding a kind of record takes a schema, sections and one entry of the registry; the rest follows from it."""

from __future__ import annotations

from pathlib import Path

from tests.support.built_site import BuiltSite
from tests.support.project import make_project

SCHEMA = '''
"""Gadgets."""

from __future__ import annotations

from macros.schema.base import Citation, Record
from macros.schema.values import FormerIds, Listing, Text


class Gadget(Record):
    """A gadget."""

    name: Text
    summary: Text
    citations: Listing[Citation] = ()
    former_ids: FormerIds = ()
'''
PAGES = '''
"""Gadgets."""

from __future__ import annotations

from macros.pages.entries import Entry
from macros.pages.records import RecordPages
from macros.schema.gadgets import Gadget

PAGES = RecordPages[Entry[Gadget]](
    "gadgets",
    description=lambda one: f"{one.record.name}, a gadget.",
    listed="summary",
    facts="id",
)
'''
WRITTEN = """---
title: Gadgets
description: All gadgets.
---

# Gadgets

{{ gadget_list() }}
"""
IMPORT = "from macros.schema.hardware import"
ENTRY = '    platforms = Kind(Platform, label="SDK")\n'
GADGETS = '    gadgets = Kind(Gadget, "gadget", search_weight=2, api_list="Gadgets")\n'
GADGET = """name: Winder
summary: It winds thread.
citations:
  - {source: forge-notes, locator: page 9}
former_ids: [old-winder]
"""
NAV = "  - Compare: compare/index.md\n"


def test_a_new_kind_has_pages_search_entries_api_files_and_schemas(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    for name, text in {
        "macros/schema/gadgets.py": SCHEMA.lstrip(),
        "macros/pages/gadgets.py": PAGES.lstrip(),
        "docs/gadgets/index.md": WRITTEN,
        "data/gadgets/winder.yml": GADGET,
    }.items():
        file = project.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    project.edit("macros/schema/kinds.py", IMPORT, f"from macros.schema.gadgets import Gadget\n{IMPORT}")
    project.edit("macros/schema/kinds.py", ENTRY, GADGETS + ENTRY)
    project.edit("mkdocs.yml", NAV, f"  - Gadgets: gadgets/index.md\n{NAV}")

    site = BuiltSite(project.built())

    assert "It winds thread." in site.pages["gadgets/winder/"].document.text
    assert "../gadgets/winder/" in site.pages["gadgets/"].document.one("article").links
    assert site.everything["gadgets/old-winder/"].is_redirect
    assert {"gadgets/", "gadgets/winder/"} <= {entry["location"] for entry in site.search_entries}
    assert site.result("gadgets")[0]["name"] == "Winder"
    assert site.result("gadgets/winder")[0]["url"] == "gadgets/winder/"
    assert "/gadgets.json" in site.json("api/v1/openapi.json")["paths"]
    assert "summary" in site.json("api/v1/schemas/gadgets.json")["$defs"]["Fields"]["properties"]
    assert "It winds thread." in site.file("gadgets/winder/index.md").read_text("utf-8")
    cited = site.pages["sources/forge-notes/"].document
    assert "../../gadgets/winder/" in cited.links
    assert "Gadget" in [cell.text for cell in cited.all("td")]
