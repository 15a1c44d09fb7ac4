"""The features of a comparison, a row each. All comparisons have the same columns."""

from __future__ import annotations

from macros.columns.column import Column, Row, Table
from macros.schema.comparisons import Feature


def _corrections(feature: Feature) -> tuple[Row, ...]:
    return tuple({"as_of": c.as_of, "values": dict(c.values), "since": c.since} for c in feature.corrections)


COMPARISONS = Table[Feature](
    Feature,
    "comparisons",
    "Comparisons",
    (
        Column("feature", "What is compared."),
        Column(
            "values",
            "What was published of it, by the id of the framework.",
            lambda feature: dict(feature.values),
            holds=dict[str, str],
        ),
        Column(
            "corrections",
            "What became true later, oldest first: the date, the changed values by the id of the framework, and"
            " the release that brought it.",
            _corrections,
        ),
    ),
)
