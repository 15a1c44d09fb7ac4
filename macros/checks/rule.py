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


@dataclass(frozen=True)
class Rule:
    """A rule that spans records."""

    name: str
    description: str
    check: Callable[[Records], Iterator[Finding]]
    exceptable: bool = False
    """Whether `data/exceptions.yml` may except a finding, because sources do print what the rule refuses."""
    alone: bool = False
    """Whether it judges each record by itself, and so can while others are not sound."""
