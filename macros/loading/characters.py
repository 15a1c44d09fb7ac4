"""Characters that a reader of a data file does not see as a program does, or takes for others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from macros.loading.problems import Problem

UNSEEN = re.compile("\r(?!\n)|[\x85\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""What makes a reader of the file see other lines, another order or less than a program does, comments included."""
_BEHIND = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MISREAD = re.compile(f"[ÂÃ]{_BEHIND}|â{_BEHIND}{{2}}|ð[\x9fŸ]{_BEHIND}{{2}}")
"""What becomes of a letter, a quotation mark or a sign where UTF-8 is read as Windows-1252 and saved again."""
APART = re.compile("[^\u0300-\u036f][\u0300-\u036f]+")
"""A letter with marks behind it, of which there mostly is one character: whoever searches for that finds nothing."""
TWO_ALPHABETS = re.compile("[\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z])[\u0400-\u04ff]")
"""A Cyrillic letter beside a Latin one, which it mostly looks like."""


def unseen(text: str, file: str) -> Problem | None:
    """The first character that changes how the file is read without being seen, if there is one."""
    found = UNSEEN.search(text)
    return not_printable(found.start(), text, file) if found else None


def not_printable(position: int, text: str, file: str) -> Problem:
    """A character that is refused for itself."""
    return _at(position, text, file, f"expected printable text, got the character U+{ord(text[position]):04X}")


def mistaken(text: str, file: str) -> Iterator[Problem]:
    """Every character that is text, and most likely not the one that was meant."""
    if not text.isascii():
        yield from _misread(text, file)
        yield from _mistakable(text, file)


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
