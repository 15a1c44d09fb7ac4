"""The macros that pages call. This module only registers them: what they do is in `page_macros`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from macros.page_macros import PAGE_MACROS, run
from macros.site import open_site


def define_env(env: Any) -> None:
    """Binds every macro to the site's knowledge; called by the macros plugin once a build."""
    site = open_site(Path(env.project_dir), env.conf["site_url"] or "")
    for name, macro in PAGE_MACROS.items():
        env.macro(partial(run, macro, site, lambda: env.page.file.url), name)
