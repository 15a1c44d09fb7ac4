"""YAML text to plain values, refusing what YAML accepts and readers would not expect.

YAML 1.1 keeps the last of two equal keys, turns `1.10` into 1.1 and `no` into false, lets one node
stand in many places, and lets a tag make anything of a value. A fact must read the same to a person,
to this loader and to any other YAML parser, so each of these is a problem here, reported at its place.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from macros.loading.problems import Problem, shortened, visible

PLAIN_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
"""Up to fifteen digits: beyond, many readers of YAML and of JSON round."""
PLAIN_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
UNSEEN = re.compile("\r(?!\n)|[\x85\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""What makes a reader of the file see other lines, another order or less than a program does, comments included."""
_BEHIND = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MISREAD = re.compile(f"[ÂÃ]{_BEHIND}|â{_BEHIND}{{2}}|ð[\x9fŸ]{_BEHIND}{{2}}")
"""What becomes of a letter, a quotation mark or a sign where UTF-8 is read as Windows-1252 and saved again."""
APART = re.compile("[^\u0300-\u036f][\u0300-\u036f]+")
"""A letter with marks behind it, of which there mostly is one character: whoever searches for that finds nothing."""
TWO_ALPHABETS = re.compile("[\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z])[\u0400-\u04ff]")
"""A Cyrillic letter beside a Latin one, which it mostly looks like."""
MOST_LEVELS = 50
"""Lists and mappings in each other. A reader of YAML has no bound of its own: tens of thousands end the process."""
HARMLESS = 500
"""Brackets and columns of a file that cannot be nested too deep for anything that reads it."""
UNENDED = ("while scanning a quoted scalar", "while parsing a flow mapping", "while parsing a flow sequence")
"""What the reader was at when it met something that cannot stand in it."""
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
        place = (mark.line + 1, mark.column + 1)
        self.problems.append(Problem(self.file, *place, "", visible(message), visible(hint)))

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
    if unseen := UNSEEN.search(text):
        return None, [_not_printable(unseen.start(), text, file)]
    value, problems = _read_text(text, file)
    if isinstance(value, dict) or problems:
        return value if isinstance(value, dict) else None, problems
    found = "an empty file" if value is None else f"a {'list' if isinstance(value, list) else 'single value'}"
    return None, [Problem(file, 1, 1, "", f"expected a mapping, got {found}")]


def _read_text(text: str, file: str) -> tuple[Any, list[Problem]]:
    try:
        if refused := _too_deep(text, file) or _indirections(text, file):
            return None, refused
        value, problems = _construct(text, file)
        return value, [*problems, *_misread(text, file), *_mistakable(text, file)]
    except yaml.MarkedYAMLError as error:
        return None, [_not_yaml(error, text, file)]
    except yaml.reader.ReaderError as error:
        # The reader counts in bytes.
        before = text.encode()[: error.position].decode(errors="ignore")
        return None, [_not_printable(len(before), text, file)]
    except RecursionError:
        return None, [Problem(file, 1, 1, "", "expected a few levels of lists and mappings, got hundreds")]


def _not_printable(position: int, text: str, file: str) -> Problem:
    return _at(position, text, file, f"expected printable text, got the character U+{ord(text[position]):04X}")


def _misread(text: str, file: str) -> Iterator[Problem]:
    """Every character that was read in another encoding and saved so: it is text, and not the one that was meant."""
    for found in MISREAD.finditer(text):
        try:
            meant = found.group().encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        message = f"expected UTF-8 text, got '{found.group()}', which is '{meant}' read in another encoding"
        yield _at(found.start(), text, file, message, f"write '{meant}', and save as UTF-8")


def _mistakable(text: str, file: str) -> Iterator[Problem]:
    """Every character that looks like another one, and is none to a program that searches or compares."""
    for found in APART.finditer(text):
        composed = unicodedata.normalize("NFC", found.group())
        if composed != found.group():
            codes = " ".join(f"U+{ord(character):04X}" for character in found.group())
            message = f"expected '{composed}' in as few characters as there are for it, got {codes}"
            yield _at(found.start(), text, file, message, f"write '{composed}'")
    for found in TWO_ALPHABETS.finditer(text):
        message = f"expected a word in one alphabet, got the Cyrillic '{found.group()}' beside a Latin letter"
        yield _at(found.start(), text, file, message, "type it anew")


def _at(position: int, text: str, file: str, message: str, hint: str = "") -> Problem:
    before = text[:position]
    return Problem(file, before.count("\n") + 1, position - before.rfind("\n"), "", message, hint)


def _construct(text: str, file: str) -> tuple[Any, list[Problem]]:
    loader = _StrictLoader(text, file)
    try:
        return loader.get_single_data(), loader.problems
    finally:
        loader.dispose()


def _too_deep(text: str, file: str) -> list[Problem]:
    # Each level takes a bracket or a column, and few files have enough of both to be worth a second reading.
    if text.count("[") + text.count("{") + max(map(len, text.split("\n"))) <= HARMLESS:
        return []
    level = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            level += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            level -= 1
        if level > MOST_LEVELS:
            line, column = _place_of(event)
            message = f"expected at most {MOST_LEVELS} levels of lists and mappings, got more"
            return [Problem(file, line, column, "", message)]
    return []


def _place_of(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


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
        line, column = _place_of(event)
        found.append(Problem(file, line, column, "", message))
    return found


def _not_yaml(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem:
    lines = text.split("\n")
    mark = _where_to_look(error, lines)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if line > len(lines):
        # What is missing at the end of a last line without a line end.
        line, column = len(lines), len(lines[-1]) + 1
    hint = "indent with spaces, not with tabs" if lines[line - 1][column - 1 :].startswith("\t") else ""
    found = (error.problem or error.context or "something else").removeprefix("but found ")
    return Problem(file, line, column, "", f"expected YAML, got: {found}", hint)


def _where_to_look(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> yaml.Mark | None:
    """Where something begins that is not ended, if the reader only noticed on a later line; else where it stopped."""
    begun, stopped = error.context_mark, error.problem_mark
    if begun is None or stopped is None or begun.line == stopped.line:
        return stopped or begun
    if error.context == "while scanning a simple key":
        return begun
    rest = lines[stopped.line][: stopped.column] if stopped.line < len(lines) else ""
    unended = error.context in UNENDED and not rest.strip(" -")
    return begun if unended else stopped
