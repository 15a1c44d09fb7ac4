"""Damages to single values: wrong types, figures, dates, addresses and terms, and missing or unknown fields."""

from __future__ import annotations

import datetime
import re
from random import Random

from tests.mutations.damage import Damage, Kind, Place, at, at_key, edited, line_added, message_name, replaced, without
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.syntax import has_own_line

LOOKS_LIKE_A_FIGURE = re.compile(r"-?\d+(\.\d+)?|\d{4}-\d{2}-\d{2}|true|false|yes|no|on|off|null|~", re.IGNORECASE)
ABOVE_ZERO = "exclusiveMinimum"
NO_FORM = "^[^"
"""Starts a pattern that only forbids characters, as those of text and code do."""


def is_text(spot: Spot) -> bool:
    return spot.is_text


def text_of_another_type(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("12", "2.5", "true", "2024-05-01", "[one, two]", "{one: two}", "[]", "{}")))


def empty_text(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(('""', "''", '"   "', '"\\t\\n"')))


def is_count(spot: Spot) -> bool:
    return spot.is_scalar and spot.is_a("integer") and ABOVE_ZERO in spot.schema


def is_quantity(spot: Spot) -> bool:
    return spot.is_scalar and spot.is_a("number") and ABOVE_ZERO in spot.schema


def is_figure(spot: Spot) -> bool:
    return is_count(spot) or is_quantity(spot)


def figure_of_another_type(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("many", f'"{spot.value}"', "true", f"[{spot.value}]", "about 8", "2022-05-01")))


def figure_not_above_zero(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("0", "-1", f"-{spot.value}", "-0")))


def figure_too_large(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("1" + "0" * 15, "9" * 40, "1.0e+400", ".inf", "-.inf", ".nan")))


def ambiguous_figure(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    """Figures that YAML 1.1 reads as other figures or as text."""
    return replaced(spot, rng.choice(("1_000", "0x10", "010", "+8", "1:30", "1.50", "8 GiB", "1e3", "12.", "~8")))


def count_with_a_fraction(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, f"{spot.value}.5")


def is_boolean(spot: Spot) -> bool:
    return spot.is_scalar and spot.is_a("boolean")


def ambiguous_boolean(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("yes", "no", "on", "Off", "True", "FALSE", "1", "0", "maybe", f'"{spot.value}"')))


def is_date(spot: Spot) -> bool:
    return spot.is_scalar and spot.is_date


def no_such_day(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, f"{spot.value[:4]}-{rng.choice(('02-30', '13-01', '00-10', '06-31', '01-00', '01-32'))}")


