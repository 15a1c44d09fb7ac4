"""Texts that name something: the id or a name of a record, or a value of a vocabulary.

They are checked while a record is validated: the `NameIndex` is pydantic's validation context.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Annotated, Any, LiteralString

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

TERM_OF = "x-vocabulary"
"""In a JSON Schema: the vocabulary whose values a text may have."""
REFERS_TO = "x-kind"
"""In a JSON Schema: the kind of record a text names."""


@dataclass(frozen=True)
class NameIndex:
    """What the texts of records may refer to. Built from the parsed files, before any record is validated."""

    ids: Mapping[str, AbstractSet[str]]
    """Per kind of record: all ids."""
    ids_by_name: Mapping[str, Mapping[str, str]]
    """Per kind of record: the id of the record that a name in a source stands for. Ids are names too."""
    terms: Mapping[str, AbstractSet[str]] | None
    """Per vocabulary: its values. None: the vocabularies are not valid, and no term is checked."""


class Mark(ABC):
    """Annotates a string that names something; where there is no context, any text is accepted."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    @abstractmethod
    def _check(self, value: str, info: ValidationInfo) -> str: ...


@dataclass(frozen=True)
class Reference(Mark):
    """Annotates a string that names a record of one kind."""

    kind: str
    as_published: bool = False
    """Whether any declared name is accepted besides the id, so that a row can keep the spelling of its source."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "title": self._expected.capitalize(), REFERS_TO: self.kind}

    @property
    def _expected(self) -> str:
        return f"the id{' or a declared name' if self.as_published else ''} of one of the {self.kind}"

    def _check(self, value: str, info: ValidationInfo) -> str:
        if info.context is None:
            return value
        known = info.context.ids_by_name[self.kind] if self.as_published else info.context.ids[self.kind]
        return _require_known(value, known, "unknown_reference", self._expected)


@dataclass(frozen=True)
class Term(Mark):
    """Annotates a string that is a value of one closed vocabulary."""

    vocabulary: str

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        # The values are in the data: `json_schemas` adds them.
        return {**handler(schema), "title": self._expected.capitalize(), TERM_OF: self.vocabulary}

    @property
    def _expected(self) -> str:
        return f"a value of the vocabulary {self.vocabulary}"

    def _check(self, value: str, info: ValidationInfo) -> str:
        if info.context is None or info.context.terms is None:
            return value
        known = info.context.terms[self.vocabulary]
        return _require_known(value, known, "unknown_term", self._expected, vocabulary=self.vocabulary)


def _require_known(value: str, known: Collection[str], kind: LiteralString, expected: str, **context: str) -> str:
    if value not in known:
        details = {"expected": expected, "value": value, "got": repr(value), "known": tuple(known), **context}
        raise PydanticCustomError(kind, "expected {expected}, got {got}", details)
    return value


Workload = Annotated[str, Term("workload")]
Status = Annotated[str, Term("status")]
