"""Components, SDK releases, package lists and statements of support as text of data files; and parts of their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.project import further

CITED = "{source: plain-paper, locator: page 9}"
CITED_BY_FORGE = '{source: forge-notes, locator: "6.10.0"}'
RELEASED = "event: released, date: 2017-01-01"
ENDED = "event: end_of_support, date: 2018-05-01"


def component(*notices: str, more: str = "", kind: str = "library") -> str:
    """A component with some notices, each given as the inside of a mapping."""
    lines = "".join(f"  - {{{notice}, citation: {CITED}}}\n" for notice in notices)
    return f"name: Thing\nkind: {kind}\n{more}" + (f"notices:\n{lines}" if lines else "")


def package(name: str, kind: str = "library", *notices: str, more: str = "") -> str:
    """A component that SDK releases can list under a name of its own."""
    return component(*notices, more=f"package: {name}\n{more}", kind=kind).replace("Thing", name.title())


def sdk(date: str, *packages: str, platform: str = "mill", more: str = "") -> str:
    """An SDK release with some packages, each given as the inside of a mapping."""
    cited = CITED if platform == "mill" else CITED_BY_FORGE
    lines = "".join(f"  - {{{found}}}\n" for found in packages)
    listed = f"packages:\n{lines}manifest: {cited}\n" if lines else ""
    return f"platform: {platform}\ndate: {date}\n{listed}{more}citations: [{cited}]\n"


def shipped(name: str, version: str = "1", series: str = "box", more: str = "") -> str:
    return f'package: {name}, version: "{version}", series: [{series}]{more}'


def listed_in(*releases: Sequence[str], platform: str = "mill") -> Mapping[str, str]:
    """Files of releases a month apart, each with some packages: 2.0, 2.1 ... of the Mill, 7.0, 7.1 ... of the Forge."""
    first, year = ("2", 2018) if platform == "mill" else ("forge/7", 2019)
    return {
        f"sdks/{first}.{place}.yml": sdk(f"{year}-{8 + place:02}-01", *packages, platform=platform)
        for place, packages in enumerate(releases)
    }


def statement(status: str, *, accelerator: str = "anvil", workload: str = "training", **more: str) -> str:
    """A statement of support, as an entry of the file of a framework or an SDK."""
    said = {"accelerator": accelerator, "workload": workload, "status": status, **more}
    fields = "".join(f"{name}: {value}, " for name, value in said.items())
    return f"  - {{{fields}citations: [{{source: forge-notes, locator: page 1}}]}}\n"


def stating(*statements: str) -> dict[str, str]:
    """What to replace in the file of a framework, so that it makes statements before its others."""
    return {"support:\n": "support:\n" + "".join(statements)}


SECOND_CHIP = further("accelerators/chip-two.yml", "instances/loft.small.yml")
"""A second accelerator of the Mill, carried by the series loft."""


def with_thing(edited_made_up: EditSite, *notices: str, more: str = "") -> Site:
    return edited_made_up({}, {"components/thing.yml": component(*notices, more=more)})


def state_line(site: Site, macro: str, record: str) -> Element:
    """What the head of a page says of the state."""
    return read(site, macro, record).one("p", class_="state")


def days(element: Element) -> Sequence[str]:
    """The days that it names."""
    return [day.text for day in element.all("time")]


def frame(page: Element, label: str) -> Element:
    """The table with a label."""
    return page.one("div", aria_label=label)


ENDED_ON_ONE = f"{ENDED}, accelerators: [chip-one], applies_to: Box"


def tongs(*notices: str, more: str = "") -> Mapping[str, str]:
    """The component of the framework that has ended, with notices of its own."""
    return {"components/tongs.yml": component(*notices, more=f"framework: tongs\n{more}").replace("Thing", "Tongs")}


def key_fact(page: Element, label: str) -> str:
    """The key fact of a page with a label; empty where it has none."""
    found = [one.one("dd").text for one in page.all("div") if [name.text for name in one.all("dt")] == [label]]
    return found[0] if found else ""


LIBRARY = shipped("hammer-lib", series="hearth")
