"""All records of a data folder, by kind and id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from macros.kinds import KINDS
from macros.schema.atlas import Atlas, Redirects
from macros.schema.base import Catalog, Record
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.comparisons import Comparison
from macros.schema.components import Component
from macros.schema.configurations import ConfigurationFile
from macros.schema.conflicts import Conflict
from macros.schema.exceptions import Exceptions
from macros.schema.families import Architecture, Family, SupportMatrix
from macros.schema.frameworks import Framework, Release, ValidatedExamples
from macros.schema.hardware import Accelerator, Instance
from macros.schema.limitations import Limitation
from macros.schema.models import Dataset, Model
from macros.schema.sdks import Platform, SdkRelease
from macros.schema.sources import Source
from macros.schema.vocabularies import Vocabulary


@dataclass(frozen=True)
class Records:
    """Every record there is. Per kind, named as its folder: its records by id, in the order of the ids."""

    vocabularies: Mapping[str, Vocabulary]
    atlas: Atlas
    redirects: Redirects
    exceptions: Exceptions
    catalog: Catalog
    revision: str
    """A digest of the data: the same data gives the same revision."""

    sources: Mapping[str, Source]
    accelerators: Mapping[str, Accelerator]
    instances: Mapping[str, Instance]
    frameworks: Mapping[str, Framework]
    releases: Mapping[str, Release]
    families: Mapping[str, Family]
    architectures: Mapping[str, Architecture]
    models: Mapping[str, Model]
    datasets: Mapping[str, Dataset]
    support: Mapping[str, SupportMatrix]
    configurations: Mapping[str, ConfigurationFile]
    validated: Mapping[str, ValidatedExamples]
    catalogues: Mapping[str, Catalogue]
    benchmarks: Mapping[str, BenchmarkFile]
    components: Mapping[str, Component]
    platforms: Mapping[str, Platform]
    sdks: Mapping[str, SdkRelease]
    comparisons: Mapping[str, Comparison]
    limitations: Mapping[str, Limitation]
    conflicts: Mapping[str, Conflict]

    def of(self, kind: str) -> Mapping[str, Record]:
        """The records of a kind, by the name of its folder."""
        records: Mapping[str, Record] = getattr(self, kind)
        return records

    def instance_named(self, name: str) -> Instance:
        """The instance type that a source calls by a name."""
        return self.instances[self.catalog.names["instances"][name]]

    def walk(self) -> Iterator[tuple[str, str, Record]]:
        """Every record with its kind and id."""
        for kind in KINDS:
            for record_id, record in self.of(kind).items():
                yield kind, record_id, record
