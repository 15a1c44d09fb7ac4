"""A comparison says something about each framework it compares, and about no other."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records


def _check(records: Records) -> Iterator[Finding]:
    for record_id, comparison in records.comparisons.items():
        for row, feature in enumerate(comparison.features):
            if set(feature.values) != set(comparison.frameworks):
                yield Finding(
                    f"comparisons/{record_id}",
                    ("features", row, "values"),
                    f"expected a value for each of {', '.join(comparison.frameworks)},"
                    f" got {', '.join(feature.values) or 'none'}",
                )


ONE_VALUE_PER_FRAMEWORK = Rule(
    "one-value-per-framework",
    "Each row of a comparison has a value for exactly the frameworks it compares.",
    _check,
    alone=True,
)
