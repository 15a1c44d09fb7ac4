"""All records of a data folder, by kind and id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.kinds import KINDS
from macros.schema.atlas import Atlas, Exceptions, Redirects
from macros.schema.base import NameIndex, Record
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
from macros.schema.vocabularies import Vocabulary

R = TypeVar("R", bound=Record)


class RecordsOf(Generic[R]):
    """Descriptor: typed access to `Records.by_kind`. The name of the attribute is the name of the kind's folder."""

    def __set_name__(self, owner: type[Records], name: str) -> None:
        self._kind = name

    def __get__(self, records: Records, owner: type[Records]) -> Mapping[str, R]:
        by_id: Mapping[str, R] = records.by_kind[self._kind]
        return by_id


@dataclass(frozen=True)
class Records:
    """Every record there is."""

    by_kind: Mapping[str, Mapping[str, Any]]
    """By kind and id, in the order of the ids."""
    vocabularies: Mapping[str, Vocabulary]
    atlas: Atlas
    redirects: Redirects
    exceptions: Exceptions
    names: NameIndex
    revision: str
    """A digest of the data: the same data gives the same revision."""

    sources = RecordsOf[Source]()
    accelerators = RecordsOf[Accelerator]()
    instances = RecordsOf[Instance]()
    frameworks = RecordsOf[Framework]()
    releases = RecordsOf[Release]()
    families = RecordsOf[Family]()
    architectures = RecordsOf[Architecture]()
    models = RecordsOf[Model]()
    datasets = RecordsOf[Dataset]()
    support = RecordsOf[SupportMatrix]()
    configurations = RecordsOf[ConfigurationFile]()
    validated = RecordsOf[ValidatedExamples]()
    catalogues = RecordsOf[Catalogue]()
    benchmarks = RecordsOf[BenchmarkFile]()
    components = RecordsOf[Component]()
    platforms = RecordsOf[Platform]()
    sdks = RecordsOf[SdkRelease]()
    comparisons = RecordsOf[Comparison]()
    limitations = RecordsOf[Limitation]()
    conflicts = RecordsOf[Conflict]()
    images = RecordsOf[ImageList]()

    def of(self, kind: str) -> Mapping[str, Record]:
        """The records of a kind, by the name of its folder."""
        return self.by_kind[kind]

    def instance_named(self, name: str) -> Instance:
        """The instance type that a source calls by a name."""
        return self.instances[self.names.ids_by_name["instances"][name]]

    def walk(self) -> Iterator[tuple[str, str, Record]]:
        """Every record with its kind and id."""
        for kind in KINDS:
            for record_id, record in self.of(kind).items():
                yield kind, record_id, record
