"""Whether tests run their full form, as `make prove` asks, and the lines that they add to the terminal summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

_KEY = "terminal summary"


def report(request: pytest.FixtureRequest, title: str, lines: Sequence[str]) -> None:
    """Adds a section to the terminal summary, also from the test processes of pytest-xdist."""
    request.node.user_properties.append((_KEY, [title, *lines]))


def reports(config: pytest.Config) -> Iterator[tuple[str, Sequence[str]]]:
    """The sections that the tests of this run added: title and lines."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    results = [result for results in terminal.stats.values() for result in results] if terminal else []
    sections = {}
    for result in results:
        for key, value in getattr(result, "user_properties", ()):
            if key == _KEY:
                sections[value[0]] = value[1:]
    yield from sections.items()
