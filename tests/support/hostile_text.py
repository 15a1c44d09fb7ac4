"""A copy of a data folder with hostile text in every field that takes text.

The types of the records say which fields these are: a new field is covered without a change here.
"""

from __future__ import annotations

import datetime
import re
import typing
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import AfterValidator, StringConstraints

from macros.checks import RULES, load_sound
from macros.loading import load
from macros.loading.files import with_shared
from macros.schema.base import Part, Record
from macros.schema.json_schemas import TYPES
from macros.schema.kinds import KINDS
from macros.schema.references import Reference, Term
from macros.schema.values import PRINTABLE, PRINTABLE_LINES
from tests.support.elements import Element, folded
from tests.support.project import MADE_UP, TESTS
from tests.support.schema_types import OF_FACTS, WORDS, example, fields_of, hint_of

BEGINNINGS = (
    *("=1+1 ", "+1 ", "-1+1 ", "@sum(a1) "),
    *("# ", "> ", "- ", "1. ", "``` ", "| ", "--- ", "=== ", "!!! note ", "[hostile]: javascript:hostile "),
    *('"><img src=x onerror=hostile> ', "<!--atlas:0-->", "{% if true %}", "--8<-- "),
)
"""What begins a formula in a spreadsheet, a block in Markdown, an element in HTML, a command in a template."""
PAYLOAD = (
    " <script>hostile</script><img src=x onerror=hostile><!--atlas:0-->{{ 'evalu' ~ 'ated' }}{% if true %}{# "
    " [hostile](javascript:hostile) ![hostile](x) <javascript:hostile> **hostile** __hostile__ ~~hostile~~ ==hostile=="
    ' `hostile` ``` ]]> --> */ "hostile\' "><img src=x onerror=hostile> </title></td></script></style></textarea></svg>'
    " &lt;b&gt; &amp;lt; &#60; \\ | \\| ${hostile} %3cb%3e $1 \\1 { #hostile .hostile onclick=hostile }"
    " --- \u0627\u0644\u0639 | #hostile"
)
"""What every text ends in: lower case, since a page may print it so."""
OPENING = 40
"""Characters by which a payload is found."""
CODE = (TESTS / "hostile/code.md").read_text("utf-8")
"""What code ends in besides: every block that Markdown knows."""
WORD = "w" * 1_000
"""Wider than any screen, and nothing breaks it into lines."""
SYMBOL = '"<'
"""What stands in the place of a symbol, which may be two characters long."""
MARKUP = "|script|style|a|b|strong|i|em|code|del|mark|title|h1|h2|h3|"
"""What the payload would become if it were read as HTML or Markdown."""
NOT_FILLED = re.compile(
    r"\w+\.former_ids|components\.notices\[\]\.announces|catalogues\.(earlier|rows\[\]\.covers)|models\.variant_of"
    r"|conflicts\.facts"
    r"|support\.(rows\[\]|wording)\.fit|(frameworks|platforms)\.support\[\]\.after"
    r"|images\.(rows\[\]\.(series|parameter)|parameter)"
)
"""Fields that do not go with every record of their kind. Those that hold text have one in another record."""
KEPT = {"exceptions.exceptions[].about": "repeats what a rule says"}
"""Texts that cannot be poisoned, and why."""
REPEATING = {"components.other_names[].name": "package"}
"""Fields that are filled with what another field of the record says. A package list names a component by its package,
which must stay the same text in both."""
FILLED = {"releases.regions{key}": "area-region"}
"""Fields that are not filled with their names. A region's code is cut at its first hyphen, to name its area: the first
one must not be that of the payload."""


Use = Literal["words", "symbol", "code", "published name", "no text"]
"""What a string in the data is for; no text is what has a closed form, or is one of the known."""


@dataclass(frozen=True)
class Spot:
    """A string in a record."""

    field: str
    """Its kind of record and the fields to it, `[]` for entries of a list, `{}` for values and `{key}` for keys."""
    use: Use
    kind: str = ""
    """Of a published name: the kind of record it stands for."""


Change = Callable[[str, Spot], str]
Poison = Callable[[str], str]
"""Makes a text dangerous."""


