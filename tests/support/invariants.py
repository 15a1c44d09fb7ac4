"""What holds for the built site of any sound data, computed from the data itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from macros.addresses import address
from macros.loading import Records
from macros.schema import json_schemas
from macros.schema.kinds import KINDS, WITH_PAGES
from tests.support.built_site import SITE_URL, BuiltSite

API = "api/v1/"


def violations(site: BuiltSite, records: Records) -> Iterator[str]:
    """Every page is there, has a title and a description of its own, and the API holds every record once."""
    for kind in sorted(WITH_PAGES):
        for record in records.of(kind):
            page = address(kind, record)
            files = (f"{page}{name}" for name in ("index.html", "index.md"))
            yield from (f"{file} is missing" for file in files if not site.file(file).is_file())
    for kind in (folder for folder, kind in KINDS.items() if kind.api_list):
        published = [row["id"] for row in _result(site, kind)]
        if published != list(records.of(kind)):
            yield f"api: {kind} holds {len(published)} records, the data {len(records.of(kind))}"
    rows = sum(len(table.rows) for file in records.configurations.values() for table in file.tables)
    counts = {"tested-configurations": rows, "benchmarks": sum(len(one.rows) for one in records.benchmarks.values())}
    for name, count in counts.items():
        ids = Counter(row["id"] for row in _result(site, name))
        if ids.total() != count or max(ids.values()) > 1:
            yield f"api: {name} holds {ids.total()} rows with {len(ids)} ids, the data {count}"
    for entry in json.loads(site.file("search/entries.json").read_bytes())["entries"]:
        page, _, _ = entry["location"].partition("#")
        if not site.file(f"{page}index.html").is_file():
            yield f"the search leads to {page}, which is no page"


def link_violations(site: BuiltSite) -> Iterator[str]:
    """Every link inside the site arrives, every page is linked to, and no two pages share a title."""
    linked = set()
    titles: Counter[str] = Counter()
    for page in site.pages.values():
        titles[page.title] += 1
        if not page.description:
            yield f"{page.address} has no description"
        for link in page.links:
            if link.is_outside:
                continue
            linked.add(link.target.partition("#")[0].removesuffix("index.html"))
            if broken := site.broken(link):
                yield broken
    yield from (f"{count} pages have the title {title}" for title, count in titles.items() if count > 1)
    yield from (f"nothing links to {page}" for page in site.pages if page and SITE_URL + page not in linked)


def schema_violations(data: Path, records: Records, names: Iterator[str]) -> Iterator[str]:
    """Data files, by their paths below `data`, that the JSON Schema of their kind refuses."""
    for name in names:
        schema = json_schemas.data_file(name.partition("/")[0].removesuffix(".yml"), records.vocabularies)
        content = _as_json(yaml.safe_load((data / name).read_text("utf-8")))
        yield from (f"{name}: {error.message}" for error in Draft202012Validator(schema).iter_errors(content))


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


def _result(site: BuiltSite, name: str) -> Any:
    return json.loads(site.file(f"{API}{name}.json").read_bytes())["result"]
