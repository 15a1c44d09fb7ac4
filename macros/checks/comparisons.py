"""Rules on comparisons of frameworks."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.loading import Records


@rule("one-value-per-framework", per_record=True)
def one_value_per_framework(records: Records) -> Iterator[Finding]:
    """Each row of a comparison has a value for exactly the frameworks it compares."""
    for record_id, comparison in records.comparisons.items():
        for row, feature in enumerate(comparison.features):
            if set(feature.values) != set(comparison.frameworks):
                wanted, got = ", ".join(comparison.frameworks), ", ".join(feature.values) or "none"
                message = f"expected a value for each of {wanted}, got {got}"
                yield Finding(f"comparisons/{record_id}", ("features", row, "values"), message)
