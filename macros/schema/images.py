"""Container images and machine images: one file per repository or list, with one image a line."""

from __future__ import annotations

from typing import Annotated

from pydantic.dataclasses import dataclass

from macros.schema.base import CLOSED, Citation, Record, Row, Statement
from macros.schema.ids import AcceleratorId, FamilyId, FrameworkId
from macros.schema.references import Term, Workload
from macros.schema.values import Date, Listing, NonEmpty, Text


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class ImageRow(Row):
    """An image; of a machine image, one virtual environment in it."""

    name: Text | None = None
    """The tag of a container image, the name of a machine image; absent where the source prints none."""
    sdk: Text | None = None
    """The SDK release in it."""
    built_on: Text | None = None
    """The framework whose version `version` is, as printed."""
    version: Text | None = None
    libraries: Listing[Text] = ()
    """What it contains, as printed."""
    frameworks: Listing[FrameworkId] = ()
    """The frameworks that these words mean; the first is the one the image is made for."""
    python: Text | None = None
    os: Text | None = None
    series: Listing[Text] = ()
    """Instance series it is for."""
    accelerators: Listing[AcceleratorId] = ()
    """Accelerators it is for, where the source names no series."""
    workload: Workload | None = None
    first_listed: Date | None = None
    """The first revision of the document that lists it."""
    last_listed: Date | None = None
    """The last revision that lists it, of those that were read."""
    parameter: Text | None = None
    """What stands for `{parameter}` in the header's `parameter`."""
    environment: Text | None = None
    """The virtual environment."""
    citation: Citation | None = None
    note: Text | None = None


class ImageHeader(Record):
    """A list of images without its rows. What it says of images holds for every row that says nothing else."""

    title: Text
    kind: Annotated[str, Term("image_kind")]
    registry: Text | None = None
    """What stands before the repository, with `{account}` and `{region}` where each region has its own registry."""
    repository: Text | None = None
    """Of container images."""
    parameter: Text | None = None
    """Of machine images: the name under which the provider keeps the id of the newest one, with `{parameter}`."""
    built_on: Text | None = None
    frameworks: Listing[FrameworkId] = ()
    frameworks_inferred: Text | None = None
    """Why an image is taken to be of these frameworks, where the source does not name them."""
    series: Listing[Text] = ()
    accelerators: Listing[AcceleratorId] = ()
    workload: Workload | None = None
    families: Listing[FamilyId] = ()
    """Of the models that they serve; absent: any."""
    families_inferred: Text | None = None
    """Why they are taken to serve these families only, where the source does not say it of families."""
    citation: Citation
    notes: Listing[Statement] = ()


class ImageList(ImageHeader):
    """The images of one repository, or one list of machine images."""

    rows: NonEmpty[ImageRow]
