"""No fact lies in the future of the day on which it is checked, but for what was announced."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.knowledge.dates import dated_facts
from macros.loading import Records

EASTERNMOST = datetime.timezone(datetime.timedelta(hours=14))
"""Where a day begins first: what is today's date for anybody is not in the future."""


@rule("not-in-the-future", per_record=True)
def not_in_the_future(records: Records) -> Iterator[Finding]:
    """Facts speak for the past: no date lies after the day of the check."""
    today = datetime.datetime.now(tz=EASTERNMOST).date()
    for record, path, date in dated_facts(records):
        if date > today:
            message = f"expected a date that is not in the future, got {date}"
            yield Finding(record, path, message, "correct the date")
