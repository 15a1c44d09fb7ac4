"""Releases of the Neuron SDK with their packages, from the manifest in its documentation."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from macros.importing.upstream import DataRow, Found, Known, RecordUpdate, RowKeys, Upstream, UpstreamError

PLATFORM = "neuron"
MANIFEST = "n2-manifest.json"
RELEASE = re.compile(r"Neuron (\d+\.\d+\.\d+)\s*\((\d\d)/(\d\d)/(\d{4})\)")
"""A heading of the release notes: Neuron 2.33.0 (10/19/2026)."""


def packages(upstream: Upstream, known: Known) -> Iterator[Found]:
    """Every release of the package manifest: its packages, and of a new one its date as well."""
    try:
        manifest = json.loads(upstream.text(MANIFEST))
        releases, newest, printed = (
            manifest[name] for name in ("neuron_releases", "manifest_version", "manifest_date")
        )
    except (ValueError, KeyError) as error:
        raise UpstreamError(f"{MANIFEST}: expected neuron_releases, manifest_version and manifest_date") from error
    dates = {**_dates(upstream.path), newest: datetime.datetime.strptime(printed, "%m/%d/%Y").date()}  # noqa: DTZ007
    for release in releases:
        version = release["neuron_version"]
        if version in known.records.sdks or version in dates:
            entry = upstream.cite(f"entry {version}")
            new = {"platform": PLATFORM, "date": dates.get(version), "manifest": entry, "citations": [entry]}
            rows = list(map(_package, release["packages"]))
            keys = RowKeys(("package", "version"), field="packages")
            yield RecordUpdate(f"sdks/{version}.yml", {"packages": rows}, new, keys)
        else:
            yield f"release {version}: left out, for neither the manifest nor the release notes date it"


def _dates(folder: Path) -> Mapping[str, datetime.date]:
    texts = (file.read_text("utf-8", errors="replace") for file in sorted(folder.rglob("*.rst")))
    return {
        version: datetime.date(int(year), int(month), int(day))
        for text in texts
        for version, month, day, year in RELEASE.findall(text)
    }


def _package(package: Mapping[str, Any]) -> DataRow:
    # The manifest repeats single entries, and leaves a comma in some.
    versions = [version.strip(",") for version in package["supported_python_versions"]]
    series = list(dict.fromkeys(package["supported_instances"]))
    row = {"package": package["name"], "version": package["version"], "series": series}
    return row | ({"python": versions} if versions else {})
