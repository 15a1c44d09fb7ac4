"""Changes that look like damages and are none: the records stay what they were."""

from __future__ import annotations

from tests.mutations.damage import Damage, Kind, cut, damaged, edited, line_added, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.dice import Dice
from tests.mutations.values import is_quantity, is_text
from tests.mutations.writing import has_own_line, is_later_row, is_top_line, is_whole_file


def _without_places(made: Damage) -> Damage:
    return Damage(made.what, made.edits)


def byte_order_mark(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "a byte order mark before it", f"\ufeff{spot.file.text}")


def windows_line_ends(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "each line ends as on Windows", spot.file.text.replace("\n", "\r\n"))


def comment_line(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return _without_places(line_added(spot, dice.pick(("# Checked.", "#", "# name: x", "# {{ 7*7 }} <script>"))))


def comment_behind(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "a comment behind it", cut(spot.file.text, spot.end, spot.end, "  # as printed"))


def is_commented_out(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.text.startswith("# yaml-language-server")


def editor_line_lost(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "its first line lost", spot.file.text.partition("\n")[2])


def blank_lines(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return edited(spot, "blank lines behind it", spot.file.text + dice.pick(("\n", "\n\n\n", "  \n", "\n  ")))


def spaces_behind(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "spaces behind it", cut(spot.file.text, spot.end, spot.end, "   "))


def last_line_end_lost(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return edited(spot, "its last line end lost", spot.file.text.rstrip("\n"))


def marks_of_a_document(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    head = dice.pick(("---\n", "%YAML 1.1\n---\n"))
    return edited(spot, "begun and ended as a document", f"{head}{spot.file.text}...\n")


def follows_line_of_closed(spot: Spot) -> bool:
    before = spot.before
    follows = has_own_line(spot) and before is not None and has_own_line(before) and before.line == spot.line - 1
    return follows and spot.parent is not None and spot.parent.is_closed


def lines_swapped(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    lines = list(spot.file.lines)
    lines[spot.line - 2 : spot.line] = lines[spot.line - 1], lines[spot.line - 2]
    return edited(spot, "before the field above it", "".join(lines))


def is_word(spot: Spot) -> bool:
    return is_text(spot) and spot.is_plain


def quoted(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    mark = dice.pick(("'", '"'))
    inner = spot.value.replace("'", "''") if mark == "'" else spot.value.replace("\\", "\\\\").replace('"', '\\"')
    return _without_places(replaced(spot, f"{mark}{inner}{mark}"))


def spaces_in_quotes(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    inner = spot.value.replace("'", "''")
    return _without_places(replaced(spot, f"'  {inner} '"))


def anchor(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return _without_places(replaced(spot, f"&named {spot.written}"))


def is_row(spot: Spot) -> bool:
    return is_later_row(spot) and spot.is_mapping


def row_in_block_style(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    indent = " " * (spot.column - 1)
    fields = f"\n{indent}".join(f"{child.name}: {child.written}" for child in spot.children)
    return edited(spot, "a field a line", cut(spot.file.text, spot.start, spot.end, fields))


def is_whole_figure(spot: Spot) -> bool:
    return is_quantity(spot) and spot.value.isdigit()


def whole_figure_with_fraction(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return _without_places(replaced(spot, f"{spot.value}.0"))


def can_take_more(spot: Spot) -> bool:
    return is_top_line(spot) and spot.is_scalar


def absent_field_empty(_data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """A field that may be absent is written without a value."""
    assert spot.parent is not None
    known, needed = spot.parent.schema["properties"], spot.parent.schema["required"]
    absent = [
        name
        for name, schema in known.items()
        if name not in needed
        and spot.parent.child(name) is None
        and "default" not in schema
        and spot.file.resolved(schema).get("type") not in ("array", "object", "boolean")
    ]
    if not absent:
        return None
    return _without_places(line_added(spot, f"{dice.pick(absent)}: {dice.pick(('null', '~', ''))}".rstrip()))


def default_stated(_data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    assert spot.parent is not None
    absent = [
        (name, schema["default"])
        for name, schema in spot.parent.schema["properties"].items()
        if isinstance(schema.get("default"), bool) and spot.parent.child(name) is None
    ]
    if not absent:
        return None
    name, default = dice.pick(absent)
    return _without_places(line_added(spot, f"{name}: {str(default).lower()}"))


def folded(spot: Spot) -> bool:
    return spot.is_block_text and spot.file.text[spot.start] == ">" and spot.written.count("\n") > 2


def folded_elsewhere(_data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """Two lines of folded text become one."""
    number = spot.line + 1 + dice.below(spot.written.rstrip("\n").count("\n") - 1)
    lines = list(spot.file.lines)
    first, second = lines[number - 1], lines[number]
    if not first.strip() or not second.strip() or second.lstrip() != second[len(first) - len(first.lstrip()) :]:
        return None
    lines[number - 1 : number + 1] = [f"{first.rstrip()} {second.lstrip()}"]
    return edited(spot, f"its lines {number} and {number + 1} joined", "".join(lines))


def file_beside(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    beside = dice.pick(
        (f"{spot.file.name}.orig", f"{spot.file.name}~", f"{spot.file.name}.swp", ".DS_Store", "notes.txt")
    )
    return damaged(spot, f"{beside} beside it", {beside: b"name: 12\n"})


KINDS = (
    Kind("byte order mark", is_whole_file, byte_order_mark, "UTF-8 may begin with one; readers of YAML skip it"),
    Kind("line ends of Windows", is_whole_file, windows_line_ends, "YAML reads every line end as one line feed"),
    Kind("comment on a line", has_own_line, comment_line, "a comment is no value"),
    Kind("comment behind a value", is_top_line, comment_behind, "a comment is no value"),
    Kind("line for editors lost", is_commented_out, editor_line_lost, "a comment that only editors read"),
    Kind("blank lines at the end", is_whole_file, blank_lines, "nothing stands in them"),
    Kind("spaces behind a value", is_top_line, spaces_behind, "YAML drops them"),
    Kind("last line end lost", is_whole_file, last_line_end_lost, "the end of the file ends a line"),
    Kind("marks of a document", is_whole_file, marks_of_a_document, "they say that one document stands here"),
    Kind(
        "order of fields", follows_line_of_closed, lines_swapped, "a record's fields have names, their order no meaning"
    ),
    Kind("text put in quotes", is_word, quoted, "quotes do not belong to the text"),
    Kind("spaces inside quotes", is_word, spaces_in_quotes, "text is stripped before it is kept"),
    Kind("anchor that nothing uses", is_word, anchor, "it names a value and changes none; the alias is refused"),
    Kind("row written a field a line", is_row, row_in_block_style, "the same mapping in YAML's other style"),
    Kind(
        "whole figure with .0", is_whole_figure, whole_figure_with_fraction, "the same number where fractions may stand"
    ),
    Kind(
        "absent field without a value",
        can_take_more,
        absent_field_empty,
        "says, as its absence does, that nothing is stated",
    ),
    Kind("default stated", can_take_more, default_stated, "says what its absence says"),
    Kind("text folded elsewhere", folded, folded_elsewhere, "the line ends of folded text are spaces"),
    Kind("file that is no data file", is_whole_file, file_beside, "only files that end in .yml are read"),
)
