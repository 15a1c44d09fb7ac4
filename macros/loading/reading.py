"""YAML text to plain values, refusing what YAML accepts and readers would not expect.

YAML 1.1 keeps the last of two equal keys, turns `1.10` into 1.1 and `no` into false, lets one node
stand in many places, and lets a tag make anything of a value. A fact must read the same to a person,
to this loader and to any other YAML parser, so each of these is a problem here, reported at its place.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from macros.loading.problems import Problem, shortened

PLAIN_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
"""Up to fifteen digits: beyond, many readers of YAML and of JSON round."""
PLAIN_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
TAG_PREFIX = "tag:yaml.org,2002:"
TEXT = f"{TAG_PREFIX}str"


class _StrictLoader(yaml.CSafeLoader):
    """Collects what is not plainly readable instead of converting it."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text)
        self.file = file
        self.problems: list[Problem] = []

    def report(self, node: Node, message: str, hint: str = "") -> None:
        mark = node.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, "", message, hint))

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                self.report(key_node, "expected a word as key, got a list or mapping")
                continue
            key = key_node.value
            if key_node.tag != TEXT:
                written = shortened(key)
                self.report(key_node, f"expected text as key, got {written}", f'write "{written}" in quotes')
            if key in mapping:
                self.report(key_node, f"expected each key once, got '{key}' again", "remove one of the two")
            mapping[key] = self.construct_object(value_node, deep=deep)
        return mapping

    def _changed(self, node: ScalarNode, becomes: str) -> str:
        written = shortened(node.value)
        self.report(
            node,
            f"expected a value that every YAML reader takes alike, got {written}, which YAML turns into {becomes}",
            f'write "{written}" in quotes if it is text, or the plain value if it is not',
        )
        return str(node.value)

    def int_value(self, node: ScalarNode) -> int | str:
        if PLAIN_INT.fullmatch(node.value):
            return int(node.value)
        return self._changed(node, "another number")

    def float_value(self, node: ScalarNode) -> float | str:
        try:
            value = float(node.value.replace("_", ""))
        except ValueError:
            return self._changed(node, "a number")
        return value if repr(value) == node.value else self._changed(node, f"the number {value!r}")

    def bool_value(self, node: ScalarNode) -> bool | str:
        if node.value in {"true", "false"}:
            return bool(node.value == "true")
        return self._changed(node, "true or false")

    def date_value(self, node: ScalarNode) -> datetime.date | str:
        if not PLAIN_DATE.fullmatch(node.value):
            return self._changed(node, "a time")
        try:
            return datetime.date.fromisoformat(node.value)
        except ValueError:
            self.report(node, f"expected a day of the calendar, got {node.value}")
            return str(node.value)


for _tag, _constructor in {
    "int": _StrictLoader.int_value,
    "float": _StrictLoader.float_value,
    "bool": _StrictLoader.bool_value,
    "timestamp": _StrictLoader.date_value,
}.items():
    _StrictLoader.add_constructor(f"{TAG_PREFIX}{_tag}", _constructor)


def read(content: bytes, file: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The mapping in a YAML file, and what is wrong with how it is written.

    There is no mapping where nothing could be read; then there is at least one problem.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        found = f"expected UTF-8 text, got the byte 0x{content[error.start]:02x}"
        return None, [Problem(file, line, column, "", found, "save as UTF-8")]
    value, problems = _read_text(text, file)
    if isinstance(value, dict) or problems:
        return value if isinstance(value, dict) else None, problems
    found = "an empty file" if value is None else f"a {'list' if isinstance(value, list) else 'single value'}"
    return None, [Problem(file, 1, 1, "", f"expected a mapping, got {found}")]


def _read_text(text: str, file: str) -> tuple[Any, list[Problem]]:
    try:
        if indirect := _indirections(text, file):
            return None, indirect
        return _construct(text, file)
    except yaml.MarkedYAMLError as error:
        return None, [_not_yaml(error, text, file)]
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, error.position - before.rfind("\n")
        found = f"expected printable text, got the character U+{error.character:04X}"
        return None, [Problem(file, line, column, "", found)]
    except RecursionError:
        return None, [Problem(file, 1, 1, "", "expected a few levels of lists and mappings, got hundreds")]


def _construct(text: str, file: str) -> tuple[Any, list[Problem]]:
    loader = _StrictLoader(text, file)
    try:
        return loader.get_single_data(), loader.problems
    finally:
        loader.dispose()


def _indirections(text: str, file: str) -> list[Problem]:
    """Every alias and every tag: with one of them, a value is not simply what stands at its place."""
    # Few files hold either character, and only those are worth a second reading.
    if "*" not in text and "!" not in text:
        return []
    found = []
    for event in yaml.parse(text, yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            message = "expected every value in full, got an alias"
        elif (tag := getattr(event, "tag", None)) is not None:
            message = f"expected a value as it stands, got the tag {tag.replace(TAG_PREFIX, '!!')}"
        else:
            continue
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        found.append(Problem(file, line, column, "", message))
    return found


def _not_yaml(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    rest = text.splitlines()[line - 1 : line]
    hint = "indent with spaces, not with tabs" if rest and rest[0][column - 1 :].startswith("\t") else ""
    found = (error.problem or error.context or "something else").removeprefix("but found ")
    return Problem(file, line, column, "", f"expected YAML, got: {found}", hint)
