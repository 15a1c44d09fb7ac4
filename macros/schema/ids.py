"""Ids of records, a type for each kind, and names that sources use in their place."""

from __future__ import annotations

from typing import Annotated, NewType

from macros.schema.references import Reference

SourceId = NewType("SourceId", Annotated[str, Reference("sources")])
AcceleratorId = NewType("AcceleratorId", Annotated[str, Reference("accelerators")])
InstanceId = NewType("InstanceId", Annotated[str, Reference("instances")])
FrameworkId = NewType("FrameworkId", Annotated[str, Reference("frameworks")])
FamilyId = NewType("FamilyId", Annotated[str, Reference("families")])
ArchitectureId = NewType("ArchitectureId", Annotated[str, Reference("architectures")])
ModelId = NewType("ModelId", Annotated[str, Reference("models")])
DatasetId = NewType("DatasetId", Annotated[str, Reference("datasets")])
ReleaseId = NewType("ReleaseId", Annotated[str, Reference("releases")])
ComponentId = NewType("ComponentId", Annotated[str, Reference("components")])
PlatformId = NewType("PlatformId", Annotated[str, Reference("platforms")])
SdkId = NewType("SdkId", Annotated[str, Reference("sdks")])
CatalogueId = NewType("CatalogueId", Annotated[str, Reference("catalogues")])
PublishedInstance = Annotated[str, Reference("instances", as_published=True)]
PublishedModel = Annotated[str, Reference("models", as_published=True)]
PublishedComponent = Annotated[str, Reference("components", as_published=True)]
PublishedDataset = Annotated[str, Reference("datasets", as_published=True)]
