"""Facts as rows with named columns: each column of the API is defined here once, for exports and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from macros.columns.answers import ANSWERS, TODAY
from macros.columns.column import Column, Row, Table
from macros.columns.names import NAMES
from macros.columns.runs import BENCHMARKS, TESTED_CONFIGURATIONS
from macros.columns.software import IMAGES, LIFECYCLE, PACKAGE_VERSIONS
from macros.columns.statements import COMPARISONS, GUIDELINES, LISTED_MODELS, SUPPORT_STATUS, VALIDATED_MODELS

__all__ = ["TABLES", "Column", "Row", "Table"]

TABLES: Mapping[str, Table[Any]] = {
    table.name: table
    for table in (
        *(TESTED_CONFIGURATIONS, GUIDELINES, SUPPORT_STATUS, TODAY, VALIDATED_MODELS, COMPARISONS, ANSWERS),
        *(BENCHMARKS, LISTED_MODELS, LIFECYCLE, PACKAGE_VERSIONS, IMAGES, NAMES),
    )
}
