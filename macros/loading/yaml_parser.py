"""Parses YAML into plain values, and reports YAML that other parsers or people may read differently.

YAML 1.1 keeps the last of two equal keys, turns `1.10` into 1.1 and `no` into false, and allows aliases and tags: each
of these is a problem, with its line and column. So are characters that are invisible or look like others.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import yaml
from yaml.composer import ComposerError

from macros.loading.problems import Problem, shortened, visible

PLAIN_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
"""Up to fifteen digits: JSON readers round larger ones."""
PLAIN_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
MAX_DEPTH = 50
"""Nesting of lists and mappings. Without a limit, deep nesting overflows the stack and ends the process."""
UNCLOSED = ("while scanning a quoted scalar", "while parsing a flow mapping", "while parsing a flow sequence")
"""Contexts of a syntax error in which a quotation mark or bracket was not closed."""
TAG_PREFIX = "tag:yaml.org,2002:"
IMPLICIT: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
"""By first character: tags of YAML 1.1 for plain scalars, with the pattern of each."""

INVISIBLE = re.compile("\r(?!\n)|[\x85\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""Line ends that editors do not show, marks that reorder text, and tag characters; in comments too."""
_CP1252 = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MOJIBAKE = re.compile(f"[ÂÃ]{_CP1252}|â{_CP1252}{{2}}|ð[\x9fŸ]{_CP1252}{{2}}")
"""UTF-8 that was read as Windows-1252 and saved again."""
COMBINED = re.compile("[^\u0300-\u036f][\u0300-\u036f]+")
"""A letter with combining marks. Text search only finds the composed character, which exists for most of them."""
MIXED_ALPHABETS = re.compile("[\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z])[\u0400-\u04ff]")
"""A Cyrillic letter beside a Latin one, which it mostly looks like."""


