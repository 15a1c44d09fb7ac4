"""What each field of a benchmark row is, and its label, meaning and unit, of which pages and the API make columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

Role = Literal[
    "place", "subject", "spelling", "unit", "data type", "work", "choice", "software", "purpose", "figure", "note"
]
"""What a field of a row is to its measurement:

- `place`: where the source prints it
- `subject`: what was measured, compared by the records it names
- `spelling`: a name as printed; runs that differ only in it are the same work
- `unit`: what figures count, as a term of the vocabulary of the same name
- `data type`: with subject and units the setup, in which the runs of one table agree
- `work`: the size of the work; only runs that agree in it are compared
- `choice`, `software`: what a user of the hardware chooses; compared runs may differ in it
- `purpose`: what the choices were made for; tables that print one run may differ in it
- `figure`: what was measured
- `note`: the editor's words about the row
"""

Better = Literal["higher", "lower"]
"""Which of two figures is the better one."""


@dataclass(frozen=True)
class BenchmarkField:
    """What a field of a benchmark row is, and what readers and programs see of it."""

    role: Role
    label: str
    """Its heading on the site."""
    meaning: str
    """The description of its API column, and in the JSON Schema of the data file if it has no docstring."""
    unit: str | None = None
    unit_field: str | None = None
    """The field of the row that completes the unit."""
    absent: str = "not published"
    """What text has in its place where a row does not state it."""
    better: Better | None = None
    """Of figures that can be ranked: which come first."""

    def __call__(self, schema: dict[str, Any]) -> None:
        """Gives the field's JSON Schema the meaning as description, unless the field has a docstring."""
        schema.setdefault("description", f"{self.meaning} Unit: {self.unit}." if self.unit else self.meaning)


def column(role: Role, label: str, meaning: str, default: Any = None, **others: Any) -> Any:
    """A field of a benchmark row with its default, which is `...` if it is required; `others`: see BenchmarkField."""
    return Field(default, json_schema_extra=BenchmarkField(role, label, meaning, **others))
