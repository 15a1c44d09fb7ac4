"""Every kind of record, in one list: adding a kind takes its schema, its sections and an entry here.

A kind whose records have pages is named by `noun`: the macros of `model` are `model_page` and `model_list`. What its
pages show is a `RecordPages` called `PAGES` in `macros/pages/<folder>.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from macros.schema.atlas import Atlas, Exceptions, Redirects
from macros.schema.base import Record
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.comparisons import Comparison
from macros.schema.components import Component, Platform, SdkRelease
from macros.schema.configurations import ConfigurationFile
from macros.schema.conflicts import Conflict
from macros.schema.frameworks import Framework, Release, ValidatedExamples
from macros.schema.hardware import Accelerator, Instance
from macros.schema.images import ImageList
from macros.schema.limitations import Limitation
from macros.schema.models import Architecture, Dataset, Family, Model, SupportMatrix
from macros.schema.sources import Source


@dataclass(frozen=True)
class Kind:
    """A kind of record: its data files, its pages, and its place in the search and in the API."""

    folder: str
    """The folder under `data/` that holds its files."""
    record: type[Record]
    """The type of its files."""
    noun: str = ""
    """What one record is called in names of macros and files. Empty: its records have no page of their own."""
    label: str = ""
    """What readers call one record, where that is not its noun."""
    depth: int = 1
    """How many path segments an id may have."""
    section: str = ""
    """The first part of the addresses of its pages, where it is not the folder's name."""
    search_weight: float = 1
    """How much its pages count in the site search: what people look for before what cites it."""
    api_list: str = ""
    """What the list of its whole records in the API is called. Empty: the API has none, or has a list of rows."""

    @property
    def page_macro(self) -> str:
        return f"{self.noun}_page"

    @property
    def list_macro(self) -> str:
        return f"{self.noun}_list"

    def label_of(self, count: int) -> str:
        """What readers call so many records."""
        label = self.label or self.noun
        return label if count == 1 else re.sub("y$", "ie", label) + "s"

    @property
    def heading_of_one(self) -> str:
        """What readers call one record, as a heading."""
        words = self.label_of(1)
        return words[0].upper() + words[1:]

    @property
    def heading(self) -> str:
        """What readers call its records, as a heading."""
        words = self.label_of(2)
        return words[0].upper() + words[1:]


_KINDS = (
    Kind("models", Model, "model", depth=2, search_weight=4, api_list="Models"),
    Kind("families", Family, "family", label="model family", search_weight=4, api_list="Model families"),
    Kind("accelerators", Accelerator, "accelerator", search_weight=8, api_list="Accelerators"),
    Kind(
        "instances",
        Instance,
        "instance",
        label="instance type",
        search_weight=4,
        api_list="Instance types",
    ),
    Kind("frameworks", Framework, "framework", search_weight=5, api_list="Frameworks"),
    Kind(
        "releases",
        Release,
        "release",
        depth=2,
        section="frameworks",
        search_weight=6,
        api_list="Releases of frameworks, with their images and regions",
    ),
    Kind("datasets", Dataset, "dataset", search_weight=3, api_list="Datasets"),
    Kind("comparisons", Comparison, "comparison", section="compare", search_weight=4),
    Kind("sources", Source, "source", search_weight=0.5, api_list="Source documents"),
    Kind(
        "limitations",
        Limitation,
        "limitation",
        label="known issue",
        search_weight=1.5,
        api_list="Known limitations",
    ),
    Kind(
        "conflicts",
        Conflict,
        "conflict",
        label="source disagreement",
        api_list="Where sources disagree",
    ),
    Kind(
        "architectures",
        Architecture,
        "architecture",
        search_weight=2,
        api_list="Model architectures",
    ),
    Kind("benchmarks", BenchmarkFile, "benchmark", label="benchmark table"),
    Kind(
        "catalogues",
        Catalogue,
        "catalogue",
        label="support list",
        search_weight=3,
        api_list="Vendors' lists of supported models",
    ),
    Kind(
        "components",
        Component,
        "component",
        section="lifecycle",
        search_weight=2,
        api_list="Components of the software stack, with their notices",
    ),
    Kind(
        "sdks",
        SdkRelease,
        "sdk",
        label="SDK release",
        depth=2,
        search_weight=3,
        api_list="SDK releases, with their package versions",
    ),
    Kind("platforms", Platform, label="SDK"),
    Kind("support", SupportMatrix, label="guideline table"),
    Kind("configurations", ConfigurationFile, depth=2, label="configuration table"),
    Kind("validated", ValidatedExamples, label="example table"),
    Kind("images", ImageList, depth=2, label="image list"),
)

KINDS: Mapping[str, Kind] = {kind.folder: kind for kind in _KINDS}
"""By folder, in the order in which readers meet them."""

WITH_PAGES: Mapping[str, Kind] = {folder: kind for folder, kind in KINDS.items() if kind.noun}
"""Kinds whose records have a page each."""

SINGLES: Mapping[str, type[Record]] = {
    "atlas": Atlas,
    "redirects": Redirects,
    "exceptions": Exceptions,
}
"""Files directly under `data/`, beside `vocabularies.yml`."""

COMPARED = ("models", "instances", "accelerators", "frameworks", "releases")
"""Kinds whose records readers compare side by side."""
