"""The weekly reports of CI: links, against a host on this machine; old facts; newer builders and newer versions."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread
from urllib.error import URLError

import pytest

from tests.support.project import PROJECT
from upkeep import ages, canary, links, watch
from upkeep.__main__ import main

Reply = tuple[int, Mapping[str, str]]
SOUND: Sequence[Reply] = [(200, {})]
ANSWERS: Mapping[str, tuple[Sequence[Reply], str, str]] = {
    "/sound": (SOUND, "ok", ""),
    "/moved": ([(301, {"Location": "/sound"})], "moved", "{host}/sound"),
    "/moved-twice": ([(308, {"Location": "/moved"})], "moved", "{host}/sound"),
    "/elsewhere-today": ([(302, {"Location": "/sound"})], "ok", ""),
    "/elsewhere-then-moved": ([(302, {"Location": "/moved"})], "ok", ""),
    "/moved-to-nothing": ([(301, {"Location": "/missing"})], "gone", "404 Not Found"),
    "/round": ([(301, {"Location": "/round"})], "failed", "30"),
    "/into-a-file": ([(302, {"Location": "file:///etc/passwd"})], "failed", "30"),
    "/missing": ([(404, {})], "gone", "404 Not Found"),
    "/gone": ([(410, {})], "gone", "410 Gone"),
    "/forbidden": ([(403, {})], "ok", ""),
    "/busy": ([(429, {})], "ok", ""),
    "/fails-once": ([(500, {}), *SOUND], "ok", ""),
    "/fails": ([(503, {})], "failed", "503 Service Unavailable"),
    "/silent": ([], "failed", "timed out"),
}
"""By path: the replies of the host, the status of the link, and how its detail begins."""


class Host:
    """A host that gives these replies and records the requests."""

    def __init__(self) -> None:
        self.requested: list[str] = []
        self.over = Event()
        host, lock = self, Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                replies, *_ = ANSWERS[self.path]
                if not replies:
                    host.over.wait()
                    return
                with lock:
                    before = host.requested.count(self.path)
                    host.requested.append(self.path)
                status, headers = replies[min(before, len(replies) - 1)]
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    found = Host()
    thread = Thread(target=found.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.over.set()
    found.server.shutdown()
    found.server.server_close()
    thread.join()


def test_links_are_reported_failures_tried_again(host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(links, "sleep", pauses.append)
    monkeypatch.setattr(links, "TIMEOUT", 0.5)
    (tmp_path / "data").mkdir()
    text = "".join(f"- url: {host.address}{path}\n" for path in [*ANSWERS, "/gone#part"])
    (tmp_path / "data/sources.yml").write_text(f"{text}- See https://a.example/\n")
    report, found = links.report(tmp_path), {}
    for status, heading in links.HEADINGS.items():
        for line in report.partition(f"### {heading}\n\n<pre>")[2].partition("</pre>")[0].splitlines():
            address, _, detail = line.partition(": ")
            found[address.removeprefix(host.address)] = status, detail
    for path, (_, status, begins) in ANSWERS.items():
        assert found.get(path, ("ok", ""))[0] == status, path
        assert found.get(path, ("ok", ""))[1].startswith(begins.format(host=host.address)), path
    places = [f"data/sources.yml:{line}" for line in (list(ANSWERS).index("/gone") + 1, len(ANSWERS) + 1)]
    assert found["/gone"][1] == f"410 Gone, in {', '.join(places)}"
    tries = [host.requested.count(path) for path in ("/gone", "/forbidden", "/fails-once", "/fails")]
    assert tries == [1, 1, 2, 3]
    failed = [path for path, (status, _) in found.items() if status == "failed"]
    assert [pauses.count(pause) for pause in (1, 5, 60)] == [len(ANSWERS), len(failed) + 1, len(failed)]


PLACES = {
    "https://a.example/?x=1&y": ["data/models/a.yml:3", "data/models/b.yml:3"],
    "https://b.example/": ["data/b.yml:2"],
    "https://c.example/": ["data/c.yml:2"],
}
FOUND = {
    "https://a.example/?x=1&y": ("gone", "404 <b>![x](http://evil.example)\n\n@everyone"),
    "https://b.example/": ("moved", "https://d.example/"),
    "https://c.example/": ("ok", ""),
}


def test_the_report_of_links_names_status_and_places_and_escapes_answers() -> None:
    assert links.format_report(FOUND, PLACES) == (
        "### Gone: name an address that shows the same revision, or an archived copy\n\n"
        "<pre>https://a.example/?x=1&amp;y: 404 &lt;b&gt;![x](http://evil.example)��@everyone,"
        " in data/models/a.yml:3, data/models/b.yml:3</pre>\n\n"
        "### Moved permanently: put the new address into the data\n\n"
        "<pre>https://b.example/: https://d.example/, in data/b.yml:2</pre>\n"
    )
    assert links.format_report({"https://c.example/": ("ok", "")}, PLACES) == ""


NEWEST = "2019-11-05"
"""The day of the newest dated fact of the made-up data; its age rule is 24 months."""


@pytest.mark.parametrize(("today", "old"), [((2021, 12, 4), False), ((2021, 12, 5), True)])
def test_a_fact_is_old_by_the_day_of_a_report(made_up_project: Path, today: tuple[int, int, int], *, old: bool) -> None:
    assert (f"| {NEWEST} | 25 |" in ages.report(made_up_project, datetime.date(*today))) is old
    assert ages.report(made_up_project, datetime.date(2018, 1, 1)) == ""


def test_the_report_of_ages_counts_every_old_fact(made_up_project: Path) -> None:
    report = ages.report(made_up_project, datetime.date(2030, 1, 1))
    assert report.startswith("21 facts are more than 24 months old.")
    rows = [row.split(" | ") for row in report.splitlines() if row.startswith("| 20")]
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), reverse=True)
    assert sum(int(row[2]) for row in rows) == 21
    assert rows[0][0] == f"| {NEWEST}"


def test_a_report_goes_into_a_file(made_up_project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ages.md"
    main(["--project", str(made_up_project), "ages", "--report", str(file)])
    assert capsys.readouterr().out == ""
    assert "data/sources/forge-report.yml" in file.read_text("utf-8")


@pytest.mark.parametrize("failure", ["", "$ example build\ncannot <build> {folder}"])
def test_a_trial_reports_a_failed_build_escaped(failure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: Sequence[Sequence[str]], folder: Path) -> list[str]:
        return failure.format(folder=folder).splitlines()

    monkeypatch.setattr(canary, "run", run)
    monkeypatch.setattr(canary, "versions", lambda _: "example 1.2")
    works, text = canary.attempt("Example", ["pip install example", "example build"], PROJECT)
    assert works is not bool(failure)
    head = f"### Example: {'works' if works else 'does not work'}\n\nTried: example 1.2.\n"
    block = "" if works else "\n<pre>$ example build\ncannot &lt;build&gt; …/project</pre>\n"
    assert text == f"{head}{block}"


def test_commands_end_with_the_first_that_fails_and_its_last_lines(tmp_path: Path) -> None:
    failing = ["sh", "-c", "seq 100; echo why >&2; exit 3"]
    lines = canary.run([["true"], failing, ["touch", "ran"]], tmp_path)
    assert (lines[0], lines[-1]) == ("$ sh -c seq 100; echo why >&2; exit 3", "why")
    assert len(lines) == canary.LAST_LINES + 1
    assert not (tmp_path / "ran").exists()
    assert canary.run([["true"]], tmp_path) == []


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

    return watch.report(project, ask)


@pytest.mark.parametrize(
    ("place", "reply", "line"),
    [
        (FORGE, b'[{"name": "v6.11.0"}]', "**Forge Development Kit 6.11.0** is out; 6.10.0 is the newest here"),
        (HAMMER, b'{"info": {"version": "2.10"}}', "**Hammer 2.10** is out; 2.1 is the newest here"),
    ],
)
def test_a_newer_version_is_a_line_with_its_file(made_up_project: Path, place: str, reply: bytes, line: str) -> None:
    assert reported(made_up_project, SAME) == ""
    text = reported(made_up_project, {**SAME, place: reply})
    assert line in text
    assert text.count("\n") == 1
    assert "`data/" in text


@pytest.mark.parametrize(
    ("place", "reply"),
    [(FORGE, b"[]"), (FORGE, b'{"message": "Not Found"}'), (HAMMER, b"<html>"), (HAMMER, URLError("no route"))],
)
def test_what_cannot_be_read_is_a_line_no_error(made_up_project: Path, place: str, reply: bytes | Exception) -> None:
    text = reported(made_up_project, {**SAME, place: reply})
    assert "could not be read" in text
    assert text.count("\n") == 1


def test_the_report_asks_the_network_by_itself(made_up_project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise URLError("no network")

    monkeypatch.setattr(watch, "urlopen", refuse)
    assert watch.report(made_up_project).count("could not be read: <urlopen error no network>") == len(SAME)
