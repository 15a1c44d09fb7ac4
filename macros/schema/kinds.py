"""Every kind of record, and all records of a data folder: adding a kind takes its schema, its sections and a line here.

A kind whose records have pages is named by `noun`: the macros of `model` are `model_page` and `model_list`. What its
pages show is a `RecordPages` called `PAGES` in `macros/pages/<folder>.py`. Their list is on `docs/<folder>/index.md`,
or in the folder named by `section`, and stands under `nav` in `mkdocs.yml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, overload

from macros.schema.atlas import Atlas, Exceptions, Redirects, Vocabulary
from macros.schema.base import Record
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.comparisons import Comparison
from macros.schema.components import Component, ImageList, Platform, SdkRelease
from macros.schema.configurations import ConfigurationFile
from macros.schema.frameworks import Framework, Release, ValidatedExamples
from macros.schema.hardware import Accelerator, Instance
from macros.schema.imports import ImportDescription
from macros.schema.issues import Conflict, Limitation
from macros.schema.models import Architecture, Dataset, Family, Model, SupportMatrix
from macros.schema.references import NameIndex
from macros.schema.sources import Source

R = TypeVar("R", bound=Record)


@dataclass(eq=False)
class Kind(Generic[R]):
    """A kind of record: its data files, its pages, and its place in the search and in the API.

    As an attribute of `Records`, it gives the records of the kind by their ids.
    """

    record: type[R]
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
    shares_names: bool = False
    """Whether a name may mean several of its records. Readers find each of them by it; no fact may use it."""
    shares_page: bool = False
    """Whether the records of a file of several are shown on one page, which is called like the file."""
    api_list: str = ""
    """What the list of its whole records in the API is called. Empty: the API has none, or has a list of rows."""
    folder: str = field(default="", init=False)
    """The folder under `data/` that holds its files: the name of the attribute of `Records`."""

    def __set_name__(self, owner: type[Records], name: str) -> None:
        self.folder = name

    @overload
    def __get__(self, records: None, owner: type[Records]) -> Kind[R]: ...
    @overload
    def __get__(self, records: Records, owner: type[Records]) -> Mapping[str, R]: ...
    def __get__(self, records: Records | None, owner: type[Records]) -> Kind[R] | Mapping[str, R]:
        return self if records is None else records.by_kind[self.folder]

    @property
    def parts_of_id(self) -> str:
        """How many path segments an id may have, in words."""
        return "one part" if self.depth == 1 else "one or two parts"

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
        return _as_heading(self.label_of(1))

    @property
    def heading(self) -> str:
        return _as_heading(self.label_of(2))


def _as_heading(words: str) -> str:
    return words[0].upper() + words[1:]


@dataclass(frozen=True)
class Records:
    """Every record there is. Kinds stand in the order in which readers meet them."""

    by_kind: Mapping[str, Mapping[str, Any]]
    """By kind and id, in the order of the ids."""
    vocabularies: Mapping[str, Vocabulary]
    atlas: Atlas
    redirects: Redirects
    exceptions: Exceptions
    names: NameIndex
    revision: str
    """A digest of the data: the same data gives the same revision."""
    tables: Mapping[str, str]
    """By record that shares a file with others, such as `sources/bert-card`: that file, such as `sources/cards`."""

    models = Kind(Model, "model", depth=2, search_weight=4, api_list="Models")
    families = Kind(Family, "family", label="model family", search_weight=4, api_list="Model families")
    accelerators = Kind(Accelerator, "accelerator", search_weight=8, shares_names=True, api_list="Accelerators")
    instances = Kind(Instance, "instance", label="instance type", search_weight=4, api_list="Instance types")
    frameworks = Kind(Framework, "framework", search_weight=5, api_list="Frameworks")
    releases = Kind(
        Release,
        "release",
        depth=2,
        section="frameworks",
        search_weight=6,
        api_list="Releases of frameworks, with their images and regions",
    )
    datasets = Kind(Dataset, "dataset", search_weight=3, api_list="Datasets")
    comparisons = Kind(Comparison, "comparison", section="compare", search_weight=4)
    sources = Kind(Source, "source", search_weight=0.5, shares_page=True, api_list="Source documents")
    limitations = Kind(Limitation, "limitation", label="known issue", search_weight=1.5, api_list="Known limitations")
    conflicts = Kind(Conflict, "conflict", label="source disagreement", api_list="Where sources disagree")
    architectures = Kind(Architecture, "architecture", search_weight=2, api_list="Model architectures")
    benchmarks = Kind(BenchmarkFile, "benchmark", label="benchmark table")
    catalogues = Kind(
        Catalogue, "catalogue", label="support list", search_weight=3, api_list="Vendors' lists of supported models"
    )
    components = Kind(
        Component,
        "component",
        section="lifecycle",
        search_weight=2,
        api_list="Components of the software stack, with their notices",
    )
    sdks = Kind(
        SdkRelease,
        "sdk",
        label="SDK release",
        depth=2,
        search_weight=3,
        api_list="SDK releases, with their package versions",
    )
    platforms = Kind(Platform, label="SDK")
    support = Kind(SupportMatrix, label="guideline table")
    configurations = Kind(ConfigurationFile, depth=2, label="configuration table")
    validated = Kind(ValidatedExamples, label="example table")
    images = Kind(ImageList, "image", depth=2, label="image list", search_weight=2)
    imports = Kind(ImportDescription, label="import")

    def __post_init__(self) -> None:
        vars(self).update(self.by_kind)  # found without a call, millions of times

    def of(self, kind: str) -> Mapping[str, Record]:
        """The records of a kind, by the name of its folder."""
        return self.by_kind[kind]

    def file(self, kind: str, record_id: str) -> str:
        """The data file with a record, from the project's root."""
        name = f"{kind}/{record_id}"
        return f"data/{self.tables.get(name, name)}.yml"

    def shared_page(self, kind: str, record_id: str) -> str | None:
        """The name of the file whose page shows a record, where it shares one with the others in it."""
        table = self.tables.get(f"{kind}/{record_id}") if KINDS[kind].shares_page else None
        return table.partition("/")[2] if table else None

    def instance_named(self, name: str) -> Instance:
        """The instance type that a source calls by a name."""
        return self.instances[self.names.ids_by_name["instances"][name]]

    def walk(self) -> Iterator[tuple[str, str, Record]]:
        for kind in KINDS:
            for record_id, record in self.of(kind).items():
                yield kind, record_id, record


KINDS: Mapping[str, Kind[Any]] = {kind.folder: kind for kind in vars(Records).values() if isinstance(kind, Kind)}
"""By folder."""

WITH_PAGES: Mapping[str, Kind[Any]] = {folder: kind for folder, kind in KINDS.items() if kind.noun}
"""Kinds whose records have a page each."""

SINGLES: Mapping[str, type[Record]] = {"atlas": Atlas, "redirects": Redirects, "exceptions": Exceptions}
"""Files directly under `data/`, beside `vocabularies.yml`."""

SEVERAL, SHARED = "records", "shared"
"""The fields of a file of several records: each by its id, and what they have in common."""

COMPARED = ("models", "instances", "accelerators", "frameworks", "releases")
"""Kinds whose records readers compare side by side."""
