"""Damages to the encoding, the characters and the YAML syntax of a file."""

from __future__ import annotations

import re
from random import Random

from tests.mutations.damage import (
    Damage,
    Kind,
    Place,
    at,
    cut,
    damaged,
    edited,
    line_added,
    message_name,
    on_line,
    replaced,
)
from tests.mutations.dataset import Dataset, Spot

CONTROL = "\x00\x01\x08\x0b\x1b\x7f\x9f"
REORDERING = "\u202a\u202b\u202d\u202e\u2066\u2067"
LINE_BREAKS = "\x85\u2028\u2029\r"
"""Characters that only some programs take for a line break."""
MISREAD = "–—’“…›×éäüß✅"
"""Characters that change when UTF-8 is read as Windows-1252 and saved again."""
NESTED = 400
"""Levels of nested lists."""


def is_text(spot: Spot) -> bool:
    return spot.is_text and len(spot.value) > 1 and spot.on_one_line


def _inserted(spot: Spot, rng: Random, character: str) -> Damage:
    text = spot.file.text
    # Behind the first character, so that quotes stay quotes.
    position = spot.start + 1 + rng.randrange(len(spot.written) - 1)
    column = position - text.rfind("\n", 0, position)
    place = Place(message_name(spot.file.name), spot.line, column)
    what = f"U+{ord(character):04X} inserted after {position - spot.start} characters"
    return edited(spot, what, cut(text, position, position, character), place)


