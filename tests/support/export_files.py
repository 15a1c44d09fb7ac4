"""Everything of a site that is written besides its pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from macros.site.state import Site
from tests.support.made_up_project import content


def exported(site: Site) -> Mapping[str, bytes]:
    """The content of every exported file, by its path from the site's root."""
    with TemporaryDirectory() as folder:
        site.write_exports(Path(folder))
        return content(Path(folder))
