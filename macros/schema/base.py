"""What every record is made of: strict types, references, and where a fact comes from.

Records and the rows of their tables are closed (no unknown key), immutable, and strict (no value is converted to fit
a type). References and vocabulary terms are checked while a record is validated: the `NameIndex` is pydantic's
validation context.
"""

from __future__ import annotations

import datetime
import re
from abc import ABC
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Annotated, Any, LiteralString, NewType, TypeVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic.types import Strict
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

T = TypeVar("T")

TERM_OF = "x-vocabulary"
"""In a JSON Schema: the vocabulary whose values a text may have."""
REFERS_TO = "x-kind"
"""In a JSON Schema: the kind of record a text names."""


CLOSED = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Part(ABC):  # noqa: B024 - ABC, so that its metaclass is compatible with pydantic's
    """Whatever has fields: a record, a record in a record, or a row."""

    __slots__ = ()


class Record(BaseModel, Part):
    """A mapping in a data file: closed, strict, immutable."""

    model_config = ConfigDict(**CLOSED, frozen=True)


class Row(Part):
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


@dataclass(frozen=True)
class NameIndex:
    """What the texts of records may refer to. Built from the parsed files, before any record is validated."""

    ids: Mapping[str, AbstractSet[str]]
    """Per kind of record: all ids."""
    ids_by_name: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Per kind of record: the id of the record that a name in a source stands for. Ids are names too."""
    terms: Mapping[str, frozenset[str]] | None = None
    """Per vocabulary: its values. None: the vocabularies are not valid, and no term is checked."""


def _require_known(value: str, known: Collection[str], kind: LiteralString, expected: str, **context: str) -> str:
    if value not in known:
        details = {"expected": expected, "value": value, "got": repr(value), "known": tuple(known), **context}
        raise PydanticCustomError(kind, "expected {expected}, got {got}", details)
    return value


@dataclass(frozen=True)
class Reference:
    """Annotates a string that names a record of one kind."""

    kind: str
    as_published: bool = False
    """Whether any declared name is accepted besides the id, so that a row can keep the spelling of its source."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "title": self._expected.capitalize(), REFERS_TO: self.kind}

    @property
    def _expected(self) -> str:
        return f"the id{' or a declared name' if self.as_published else ''} of one of the {self.kind}"

    def _check(self, value: str, info: ValidationInfo) -> str:
        if info.context is None:
            return value
        ids = info.context.ids_by_name[self.kind] if self.as_published else info.context.ids[self.kind]
        return _require_known(value, ids, "unknown_reference", self._expected)


@dataclass(frozen=True)
class Term:
    """Annotates a string that is a value of one closed vocabulary."""

    vocabulary: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        # The values are in the data: `json_schemas` adds them.
        title = f"A value of the vocabulary {self.vocabulary}"
        return {**handler(schema), "title": title, TERM_OF: self.vocabulary}

    def _check(self, value: str, info: ValidationInfo) -> str:
        if info.context is None or info.context.terms is None:
            return value
        terms = info.context.terms[self.vocabulary]
        expected = f"a value of the vocabulary {self.vocabulary}"
        return _require_known(value, terms, "unknown_term", expected, vocabulary=self.vocabulary)


HTTP = re.compile(r"https?://[^\s/?#<>\"'\\\[\]]+([/?#][^\s<>\"']*)?")


def _require_http(address: str) -> str:
    if not HTTP.fullmatch(address) or not address.isprintable():
        raise PydanticCustomError(
            "not_http", "expected an address that starts with https:// or http://, got {got}", {"got": repr(address)}
        )
    return address


ID = r"^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$"
"""The form of an id, which is also that of a file's name."""

_UNSEEN = r"\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"
PRINTABLE = rf"^[^\x00-\x1f{_UNSEEN}]+$"
"""One line of text without control characters, bidirectional marks and invisible characters. The joiners U+200C and
U+200D are allowed: some scripts need them."""
PRINTABLE_LINES = rf"^[^\x00-\x08\x0b-\x1f{_UNSEEN}]+$"
"""PRINTABLE, and tabs and line feeds."""

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True, pattern=PRINTABLE)]
"""Words for a reader, never empty."""
Key = Annotated[Text, WithJsonSchema({"type": "string", "minLength": 1})]
"""A text as the key of a mapping, with a simpler JSON Schema, so that editors describe the value and not the key."""
Code = Annotated[str, StringConstraints(min_length=1, pattern=PRINTABLE_LINES)]
"""Lines of a program, every blank kept."""
Id = Annotated[str, StringConstraints(pattern=ID), Field(examples=["example-model"])]
"""What others call a record by, and its page's address ends in."""
Url = Annotated[
    str, AfterValidator(_require_http), Field(json_schema_extra={"format": "uri", "pattern": r"^https?://"})
]
"""An absolute address, http or https."""
Count = Annotated[int, Field(gt=0)]
"""A number of things: at least one."""
Quantity = Annotated[float, Field(gt=0)]
"""A measured or published figure above zero; its unit is in the field's name."""
Date = datetime.date
Commit = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-f]{40}$"),
    Field(examples=["0123456789abcdef0123456789abcdef01234567"]),
]
Listing = Annotated[tuple[T, ...], Strict(strict=False)]
"""A list in the data, a tuple here."""
NonEmpty = Annotated[tuple[T, ...], Strict(strict=False), Field(min_length=1)]

FormerIds = Annotated[
    Listing[Id], Field(description="Ids it had before: their addresses lead here for ever.", examples=[["former-id"]])
]
"""Of a record with a page of its own."""

SourceId = NewType("SourceId", Annotated[str, Reference("sources")])
AcceleratorId = NewType("AcceleratorId", Annotated[str, Reference("accelerators")])
InstanceId = NewType("InstanceId", Annotated[str, Reference("instances")])
FrameworkId = NewType("FrameworkId", Annotated[str, Reference("frameworks")])
FamilyId = NewType("FamilyId", Annotated[str, Reference("families")])
ArchitectureId = NewType("ArchitectureId", Annotated[str, Reference("architectures")])
ModelId = NewType("ModelId", Annotated[str, Reference("models")])
DatasetId = NewType("DatasetId", Annotated[str, Reference("datasets")])
ReleaseId = NewType("ReleaseId", Annotated[str, Reference("releases")])
ComponentId = NewType("ComponentId", Annotated[str, Reference("components")])
PlatformId = NewType("PlatformId", Annotated[str, Reference("platforms")])
SdkId = NewType("SdkId", Annotated[str, Reference("sdks")])
CatalogueId = NewType("CatalogueId", Annotated[str, Reference("catalogues")])
PublishedInstance = Annotated[str, Reference("instances", as_published=True)]
PublishedModel = Annotated[str, Reference("models", as_published=True)]
PublishedComponent = Annotated[str, Reference("components", as_published=True)]
PublishedDataset = Annotated[str, Reference("datasets", as_published=True)]


class SourceReference(Record):
    """Who says so: the source, the place in it where that was recorded, and the date the fact speaks for."""

    source: SourceId
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