def latin_1(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    text = spot.file.text
    position = spot.start + 1 + rng.randrange(len(spot.written) - 1)
    if not text[position].isascii():
        return None
    # In UTF-8 this byte starts a sequence of three, which ASCII does not continue.
    content = text[:position].encode() + b"\xe9" + text[position:].encode()
    return damaged(spot, "a Latin-1 byte inserted", {spot.file.name: content}, on_line(spot, spot.line))


def utf_16(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    content = spot.file.text.encode("utf-16")
    return damaged(spot, "saved as UTF-16", {spot.file.name: content}, Place(message_name(spot.file.name), 1))


def control_character(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return _inserted(spot, rng, rng.choice(CONTROL))


def reordering(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return _inserted(spot, rng, rng.choice(REORDERING))


def line_break(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return _inserted(spot, rng, rng.choice(LINE_BREAKS))


def is_text_or_code(spot: Spot) -> bool:
    return is_text(spot) or (spot.is_scalar and spot.name == "code")


def escaped_character(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    escape = rng.choice((r"\0", r"\x07", r"\e", r"\u202e", r"\u2066", r"\x7f"))
    return replaced(spot, f'"some{escape}text"')


def wrongly_decoded(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    found = rng.choice(MISREAD).encode("utf-8").decode("cp1252")
    return replaced(spot, f'"an{found}other"', Place(message_name(spot.file.name), spot.line, spot.column + 3))


def lookalike_letters(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    """Cyrillic letters that look Latin, and decomposed characters."""
    found = rng.choice(("\u0435", "\u043e", "\u0441", "e\u0301", "o\u0308"))
    return replaced(spot, f'"an{found}other"', Place(message_name(spot.file.name), spot.line, spot.column + 3))


def has_own_line(spot: Spot) -> bool:
    return spot.in_block and spot.opens_its_line


def follows_a_line(spot: Spot) -> bool:
    before = spot.before
    return has_own_line(spot) and before is not None and before.in_block and before.is_plain


def indented_more(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _line_becomes(spot, "indented by one more space", f" {spot.whole_line}")


def is_nested(spot: Spot) -> bool:
    return has_own_line(spot) and len(spot.indent) >= 2 and spot.index > 0


def indented_less(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _line_becomes(spot, "indented by one space less", spot.whole_line[1:])


def tab(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _line_becomes(spot, "indented by a tab", f"\t{spot.whole_line.lstrip()}")


def _line_becomes(spot: Spot, what: str, line: str, last_line: int | None = None) -> Damage:
    lines = list(spot.file.lines)
    lines[spot.line - 1] = line
    return edited(spot, what, "".join(lines), Place(message_name(spot.file.name), spot.line, None, last_line))


def is_plain_line(spot: Spot) -> bool:
    # The value must not look like another key.
    one_of_several = has_own_line(spot) and spot.index > 0
    return one_of_several and spot.is_plain and ": " not in spot.value and spot.value[:1].isalnum()


def colon_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _line_becomes(spot, "its colon removed", spot.whole_line.replace(f"{spot.name}:", spot.name, 1))


def space_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    line = re.sub(rf"{re.escape(spot.name)}: +", f"{spot.name}:", spot.whole_line, count=1)
    return _line_becomes(spot, "the space after its colon removed", line)


def is_bracketed(spot: Spot) -> bool:
    return spot.is_flow and spot.on_one_line and len(spot.written) > 2


def bracket_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    text = cut(spot.file.text, spot.end - 1, spot.end, "")
    return edited(spot, f"the closing {spot.written[-1]} removed", text, on_line(spot, spot.line))


def is_last_quoted(spot: Spot) -> bool:
    return spot.is_quoted and spot.on_one_line and spot.written[0] not in spot.file.text[spot.end :]


def quote_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    text = cut(spot.file.text, spot.end - 1, spot.end, "")
    return edited(spot, "the closing quote removed", text, at(spot))


def lines_merged(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    before = spot.before
    if before is None or before.line != spot.line - 1:
        return None
    text = cut(spot.file.text, before.end, spot.file.text.index(spot.indent + spot.name, before.end), " ")
    return edited(spot, "its line joined to the previous line", text, on_line(spot, spot.line - 1))


def is_later_row(spot: Spot) -> bool:
    before = spot.before
    return (
        spot.is_flow
        and spot.on_one_line
        and spot.key is None
        and before is not None
        and before.is_flow
        and spot.parent is not None
        and not spot.parent.is_flow
        and before.line == spot.line - 1
    )


def rows_merged(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    before = spot.before
    assert before is not None
    text = cut(spot.file.text, before.end, spot.start, " - ")
    return edited(spot, "its row joined to the previous row", text, on_line(spot, spot.line - 1))


def dash_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _line_becomes(spot, "its dash removed", spot.whole_line.replace("-", " ", 1))


def duplicate_key(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    if has_own_line(spot):
        return line_added(spot, f"{spot.name}: {spot.written}")
    if spot.parent is None or not spot.parent.is_flow or spot.key is None:
        return None
    text = cut(spot.file.text, spot.end, spot.end, f", {spot.name}: {spot.written}")
    column = spot.column + len(spot.written) + 2
    return edited(spot, "duplicated", text, Place(message_name(spot.file.name), spot.line, column))


def is_scalar_field(spot: Spot) -> bool:
    return spot.is_scalar and spot.key is not None and spot.on_one_line


def alias(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    """The previous value gets an anchor, and this value becomes its alias."""
    before = spot.before
    if before is None or not before.is_scalar:
        return None
    text = cut(spot.file.text, spot.start, spot.end, "*same")
    text = cut(text, before.start, before.start, "&same ")
    shift = len("&same ") if before.line == spot.line else 0
    place = Place(message_name(spot.file.name), spot.line, spot.column + shift)
    return edited(spot, "an alias of the previous value", text, place)


def tag(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    name = rng.choice(("!!str", "!!python/object:os.system", "!fact", "!!binary"))
    text = cut(spot.file.text, spot.start, spot.start, f"{name} ")
    return edited(spot, f"the tag {name}", text, at(spot))


def merge_key(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return line_added(spot, f"<<: {{{spot.name}: {spot.written}}}")


def is_top_line(spot: Spot) -> bool:
    return has_own_line(spot) and not spot.indent


def second_document(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return line_added(spot, "---")


def conflict_markers(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    line = spot.whole_line
    marked = f"<<<<<<< HEAD\n{line}=======\n{line}>>>>>>> theirs\n"
    return _line_becomes(spot, "merge conflict markers around it", marked, spot.line + 1)


def is_whole_file(spot: Spot) -> bool:
    return spot.parent is None


def is_record(spot: Spot) -> bool:
    return is_whole_file(spot) and bool(spot.file.kind)


def file_is_a_list(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    indented = "".join(
        f"  {line}" if line.strip() else line for line in spot.file.text[spot.start :].splitlines(keepends=True)
    )
    text = f"{spot.file.text[: spot.start]}- {indented[2:]}"
    return edited(spot, "a list of one mapping", text, Place(message_name(spot.file.name), 1, 1))


def emptied(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    left = rng.choice(("", "\n\n", "# Nothing here yet.\n", "---\n"))
    return edited(spot, f"replaced by {left!r}", left, Place(message_name(spot.file.name), 1, 1))


def cut_off_in_row(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    # Its first two characters stay, so that it is still a row.
    end = spot.start + 2 + rng.randrange(len(spot.written) - 2)
    return edited(spot, "the file ends inside it", spot.file.text[:end], on_line(spot, spot.line))


def cut_off_between_fields(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    later = [child for child in spot.children if child.index and child.required and child.opens_its_line]
    if not later:
        return None
    first = rng.choice(later)
    assert first.key is not None
    end = int(first.key.start_mark.index)
    return edited(spot, f"the file ends before {first.name}", spot.file.text[:end], at(spot))


def nested(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, "[" * NESTED + "]" * NESTED, on_line(spot, spot.line))


def continues(spot: Spot) -> bool:
    return spot.is_block_text and spot.indent != "" and spot.written.count("\n") > 2


def block_text_dedented(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    count = spot.written.rstrip("\n").count("\n")
    number = spot.line + 1 + rng.randrange(count)
    words = spot.file.lines[number - 1].strip()
    # The first line sets the indentation of all others; a colon would make the words a key.
    if number == spot.line + 1 or not words[:1].isalpha() or ":" in words or "#" in words:
        return None
    lines = list(spot.file.lines)
    lines[number - 1] = f"{words}\n"
    return edited(spot, f"its line {number} not indented", "".join(lines), on_line(spot, number))


KINDS = (
    Kind("Latin-1 byte", is_text, latin_1),
    Kind("UTF-16 file", is_whole_file, utf_16),
    Kind("control character", is_text, control_character),
    Kind("bidirectional control character", is_text, reordering),
    Kind("unusual line break", is_text, line_break),
    Kind("escaped control character", is_text_or_code, escaped_character),
    Kind("UTF-8 decoded as Windows-1252", is_text, wrongly_decoded),
    Kind("lookalike letter", is_text, lookalike_letters),
    Kind("indented too far", follows_a_line, indented_more),
    Kind("indented too little", is_nested, indented_less),
    Kind("tab", is_nested, tab),
    Kind("colon missing", is_plain_line, colon_lost),
    Kind("space after colon missing", is_plain_line, space_lost),
    Kind("bracket missing", is_bracketed, bracket_lost),
    Kind("quote missing", is_last_quoted, quote_lost),
    Kind("lines joined", follows_a_line, lines_merged),
    Kind("rows joined", is_later_row, rows_merged),
    Kind("dash missing", is_later_row, dash_lost),
    Kind("duplicate key", is_scalar_field, duplicate_key),
    Kind("alias", is_scalar_field, alias),
    Kind("tag", is_scalar_field, tag),
    Kind("merge key", has_own_line, merge_key),
    Kind("second document", is_top_line, second_document),
    Kind("merge conflict markers", is_top_line, conflict_markers),
    Kind("file that is a list", is_whole_file, file_is_a_list),
    Kind("empty file", is_whole_file, emptied),
    Kind("file cut off inside a row", is_bracketed, cut_off_in_row),
    Kind("file cut off between fields", is_whole_file, cut_off_between_fields),
    Kind("hundreds of nested lists", is_text, nested),
    Kind("block text not indented", continues, block_text_dedented),
)
