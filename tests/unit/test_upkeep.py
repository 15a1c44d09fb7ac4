"""The weekly reports of CI: links, against a host on this machine; old facts; and newer builders."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread

import pytest

from tests.support.project import PROJECT
from upkeep import ages, canary, links
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
    "/fails-once": ([(500, {}), *SOUND], "failed", "500"),
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


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of the link check, which take no time here."""
    found: list[float] = []
    monkeypatch.setattr(links, "sleep", found.append)
    return found


@pytest.mark.parametrize("path", ANSWERS)
def test_a_response_has_its_status(path: str, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "TIMEOUT", 0.2 if path == "/silent" else links.TIMEOUT)
    _, wanted, begins = ANSWERS[path]
    status, detail = links.fetch(f"{host.address}{path}")
    assert (status, detail.startswith(begins.format(host=host.address))) == (wanted, True)
    assert bool(detail) == bool(begins)


@pytest.mark.parametrize(
    ("path", "waited"), [("/fails-once", [5, 1]), ("/fails", [5, 60, 1]), ("/missing", [1]), ("/forbidden", [1])]
)
def test_only_a_failure_is_tried_again(path: str, waited: list[float], host: Host, pauses: list[float]) -> None:
    links.check_host([f"{host.address}{path}"])
    assert pauses == waited
    assert len(host.requested) == len(waited)


def test_each_address_in_the_data_is_requested_once(host: Host, pauses: list[float], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    paths = ("/sound", "/missing", "/gone", "/missing")
    text = "".join(f"- url: {host.address}{path}\n" for path in paths)
    (tmp_path / "data/sources.yml").write_text(
        f"{text}- {{url: '{host.address}/gone#part'}}\n- See https://a.example/\n"
    )
    report = links.report(tmp_path)
    assert sorted(host.requested) == ["/gone", "/missing", "/sound"]
    assert pauses == [1, 1, 1]
    assert f"{host.address}/missing: 404 Not Found, in data/sources.yml:2, data/sources.yml:4" in report


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
def test_a_fact_is_old_by_the_day_of_the_report(
    made_up_project: Path, today: tuple[int, int, int], *, old: bool
) -> None:
    assert (f"| {NEWEST} | 25 |" in ages.report(made_up_project, datetime.date(*today))) is old
    assert ages.report(made_up_project, datetime.date(2018, 1, 1)) == ""


def test_the_report_of_ages_counts_every_old_fact(made_up_project: Path) -> None:
    report = ages.report(made_up_project, datetime.date(2030, 1, 1))
    assert report.startswith("21 facts are more than 24 months old.")
    rows = [row.split(" | ") for row in report.splitlines() if row.startswith("| 20")]
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), reverse=True)
    assert sum(int(row[2]) for row in rows) == 21
    assert rows[0][0] == f"| {NEWEST}"


def test_a_report_goes_into_the_file_that_is_named(
    made_up_project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
