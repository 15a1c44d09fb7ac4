"""What an annotation says of a field of a benchmark row. The pages and the API derive their columns from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

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


@dataclass(frozen=True)
class BenchmarkField:
    """Annotates a field of a benchmark row with its role, and with what readers and programs see of it."""

    role: Role
    label: str
    """Its heading on the site."""
    meaning: str
    """The description of its API column, and in the JSON Schema of the data file if it has no docstring."""
    unit: str | None = None
    heading_unit: str | None = None
    """The unit beside the label on the site, where that is not `unit`."""
    unit_field: str | None = None
    """The field of the row that completes the unit."""
    absent: str = "not published"
    """What text has in its place where a row does not state it."""
    after: str | None = None
    """The field after which it stands on the site, where that is not the one before it in the row."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        unit = f" Unit: {self.unit}." if self.unit else ""
        return {"description": f"{self.meaning}{unit}", **handler(schema)}
