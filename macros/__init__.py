"""The macros that pages call. This module only registers them: what they do is in `page_macros`."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any


def define_env(env: Any) -> None:
    """Binds every macro to the site's knowledge; called by the macros plugin once a build."""
    # Imported here, for whoever checks the data should not wait for what only pages need.
    page_macros, site = import_module("macros.page_macros"), import_module("macros.site")
    opened = site.open_site(Path(env.project_dir), env.conf["site_url"] or "")
    for name in page_macros.PAGE_MACROS:
        env.macro(partial(page_macros.call, name, opened, lambda: env.page.file.url), name)
