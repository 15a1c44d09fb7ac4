"""The undamaged data: the text of every file, and every value in it with its place and its schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from macros.addresses import address, read_list
from macros.kinds import WITH_PAGES
from macros.loading import Records
from macros.schema.base import PRINTABLE, REFERS_TO, TERM_OF
from macros.schema.json_schemas import TYPES, data_file

Schema = Mapping[str, Any]
BLOCK_TEXT = ("|", ">")


@dataclass(frozen=True, repr=False)
class DataText:
    """A data file as text, with the schema of its kind."""

    name: str
    """Below the data folder, such as models/example.yml."""
    text: str
    schema: Schema

    @property
    def kind(self) -> str:
        """Its folder; empty for a file in none."""
        return self.name.partition("/")[0] if "/" in self.name else ""

    @property
    def record_id(self) -> str:
        return self.name.partition("/")[2].removesuffix(".yml")

    @cached_property
    def lines(self) -> Sequence[str]:
        """Its lines, each with its line break."""
        return self.text.splitlines(keepends=True)

    def resolved(self, schema: Schema) -> Schema:
        """A part of the schema with its reference resolved."""
        reference = schema.get("$ref")
        if reference is None:
            return schema
        definitions: Mapping[str, Schema] = self.schema["$defs"]
        return definitions[reference.rpartition("/")[2]]


@dataclass(frozen=True, eq=False, repr=False)
class Spot:
    """A value in a data file."""

    file: DataText
    node: Node
    schema: Schema
    parent: Spot | None = None
    key: ScalarNode | None = None
    """Its key in the mapping around it."""
    index: int = 0
    """Its position in the mapping or list around it."""

    @property
    def start(self) -> int:
        return int(self.node.start_mark.index)

    @property
    def end(self) -> int:
        return int(self.node.end_mark.index)

    @property
    def line(self) -> int:
        """From 1, as in messages."""
        return int(self.node.start_mark.line) + 1

    @property
    def column(self) -> int:
        return int(self.node.start_mark.column) + 1

    @property
    def written(self) -> str:
        """Its text in the file, quotes included."""
        return self.file.text[self.start : self.end]

    @property
    def value(self) -> str:
        """The text of a scalar; empty for a list or a mapping."""
        return str(self.node.value) if isinstance(self.node, ScalarNode) else ""

    @property
    def name(self) -> str:
        """The name of its field; empty in a list."""
        return str(self.key.value) if self.key else ""

    @property
    def path(self) -> str:
        if self.parent is None:
            return ""
        step = f".{self.name}" if self.key else f"[{self.index}]"
        return f"{self.parent.path}{step}".removeprefix(".")

    @property
    def is_scalar(self) -> bool:
        return isinstance(self.node, ScalarNode)

    @property
    def is_list(self) -> bool:
        return isinstance(self.node, SequenceNode)

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, MappingNode)

    @property
    def is_plain(self) -> bool:
        """Whether it is one line of text or a figure without quotes."""
        return isinstance(self.node, ScalarNode) and not self.node.style and self.on_one_line

    @property
    def is_quoted(self) -> bool:
        return isinstance(self.node, ScalarNode) and self.node.style in ("'", '"')

    @property
    def is_flow(self) -> bool:
        """Whether it is a list in brackets or a mapping in braces."""
        return isinstance(self.node, SequenceNode | MappingNode) and bool(self.node.flow_style)

    @property
    def on_one_line(self) -> bool:
        return self.node.start_mark.line == self.node.end_mark.line

    @property
    def in_block(self) -> bool:
        """Whether it has a line of a block mapping to itself, key and all."""
        if self.parent is None or self.key is None or self.parent.is_flow or not self.on_one_line:
            return False
        return self.key.start_mark.line == self.node.start_mark.line and not self.is_block_text

    @property
    def is_block_text(self) -> bool:
        return isinstance(self.node, ScalarNode) and self.node.style in BLOCK_TEXT

    @property
    def opens_its_line(self) -> bool:
        """Whether nothing but spaces stands before its key."""
        return self.key is not None and not self.whole_line[: self.key.start_mark.column].strip()

    @property
    def whole_line(self) -> str:
        return self.file.lines[self.line - 1]

    @property
    def indent(self) -> str:
        """The spaces before its key."""
        return " " * (int(self.key.start_mark.column) if self.key else 0)

    @property
    def required(self) -> bool:
        return self.parent is not None and self.name in self.parent.schema.get("required", ())

    @cached_property
    def children(self) -> Sequence[Spot]:
        return tuple(self._children())

    def _children(self) -> Iterator[Spot]:
        if isinstance(self.node, SequenceNode):
            entry = self.file.resolved(self.schema.get("items", {}))
            for index, node in enumerate(self.node.value):
                yield Spot(self.file, node, entry, self, None, index)
        elif isinstance(self.node, MappingNode):
            fields, others = self.schema.get("properties", {}), self.schema.get("additionalProperties") or {}
            for index, (key, node) in enumerate(self.node.value):
                schema = self.file.resolved(fields.get(key.value, others))
                yield Spot(self.file, node, schema, self, key, index)

    def child(self, name: str) -> Spot | None:
        return next((child for child in self.children if child.name == name), None)

    @property
    def before(self) -> Spot | None:
        """The previous value in the same mapping or list."""
        return self.parent.children[self.index - 1] if self.parent and self.index else None

    @property
    def is_closed(self) -> bool:
        """Whether it is a mapping in which only known fields may stand."""
        return self.is_mapping and self.schema.get("additionalProperties") is False

    @property
    def is_text(self) -> bool:
        return self.is_scalar and self.schema.get("pattern") == PRINTABLE

    @property
    def is_date(self) -> bool:
        return self.schema.get("format") == "date"

    @property
    def is_address(self) -> bool:
        return self.schema.get("format") == "uri"

    @property
    def term_of(self) -> str:
        """The vocabulary of its value; empty if none."""
        return str(self.schema.get(TERM_OF, ""))

    @property
    def refers_to(self) -> str:
        """The kind of record it refers to; empty if none."""
        return str(self.schema.get(REFERS_TO, ""))

    def is_a(self, kind: str) -> bool:
        """Whether its type in the schema is this one: integer, number, boolean, string, array, object."""
        return self.schema.get("type") == kind

    def walk(self) -> Iterator[Spot]:
        """This value and every value inside it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, repr=False)
