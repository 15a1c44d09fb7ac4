"""Checks data files for invisible characters and for characters that look like others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from macros.loading.problems import Problem

INVISIBLE = re.compile("\r(?!\n)|[\x85\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""Line ends that editors do not show, marks that reorder text, and tag characters; in comments too."""
_CP1252 = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MOJIBAKE = re.compile(f"[ÂÃ]{_CP1252}|â{_CP1252}{{2}}|ð[\x9fŸ]{_CP1252}{{2}}")
"""UTF-8 that was read as Windows-1252 and saved again."""
COMBINED = re.compile("[^\u0300-\u036f][\u0300-\u036f]+")
"""A letter with combining marks. Text search only finds the composed character, which exists for most of them."""
MIXED_ALPHABETS = re.compile("[\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z])[\u0400-\u04ff]")
"""A Cyrillic letter beside a Latin one, which it mostly looks like."""


def invisible(text: str, file: str) -> Problem | None:
    """The first invisible character, if there is one."""
    match = INVISIBLE.search(text)
    return not_printable(match.start(), text, file) if match else None


def not_printable(position: int, text: str, file: str) -> Problem:
    """A problem with the character at a position."""
    return _problem(position, text, file, f"expected printable text, got the character U+{ord(text[position]):04X}")


def misleading(text: str, file: str) -> Iterator[Problem]:
    """A problem for each character that was most likely typed or encoded by mistake."""
    if text.isascii():
        return
    for match in MOJIBAKE.finditer(text):
        try:
            meant = match.group().encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        message = f"expected UTF-8 text, got '{match.group()}', which is '{meant}' read in another encoding"
        yield _problem(match.start(), text, file, message, f"write '{meant}', and save as UTF-8")
    for match in COMBINED.finditer(text):
        composed = unicodedata.normalize("NFC", match.group())
        if composed != match.group():
            codes = " ".join(f"U+{ord(character):04X}" for character in match.group())
            message = f"expected '{composed}' in as few characters as there are for it, got {codes}"
            yield _problem(match.start(), text, file, message, f"write '{composed}'")
    for match in MIXED_ALPHABETS.finditer(text):
        message = f"expected a word in one alphabet, got the Cyrillic '{match.group()}' beside a Latin letter"
        yield _problem(match.start(), text, file, message, "type it anew")


def _problem(position: int, text: str, file: str, message: str, hint: str = "") -> Problem:
    before = text[:position]
    return Problem(file, before.count("\n") + 1, position - before.rfind("\n"), "", message, hint)
