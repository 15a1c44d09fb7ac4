"""One status and one pin for each framework on an accelerator, on every page and in the API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.loading import Records
from tests.support.built_site import BuiltSite
from tests.support.html_tree import Element, read_html

Row = Mapping[str, Any]
VERSION = re.compile(r"\d+(?:\.\w+)+")


def status_violations(site: BuiltSite, records: Records) -> Iterator[str]:
    """What one place says of a status and another does not."""
    api = {row["id"]: row for row in _result(site, "support-status")}
    statuses = _page(site, "support/")
    lines = {
        one.attributes["id"]: row
        for row in statuses.all("tr", class_="lines")
        for one in row.all("dl")
        if one.attributes.get("id") in api
    }
    labels = {key: value.label for key, value in records.vocabularies["support_status"].values.items()}
    for key, row in api.items():
        said = lines[key].text if key in lines else ""
        yield from (f"/support/: {key} lacks {word}" for word in _words(row, labels) if word not in said)
    cells = {link.attributes["href"].rpartition("#")[2]: link.text for link in _grid_links(statuses)}
    for link in _grid_links(_page(site, "")):
        anchor = link.attributes["href"].rpartition("#")[2]
        if cells.get(anchor) != link.text:
            yield f"home says {link.text} of {anchor}, /support/ {cells.get(anchor)}"
    yield from _of_models(site, records, api)


def _words(row: Row, labels: Mapping[str, str]) -> Iterator[str]:
    yield labels[row["status"]]
    yield from row["pin"]
    if row["ends_with_sdk"]:
        yield f"no longer from SDK {row['ends_with_sdk'].rpartition('/')[2]}"
    if row["disputed"]:
        yield "contested"


def _grid_links(page: Element) -> list[Element]:
    return [
        link
        for grid in page.all("table", class_="at-a-glance")
        for link in grid.all("a")
        if link.with_any("data-workloads")
    ]


def _of_models(site: BuiltSite, records: Records, api: Mapping[str, Row]) -> Iterator[str]:
    """Answers about models: pins are of a status, a tested release or an issue; panels show just these."""
    stated: dict[tuple[str, str, str], list[Row]] = {}
    for row in api.values():
        stated.setdefault((row["framework"], row["accelerator"], row["workload"]), []).append(row)
    tested = {release.pin for release in records.releases.values()}
    others = [list(one.excludes.pin) for one in records.limitations.values() if one.excludes]
    for model in records.models:
        page = _page(site, address("models", model))
        for row in _result(site, f"today/{model}"):
            known = stated.get((row["framework"], row["accelerator"], row["workload"]), [])
            if not tested.issuperset(row["pin"]) and row["pin"] not in [*(one["pin"] for one in known), *others]:
                yield f"{model} on {row['accelerator']}: the pin {row['pin']} is of no status, release or issue"
            if row["ends_with_sdk"] and row["ends_with_sdk"] not in {one["ends_with_sdk"] for one in known}:
                yield f"{model} on {row['accelerator']}: no status ends with {row['ends_with_sdk']}"
            yield from (f"{model}: {fault}" for fault in _panel_faults(page, records, row))


def _panel_faults(page: Element, records: Records, row: Row) -> Iterator[str]:
    line = page.one("details", id=f"on-{row['accelerator']}")
    workload = records.vocabularies["workload"].values[row["workload"]].label.lower()
    for panel in line.all("details", class_="install"):
        if not panel.all("summary")[0].text.endswith(f"for {workload}"):
            continue
        if row["outcome"] not in ("supported", "maintained"):
            yield f"{row['accelerator']}: something to install for what is {row['outcome']}"
        versions = {version for pin in row["pin"] for version in VERSION.findall(pin)}
        yield from (f"{row['accelerator']}: the panel lacks {one}" for one in versions if one not in panel.text)


def _page(site: BuiltSite, page: str) -> Element:
    return read_html(site.file(f"{page}index.html").read_text("utf-8"))


def _result(site: BuiltSite, name: str) -> Any:
    return json.loads(site.file(f"api/v1/{name}.json").read_bytes())["result"]
