"""What was taken in is still there."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.releases import lost_regions
from macros.checks.rule import Finding, Rule
from macros.coverage import discrepancies
from macros.loading import Records


def _check(records: Records) -> Iterator[Finding]:
    for one in discrepancies(records):
        # The note of a release tells at its place that a region is gone: no need to say it again in the account.
        if one.kind != "releases.regions" or one.missing != lost_regions(records):
            hint = "put the rows back, or write down under left_out how many are left out, and why"
            yield Finding("intake", one.path, one.message, hint)


INTAKE_ADDS_UP = Rule(
    "intake-adds-up",
    "The records hold every row that was taken in from the tables of extracted facts, and each table's sum comes out.",
    _check,
)