def other_date_format(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    year, month, day = spot.value.split("-")
    forms = (
        f'"{spot.value}"',
        f"{spot.value} 10:00:00",
        f"{spot.value}T10:00:00Z",
        f"{month}/{day}/{year}",
        f"{day}.{month}.{year}",
        year,
        f"{year}-{month}",
        f"{year}{month}{day}",
        "last year",
    )
    return replaced(spot, rng.choice(forms))


def is_date_of_a_fact(spot: Spot) -> bool:
    """The date of an SDK release may lie in the future, where something is announced for it."""
    return is_date(spot) and spot.name != "sdk_date"


def date_in_the_future(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    later = datetime.date(2400, 1, 1) + datetime.timedelta(days=rng.randrange(4000))
    return replaced(spot, later.isoformat())


def is_term(spot: Spot) -> bool:
    return spot.is_scalar and bool(spot.term_of)


def unknown_term(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    value = spot.value
    return replaced(spot, rng.choice((f"{value}-not", value.upper(), "no-such-value", value.replace("e", "3") + "x")))


def is_choice(spot: Spot) -> bool:
    """Whether the schema lists its values or gives a pattern for them."""
    has_form = "enum" in spot.schema or not spot.schema.get("pattern", NO_FORM).startswith(NO_FORM)
    return spot.is_scalar and not spot.term_of and has_form


def wrong_form(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(('"No Such Form!"', '"<b>"', '"ä"', '"{{ 7*7 }}"', "'../..'")))


def is_address(spot: Spot) -> bool:
    return spot.is_scalar and spot.is_address


def hostile_address(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    forms = (
        "javascript:alert(1)",
        "JavaScript:alert(1)//https://example.org/",
        " javascript:alert(1)",
        "data:text/html,hello",
        "vbscript:x",
        "file:///etc/passwd",
        "//example.org/",
    )
    return replaced(spot, f'"{rng.choice(forms)}"')


def broken_address(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    rest = spot.value.partition("://")[2]
    forms = (rest, f"ftp://{rest}", "https://", f"https:/{rest}", f"https:///{rest}", f"htps://{rest}", f"/{rest}")
    return replaced(spot, f'"{rng.choice(forms)}"')


def markup_in_address(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    tails = ("><script>alert(1)</script>", " onclick=x", "'", '\\"', "\\n", " ", "<", "\\u202e", "\\t", "a b")
    return replaced(spot, f'"{spot.value}{rng.choice(tails)}"')


def is_closed_form(spot: Spot) -> bool:
    return spot.is_scalar and bool(
        is_term(spot) or spot.refers_to or is_choice(spot) or is_date(spot) or is_figure(spot)
    )


def markup_in_closed_form(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    forms = (
        "<script>alert(1)</script>",
        "{{ 7*7 }}",
        "](javascript:alert(1))",
        "<!-- -->",
        "&lt;",
        "</td>",
        "**bold**",
    )
    return replaced(spot, f"'{rng.choice(forms)}'")


def is_quoted_figure(spot: Spot) -> bool:
    return spot.is_text and spot.is_quoted and bool(LOOKS_LIKE_A_FIGURE.fullmatch(spot.value))


def quotes_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, spot.value)


def is_needed_list(spot: Spot) -> bool:
    return spot.is_list and (spot.is_flow or spot.on_one_line) and spot.schema.get("minItems", 0) > 0


def list_emptied(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, "[]")


def is_short_collection(spot: Spot) -> bool:
    return spot.is_flow and spot.on_one_line and spot.parent is not None


def collection_of_another_type(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    other = "{one: two}" if spot.is_list else "[one, two]"
    return replaced(spot, rng.choice((other, "one", "12", "true")))


def is_needed_field(spot: Spot) -> bool:
    return spot.required and spot.on_one_line


def field_lost(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    left = without(spot) if spot.index else None
    assert spot.parent is not None
    return edited(spot, "removed", left, at(spot.parent)) if left else None


def field_without_value(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    return replaced(spot, rng.choice(("null", "~")))


def is_known_field(spot: Spot) -> bool:
    return spot.key is not None and spot.parent is not None and spot.parent.is_closed and len(spot.name) > 3


def field_misspelt(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    assert spot.key is not None
    assert spot.parent is not None
    name, cut_at = spot.name, 1 + rng.randrange(len(spot.name) - 1)
    wrong = rng.choice((name[:cut_at] + name[cut_at + 1 :], f"{name}s", name.capitalize(), name.replace("e", "ee")))
    if wrong == name or wrong in spot.parent.schema["properties"]:
        return None
    start = int(spot.key.start_mark.index)
    text = f"{spot.file.text[:start]}{wrong}{spot.file.text[start + len(name) :]}"
    return edited(spot, f"misspelt as {wrong}", text, at_key(spot))


def is_line_of_closed(spot: Spot) -> bool:
    return has_own_line(spot) and spot.parent is not None and spot.parent.is_closed


def unknown_field(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    place = Place(message_name(spot.file.name), spot.line + 1, len(spot.indent) + 1)
    return line_added(spot, rng.choice(("rating: 5", "__class__: x", "no_such_field: [1]", '"": x', "id: x")), place)


KINDS = (
    Kind("text of another type", is_text, text_of_another_type),
    Kind("empty text", is_text, empty_text),
    Kind("figure of another type", is_figure, figure_of_another_type),
    Kind("figure not above zero", is_figure, figure_not_above_zero),
    Kind("figure too large", is_figure, figure_too_large),
    Kind("ambiguous figure", is_figure, ambiguous_figure),
    Kind("count with a fraction", is_count, count_with_a_fraction),
    Kind("ambiguous boolean", is_boolean, ambiguous_boolean),
    Kind("impossible date", is_date, no_such_day),
    Kind("other date format", is_date, other_date_format),
    Kind("date in the future", is_date_of_a_fact, date_in_the_future),
    Kind("unknown term", is_term, unknown_term),
    Kind("value that breaks its pattern", is_choice, wrong_form),
    Kind("URL with a forbidden scheme", is_address, hostile_address),
    Kind("malformed URL", is_address, broken_address),
    Kind("markup in a URL", is_address, markup_in_address),
    Kind("markup in a closed value", is_closed_form, markup_in_closed_form),
    Kind("quotes around a version missing", is_quoted_figure, quotes_lost),
    Kind("empty list", is_needed_list, list_emptied),
    Kind("list or mapping of another type", is_short_collection, collection_of_another_type),
    Kind("required field missing", is_needed_field, field_lost),
    Kind("required field without a value", is_needed_field, field_without_value),
    Kind("misspelt field", is_known_field, field_misspelt),
    Kind("unknown field", is_line_of_closed, unknown_field),
)
