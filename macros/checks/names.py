"""A name that is not certain says why it is taken to mean its record."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records


def _check(records: Records) -> Iterator[Finding]:
    for kind, record_id, record in records.walk():
        for index, name in enumerate(getattr(record, "other_names", ())):
            if name.certainty != "certain" and name.reason is None:
                yield Finding(
                    f"{kind}/{record_id}",
                    ("other_names", index),
                    f"expected a reason for the name '{name.name}', which is only {name.certainty}, got none",
                )


REASON_WHERE_UNCERTAIN = Rule(
    "reason-where-uncertain",
    "A name that is not certain carries the reason for taking it as this record's.",
    _check,
    alone=True,
)
