"""Parses YAML into plain values, and reports YAML that other parsers or people may read differently.

YAML 1.1 keeps the last of two equal keys, turns `1.10` into 1.1 and `no` into false, and allows aliases and tags: each
of these is a problem, with its line and column.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

from macros.loading.characters import invisible, misleading, not_printable
from macros.loading.problems import Problem, shortened, visible

PLAIN_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
"""Up to fifteen digits: JSON readers round larger ones."""
PLAIN_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
MAX_DEPTH = 50
"""Nesting of lists and mappings. Without a limit, deep nesting overflows the stack and ends the process."""
UNCLOSED = ("while scanning a quoted scalar", "while parsing a flow mapping", "while parsing a flow sequence")
"""Contexts of a syntax error in which a quotation mark or bracket was not closed."""
TAG_PREFIX = "tag:yaml.org,2002:"
TEXT = f"{TAG_PREFIX}str"
IMPLICIT: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
"""By first character: tags of YAML 1.1 for plain scalars, with the pattern of each."""


class _TooDeepError(Exception):
    def __init__(self, mark: yaml.Mark | None) -> None:
        super().__init__()
        self.mark = mark


class _Document:
    """Builds plain values from libyaml's events in one pass, and collects problems."""

    def __init__(self, text: str, file: str) -> None:
        self._next = cast("Callable[[], yaml.Event]", yaml.CSafeLoader(text).get_event)
        self._file = file
        self._values: dict[str, Any] = {}
        """Cache of parsed plain scalars: most words of a table occur many times."""
        self.problems: list[Problem] = []
        self.indirect: list[Problem] = []
        """Problems with aliases and tags. If there is one, the whole file counts as not readable."""

    def value(self) -> Any:
        """The value of the only document. Raises yaml.MarkedYAMLError and _TooDeepError."""
        self._next()
        start = self._next()
        if isinstance(start, yaml.StreamEndEvent):
            return None
        value = self._value(self._next(), 0)
        self._next()
        end = self._next()
        if not isinstance(end, yaml.StreamEndEvent):
            expected, got = "expected a single document in the stream", "but found another document"
            raise ComposerError(expected, _mark(start), got, _mark(end))
        return value

    def _value(self, event: yaml.Event, level: int) -> Any:
        if isinstance(event, yaml.ScalarEvent):
            if event.tag is not None:
                self._refuse_tag(event)
            return self._scalar(event) if event.implicit[0] else event.value
        if isinstance(event, yaml.AliasEvent):
            self.indirect.append(self._problem(event, "expected every value in full, got an alias"))
            return None
        if level == MAX_DEPTH:
            raise _TooDeepError(_mark(event))
        if isinstance(event, yaml.CollectionStartEvent) and event.tag is not None:
            self._refuse_tag(event)
        return self._mapping(level + 1) if isinstance(event, yaml.MappingStartEvent) else self._list(level + 1)

    def _list(self, level: int) -> list[Any]:
        values = []
        event = self._next()
        while not isinstance(event, yaml.SequenceEndEvent):
            values.append(self._value(event, level))
            event = self._next()
        return values

    def _mapping(self, level: int) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        event = self._next()
        while not isinstance(event, yaml.MappingEndEvent):
            if isinstance(event, yaml.ScalarEvent):
                self._check_key(event, mapping)
                mapping[event.value] = self._value(self._next(), level)
            else:
                self._skip_entry(event, level)
            event = self._next()
        return mapping

    def _check_key(self, event: yaml.ScalarEvent, mapping: Mapping[Any, Any]) -> None:
        key = event.value
        if event.tag is not None:
            self._refuse_tag(event)
        if event.implicit[0] and _tag_of(key) != TEXT:
            written = shortened(key)
            self._report(event, f"expected text as key, got {written}", f'write "{written}" in quotes')
        if key in mapping:
            self._report(event, f"expected each key once, got '{key}' again", "remove one of the two")

    def _skip_entry(self, key: yaml.Event, level: int) -> None:
        before = len(self.problems)
        self._value(key, level)
        self._value(self._next(), level)
        del self.problems[before:]
        self._report(key, "expected a word as key, got a list or mapping")

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        if event.value in self._values:
            return self._values[event.value]
        before = len(self.problems)
        value = self._plain_value(event)
        if len(self.problems) == before:
            self._values[event.value] = value
        return value

    def _plain_value(self, event: yaml.ScalarEvent) -> Any:
        written = event.value
        match _tag_of(written).removeprefix(TAG_PREFIX):
            case "str":
                return written
            case "null":
                return None
            case "int":
                return int(written) if PLAIN_INT.fullmatch(written) else self._changed(event, "another number")
            case "bool":
                return written == "true" if written in {"true", "false"} else self._changed(event, "true or false")
            case "float":
                return self._float(event)
            case "timestamp":
                return self._date(event)
            case other:
                message = f"could not determine a constructor for the tag '{TAG_PREFIX}{other}'"
                raise ConstructorError(None, None, message, _mark(event))

    def _float(self, event: yaml.ScalarEvent) -> float | str:
        try:
            value = float(event.value.replace("_", ""))
        except ValueError:
            return self._changed(event, "a number")
        return value if repr(value) == event.value else self._changed(event, f"the number {value!r}")

    def _date(self, event: yaml.ScalarEvent) -> datetime.date | str:
        if not PLAIN_DATE.fullmatch(event.value):
            return self._changed(event, "a time")
        try:
            return datetime.date.fromisoformat(event.value)
        except ValueError:
            self._report(event, f"expected a day of the calendar, got {event.value}")
            return str(event.value)

    def _changed(self, event: yaml.ScalarEvent, becomes: str) -> str:
        written = shortened(event.value)
        self._report(
            event,
            f"expected a value that every YAML reader takes alike, got {written}, which YAML turns into {becomes}",
            f'write "{written}" in quotes if it is text, or the plain value if it is not',
        )
        return str(event.value)

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        tag = str(event.tag).replace(TAG_PREFIX, "!!")
        self.indirect.append(self._problem(event, f"expected a value as it stands, got the tag {tag}"))

    def _report(self, event: yaml.Event, message: str, hint: str = "") -> None:
        self.problems.append(self._problem(event, visible(message), visible(hint)))

    def _problem(self, event: yaml.Event, message: str, hint: str = "") -> Problem:
        return Problem(self._file, *_place(_mark(event)), "", message, hint)


