"""What a rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from macros.loading import Records
from macros.loading.positions import Path


@dataclass(frozen=True)
class Finding:
    """A mistake that only shows when records are seen together."""

    record: str
    """Kind and id, such as models/gpt2."""
    path: Path
    message: str
    hint: str = ""
    about: str = ""
    """What in the record it is about, in words that stay when rows are added: by them an exception names it."""


Check = Callable[[Records], Iterator[Finding]]


@dataclass(frozen=True)
class Rule:
    """A rule that spans records."""

    name: str
    check: Check
    exceptable: bool = False
    """Whether `data/exceptions.yml` may except a finding, because sources do print what the rule refuses."""
    per_record: bool = False
    """Whether it looks at each record by itself, and so can run while other records are not valid."""


def rule(name: str, *, exceptable: bool = False, per_record: bool = False) -> Callable[[Check], Rule]:
    """Makes a function a rule; its docstring says what must hold."""
    return lambda check: Rule(name, check, exceptable, per_record)