class Dataset:
    """All of the undamaged data."""

    files: Mapping[str, DataText]
    records: Records
    published: Sequence[str]
    """The lines of the list of published addresses."""
    _chosen: dict[object, Mapping[str, Sequence[Spot]]] = field(default_factory=dict)

    @cached_property
    def spots(self) -> Sequence[Spot]:
        """Every value, the whole mapping of each file first."""
        return tuple(spot for file in self.files.values() for spot in _root(file).walk())

    def choices(self, wanted: Callable[[Spot], bool]) -> Mapping[str, Sequence[Spot]]:
        """The wanted values by folder, so that damages do not all fall on the largest folder."""
        if wanted not in self._chosen:
            found: dict[str, list[Spot]] = {}
            for spot in self.spots:
                if wanted(spot):
                    found.setdefault(spot.file.kind, []).append(spot)
            self._chosen[wanted] = found
        return self._chosen[wanted]

    @cached_property
    def _references(self) -> Mapping[tuple[str, str], Sequence[Spot]]:
        found: dict[tuple[str, str], list[Spot]] = {}
        for spot in self.spots:
            if spot.refers_to and spot.is_scalar:
                found.setdefault((spot.refers_to, spot.value), []).append(spot)
        return found

    def references(self, kind: str, name: str) -> Sequence[Spot]:
        """Every value that refers to a record by this name."""
        return self._references.get((kind, name), ())

    def names(self, kind: str, record_id: str) -> Sequence[str]:
        """Every name of a record that rows may use, its id included."""
        return [name for name, owner in self.records.names.ids_by_name[kind].items() if owner == record_id]

    def published_line(self, kind: str, record_id: str) -> int | None:
        """The line of a record's page in the list of published addresses."""
        page = f"/{address(kind, record_id)}" if kind in WITH_PAGES else ""
        return self.published.index(page) + 1 if page in self.published else None


def read_dataset(project: Path, records: Records) -> Dataset:
    """The data of a project with its sound records."""
    folder = project / "data"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.yml"))
    schemas = {kind: data_file(kind, records.vocabularies) for kind in TYPES}
    files = {}
    for name in names:
        schema = schemas[name.partition("/")[0].removesuffix(".yml")]
        # Read as bytes: the line breaks are those of the file.
        files[name] = DataText(name, (folder / name).read_bytes().decode("utf-8"), schema)
    return Dataset(files, records, read_list(project) or ())


def _root(file: DataText) -> Spot:
    node = yaml.compose(file.text, yaml.CSafeLoader)
    assert node is not None, f"{file.name} is empty"
    return Spot(file, node, file.schema)