def read(content: bytes, file: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The mapping in a YAML file, and the problems of its YAML. Without a mapping there is at least one problem."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        message = f"expected UTF-8 text, got the byte 0x{content[error.start]:02x}"
        return None, [Problem(file, line, column, "", message, "save as UTF-8")]
    if match := INVISIBLE.search(text):
        return None, [_not_printable(match.start(), text, file)]
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
        return None, [_not_printable(len(before), text, file)]
    except _TooDeepError as error:
        message = f"expected at most {MAX_DEPTH} levels of lists and mappings, got more"
        return None, [Problem(file, *_place(error.mark), "", message)]
    if document.indirect:
        return None, document.indirect
    return value, [*document.problems, *_misleading(text, file)]


class _TooDeepError(Exception):
    def __init__(self, mark: yaml.Mark | None) -> None:
        super().__init__()
        self.mark = mark


class _Document:
    """Builds plain values from libyaml's events in one pass, and collects problems."""

    def __init__(self, text: str, file: str) -> None:
        self._next = cast("Callable[[], yaml.Event]", yaml.CSafeLoader(text).get_event)
        self._file = file
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
        if isinstance(event, yaml.AliasEvent):
            self.indirect.append(self._problem(event, "expected every value in full, got an alias"))
            return None
        self._refuse_tag(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event) if event.implicit[0] else event.value
        if level == MAX_DEPTH:
            raise _TooDeepError(_mark(event))
        return self._mapping(level + 1) if isinstance(event, yaml.MappingStartEvent) else self._list(level + 1)

    def _list(self, level: int) -> list[Any]:
        values = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            values.append(self._value(event, level))
        return values

    def _mapping(self, level: int) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if isinstance(event, yaml.ScalarEvent):
                self._check_key(event, mapping)
                mapping[event.value] = self._value(self._next(), level)
            else:
                self._skip_entry(event, level)
        return mapping

    def _check_key(self, event: yaml.ScalarEvent, mapping: Mapping[Any, Any]) -> None:
        self._refuse_tag(event)
        if event.implicit[0] and _tag_of(event.value) != "str":
            written = shortened(event.value)
            self._report(event, f"expected text as key, got {written}", f'write "{written}" in quotes')
        if event.value in mapping:
            self._report(event, f"expected each key once, got '{event.value}' again", "remove one of the two")

    def _skip_entry(self, key: yaml.Event, level: int) -> None:
        before = len(self.problems)
        self._value(key, level)
        self._value(self._next(), level)
        del self.problems[before:]
        self._report(key, "expected a word as key, got a list or mapping")

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        value, message, hint = _plain_value(event.value)
        if message:
            self._report(event, message, hint)
        return value

    def _refuse_tag(self, event: yaml.Event) -> None:
        if tag := getattr(event, "tag", None):
            message = f"expected a value as it stands, got the tag {tag.replace(TAG_PREFIX, '!!')}"
            self.indirect.append(self._problem(event, message))

    def _report(self, event: yaml.Event, message: str, hint: str = "") -> None:
        self.problems.append(self._problem(event, visible(message), visible(hint)))

    def _problem(self, event: yaml.Event, message: str, hint: str = "") -> Problem:
        return Problem(self._file, *_place(_mark(event)), "", message, hint)


@lru_cache(maxsize=10_000)
def _plain_value(written: str) -> tuple[Any, str, str]:
    """The value of a word without quotes; message and hint if other readers of YAML may take it for another one."""
    value: Any
    match _tag_of(written):
        case "str":
            return written, "", ""
        case "null":
            return None, "", ""
        case "int":
            value, becomes = PLAIN_INT.fullmatch(written) and int(written), "another number"
        case "bool":
            value, becomes = {"true": True, "false": False}.get(written), "true or false"
        case "float":
            value, becomes = _float(written)
        case "timestamp" if PLAIN_DATE.fullmatch(written):
            try:
                return datetime.date.fromisoformat(written), "", ""
            except ValueError:
                return written, f"expected a day of the calendar, got {written}", ""
        case tag:
            value, becomes = None, "a time" if tag == "timestamp" else "a sign of its own"
    if value is not None:
        return value, "", ""
    short = shortened(written)
    message = f"expected a value that every YAML reader takes alike, got {short}, which YAML turns into {becomes}"
    return written, message, f'write "{short}" in quotes if it is text, or the plain value if it is not'


def _float(written: str) -> tuple[float | None, str]:
    """A number as it is written, or None; and what YAML turns it into."""
    try:
        value = float(written.replace("_", ""))
    except ValueError:
        return None, "a number"
    return value if repr(value) == written else None, f"the number {value!r}"


@lru_cache(maxsize=10_000)
def _tag_of(written: str) -> str:
    """What YAML takes a word without quotes for."""
    tags = (tag for tag, form in IMPLICIT.get(written[:1], ()) if form.match(written))
    return next(tags, "str").removeprefix(TAG_PREFIX)


def _mark(event: yaml.Event) -> yaml.Mark | None:
    return cast("yaml.Mark | None", event.start_mark)


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem:
    lines = text.split("\n")
    line, column = _place(_error_mark(error, lines))
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


def _not_printable(position: int, text: str, file: str) -> Problem:
    return _at(position, text, file, f"expected printable text, got the character U+{ord(text[position]):04X}")


def _misleading(text: str, file: str) -> Iterator[Problem]:
    """A problem for each character that was most likely typed or encoded by mistake."""
    if text.isascii():
        return
    for match in MOJIBAKE.finditer(text):
        try:
            meant = match.group().encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        message = f"expected UTF-8 text, got '{match.group()}', which is '{meant}' read in another encoding"
        yield _at(match.start(), text, file, message, f"write '{meant}', and save as UTF-8")
    for match in COMBINED.finditer(text):
        composed = unicodedata.normalize("NFC", match.group())
        if composed != match.group():
            codes = " ".join(f"U+{ord(character):04X}" for character in match.group())
            message = f"expected '{composed}' in as few characters as there are for it, got {codes}"
            yield _at(match.start(), text, file, message, f"write '{composed}'")
    for match in MIXED_ALPHABETS.finditer(text):
        message = f"expected a word in one alphabet, got the Cyrillic '{match.group()}' beside a Latin letter"
        yield _at(match.start(), text, file, message, "type it anew")


def _at(position: int, text: str, file: str, message: str, hint: str = "") -> Problem:
    before = text[:position]
    return Problem(file, before.count("\n") + 1, position - before.rfind("\n"), "", message, hint)
