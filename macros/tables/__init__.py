"""Facts as rows with named columns: each column of the API is defined here once, for exports and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from macros.tables.answers import ANSWERS
from macros.tables.benchmarks import BENCHMARKS
from macros.tables.column import Column, Row, Table
from macros.tables.comparisons import COMPARISONS
from macros.tables.images import IMAGES
from macros.tables.lifecycle import LIFECYCLE
from macros.tables.listed_models import LISTED_MODELS
from macros.tables.package_versions import PACKAGE_VERSIONS
from macros.tables.runs_today import TODAY
from macros.tables.support import SUPPORT
from macros.tables.support_status import SUPPORT_STATUS
from macros.tables.tested_configurations import TESTED_CONFIGURATIONS
from macros.tables.validated_models import VALIDATED_MODELS

__all__ = ["TABLES", "Column", "Row", "Table"]

TABLES: Mapping[str, Table[Any]] = {
    table.name: table
    for table in (
        TESTED_CONFIGURATIONS,
        SUPPORT,
        SUPPORT_STATUS,
        TODAY,
        VALIDATED_MODELS,
        COMPARISONS,
        ANSWERS,
        BENCHMARKS,
        LISTED_MODELS,
        LIFECYCLE,
        PACKAGE_VERSIONS,
        IMAGES,
    )
}
"""Every table of the API, by name."""