def _tag_of(written: str) -> str:
    for tag, form in IMPLICIT.get(written[:1], ()):
        if form.match(written):
            return tag
    return TEXT


def _mark(event: yaml.Event) -> yaml.Mark | None:
    return cast("yaml.Mark | None", event.start_mark)


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def read(content: bytes, file: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The mapping in a YAML file, and the problems of its YAML. Without a mapping there is at least one problem."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        message = f"expected UTF-8 text, got the byte 0x{content[error.start]:02x}"
        return None, [Problem(file, line, column, "", message, "save as UTF-8")]
    if refused := invisible(text, file):
        return None, [refused]
    value, problems = _read_text(text, file)
    if isinstance(value, dict) or problems:
        return value if isinstance(value, dict) else None, problems
    got = "an empty file" if value is None else f"a {'list' if isinstance(value, list) else 'single value'}"
    return None, [Problem(file, 1, 1, "", f"expected a mapping, got {got}")]


def _read_text(text: str, file: str) -> tuple[Any, list[Problem]]:
    try:
        document = _Document(text, file)
        value = document.value()
    except yaml.MarkedYAMLError as error:
        return None, [_syntax_problem(error, text, file)]
    except yaml.reader.ReaderError as error:
        # The position is in bytes.
        before = text.encode()[: error.position].decode(errors="ignore")
        return None, [not_printable(len(before), text, file)]
    except _TooDeepError as error:
        message = f"expected at most {MAX_DEPTH} levels of lists and mappings, got more"
        return None, [Problem(file, *_place(error.mark), "", message)]
    if document.indirect:
        return None, document.indirect
    return value, [*document.problems, *misleading(text, file)]


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem:
    lines = text.split("\n")
    mark = _error_mark(error, lines)
    line, column = _place(mark)
    if line > len(lines):
        # At the end of a file whose last line has no line end.
        line, column = len(lines), len(lines[-1]) + 1
    hint = "indent with spaces, not with tabs" if lines[line - 1][column - 1 :].startswith("\t") else ""
    got = (error.problem or error.context or "something else").removeprefix("but found ")
    return Problem(file, line, column, "", f"expected YAML, got: {got}", hint)


def _error_mark(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> yaml.Mark | None:
    """The position of the mistake: of an unclosed quote or bracket its begin, else where the parser stopped."""
    begun, stopped = error.context_mark, error.problem_mark
    if begun is None or stopped is None or begun.line == stopped.line:
        return stopped or begun
    if error.context == "while scanning a simple key":
        return begun
    # A value that continues on further lines is indented there: without indentation, it was not closed.
    unclosed = error.context in UNCLOSED and _indent(lines, stopped.line) <= _indent(lines, begun.line)
    return begun if unclosed else stopped


def _indent(lines: Sequence[str], number: int) -> int:
    line = lines[number] if number < len(lines) else ""
    return len(line) - len(line.lstrip(" "))
