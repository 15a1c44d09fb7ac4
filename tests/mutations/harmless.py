"""Changes of files that must not change the records."""

from __future__ import annotations

from random import Random

from tests.mutations.damage import Damage, Kind, cut, damaged, edited, line_added, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.syntax import has_own_line, is_later_row, is_top_line, is_whole_file
from tests.mutations.values import is_quantity, is_text


def _without_places(made: Damage) -> Damage:
    return Damage(made.what, made.edits)


def byte_order_mark(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "a byte order mark before it", f"\ufeff{spot.file.text}")


def windows_line_ends(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "Windows line ends", spot.file.text.replace("\n", "\r\n"))


def comment_line(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return _without_places(line_added(spot, rng.choice(("# Checked.", "#", "# name: x", "# {{ 7*7 }} <script>"))))


def comment_after(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "a comment after it", cut(spot.file.text, spot.end, spot.end, "  # as printed"))


def has_schema_line(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.text.startswith("# yaml-language-server")


def schema_line_removed(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "its first line removed", spot.file.text.partition("\n")[2])


def blank_lines(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return edited(spot, "blank lines at its end", spot.file.text + rng.choice(("\n", "\n\n\n", "  \n", "\n  ")))


def spaces_after(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "spaces after it", cut(spot.file.text, spot.end, spot.end, "   "))


def last_line_end_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return edited(spot, "its last line end removed", spot.file.text.rstrip("\n"))


def document_markers(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    head = rng.choice(("---\n", "%YAML 1.1\n---\n"))
    return edited(spot, "document markers around it", f"{head}{spot.file.text}...\n")


def follows_line_of_closed(spot: Spot) -> bool:
    before = spot.before
    follows = has_own_line(spot) and before is not None and has_own_line(before) and before.line == spot.line - 1
    return follows and spot.parent is not None and spot.parent.is_closed


def lines_swapped(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    lines = list(spot.file.lines)
    lines[spot.line - 2 : spot.line] = lines[spot.line - 1], lines[spot.line - 2]
    return edited(spot, "moved before the previous field", "".join(lines))


def is_word(spot: Spot) -> bool:
    return is_text(spot) and spot.is_plain


def quoted(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    mark = rng.choice(("'", '"'))
    inner = spot.value.replace("'", "''") if mark == "'" else spot.value.replace("\\", "\\\\").replace('"', '\\"')
    return _without_places(replaced(spot, f"{mark}{inner}{mark}"))


def spaces_in_quotes(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    inner = spot.value.replace("'", "''")
    return _without_places(replaced(spot, f"'  {inner} '"))


def anchor(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _without_places(replaced(spot, f"&named {spot.written}"))


def is_row(spot: Spot) -> bool:
    return is_later_row(spot) and spot.is_mapping


def row_in_block_style(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    indent = " " * (spot.column - 1)
    fields = f"\n{indent}".join(f"{child.name}: {child.written}" for child in spot.children)
    return edited(spot, "one field a line", cut(spot.file.text, spot.start, spot.end, fields))


def is_whole_figure(spot: Spot) -> bool:
    return is_quantity(spot) and spot.value.isdigit()


def whole_figure_with_fraction(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return _without_places(replaced(spot, f"{spot.value}.0"))


def can_take_more(spot: Spot) -> bool:
    return is_top_line(spot) and spot.is_scalar


def absent_field_empty(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """An optional field without a value."""
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
    return _without_places(line_added(spot, f"{rng.choice(absent)}: {rng.choice(('null', '~', ''))}".rstrip()))


def default_stated(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    assert spot.parent is not None
    absent = [
        (name, schema["default"])
        for name, schema in spot.parent.schema["properties"].items()
        if isinstance(schema.get("default"), bool) and spot.parent.child(name) is None
    ]
    if not absent:
        return None
    name, default = rng.choice(absent)
    return _without_places(line_added(spot, f"{name}: {str(default).lower()}"))


def folded(spot: Spot) -> bool:
    return spot.is_block_text and spot.file.text[spot.start] == ">" and spot.written.count("\n") > 2


def folded_elsewhere(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """Joins two lines of folded text."""
    number = spot.line + 1 + rng.randrange(spot.written.rstrip("\n").count("\n") - 1)
    lines = list(spot.file.lines)
    first, second = lines[number - 1], lines[number]
    if not first.strip() or not second.strip() or second.lstrip() != second[len(first) - len(first.lstrip()) :]:
        return None
    lines[number - 1 : number + 1] = [f"{first.rstrip()} {second.lstrip()}"]
    return edited(spot, f"lines {number} and {number + 1} joined", "".join(lines))


def file_beside(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    beside = rng.choice(
        (f"{spot.file.name}.orig", f"{spot.file.name}~", f"{spot.file.name}.swp", ".DS_Store", "notes.txt")
    )
    return damaged(spot, f"{beside} beside it", {beside: b"name: 12\n"})


KINDS = (
    Kind("byte order mark", is_whole_file, byte_order_mark, "YAML skips it"),
    Kind("Windows line ends", is_whole_file, windows_line_ends, "YAML reads every line end as a line feed"),
    Kind("comment on a line", has_own_line, comment_line, "a comment is no value"),
    Kind("comment after a value", is_top_line, comment_after, "a comment is no value"),
    Kind("schema line missing", has_schema_line, schema_line_removed, "a comment that only editors read"),
    Kind("blank lines at the end", is_whole_file, blank_lines, "they hold nothing"),
    Kind("spaces after a value", is_top_line, spaces_after, "YAML drops them"),
    Kind("last line end missing", is_whole_file, last_line_end_lost, "the end of the file ends the line"),
    Kind("document markers", is_whole_file, document_markers, "they mark the one document there is"),
    Kind("fields in another order", follows_line_of_closed, lines_swapped, "the order of fields has no meaning"),
    Kind("quoted text", is_word, quoted, "quotes are not part of the text"),
    Kind("spaces inside quotes", is_word, spaces_in_quotes, "text is stripped"),
    Kind("unused anchor", is_word, anchor, "only its alias is refused"),
    Kind("row in block style", is_row, row_in_block_style, "the same mapping in another YAML style"),
    Kind("whole figure with .0", is_whole_figure, whole_figure_with_fraction, "the same number"),
    Kind("optional field without a value", can_take_more, absent_field_empty, "the same as an absent field"),
    Kind("stated default", can_take_more, default_stated, "the same as an absent field"),
    Kind("text folded elsewhere", folded, folded_elsewhere, "line ends of folded text are spaces"),
    Kind("file that is no data file", is_whole_file, file_beside, "only .yml files are read"),
)
