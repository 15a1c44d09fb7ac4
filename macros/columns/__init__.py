"""Facts as rows with named columns: each column of the API is defined here once, for exports and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from macros.columns.answers import ANSWERS
from macros.columns.benchmarks import BENCHMARKS
from macros.columns.column import Column, Row, Table
from macros.columns.comparisons import COMPARISONS
from macros.columns.guidelines import GUIDELINES
from macros.columns.images import IMAGES
from macros.columns.lifecycle import LIFECYCLE
from macros.columns.listed_models import LISTED_MODELS
from macros.columns.package_versions import PACKAGE_VERSIONS
from macros.columns.runs_today import TODAY
from macros.columns.support_status import SUPPORT_STATUS
from macros.columns.tested_configurations import TESTED_CONFIGURATIONS
from macros.columns.validated_models import VALIDATED_MODELS

__all__ = ["TABLES", "Column", "Row", "Table"]

TABLES: Mapping[str, Table[Any]] = {
    table.name: table
    for table in (
        TESTED_CONFIGURATIONS,
        GUIDELINES,
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
