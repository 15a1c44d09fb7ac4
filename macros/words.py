"""Figures, dates and names as text."""

from __future__ import annotations

import datetime
import html
import math
import re
from collections.abc import Sequence

from markupsafe import Markup, escape

MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!])")
SIGNIFICANT_DIGITS = 5
KIB = 1024
PAIR = re.compile(r"(\w+)'?\s*:\s*'?(\w+)")
MAPPING = re.compile(r"\{?[\w\s:',]+\}?")
UNDERSCORE = re.compile(r"(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])")


def normal(package: str) -> str:
    """The name of a package in the form in which registries compare names."""
    return re.sub(r"[-_.]+", "-", package).lower()


def version_order(version: str) -> tuple[int, ...]:
    """Sort key of versions: their numbers."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def number(value: float) -> str:
    """A figure for people: thousands separated, five significant digits; whole numbers keep all of theirs."""
    if value == int(value):
        return f"{value:,.0f}"
    decimals = max(SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(abs(value))), 0)
    rounded = f"{value:,.{decimals}f}"
    return rounded.rstrip("0").rstrip(".") if decimals else rounded


def gib(size: float) -> str:
    """A size in GiB, of which little is not nothing."""
    return f"{size:,.1f}" if round(size, 1) else f"{size:.1g}"


def size(count: int) -> str:
    """A number of bytes for people: 132 KiB, 4.7 MiB."""
    if count < KIB:
        return plural(count, "byte")
    return f"{count / KIB:,.0f} KiB" if count < KIB * KIB else f"{count / KIB / KIB:,.1f} MiB"


def as_printed(text: str) -> str:
    """A name or value of a source for people: underscores as blanks, a mapping as its pairs."""
    pairs = PAIR.findall(text) if MAPPING.fullmatch(text) else ()
    return ", ".join(map(" ".join, pairs)) if len(pairs) > 1 else UNDERSCORE.sub(" ", text)


def month(date: datetime.date) -> str:
    return f"{date:%Y-%m}"


def percent(share: float) -> str:
    """A share without decimals; what rounds to nothing and is more than that says so."""
    return "< 1 %" if share < 1 else f"{number(round(share))} %"


def plural(count: int, noun: str) -> str:
    """A count with its noun: 1 row, 2 rows, no rows."""
    return f"{number(count) if count else 'no'} {noun}{'' if count == 1 else 's'}"


def first_of(names: Sequence[str], most: int) -> str:
    """The first of some names and how many more there are: a, b and 3 more."""
    more = f" and {number(len(names) - most)} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def markdown(text: str) -> Markup:
    """Text that Markdown leaves as it is, for headings."""
    return escape(MARKDOWN_SPECIAL.sub(r"\\\1", " ".join(text.split())))


def inert(text: str) -> str:
    """Text that neither HTML nor a template engine takes for markup; themes print titles unescaped."""
    return html.escape(text).replace("{", "&#123;")
