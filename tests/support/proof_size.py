"""The size of the proofs: a part of each in `make test`, all of it in `make prove`; and what they report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

OPTION = "--prove"
_REPORTS = pytest.StashKey[dict[str, Sequence[str]]]()


def full_size(config: pytest.Config) -> bool:
    """Whether the proofs run at their full size, as `make prove` asks."""
    return bool(config.getoption(OPTION))


def report(config: pytest.Config, title: str, lines: Sequence[str]) -> None:
    """Keeps what a proof has to tell; it is printed below the results of all tests."""
    config.stash.setdefault(_REPORTS, {})[title] = lines


def reports(config: pytest.Config) -> Iterator[tuple[str, Sequence[str]]]:
    """What the proofs of this run reported, by title."""
    yield from config.stash.get(_REPORTS, {}).items()
