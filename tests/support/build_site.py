"""Builds a project's site inside this process, as `mkdocs build` does."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def _kept_messages() -> Iterator[_Kept]:
    logger = logging.getLogger("mkdocs")
    kept, level = _Kept(), logger.level
    logger.addHandler(kept)
    logger.setLevel(logging.INFO)
    try:
        yield kept
    finally:
        logger.removeHandler(kept)
        logger.setLevel(level)


@contextmanager
def _own_environment() -> Iterator[None]:
    before = dict(os.environ)
    for name in ("SITE_URL", "REPO_URL", "SOURCE_DATE_EPOCH"):
        os.environ.pop(name, None)
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def build_site(project: Path, site_dir: Path) -> list[logging.LogRecord]:
    """Builds a project strictly into a folder; what MkDocs said on the way, from INFO up."""
    with _own_environment(), _kept_messages() as kept:
        config = load_config(str(project / "mkdocs.yml"), site_dir=str(site_dir), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        try:
            build(config)
        finally:
            config.plugins.on_shutdown()
    return kept.records
