"""What holds for the built site of any sound data: rules, each of which yields what violates it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

from macros.addresses import address, moves, section, with_page
from macros.facts.benchmarks import facts_of_benchmarks
from macros.outputs.page_sections import EXCLUDE
from macros.pages.section import MOST_ROWS
from macros.rendering import PLACEHOLDER
from macros.schema.kinds import KINDS, WITH_PAGES
from macros.site.state import Site
from tests.support.answer_rules import answers_agree, statuses_agree
from tests.support.built_site import NOT_FOUND, REPOSITORY, SITE_URL, SUB_PATH, BuiltSite, Link, texts_in
from tests.support.elements import Element
from tests.support.twins import targets, without_code

Rule = Callable[[BuiltSite, Site], Iterator[str]]


def further_pages(site: Site) -> set[str]:
    """The addresses of the further pages of long lists."""
    return {page.address for page in site.list_pages}


def pages_are_those_of_records_those_in_docs_and_further_pages_of_lists(built: BuiltSite, site: Site) -> Iterator[str]:
    of_data = site.knowledge.records
    records = {address(kind, record) for kind in WITH_PAGES for record in with_page(of_data, kind)}
    written = {page.address for page in site.written}
    yield from set(built.pages) ^ (records | written | further_pages(site))


def links_anchors_and_assets_arrive(built: BuiltSite, _: Site) -> Iterator[str]:
    distinct = (link for page in built.everything.values() for link in {one.value: one for one in page.links}.values())
    on_pages = (link for link in distinct if not link.is_outside)
    in_feeds = (Link("", value) for path in built.root.rglob("feed.xml") for value in links_of_feed(path.read_bytes()))
    in_twins = (
        Link(folder, target)
        for path in (*built.root.rglob("*.md"), *built.root.glob("llms*.txt"))
        for folder in [f"{path.parent.relative_to(built.root).as_posix()}/"]
        for target in set(targets(without_code(path.read_text("utf-8"))))
        if "://" not in target
    )
    by_target = {link.target: link for links in (on_pages, in_feeds, in_twins) for link in links}
    yield from filter(None, map(built.broken, by_target.values()))


def links_of_feed(content: bytes) -> Iterator[str]:
    atom, xhtml = "{http://www.w3.org/2005/Atom}", "{http://www.w3.org/1999/xhtml}"
    feed = ET.fromstring(content)  # noqa: S314 - it is ours
    yield from (link.attrib["href"] for link in feed.iter(f"{atom}link") if link.get("rel") == "alternate")
    yield from (link.attrib["href"] for link in feed.iter(f"{xhtml}a"))


def links_work_under_any_path(built: BuiltSite, _: Site) -> Iterator[str]:
    """They are relative; those of the 404 page, which is shown at any address, are not."""
    for link in (link for page in built.everything.values() for link in page.links if not link.is_outside):
        is_rooted = link.value.startswith("/")
        if is_rooted if link.page != NOT_FOUND else not link.value.startswith(("#", SUB_PATH)):
            yield str(link)


def nothing_is_loaded_from_other_hosts(built: BuiltSite, _: Site) -> Iterator[str]:
    for link in (link for page in built.everything.values() for link in page.links if link.is_outside):
        is_named = link.tag == "link" and link.relation in {"canonical", "edit", "prev", "next"}
        is_address = link.value.startswith(("https://", "http://")) or link.value == "javascript:void(0)"
        if not is_address or not (link.tag == "a" or is_named):
            yield str(link)


def pages_are_linked_to_from_other_pages_and_records_from_their_list(built: BuiltSite, site: Site) -> Iterator[str]:
    linked = {
        key: {re.split("[?#]", link.target)[0] for link in page.links if link.tag == "a"}
        for key, page in built.pages.items()
    }
    reached = Counter(target for key, found in linked.items() for target in found - {SITE_URL + key})
    yield from (f"nothing links to {key}" for key in built.pages if SITE_URL + key not in reached)
    for kind in WITH_PAGES:
        lists = {section(kind), *(page for page in further_pages(site) if page.startswith(section(kind)))}
        listed = set().union(*(linked[page] for page in lists))
        for record in with_page(site.knowledge.records, kind):
            on = linked[address("frameworks", record.partition("/")[0])] if kind == "releases" else listed
            if SITE_URL + address(kind, record) not in on:
                yield f"{kind}/{record} is not in its list"


def former_addresses_redirect(built: BuiltSite, site: Site) -> Iterator[str]:
    redirects = {page.address for page in built.everything.values() if page.is_redirect}
    yield from redirects ^ {move.moved_from.removeprefix("/") for move in moves(site.knowledge.records)}
    yield from (f"{key}index.md is missing" for key in redirects if not built.file(f"{key}index.md").is_file())


def the_sitemap_lists_every_page(built: BuiltSite, _: Site) -> Iterator[str]:
    tree = ET.fromstring(built.file("sitemap.xml").read_text("utf-8"))  # noqa: S314 - we wrote it
    listed = {found.text for found in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    yield from map(str, listed ^ {SITE_URL + key for key in built.pages})


def edit_buttons_open_the_file_of_a_page(built: BuiltSite, site: Site) -> Iterator[str]:
    for key in built.pages.keys() - {""}:
        links = [link.value for link in built.pages[key].links if link.relation == "edit" and link.tag == "a"]
        if links != [f"{REPOSITORY}/edit/main/{site.by_address[key].file}"]:
            yield f"{key}: {links}"


def files_of_the_api_are_linked(built: BuiltSite, site: Site) -> Iterator[str]:
    """But for those of comparisons at their former ids."""
    former = {one for comparison in site.knowledge.records.comparisons.values() for one in comparison.former_ids}
    described = built.json("api/v1/openapi.json")["paths"].keys() - {f"/comparisons/{one}.json" for one in former}
    paths = {"api/v1/openapi.json", *(f"api/v1{path}" for path in described if "{" not in path)}
    linked = {link.target for link in built.pages["data/"].links}
    yield from (f"{path} is not linked" for path in paths if SITE_URL + path not in linked)


def pages_link_to_their_data_and_their_twin(built: BuiltSite, site: Site) -> Iterator[str]:
    for key in built.pages.keys() - further_pages(site):
        document = built.pages[key].document
        named = [
            link.attributes["href"]
            for form in ("text/markdown", "application/json")
            for link in document.all("link", rel="alternate", type=form)
        ]
        shown = document.one("p", class_="page-end").links[:2]
        reached = [[urljoin(SITE_URL + key, href) for href in hrefs] for hrefs in (named, shown)]
        if reached[0] != reached[1] or reached[0][0] != f"{SITE_URL}{key}index.md":
            yield f"{key}: its head names {named}, its end {shown}"


def titles_and_descriptions_are_those_of_one_page(built: BuiltSite, _: Site) -> Iterator[str]:
    for name in ("title", "description"):
        counts = Counter(getattr(page, name) for page in built.pages.values())
        yield from (f"{count} pages: {words}" for words, count in counts.items() if count > 1 or not words)


FORBIDDEN = {
    "a style attribute": "//@style | //font",
    "a handler of events": "//@*[starts-with(name(), 'on')]",
    "an empty cell": "//body//*[self::td or self::th][not(.//svg or .//img or .//input)]"
    "[not(normalize-space(translate(., '\u00a0', '')))]",
    "a table without a caption": "//table[contains(@class, 'data')][not(caption[normalize-space()])]",
    "a table outside of a labelled frame": "//table[contains(@class, 'data')]"
    "[not(ancestor::div[contains(@class, 'frame')][@aria-label])]",
    "a script that delays the first paint": "//head//script[@src] | //script[@src][not(@type='module')]",
    "what the theme's own search is mounted on": "//*[starts-with(@data-md-component, 'search')]"
    f" | //form[@name='search'] | //*[@{EXCLUDE}]",
}
"""What no page has, as XPath."""


def no_page_has_what_is_forbidden(built: BuiltSite, _: Site) -> Iterator[str]:
    for key, page in built.everything.items():
        yield from (f"{key}: {what}" for what, path in FORBIDDEN.items() if page.document.node.xpath(path))
        if len(page.document.all("h1")) != (not page.is_redirect):
            yield f"{key}: not one main heading"
        yield from (f"{key}: two places #{name}" for name, count in Counter(page.ids).items() if count > 1)
        if PLACEHOLDER.search(page.file.read_text("utf-8")):
            yield f"{key}: a placeholder"


def the_search_finds_every_page_by_every_name(built: BuiltSite, site: Site) -> Iterator[str]:
    """Only the further pages of long lists are left out."""
    names: dict[str, set[str]] = {}
    for entry in built.search_entries:
        own = names.setdefault(re.split(r"[?#]", entry["location"])[0], set())
        own |= set(map(_letters, (entry["title"], *entry.get("names", ()))))
    yield from set(built.pages) - further_pages(site) ^ names.keys()
    for page in site.pages:
        found = names[page.address] | {_letters(page.record)}
        yield from (f"{page.address}: {name}" for name in page.names if _letters(name) not in found)


def _letters(name: str) -> str:
    """A name without what lies between its words, and in lower case."""
    return re.sub(r"[\W_]+", "", name.casefold())


ROWS_COUNTED = re.compile(
    r"([\d,]+) (?:measurement|tested configuration|line of|lines of|verdict|notice|row of|rows of)"
)
"""The beginning of a caption that counts the rows of its table."""
FIRST_OF = re.compile(r"The first ([\d,]+) of ([\d,]+) ")
LISTED = re.compile(r"([\d,]+) lines? of vendors’ lists")
BEHIND = re.compile(r"(?<= \()\d+(?=\))")
"""The number of lines behind a link to a checkpoint."""
ISSUES = re.compile(r"([\d,]+) more known issues?$")
FURTHER = re.compile(r"([\d,]+) (?:more|further) ")


def what_is_counted_is_shown_or_said_to_be_elsewhere(built: BuiltSite, _: Site) -> Iterator[str]:
    for key, page in built.pages.items():
        for table in page.document.all("table"):
            shown, said = _rows(table), _more(_frame(table))
            if (first := FIRST_OF.match(said)) and _number(first[1]) != shown:
                yield f"{key}: {shown} rows above “{said}”"
            counted = ROWS_COUNTED.match(table.one("caption").text) if table.all("caption") else None
            if counted and _number(counted[1]) != shown + _left(said):
                yield f"{key}: {shown} rows and “{said}” below “{table.one('caption').text}”"
        for fold in page.document.all("details", class_="fold"):
            label = fold.all("summary")[0].text
            lines = sum(_rows(table) + _left(_more(_frame(table))) for table in fold.all("table"))
            lines += sum(int(number) for paragraph in fold.all("p") for number in BEHIND.findall(paragraph.text))
            if (counted := LISTED.match(label)) and _number(counted[1]) != lines:
                yield f"{key}: {lines} lines below “{label}”"
            items = [len(items.node) + _left(_more(items.node)) for items in fold.all("ul")]
            if (counted := ISSUES.match(label)) and _number(counted[1]) not in items:
                yield f"{key}: {items} below “{label}”"


def _rows(table: Element) -> int:
    return len(table.node.xpath(".//tbody//tr[not(contains(concat(' ', @class, ' '), ' group '))]"))


def _frame(table: Element) -> Any:
    """The element that the line about further rows follows."""
    frame = table.node.getparent()
    above = frame.getparent()
    return above if "list" in (above.get("class") or "").split() else frame


def _more(node: Any) -> str:
    """What the line below a table or list says of rows elsewhere."""
    below = node.getnext()
    return Element(below).text if below is not None and "more" in (below.get("class") or "").split() else ""


def _left(said: str) -> int:
    first, further = FIRST_OF.match(said), FURTHER.match(said)
    return _number(first[2]) - _number(first[1]) if first else _number(further[1]) if further else 0


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def all_rows_are_one_click_behind_a_page_that_leaves_some_out(built: BuiltSite, site: Site) -> Iterator[str]:
    records = site.knowledge.records
    long = [key for key, record in records.catalogues.items() if len(record.rows) > MOST_ROWS]
    measured = {fact.model for fact in facts_of_benchmarks(records)}
    for kind, show, keys in (("catalogue", "lists", long), ("model", "benchmarks", measured)):
        for key in keys:
            links = built.pages[address(f"{kind}s", key)].links
            if not any(link.value.endswith(f"explore/?show={show}&{kind}={key}") for link in links):
                yield f"{kind}s/{key}: nothing leads to all its rows"


READ = (
    "//body//text()[normalize-space()][not(ancestor::code or ancestor::pre or ancestor::script or ancestor::style"
    " or ancestor::template or ancestor::textarea)]"
)
IN_CELLS = "ancestor-or-self::*[contains('|td|th|dd|summary|option|caption|', concat('|', name(), '|'))]"
PYTHON = re.compile(
    r"[\[{(]['\"]\w|datetime\.|<class |\bNone\b(?![ ”][a-z]|”)|^(?:None|True|False|nan|\[\]|\{\}|\(\))$"
)
"""Values as Python writes them."""
DECIMAL = re.compile(r"(?<![\w.,-])\d[\d,]*\.\d+(?![\w.])")
MOST_DIGITS = 6


def values_are_written_for_people(built: BuiltSite, _: Site) -> Iterator[str]:
    """No page shows a value as Python writes it, or a figure with needless digits that no text of the data has."""
    lists = [built.result(kind) for kind in KINDS if KINDS[kind].api_list]
    written = {figure for text in texts_in(lists) for figure in DECIMAL.findall(text)}
    sound: set[str] = set()
    for key, page in built.pages.items():
        for text in page.document.node.xpath(READ):
            if text in sound:
                continue
            around = text.getparent() if text.is_text else text.getparent().getparent()
            if (found := PYTHON.search(text.strip())) and around.xpath(IN_CELLS):
                yield f"{key}: {found[0]} in “{text}”"
            long = [one for one in DECIMAL.findall(text) if len(re.sub("[,.]", "", one).strip("0")) > MOST_DIGITS]
            yield from (f"{key}: {figure}" for figure in long if figure not in written)
            if not found and written.issuperset(long):
                sound.add(str(text))


RULES: tuple[Rule, ...] = (
    pages_are_those_of_records_those_in_docs_and_further_pages_of_lists,
    links_anchors_and_assets_arrive,
    links_work_under_any_path,
    nothing_is_loaded_from_other_hosts,
    pages_are_linked_to_from_other_pages_and_records_from_their_list,
    former_addresses_redirect,
    the_sitemap_lists_every_page,
    edit_buttons_open_the_file_of_a_page,
    files_of_the_api_are_linked,
    pages_link_to_their_data_and_their_twin,
    titles_and_descriptions_are_those_of_one_page,
    no_page_has_what_is_forbidden,
    the_search_finds_every_page_by_every_name,
    what_is_counted_is_shown_or_said_to_be_elsewhere,
    all_rows_are_one_click_behind_a_page_that_leaves_some_out,
    values_are_written_for_people,
    answers_agree,
    statuses_agree,
)
