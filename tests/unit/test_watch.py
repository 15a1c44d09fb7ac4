"""The weekly report of newer versions, with a stand-in for the network, and where pages say when somebody looked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError

import pytest

from upkeep import watch
from upkeep.watch import report

FORGE, HAMMER = "forge/kit/tags", "pypi/hammer/json"
SAME: Mapping[str, bytes] = {
    FORGE: json.dumps([{"name": "v6.10.0"}, {"name": "v7.0.0-rc1"}, {"name": "6.4.0"}]).encode(),
    HAMMER: b'{"info": {"version": "2.1"}}',
}


def reported(project: Path, replies: Mapping[str, bytes | Exception]) -> str:
    def ask(address: str) -> bytes:
        reply = next(reply for part, reply in replies.items() if part in address)
        if isinstance(reply, Exception):
            raise reply
        return reply

    return report(project, ask)


def test_nothing_is_reported_where_nothing_is_newer(made_up_project: Path) -> None:
    assert reported(made_up_project, SAME) == ""


@pytest.mark.parametrize(
    ("place", "reply", "line"),
    [
        (
            FORGE,
            b'[{"name": "v6.11.0"}]',
            "**Forge Development Kit 6.11.0** is out; 6.10.0 is the newest here",
        ),
        (HAMMER, b'{"info": {"version": "2.10"}}', "**Hammer 2.10** is out; 2.1 is the newest here"),
    ],
)
def test_a_newer_version_is_a_line_with_the_file_to_change(
    made_up_project: Path, place: str, reply: bytes, line: str
) -> None:
    text = reported(made_up_project, {**SAME, place: reply})
    assert line in text
    assert text.count("\n") == 1
    assert "`data/" in text


@pytest.mark.parametrize(
    ("place", "reply"),
    [
        (FORGE, b"[]"),
        (FORGE, b'{"message": "Not Found"}'),
        (HAMMER, b"<html>"),
        (HAMMER, URLError("no route")),
    ],
)
def test_what_cannot_be_read_is_a_line_and_no_error(
    made_up_project: Path, place: str, reply: bytes | Exception
) -> None:
    text = reported(made_up_project, {**SAME, place: reply})
    assert "could not be read" in text
    assert text.count("\n") == 1


def test_the_report_asks_the_network_by_itself(made_up_project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise URLError("no network")

    monkeypatch.setattr(watch, "urlopen", refuse)
    assert report(made_up_project).count("could not be read: <urlopen error no network>") == len(SAME)
