"""What a description makes of the text in a row of an upstream: values of fields, as data files have them."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from macros.facts.grouping import group_pairs
from macros.importing.tables import LINE, PrintedRow
from macros.importing.upstream import Known, Upstream, UpstreamError
from macros.loading.files import DataFile
from macros.loading.problems import Problem, did_you_mean, shortened, visible
from macros.loading.problems import field as as_text
from macros.schema.base import Part, SourceReference
from macros.schema.imports import CellDescription
from macros.schema.models import Model
from macros.schema.references import Reference, Term
from macros.schema.values import ID
from macros.schema.walk import Steps, entry_type, field_hints, reference_or_term, unwrapped

FILE = "(file)"
HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")
MOST_MISTAKES = 50
MODEL_FIELDS = field_hints(Model)
MEND_NAME = "map it to one under `words`, or add the name to `other_names` of the record"


@dataclass
class Mistakes:
    """What keeps an upstream from being imported, each placed where its description would be mended."""

    file: DataFile
    """Of the description."""
    within: Steps
    """The way to the description, where the file has several."""
    found: dict[tuple[Steps, str, str], Problem] = field(default_factory=dict)

    def add(self, path: Steps, message: str, hint: str = "", line: PrintedRow | None = None) -> None:
        """One that is mended at a path of the description; what later rows repeat is told once."""
        at = f"{line.get(FILE)}, {line.get(LINE)}: " if line else ""
        problem = self.file.problem((*self.within, *path), visible(at + message), hint)
        self.found.setdefault((path, message, hint), replace(problem, field=as_text(path)))

    def refuse(self) -> None:
        """Raises UpstreamError with all of them, if there are any."""
        if self.found:
            told = [str(problem) for problem in sorted(self.found.values())]
            more = [f"… and {len(told) - MOST_MISTAKES} more"] if len(told) > MOST_MISTAKES else []
            raise UpstreamError("\n".join(("nothing was imported:", *told[:MOST_MISTAKES], *more)))


@dataclass
class Cells:
    """Makes values of cells, and collects models that have no record yet."""

    upstream: Upstream
    known: Known
    mistakes: Mistakes
    new_models: Mapping[str, CellDescription]
    """By field, how a model is made that has no record."""
    keeps_spelling: bool
    """Whether names stay as printed, where rows have no other field for that."""
    models: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Those made so far, by id."""
    remarks: dict[str, None] = field(default_factory=dict)

    def value(self, path: Steps, cell: CellDescription, hint: Any, line: PrintedRow) -> Any:
        """The value of a field of a type; None, or an empty list, where the row does not say it."""
        texts = list(self._texts(path, cell, line))
        meant = [one for text in texts for one in self._meant(path, cell, hint, text, line)]
        entry = entry_type(hint)
        if cell.part and isinstance(entry, type) and issubclass(entry, Part):
            hint = field_hints(entry).get(cell.part, str)
        typed: list[Any] = []
        for one in meant:
            if (value := self._typed(path, hint, one, line)) is not None and value not in typed:
                typed.append(value)
        if entry:
            return [{cell.part: value} for value in typed] if cell.part else typed
        if len(typed) > 1:
            self.mistakes.add(path, f"expected one value, got {' and '.join(map(repr, meant))}", line=line)
        return typed[0] if typed else None

    def _texts(self, path: Steps, cell: CellDescription, line: PrintedRow) -> Iterator[str]:
        """What the row says in the columns, cut down to what is meant and split."""
        for text in self._printed(path, cell, line):
            found = re.search(cell.matches, text) if cell.matches else None
            part = text if not cell.matches else found.expand(cell.gives) if found else ""
            for one in part.split(cell.split) if cell.split else (part,):
                if words := " ".join(one.split()):
                    yield words

    def _printed(self, path: Steps, cell: CellDescription, line: PrintedRow) -> Sequence[str]:
        if cell.value is not None:
            return [cell.value]
        if cell.marked:
            held = {column: line.get(column, "") for column in cell.marked}
            return [cell.marked[name] for name, text in held.items() if text and cell.mark in (None, text)]
        filled = [text for name in cell.columns or [str(cell.column)] if (text := line.get(name))]
        if cell.join:
            return [cell.join.join(filled)]
        if len(filled) > 1:
            self.mistakes.add(path, f"expected one filled column, got {len(filled)}", "`join` joins several", line)
        return filled

    def _meant(self, path: Steps, cell: CellDescription, hint: Any, text: str, line: PrintedRow) -> Sequence[str]:
        if not cell.words or text in cell.words:
            return cell.words.get(text, (text,))
        if isinstance(reference_or_term(hint), Reference):
            return (text,)
        expected = f"expected one of the words that are mapped, got {shortened(text)!r}"
        self.mistakes.add((*path, "words"), expected, did_you_mean(text, tuple(cell.words)), line)
        return ()

    def _typed(self, path: Steps, hint: Any, text: str, line: PrintedRow) -> Any:
        """A text as a value of the type; None, and a mistake, where it is none."""
        named = reference_or_term(hint)
        if isinstance(named, Reference):
            return self._record(path, named, text, line)
        if isinstance(named, Term):
            terms = tuple(self.known.records.vocabularies[named.vocabulary].values)
            if text not in terms:
                expected = f"expected a value of the vocabulary {named.vocabulary}, got {shortened(text)!r}"
                self.mistakes.add(path, expected, f"{did_you_mean(text, terms)}\nmap it under `words`".strip(), line)
            return text
        kind = entry_type(hint) or unwrapped(hint)[0]
        if isinstance(kind, type) and issubclass(kind, SourceReference):
            return self.upstream.cite(text)
        try:
            return PLAIN[kind](text)
        except (KeyError, ValueError):
            name = {int: "a whole number", float: "a number", bool: "true or false"}.get(kind, "a date like 2022-11-16")
            self.mistakes.add(path, f"expected {name}, got {shortened(text)!r}", line=line)
            return None

    def _record(self, path: Steps, named: Reference, text: str, line: PrintedRow) -> str | None:
        """The id or, where rows keep it, the name of a record."""
        ids = self.known.records.names.ids_by_name[named.kind]
        if text in ids:
            return text if named.as_published and self.keeps_spelling else ids[text]
        if record_id := self._folded[named.kind].get(text.casefold()):
            return record_id
        if named.kind == "models" and self.new_models and path[0] != "models":
            return self._new_model(line)
        expected = f"expected the id or a name of one of the {named.kind}, got {shortened(text)!r}"
        if path[0] == "models":
            self.remarks[f"left without {path[-1]}: {expected}"] = None
        else:
            self.mistakes.add(path, expected, f"{did_you_mean(text, tuple(ids))}\n{MEND_NAME}".strip(), line)
        return None

    @cached_property
    def _folded(self) -> Mapping[str, Mapping[str, str]]:
        """By kind: ids by names without case, those that readers see included, where a name means one record."""
        found: dict[str, dict[str, str]] = {}
        for kind, names in self.known.records.names.ids_by_name.items():
            shown = ((getattr(record, "name", None) or key, key) for key, record in self.known.records.of(kind).items())
            groups = group_pairs((name.casefold(), key) for name, key in (*names.items(), *shown))
            found[kind] = {name: keys[0] for name, keys in groups.items() if len(set(keys)) == 1}
        return found

    def _new_model(self, line: PrintedRow) -> str | None:
        """The id, or Hub id, of the model of a row, which gets a record unless there is one."""
        described = self.new_models.items()
        made = {name: self.value(("models", name), cell, MODEL_FIELDS[name], line) for name, cell in described}
        fields = {name: value for name, value in made.items() if value not in (None, [])}
        hub_id = str(fields.get("hub_id", ""))
        model_id = hub_id.lower()
        if not HUB_ID.fullmatch(hub_id) or not re.fullmatch(ID, model_id):
            expected = f"expected an id on the Hub, such as Owner/Name, for a new model, got {shortened(hub_id)!r}"
            self.mistakes.add(("models", "hub_id"), expected, MEND_NAME, line)
            return None
        if known := self.known.records.names.ids_by_name["models"].get(hub_id) or self._folded["models"].get(model_id):
            return known
        self.models.setdefault(model_id, fields)
        return hub_id if self.keeps_spelling else model_id


def _number(text: str) -> float | int:
    value = float(text.replace(",", ""))
    if not math.isfinite(value):
        raise ValueError(text)
    return int(value) if value.is_integer() else value


PLAIN: Mapping[Any, Any] = {
    str: str,
    int: lambda text: int(text.replace(",", "")),
    float: _number,
    bool: {"true": True, "false": False}.__getitem__,
    datetime.date: datetime.date.fromisoformat,
}
"""By type: what makes a value of a text."""