def spot_of(field: str, notes: tuple[Any, ...]) -> Spot:
    """A string field by what its annotations allow."""
    for note in notes:
        match note:
            case Reference(as_published=True, kind=kind):
                is_named = "other_names" in dict(fields_of(TYPES[kind]))
                return Spot(field, "published name", kind) if is_named else Spot(field, "no text")
            case Reference() | Term() | AfterValidator():
                return Spot(field, "no text")
            case StringConstraints(pattern=pattern) if pattern == PRINTABLE_LINES:
                return Spot(field, "code")
            case StringConstraints(pattern=pattern) if pattern != PRINTABLE:
                return Spot(field, "no text")
            case StringConstraints(max_length=int()):
                return Spot(field, "symbol")
    return Spot(field, "words")


def spots(hint: Any, field: str) -> Iterator[Spot]:
    """Every place for a string that a type has."""
    inner, notes = hint_of(hint)
    if inner is str:
        yield spot_of(field, notes)
    elif isinstance(inner, type) and issubclass(inner, Part):
        for name, part in fields_of(inner):
            yield from spots(part, f"{field}.{name}")
    elif typing.get_origin(inner) is tuple:
        yield from spots(typing.get_args(inner)[0], f"{field}[]")
    elif typing.get_origin(inner) in (dict, Mapping):
        key, value = typing.get_args(inner)
        yield from spots(key, f"{field}{{key}}")
        yield from spots(value, f"{field}{{}}")
    elif typing.get_origin(inner) is not typing.Literal and inner not in {int, float, bool, datetime.date}:
        raise TypeError(f"{field}: a text may hide in {inner}")


def changed(value: Any, hint: Any, field: str, change: Change) -> Any:
    """A value of a type with `change` applied to every string of it, keys included."""
    inner, notes = hint_of(hint)
    if inner is str and isinstance(value, str):
        return change(value, spot_of(field, notes))
    if isinstance(inner, type) and issubclass(inner, Part):
        known = dict(fields_of(inner))
        return {name: changed(part, known[name], f"{field}.{name}", change) for name, part in value.items()}
    if typing.get_origin(inner) is tuple:
        return [changed(part, typing.get_args(inner)[0], f"{field}[]", change) for part in value]
    if typing.get_origin(inner) in (dict, Mapping):
        of_key, of_value = typing.get_args(inner)
        return {
            changed(key, of_key, f"{field}{{key}}", change): changed(part, of_value, f"{field}{{}}", change)
            for key, part in value.items()
        }
    return value


def text_fields() -> Mapping[str, Spot]:
    """Every field of the schema that takes a text."""
    found = (spot for name, record in OF_FACTS.items() for spot in spots(record, name))
    return {spot.field: spot for spot in found if spot.use != "no text"}


Data = Mapping[str, Any]
"""By file, as it is called below the data folder: what it holds."""


def read_data(folder: Path) -> Data:
    """What stands in a data folder, each record as if it had a file of its own."""
    found: dict[str, Any] = {}
    for file in sorted(folder.rglob("*.yml")):
        name, content = file.relative_to(folder).as_posix(), yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
        several = with_shared(content)
        kind = name.partition("/")[0]
        found |= {f"{kind}/{key}.yml": record for key, record in several.items()} or {name: content}
    return found


def write_data(data: Data, target: Path) -> None:
    """Writes the files of a data folder."""
    for name, content in data.items():
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(yaml.dump(content, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False), "utf-8")


def type_of(name: str) -> tuple[str, type[Record]]:
    """The kind and the type of the record in a file."""
    kind = name.partition("/")[0].removesuffix(".yml")
    return kind, TYPES[kind]


def changed_data(data: Data, change: Change) -> Data:
    """The data with every string changed."""
    found = {}
    for name, content in data.items():
        kind, record = type_of(name)
        found[name] = changed(content, record, kind, change)
    return found


def hostile(text: str) -> str:
    """A text between the payload's beginning and its end, the same for the same text: rows repeat what a key says."""
    beginning = BEGINNINGS[zlib.crc32(text.encode()) % len(BEGINNINGS)]
    return f"{beginning}{text.strip()}{PAYLOAD}"


def hostile_and_sometimes_long(text: str) -> str:
    """Every third text has a word wider than any screen, which takes browsers long to lay out."""
    return hostile(text) if zlib.crc32(text.encode()) % 3 else f"{hostile(text)} {WORD}"


def poisoned(data: Data, poison: Poison = hostile) -> Data:
    """The data with poison in every text. A published name becomes another name of its record, poisoned."""
    other_names = {}
    for name, content in data.items():
        kind, _, record = name.removesuffix(".yml").partition("/")
        for other in content.get("other_names", ()):
            other_names[kind, record] = other_names[kind, other["name"]] = other["name"]

    def change(text: str, spot: Spot) -> str:
        if spot.use == "words" and spot.field not in KEPT:
            return poison(text)
        if spot.use == "code":
            return f"{poison(text)}\n{CODE}"
        if spot.use == "symbol":
            return SYMBOL
        if spot.use == "published name" and (spot.kind, text) in other_names:
            return poison(other_names[spot.kind, text])
        return text

    return changed_data(data, change)


