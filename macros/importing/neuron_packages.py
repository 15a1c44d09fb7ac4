"""Releases of the Neuron SDK with their packages, from its package manifest; dates from its release notes."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from macros.importing.updates import Found, Known, RecordUpdate, Remark, RowKeys, Upstream, UpstreamError

PLATFORM = "neuron"
RELEASE = re.compile(r"Neuron (\d+\.\d+\.\d+)\s*\((\d\d)/(\d\d)/(\d{4})\)")
"""A heading of the release notes: Neuron 2.33.0 (10/19/2026)."""


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """Every release of the manifest: its packages, and of a new one its date as well."""
    (manifest,) = upstream.files("n2-manifest.json")[:1]
    try:
        content = json.loads(manifest.read_text("utf-8"))
        releases = content["neuron_releases"]
        newest, printed = content["manifest_version"], content["manifest_date"]
    except (ValueError, KeyError) as error:
        raise UpstreamError(f"{manifest.name}: expected neuron_releases, manifest_version and manifest_date") from error
    dates = {**_dates(upstream.path), newest: datetime.datetime.strptime(printed, "%m/%d/%Y").date()}  # noqa: DTZ007
    for release in releases:
        version = release["neuron_version"]
        if version in known.records.sdks or version in dates:
            yield _update(upstream, version, release["packages"], dates.get(version))
        else:
            yield Remark(f"release {version}: left out, for neither the manifest nor the release notes date it")


def _dates(folder: Path) -> Mapping[str, datetime.date]:
    found = {}
    for file in sorted(folder.rglob("*.rst")):
        for version, month, day, year in RELEASE.findall(file.read_text("utf-8", errors="replace")):
            found[version] = datetime.date(int(year), int(month), int(day))
    return found


def _update(upstream: Upstream, version: str, packages: list[Any], date: datetime.date | None) -> RecordUpdate:
    manifest = upstream.cite(f"entry {version}")
    rows = [
        {
            "package": package["name"],
            "version": package["version"],
            # The manifest repeats single entries, and leaves a comma in some.
            "series": list(dict.fromkeys(package["supported_instances"])),
            **({"python": [version.strip(",") for version in versions]} if versions else {}),
        }
        for package in packages
        for versions in [package["supported_python_versions"]]
    ]
    return RecordUpdate(
        f"sdks/{version}.yml",
        {"packages": rows},
        {"platform": PLATFORM, "date": date, "manifest": manifest, "citations": [manifest]},
        {"packages": RowKeys(("package", "version"))},
    )
