"""The types of plain values: text, numbers, dates and lists, each with its form."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from pydantic.types import Strict
from pydantic_core import PydanticCustomError

T = TypeVar("T")

HTTP = re.compile(r"https?://[^\s/?#<>\"'\\\[\]]+([/?#][^\s<>\"']*)?")
ID = r"^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$"
"""The form of an id, which is also that of a file's name."""

_UNSEEN = r"\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"
PRINTABLE = rf"^[^\x00-\x1f{_UNSEEN}]+$"
"""One line of text without control characters, bidirectional marks and invisible characters. The joiners U+200C and
U+200D are allowed: some scripts need them."""
PRINTABLE_LINES = rf"^[^\x00-\x08\x0b-\x1f{_UNSEEN}]+$"
"""PRINTABLE, and tabs and line feeds."""


def _require_http(address: str) -> str:
    if not HTTP.fullmatch(address) or not address.isprintable():
        message = "expected an address that starts with https:// or http://, got {got}"
        raise PydanticCustomError("not_http", message, {"got": repr(address)})
    return address


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True, pattern=PRINTABLE)]
"""Words for a reader, never empty."""
Key = Annotated[Text, WithJsonSchema({"type": "string", "minLength": 1})]
"""A text as the key of a mapping, with a simpler JSON Schema, so that editors describe the value and not the key."""
CodeText = Annotated[str, StringConstraints(min_length=1, pattern=PRINTABLE_LINES)]
"""Lines of a program, every blank kept."""
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]+$"), Field(examples=["python"])]
"""A programming language."""
OneThing = Annotated[str, StringConstraints(pattern=r"^one [a-z]+$"), Field(examples=["one image"])]
"""One of what can be counted; its plural ends in an s."""

Id = Annotated[str, StringConstraints(pattern=ID), Field(examples=["example-model"])]
"""What others call a record by, and its page's address ends in."""
Url = Annotated[
    str, AfterValidator(_require_http), Field(json_schema_extra={"format": "uri", "pattern": r"^https?://"})
]
"""An absolute address, http or https."""
WeightFormat = Literal["fp8", "mxfp8", "int8", "nvfp4", "mxfp4", "int4"]
"""A number format of quantised weights."""
Count = Annotated[int, Field(gt=0)]
"""A number of things: at least one."""
Quantity = Annotated[float, Field(gt=0)]
"""A measured or published figure above zero; its unit is in the field's name."""
Date = datetime.date
Listing = Annotated[tuple[T, ...], Strict(strict=False)]
"""A list in the data, a tuple here."""
NonEmpty = Annotated[tuple[T, ...], Strict(strict=False), Field(min_length=1)]

FormerIds = Annotated[
    Listing[Id], Field(description="Ids it had before: their addresses lead here for ever.", examples=[["former-id"]])
]
"""Of a record with a page of its own."""