def write_poisoned(data: Data, target: Path, poison: Poison = hostile) -> None:
    """Writes the poisoned copy of some data, with an exception from every rule that reads words and finds others."""
    write_data(poisoned(data, poison), target)
    records = load(target)
    found = {
        (rule.name, finding.at.record, finding.about)
        for rule in RULES
        if rule.exceptable
        for finding in rule.check(records)
    }
    exceptions = [
        {"rule": rule, "record": record, **({"about": about} if about else {}), "reason": poison("poisoned")}
        for rule, record, about in sorted(found)
    ]
    write_data({"exceptions.yml": {"exceptions": exceptions}}, target)


@cache
def data_with_every_text() -> Data:
    """The made-up data with a text in every field that takes one."""
    records = load_sound(MADE_UP / "data")
    examples = {folder: example(kind.record, records) for folder, kind in KINDS.items() if folder in OF_FACTS}
    return filled(read_data(MADE_UP / "data"), examples)


CUT_SHORT = ("…", "...")
"""What stands in the place of the rest of a text."""


def torn(text: str, payload: str = PAYLOAD) -> list[str]:
    """Where the payload in a text is not what was written: the first characters from where it differs."""
    seen, wanted = folded(text), folded(payload)
    found = []
    for part in seen.split(wanted[:OPENING])[1:]:
        rest = wanted[OPENING:]
        same = next((at for at, (one, other) in enumerate(zip(part, rest, strict=False)) if one != other), len(rest))
        if not part.startswith(rest) and not part[same:].lstrip().startswith(CUT_SHORT):
            found.append(part[same : same + 40])
    return found


ALIVE = (
    f"//*[contains('{MARKUP}', concat('|', name(), '|'))][normalize-space()='hostile']"
    " | //script[text()='hostile'] | //@*[.='javascript:hostile' or .='x' or starts-with(name(), 'on')]"
    " | //*[@*[name()='#hostile']]"
)


def came_alive(page: Element) -> list[str]:
    """What of the payload is more than text on a page."""
    found = [str(getattr(one, "tag", one)) for one in page.node.xpath(ALIVE)]
    return found + ["a template"] * ("evaluated" in page.text)


def filled(data: Data, examples: Data) -> Data:
    """The data with every text field that the first record of a kind leaves out, taken from an example of the kind."""
    first: dict[str, str] = {}
    for name in data:
        first.setdefault(type_of(name)[0], name)
    found = dict(data)
    for kind, every in examples.items():
        record, own = TYPES[kind], data[first[kind]]
        worded = changed(every, record, kind, partial(_worded, own))
        found[first[kind]] = _merged(own, worded, record, kind)
    return found


def _worded(record: Mapping[str, Any], text: str, spot: Spot) -> str:
    """A text of an example for a record. One that only says `words` becomes the name of its field, or what fits it."""
    if text != WORDS:
        return text
    return str(record.get(REPEATING.get(spot.field, ""), FILLED.get(spot.field, spot.field)))


def _merged(value: Any, example: Any, hint: Any, field: str) -> Any:
    inner, _ = hint_of(hint)
    if isinstance(inner, type) and issubclass(inner, Part):
        known = dict(fields_of(inner))
        return {
            name: _field(value, example, known[name], name, field)
            for name in known
            if _wanted(value, f"{field}.{name}", known[name])
        }
    if typing.get_origin(inner) is tuple and value and example:
        return [_merged(value[0], example[0], typing.get_args(inner)[0], f"{field}[]"), *value[1:]]
    if typing.get_origin(inner) in (dict, Mapping) and value and example:
        key = next(iter(value))
        of_value = typing.get_args(inner)[1]
        return {**value, key: _merged(value[key], next(iter(example.values())), of_value, f"{field}{{}}")}
    return value


def _wanted(value: Mapping[str, Any], field: str, hint: Any) -> bool:
    return field.rpartition(".")[2] in value or (not NOT_FILLED.fullmatch(field) and any(spots(hint, field)))


def _field(value: Mapping[str, Any], example: Mapping[str, Any], hint: Any, name: str, field: str) -> Any:
    return _merged(value[name], example[name], hint, f"{field}.{name}") if name in value else example[name]
