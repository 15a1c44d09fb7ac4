"""The package that mkdocs-macros imports. This module registers the macros; what they do is in `macros.site`."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any


def define_env(env: Any) -> None:
    """Registers every macro, bound to the data of this build. Called by mkdocs-macros once a build."""
    # Imported here: `python -m macros check` imports this package too, and needs nothing of MkDocs.
    page_macros, state = import_module("macros.site.page_macros"), import_module("macros.site.state")
    forge, site = import_module("macros.site.forge"), state.site_of(env.conf)
    env.macro(partial(forge.edits_of_data, env.conf.repo_url or ""), "edits_of_data")
    for name in page_macros.PAGE_MACROS:
        env.macro(partial(page_macros.call, name, site, lambda: env.page.file.url), name)
