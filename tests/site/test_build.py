"""Builds: one that fails leaves the former site, plugins see every page, and an address or a kind can be new."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree

import pytest

from macros.rendering import PLACEHOLDER
from tests.support.built_site import SITE_URL, BuiltSite
from tests.support.project import TESTS, Project, content, make_project

FORMER = {"index.html": b"the former site"}
FULL_DISK = "import resource\ndef on_files(*_, **__): resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
FAILURES: Mapping[str, tuple[Mapping[str, str], Sequence[str], str]] = {
    "mistakes in the data": (
        {"data/models/shuttle-large.yml": "colour: red\n", "data/models/smith/anvil-7b.yml": "colour: red\n"},
        (),
        "2 problems in the data: nothing was built.",
    ),
    "an unknown macro": ({"docs/data/index.md": "{{ nowhere() }}\n"}, (), "nowhere"),
    "a warning": ({"docs/data/index.md": "[link](nowhere.md)\n"}, (), "Aborted with 1 warnings in strict mode"),
    "a part of the pages": ({}, ["--dirty"], "--dirty leaves out pages whose data changed. Build without it"),
    "a full disk": ({"added_hooks.py": FULL_DISK}, (), "site: could not be written: File too large"),
}
"""By what is wrong: what is added to which files, arguments of the build, and what it says."""


@pytest.mark.parametrize("failure", FAILURES)
def test_a_build_that_fails_says_why_and_leaves_the_former_site(failure: str, tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    project.site.mkdir()
    (project.site / "index.html").write_bytes(FORMER["index.html"])
    added, arguments, message = FAILURES[failure]
    project.add_hooks("")
    for file, text in added.items():
        project.append(file, text)
    done = project.build(*arguments)
    assert done.code > 0
    assert message in done.said
    assert all(file in done.said for file in added if file.startswith("data/"))
    assert failure == "an unknown macro" or "Traceback" not in done.said
    assert content(project.site) == FORMER
    assert project.left_over == []


RECORDER = """
import json, os

def record(event, page, text):
    with open(os.environ["RECORDED"], "a", encoding="utf-8") as file:
        file.write(json.dumps([event, page.url, text]) + "\\n")

def on_page_markdown(markdown, page, **_):
    record("page_markdown", page, markdown)

def on_page_content(html, page, **_):
    record("page_content", page, html)

def on_post_page(output, page, **_):
    record("post_page", page, output)
"""
"""MkDocs calls the functions of a hook file as it calls the methods of a plugin."""

Recorded = tuple[BuiltSite, Mapping[str, Mapping[str, str]]]
"""A site; and by event of MkDocs, what a plugin was given of each page."""
PREVIEW = "http://127.0.0.1:8000/quite/elsewhere/"
"""An address at the host and port of `mkdocs serve`."""


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
IMPORT = "from macros.schema.hardware import"
ENTRY = '    platforms = Kind(Platform, label="SDK")\n'
GADGETS = '    gadgets = Kind(Gadget, "gadget", search_weight=2, api_list="Gadgets")\n'
NAV = "  - Compare: compare/index.md\n"


def add_kind(project: Project) -> None:
    """Adds a kind of record to a project, with a page of its list and a record."""
    copytree(TESTS / "new_kind", project.folder, dirs_exist_ok=True)
    for name, text in {"schema": SCHEMA, "pages": PAGES}.items():
        (project.folder / f"macros/{name}/gadgets.py").write_text(text.lstrip(), "utf-8")
    project.edit("macros/schema/kinds.py", IMPORT, f"from macros.schema.gadgets import Gadget\n{IMPORT}")
    project.edit("macros/schema/kinds.py", ENTRY, GADGETS + ENTRY)
    project.edit("mkdocs.yml", NAV, f"  - Gadgets: gadgets/index.md\n{NAV}")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """A preview of the made-up data with a further kind."""
    folder = tmp_path_factory.mktemp("recorded")
    project, file = make_project(folder / "project"), folder / "recorded.jsonl"
    project.add_hooks(RECORDER)
    add_kind(project)
    root = project.built(RECORDED=str(file), SITE_URL=PREVIEW.removesuffix("/"))
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        event, address, text = json.loads(line)
        found[event][address.removeprefix("./")] = text
    return BuiltSite(root), found


def test_plugins_are_given_every_page_and_links_follow_the_address_of_the_site(recorded: Recorded) -> None:
    built, given = recorded
    for event in ("page_markdown", "page_content", "post_page"):
        assert given[event].keys() == built.pages.keys()
    for address, text in given["post_page"].items():
        assert not PLACEHOLDER.search(text), address
        assert text == built.pages[address].file.read_text("utf-8"), address
    assert [name for name, text in content(built.root).items() if SITE_URL.encode() in text] == []
    head = built.pages["models/smith/anvil-7b/"].document.one("head")
    assert head.one("link", rel="canonical").attributes["href"] == f"{PREVIEW}models/smith/anvil-7b/"
    # MkDocs adds a script to the pages of a preview, to reload them: their policy would stop it.
    assert head.all("meta", http_equiv="Content-Security-Policy") == []


def test_a_new_kind_has_all_that_others_have(recorded: Recorded) -> None:
    """It takes a schema, sections of pages and one entry of the list of kinds; the rest follows."""
    site, _ = recorded
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
