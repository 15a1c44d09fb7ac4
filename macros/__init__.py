"""The package that mkdocs-macros imports. This module registers the macros; what they do is in `macros.site`."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any


def define_env(env: Any) -> None:
    """Registers every macro, bound to the data of this build. Called by mkdocs-macros once a build."""
    # Imported here: `python -m macros check` imports this package too, and needs nothing of MkDocs.
    state, about = import_module("macros.site.state"), import_module("macros.site.about")
    site = state.site_of(env.conf)

    def call(macro: str, *arguments: str) -> Any:
        return site.call(macro, state.page_address(env.page.file.url), *arguments)

    env.macro(partial(about.edits_of_data, env.conf.repo_url or ""), "edits_of_data")
    for name in state.PAGE_MACROS:
        env.macro(partial(call, name), name)
