"""The types of rules and of their findings, and the decorator that registers a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from macros.loading import Records
from macros.loading.positions import Path


@dataclass(frozen=True)
class Finding:
    """One violation of a rule."""

    record: str
    """Kind and id, such as models/gpt2."""
    path: Path
    message: str
    hint: str = ""
    about: str = ""
    """Key of the finding within its record, for `about` in data/exceptions.yml. It must not contain row numbers, which
    change when rows are added."""


Check = Callable[[Records], Iterator[Finding]]


@dataclass(frozen=True)
class Rule:
    """A check over all records, run once each record is valid by itself."""

    name: str
    check: Check
    exceptable: bool = False
    """Whether data/exceptions.yml may suppress a finding, because some sources do print what the rule refuses."""
    per_record: bool = False
    """Whether it checks each record by itself. Only such rules run while some records are not valid."""


def rule(name: str, *, exceptable: bool = False, per_record: bool = False) -> Callable[[Check], Rule]:
    """Decorator: makes a check function a Rule. The docstring of the function states the rule."""
    return lambda check: Rule(name, check, exceptable, per_record)
