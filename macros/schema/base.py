"""What every record is made of, and where a fact comes from.

Records and the rows of their tables are closed (no unknown key), immutable, and strict (no value is converted to fit
a type).
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from macros.schema import ids
from macros.schema.references import Term
from macros.schema.values import Date, NonEmpty, Text

CLOSED = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Part(ABC):  # noqa: B024 - ABC, so that its metaclass is compatible with pydantic's
    """Whatever has fields: a record, a record in a record, or a row."""

    __slots__ = ()


class Record(BaseModel, Part):
    """A mapping in a data file: closed, strict, immutable."""

    model_config = ConfigDict(**CLOSED, frozen=True)
    FOLLOWING: ClassVar[frozenset[str]] = frozenset()
    """Required fields that a data file may leave out, because `following` tells them."""

    @classmethod
    def following(cls, stated: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG003 - for those that override it
        """Values of fields that follow from what a data file states, for where it does not state them."""
        return {}


class TableRow(Part):
    """A row of a large table. Like a record, in a tenth of the memory.

    Its types are dataclasses of pydantic's: `@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)`.
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accepts a mapping, as records do: a strict dataclass accepts only its own instances. Fields stay strict."""
        schema = handler(source)
        cast("dict[str, Any]", handler.resolve_ref_schema(schema))["strict"] = False
        return schema


def fields_of(part: type[Part]) -> Mapping[str, FieldInfo]:
    if issubclass(part, Record):
        return part.model_fields
    fields: Mapping[str, FieldInfo] = part.__pydantic_fields__  # type: ignore[attr-defined]
    return fields


class SourceReference(Record):
    """Who says so: the source, the place in it where that was recorded, and the date the fact speaks for."""

    source: ids.SourceId
    locator: Text | None = None
    """The place in the source: heading, table, line."""
    as_of: Date | None = None
    """Where it differs from the source's own date."""


class Citation(SourceReference):
    """Who says so: the source, the place in it, and the date the fact speaks for."""

    locator: Text
    """The place in the source: heading, table, line."""


class Statement(Record):
    """A fact in our own words, with its source beside it."""

    text: Text
    citations: NonEmpty[Citation]
    inferred: Text | None = None
    """Why the editor concludes this, where the source does not say it outright."""


class Inference(Record):
    """What an editor concluded without a source that states it, and why."""

    reason: Text


class OtherName(Record):
    """A name by which a record is also known, in a source or in the field."""

    name: Text
    certainty: Annotated[str, Term("certainty")] = "certain"
    reason: Text | None = None
    """Why this is the same thing; required unless certain."""
