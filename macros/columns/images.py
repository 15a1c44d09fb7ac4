"""Container images and machine images, a row each."""

from __future__ import annotations

from dataclasses import replace

from macros.columns.column import LOCATOR, SOURCE, Column, Table
from macros.facts.images import PublishedImage

IMAGES = Table[PublishedImage](
    PublishedImage,
    "images",
    "Every container image and machine image, a row each",
    (
        Column("id", "Names the image: list and position, or the release of a framework whose image it is."),
        Column("kind", "What kind of image it is.", vocabulary="image_kind", beside="name"),
        Column(
            "copy",
            "The address of a container image, with <account> and <region> where these differ; of a machine image the"
            " name of the parameter that holds the id of the newest one. Null where it is not known, and for machine"
            " images that a newer one has replaced.",
            absent="not known, or replaced",
        ),
        Column("name", "The tag of a container image, the name of a machine image. Null where none is printed."),
        Column("sdk", "The SDK release in it, as written. Null where none is named.", absent="none named"),
        Column(
            "release",
            "The release of a framework whose image it is. Null for all others.",
            kind="releases",
            absent="none",
        ),
        Column(
            "frameworks",
            "Frameworks in it, the one it is made for first; empty for images without one.",
            kind="frameworks",
            absent="none recorded",
        ),
        Column(
            "frameworks_inferred",
            "Why it is taken to be of these frameworks. Null where the source names them.",
            absent="stated",
        ),
        Column("built_on", "The framework whose version follows, as printed.", beside="version"),
        Column("version", "The version of that framework."),
        Column("libraries", "What it contains, as printed."),
        Column("python", "The version of Python in it."),
        Column("os", "The operating system in it.", label="Operating system", beside="python"),
        Column("series", "Instance series it is for, as named.", absent="none named"),
        Column("accelerators", "The accelerators it is for.", kind="accelerators", absent="none named"),
        Column("workload", "What it is for. Null: for any.", vocabulary="workload", absent="any"),
        Column("environment", "The virtual environment in a machine image.", absent="none named", beside="copy"),
        Column("parameter", "The parameter that holds the id of the newest machine image of this name."),
        Column("newest", "Whether no image of its repository or name has a newer SDK release."),
        Column("newest_of_version", "The same among images with the same framework version."),
        Column("first_listed", "The first revision of the document that lists it.", unit="YYYY-MM-DD"),
        Column("last_listed", "The last revision read that lists it.", unit="YYYY-MM-DD"),
        replace(SOURCE, get="citation.source"),
        replace(LOCATOR, get="citation.locator"),
        Column("note", "A doubt, or more about it. Null where there is none.", absent="none", beside="copy"),
    ),
    lambda known: known.images,
)
