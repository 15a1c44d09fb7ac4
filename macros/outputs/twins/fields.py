"""A record's own fields as nested Markdown lists, in the order in which its type names them.

The annotations of a field decide how its value is written: a reference as a link, a value of a vocabulary by its
label, a citation as source, place and date. So no kind of record needs a template.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from macros.columns.column import label_of
from macros.outputs.twins.text import Words, escaped, fenced, plain
from macros.schema.base import Citation, Inference, OtherName, Part, SourceReference, Statement
from macros.schema.references import Reference, Term
from macros.schema.walk import arguments, field_hints, unwrapped

CODE = frozenset({"code", "command"})
"""Fields that become code blocks."""


def lines_of_record(words: Words, record: Part, without: Collection[str]) -> Iterator[str]:
    """The fields of a record but some, then the names of the optional fields that it does not have."""
    absent = []
    for name, hint in field_hints(type(record)).items():
        value = getattr(record, name)
        if name in without:
            continue
        if value is None and type(None) in typing.get_args(hint):
            absent.append(label_of(name).lower())
        else:
            yield from _field(words, name, hint, value, "")
    if absent:
        yield f"- **Not published or not recorded:** {'; '.join(absent)}"


def _field(words: Words, name: str, hint: Any, value: Any, indent: str) -> Iterator[str]:
    label = f"**{label_of(name)}:** "
    if name in CODE and value is not None:
        yield from (f"{indent}- {label.rstrip()}", "", *fenced(value, f"{indent}    "), "")
    else:
        yield from _lines(words, label, hint, value, indent)


def _lines(words: Words, label: str, hint: Any, value: Any, indent: str) -> Iterator[str]:
    """A value as one list item, with nested items below it where one line is not enough. Nothing if it is empty."""
    if value in (None, (), {}):
        return
    text, inner = _text(words, hint, value), f"{indent}    "
    if text is not None:
        yield f"{indent}- {label}{text}"
        return
    if isinstance(value, Part):
        yield from _group(words, label, value, indent)
        return
    yield f"{indent}- {label.rstrip()}"
    if isinstance(value, tuple):
        for entry in value:
            yield from _lines(words, "", arguments(hint)[0], entry, inner)
    else:
        key_hint, value_hint = arguments(hint)
        for key, entry in value.items():
            yield from _lines(words, f"**{_text(words, key_hint, key)}:** ", value_hint, entry, inner)


def _group(words: Words, label: str, record: Part, indent: str) -> Iterator[str]:
    """A record inside a record: its short fields in one line, the others below."""
    short, long = [], []
    for name, hint in field_hints(type(record)).items():
        value = getattr(record, name)
        if value in (None, (), {}):
            continue
        text = None if name in CODE else _text(words, hint, value)
        if text is None:
            long.append((name, hint, value))
        else:
            heading = label_of(name)
            short.append(f"{heading[0].lower()}{heading[1:]}: {text}")
    yield f"{indent}- {label}{'; '.join(short)}".rstrip()
    for name, hint, value in long:
        yield from _field(words, name, hint, value, f"{indent}    ")


def _text(words: Words, hint: Any, value: Any) -> str | None:
    """A value in one line; None for records without a short form, for statements in a list, and for lists of these."""
    if isinstance(value, Part):
        write = IN_ONE_LINE.get(type(value))
        return write(words, value) if write else None
    if isinstance(value, tuple):
        [entry_hint, *_] = arguments(hint)
        return _joined(None if isinstance(one, Statement) else _text(words, entry_hint, one) for one in value)
    if isinstance(value, dict):
        key_hint, value_hint = arguments(hint)
        texts = ((_text(words, key_hint, key), _text(words, value_hint, one)) for key, one in value.items())
        return _joined(None if text is None else f"{key}: {text}" for key, text in texts)
    for mark in unwrapped(hint)[1]:
        if isinstance(mark, Reference):
            return _reference(words, mark.kind, value)
        if isinstance(mark, Term):
            return words.term(mark.vocabulary, value)
    return plain(value)


def _joined(texts: Iterator[str | None]) -> str | None:
    found = list(texts)
    return None if None in found else "; ".join(filter(None, found))


def _reference(words: Words, kind: str, name: str) -> str:
    """A link to a record; before it the name that the source uses, where that is another one."""
    record = words.knowledge.records.names.ids_by_name[kind].get(name, name)
    link = words.reference(kind, record)
    return link if name == record else f"{escaped(name)} ({link})"


def _citation(words: Words, value: SourceReference) -> str:
    """Source, locator, as of date."""
    date = words.knowledge.as_of(value)
    words_of_date = f"as of {date.isoformat()}" if date else "no date published"
    place = f", {escaped(value.locator)}" if value.locator else ""
    return f"{words.reference('sources', value.source)}{place}, {words_of_date}"


def _statement(words: Words, value: Statement) -> str:
    """Its text, whether and why it is inferred, and its sources."""
    inferred = f" (inferred: {escaped(value.inferred)})" if value.inferred else ""
    cited = "; ".join(_citation(words, one) for one in value.citations)
    return f"{escaped(value.text)}{inferred} — {cited}"


def _other_name(words: Words, value: OtherName) -> str:
    certainty = words.term("certainty", value.certainty)
    reason = f": {escaped(value.reason)}" if value.reason else ""
    return f"{escaped(value.name)}{f' ({certainty}{reason})' if reason or value.certainty != 'certain' else ''}"


IN_ONE_LINE: Mapping[type[Part], Callable[[Words, Any], str]] = {
    SourceReference: _citation,
    Citation: _citation,
    Statement: _statement,
    Inference: lambda _, value: f"inferred: {escaped(value.reason)}",
    OtherName: _other_name,
}
"""Small records with a short form."""
