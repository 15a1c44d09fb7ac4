"""Adding a kind of record takes a schema, a view, templates and one entry of the registry; the rest follows from it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.built_site import BuiltSite
from tests.support.made_up_project import make_project
from tests.support.search_index import search_entries

SCHEMA = '''
"""Gadgets."""

from __future__ import annotations

from macros.schema.base import Citation, FormerIds, Listing, Record, Text


class Gadget(Record):
    """A gadget."""

    name: Text
    summary: Text
    citations: Listing[Citation] = ()
    former_ids: FormerIds = ()
'''
VIEW = '''
"""Gadgets: their list, and a page for each."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.schema.gadgets import Gadget
from macros.pages.page_head import PageHead


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    gadget = knowledge.records.of("gadgets")[record]
    return PageHead(gadget.name, f"{gadget.name}, a gadget.", [gadget.name, record])


def page(knowledge: Knowledge, record: str) -> Gadget:
    """The page of one gadget."""
    return knowledge.records.of("gadgets")[record]


def index(knowledge: Knowledge) -> dict[str, Gadget]:
    """The list."""
    return knowledge.records.of("gadgets")
'''
PAGE = """<header class="record-head">
<p class="kind"><a href="{{ root }}gadgets/">Gadget</a></p>
<h1>{{ view.name }}</h1>
{% call deferred() %}
<p>{{ view.summary }}</p>
{% endcall %}
</header>
"""
LIST = """<ul>
{% for id, gadget in view.items() %}
<li><a href="{{ root }}{{ address("gadgets", id) }}">{{ gadget.name }}</a></li>
{% endfor %}
</ul>
"""
WRITTEN = """---
title: Gadgets
description: All gadgets.
---

# Gadgets

{{ gadget_list() }}
"""
IMPORT = "from macros.schema.hardware import"
ENTRY = '    Kind("platforms", Platform, label="SDK"),\n'
GADGETS = '    Kind("gadgets", Gadget, "gadget", search_weight=2, api_list="Gadgets"),\n'
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
        "macros/views/gadgets.py": VIEW.lstrip(),
        "macros/templates/pages/gadget.md": PAGE,
        "macros/templates/lists/gadgets.md": LIST,
        "docs/gadgets/index.md": WRITTEN,
        "data/gadgets/winder.yml": GADGET,
    }.items():
        file = project.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    project.edit("macros/kinds.py", IMPORT, f"from macros.schema.gadgets import Gadget\n{IMPORT}")
    project.edit("macros/kinds.py", ENTRY, GADGETS + ENTRY)
    project.edit("mkdocs.yml", NAV, f"  - Gadgets: gadgets/index.md\n{NAV}")

    done = project.build()

    assert done.code == 0, done.said
    site = BuiltSite(project.site)
    assert "It winds thread." in site.pages["gadgets/winder/"].document.text
    links = site.pages["gadgets/"].document.one("article").all("a")
    assert "../gadgets/winder/" in [link.attributes["href"] for link in links]
    assert site.everything["gadgets/old-winder/"].is_redirect
    assert {"gadgets/", "gadgets/winder/"} <= {entry["location"] for entry in search_entries(project.site)}
    assert json.loads(site.file("api/v1/gadgets.json").read_bytes())["result"][0]["name"] == "Winder"
    assert json.loads(site.file("api/v1/gadgets/winder.json").read_bytes())["result"][0]["url"] == "gadgets/winder/"
    assert "/gadgets.json" in json.loads(site.file("api/v1/openapi.json").read_bytes())["paths"]
    assert "summary" in json.loads(site.file("api/v1/schemas/gadgets.json").read_bytes())["properties"]
    assert "It winds thread." in site.file("gadgets/winder/index.md").read_text("utf-8")
    cited = site.pages["sources/forge-notes/"].document
    assert "../../gadgets/winder/" in [link.attributes["href"] for link in cited.all("a")]
    assert "Gadgets 1 record" in " ".join(cited.text.split())
