"""The records as types: what may stand in `data/`, and where."""

from __future__ import annotations

from dataclasses import dataclass

from macros.schema.atlas import Atlas, Redirects
from macros.schema.base import Record
from macros.schema.benchmarks import BenchmarkFile
from macros.schema.catalogues import Catalogue
from macros.schema.comparisons import Comparison
from macros.schema.components import Component
from macros.schema.configurations import ConfigurationFile
from macros.schema.doubts import Conflict, Limitation
from macros.schema.exceptions import Exceptions
from macros.schema.families import Architecture, Family, SupportMatrix
from macros.schema.frameworks import Framework, Release, ValidatedExamples
from macros.schema.hardware import Accelerator, Instance
from macros.schema.models import Dataset, Model
from macros.schema.sdks import Platform, SdkRelease
from macros.schema.sources import Source


@dataclass(frozen=True)
class Kind:
    """A kind of record: the folder under `data/` that holds it and the type of its files."""

    folder: str
    record: type[Record]
    depth: int = 1
    """How many path segments an id may have."""


KINDS: tuple[Kind, ...] = (
    Kind("sources", Source),
    Kind("accelerators", Accelerator),
    Kind("instances", Instance),
    Kind("frameworks", Framework),
    Kind("releases", Release, depth=2),
    Kind("families", Family),
    Kind("architectures", Architecture),
    Kind("models", Model, depth=2),
    Kind("datasets", Dataset),
    Kind("support", SupportMatrix),
    Kind("configurations", ConfigurationFile, depth=2),
    Kind("validated", ValidatedExamples),
    Kind("catalogues", Catalogue),
    Kind("benchmarks", BenchmarkFile),
    Kind("components", Component),
    Kind("platforms", Platform),
    Kind("sdks", SdkRelease, depth=2),
    Kind("comparisons", Comparison),
    Kind("limitations", Limitation),
    Kind("conflicts", Conflict),
)
"""Every folder under `data/`."""

SINGLES: dict[str, type[Record]] = {
    "atlas": Atlas,
    "redirects": Redirects,
    "exceptions": Exceptions,
}
"""Files directly under `data/`, beside `vocabularies.yml`."""
