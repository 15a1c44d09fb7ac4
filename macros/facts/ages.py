"""How old a fact is, counted to the edition of the data and not to the day of the build."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from macros.schema.atlas import AgeRule

IN_MONTHS_UP_TO = 24
"""From this age on, ages are given in whole years."""


@dataclass(frozen=True)
class Age:
    """The age of a fact."""

    months: int
    old: bool
    """Whether the age rule marks it."""

    @property
    def words(self) -> str:
        """In the unit a reader would use: months under two years, then whole years."""
        if self.months < 1:
            return "this month"
        if self.months < IN_MONTHS_UP_TO:
            return f"{self.months} month{'s' if self.months > 1 else ''} old"
        return f"{self.months // 12} years old"


@dataclass(frozen=True)
class AgeRuler:
    """Measures ages by the rule in the data."""

    rule: AgeRule
    edition: datetime.date

    def age(self, as_of: datetime.date) -> Age:
        months = (self.edition.year - as_of.year) * 12 + self.edition.month - as_of.month
        months -= self.edition.day < as_of.day
        return Age(months, months > self.rule.old_after_months)
