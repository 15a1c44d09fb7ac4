"""The weekly reports of CI: links, against a host on this machine; old facts; and newer builders, by stand-ins."""

from __future__ import annotations

import datetime
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread

import pytest
from pydantic import ValidationError

from macros.knowledge import Knowledge
from macros.published import LIST
from macros.site.state import Site
from tests.support.places import PROJECT
from upkeep import ages, canary, links
from upkeep.__main__ import IGNORED, main
from upkeep.canary import Ended, Trial
from upkeep.fetching import Clock, Manners, Visitor
from upkeep.links import Ignored, Outcome

MANNERS = Manners(timeout=30, between=1, tries=3, pause=5, longest_pause=60)

Reply = tuple[int, Mapping[str, str]]
REPLIES: Mapping[str, Sequence[Reply]] = {
    "/sound": [(200, {})],
    "/moved": [(301, {"Location": "/sound"})],
    "/moved-twice": [(308, {"Location": "/moved"})],
    "/elsewhere-today": [(302, {"Location": "/sound"})],
    "/elsewhere-then-moved": [(302, {"Location": "/moved"})],
    "/moved-to-nothing": [(301, {"Location": "/missing"})],
    "/round": [(301, {"Location": "/round"})],
    "/into-a-file": [(302, {"Location": "file:///etc/passwd"})],
    "/missing": [(404, {})],
    "/gone": [(410, {})],
    "/forbidden": [(403, {})],
    "/busy-once": [(429, {"Retry-After": "7"}), (200, {})],
    "/busy-for-long": [(429, {"Retry-After": "86400"}), (200, {})],
    "/busy-until-a-day": [(429, {"Retry-After": "Fri, 31 Dec 2100 23:59:59 GMT"}), (200, {})],
    "/fails-once": [(500, {}), (200, {})],
    "/fails": [(503, {})],
}


class Host:
    """A host that answers as told, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.over = Event()
        self._lock = Lock()
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/silent":
                    host.over.wait()
                    return
                status, headers = host.reply(self.path)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def reply(self, path: str) -> Reply:
        with self._lock:
            before = self.asked.count(path)
            self.asked.append(path)
        return REPLIES[path][min(before, len(REPLIES[path]) - 1)]


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


class StoppedClock:
    """Time that passes only while somebody waits."""

    def __init__(self) -> None:
        self.time = 0.0
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds

    @property
    def clock(self) -> Clock:
        return Clock(lambda: self.time, self.wait)


VERDICTS = {
    "/sound": ("sound", ""),
    "/moved": ("moved", "to {host}/sound"),
    "/moved-twice": ("moved", "to {host}/sound"),
    "/elsewhere-today": ("sound", ""),
    "/elsewhere-then-moved": ("sound", ""),
    "/moved-to-nothing": ("broken", "404 Not Found"),
    "/round": ("unsure", "301 Moved Permanently"),
    "/into-a-file": ("unsure", "302 leads to file:///etc/passwd"),
    "/missing": ("broken", "404 Not Found"),
    "/gone": ("broken", "410 Gone"),
    "/forbidden": ("unsure", "403 Forbidden"),
    "/busy-once": ("sound", ""),
    "/fails-once": ("sound", ""),
    "/fails": ("unsure", "503 Service Unavailable"),
}


@pytest.mark.parametrize("path", VERDICTS)
def test_an_answer_has_its_verdict(path: str, host: Host) -> None:
    verdict, words = VERDICTS[path]
    outcome = Visitor(MANNERS, StoppedClock().clock).visit(f"{host.address}{path}")
    assert (outcome.verdict, outcome.words) == (verdict, words.format(host=host.address))


def test_a_host_that_does_not_answer_is_not_judged(host: Host) -> None:
    impatient = replace(MANNERS, timeout=0.05)
    outcome = Visitor(impatient, StoppedClock().clock).visit(f"{host.address}/silent")
    assert outcome == Outcome(f"{host.address}/silent", "unsure", "no answer within 0.05 s")


def test_a_host_that_refuses_connections_is_tried_again_and_not_judged() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        time = StoppedClock()
        outcome = Visitor(MANNERS, time.clock).visit(f"http://127.0.0.1:{taken.getsockname()[1]}/")
    assert (outcome.verdict, time.waits) == ("unsure", [5, 10])
    assert "refused" in outcome.words


def test_an_unknown_host_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_host(*_: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_such_host)
    outcome = Visitor(MANNERS, StoppedClock().clock).visit("http://nowhere.example/")
    assert outcome.verdict == "broken"
    assert "not known" in outcome.words


@pytest.mark.parametrize(
    ("path", "waits"),
    [
        ("/busy-once", [7]),
        ("/busy-for-long", [60]),
        ("/busy-until-a-day", [5]),
        ("/fails-once", [5]),
        ("/fails", [5, 10]),
        ("/missing", []),
        ("/forbidden", []),
    ],
)
def test_a_retry_waits_as_long_as_the_host_asks_up_to_a_limit(path: str, waits: Sequence[float], host: Host) -> None:
    time = StoppedClock()
    Visitor(MANNERS, time.clock).visit(f"{host.address}{path}")
    assert time.waits == waits
    assert len(host.asked) == len(waits) + 1


def test_a_host_is_asked_once_a_second_and_once_for_each_address(host: Host) -> None:
    time = StoppedClock()
    paths = ("/sound", "/missing", "/gone", "/missing")
    outcomes = Visitor(MANNERS, time.clock).visit_all(f"{host.address}{path}" for path in paths)
    assert [outcome.verdict for outcome in outcomes] == ["broken", "broken", "sound"]
    assert sorted(host.asked) == ["/gone", "/missing", "/sound"]
    assert time.waits == [1, 1]


PLACES = {
    "https://a.example/?x=1&y": ["data/models/a.yml:3", "data/models/b.yml:3", "data/c.yml:1", "data/d.yml:1"],
    "https://b.example/": ["data/b.yml:2"],
    "https://c.example/": ["data/c.yml:2"],
}
OUTCOMES = [
    Outcome("https://a.example/?x=1&y", "broken", "404 <b>![x](http://evil.example)\n\n@everyone"),
    Outcome("https://b.example/", "moved", "to https://d.example/"),
    Outcome("https://c.example/", "sound", ""),
]


def test_the_report_of_links_names_verdict_and_places_and_escapes_answers() -> None:
    assert links.report(OUTCOMES, PLACES, []) == (
        "### Broken: name an address that shows the same revision, or the archived copy\n\n"
        "<ul>\n"
        "<li><code>https://a.example/?x=1&amp;y</code>: <code>404 &lt;b&gt;![x](http://evil.example)��@everyone</code>,"
        " in <code>data/models/a.yml:3, data/models/b.yml:3, data/c.yml:1</code> and 1 more</li>\n"
        "</ul>\n\n"
        "### Moved for good: put the new address into the data\n\n"
        "<ul>\n"
        "<li><code>https://b.example/</code>: <code>to https://d.example/</code>, in <code>data/b.yml:2</code></li>\n"
        "</ul>\n\n"
    )


def test_ignored_addresses_are_left_out_and_needless_entries_are_reported() -> None:
    entries = [Ignored(address=address, reason="Why") for address in (*PLACES, "https://gone.example/")]
    assert links.report(OUTCOMES, PLACES, entries) == (
        "### No longer needed in upkeep/ignored_links.yml\n\n"
        "<ul>\n<li><code>https://c.example/</code> answers again</li>\n"
        "<li><code>https://gone.example/</code> stands in the data no more</li>\n</ul>\n\n"
    )


def test_there_is_no_report_where_every_address_answers() -> None:
    assert links.report(OUTCOMES[2:], PLACES, []) == ""


def test_addresses_are_found_with_their_places_and_without_fragments(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "models"
    folder.mkdir(parents=True)
    (folder / "a.yml").write_text("name: A\nurl: https://a.example/x#part\nlinks:\n  - {url: 'http://b.example/'}\n")
    (folder / "b.yml").write_text("url: https://a.example/x\ntext: See https://c.example/ for more\n")
    assert links.addresses(tmp_path) == {
        "https://a.example/x": ["data/models/a.yml:2", "data/models/b.yml:1"],
        "http://b.example/": ["data/models/a.yml:4"],
    }


def test_an_ignored_address_needs_a_reason(tmp_path: Path) -> None:
    without = tmp_path / "ignored.yml"
    without.write_text("ignored:\n  - address: https://a.example/\n")
    with pytest.raises(ValidationError, match="reason"):
        links.read_ignored(without)


def test_the_list_of_ignored_addresses_can_be_read_and_has_each_once() -> None:
    ignored = [entry.address for entry in links.read_ignored(PROJECT / IGNORED)]
    assert len(ignored) == len(set(ignored))


def test_the_address_of_every_source_is_asked_for(knowledge: Knowledge) -> None:
    sources = {source.url.partition("#")[0] for source in knowledge.records.sources.values()}
    assert sources - set(links.addresses(PROJECT)) == set()


NEWEST = datetime.date(2019, 11, 5)
"""The day of the newest dated fact of the made-up data; its age rule is 24 months."""


@pytest.mark.parametrize(("today", "old"), [((2021, 12, 4), False), ((2021, 12, 5), True)])
def test_a_fact_is_old_by_the_day_of_the_report(made_up: Site, today: tuple[int, int, int], *, old: bool) -> None:
    found = ages.old_facts(made_up.knowledge, datetime.date(*today))
    assert (NEWEST in {one.as_of for one in found}) is old


def test_a_fact_that_was_old_already_at_the_edition_is_not_new(made_up: Site) -> None:
    found = ages.old_facts(made_up.knowledge, datetime.date(2030, 1, 1))
    assert {one.as_of: one.is_new for one in found} == {
        NEWEST: True,
        datetime.date(2019, 6, 1): True,
        datetime.date(2019, 3, 1): True,
        datetime.date(2019, 2, 1): True,
        datetime.date(2018, 2, 1): False,
    }


def test_the_report_of_ages_counts_every_old_fact(made_up: Site) -> None:
    knowledge, today = made_up.knowledge, datetime.date(2030, 1, 1)
    found = ages.old_facts(knowledge, today)
    kinds = (knowledge.configurations, knowledge.verdicts, knowledge.validated, knowledge.benchmarks, knowledge.listed)
    total = sum(len(facts) for facts in kinds)
    assert sum(old.facts for old in found) == total == 21
    report = ages.report(found, 24, today)
    assert f"On {today}, {total} facts of 3 sources" in report
    assert all(
        f"| {old.as_of} | {old.months} | {old.facts} | `data/sources/{old.source}.yml` |" in report for old in found
    )


def test_there_is_no_report_where_no_fact_is_old() -> None:
    assert ages.report([], 24, NEWEST) == ""


def test_a_report_goes_into_the_file_that_is_named(
    made_up_project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ages.md"
    assert main(["--project", str(made_up_project), "ages", "--report", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert "data/sources/forge-report.yml" in file.read_text("utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for made in (".venv", "tests/site", "site/models"):
        (folder / made).mkdir(parents=True)
    (folder / LIST).parent.mkdir()
    (folder / LIST).write_text("/\n/models/\n")
    return folder


class Builder:
    """Stands in for venv, pip and builders: writes pages when asked to build, and fails where told."""

    def __init__(self, pages: Sequence[str], failing: str = "") -> None:
        self.pages, self.failing = pages, failing
        self.commands: list[str] = []
        self.saw: set[Sequence[str]] = set()

    def __call__(self, command: Sequence[str], folder: Path) -> Ended:
        self.commands.append(" ".join(command[1:]))
        self.saw.add(tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_dir())))
        if self.failing and self.failing in command:
            return Ended(1, 100 * "noise\n" + f"cannot <build> {folder}")
        for page in self.pages if "build" in command else ():
            (folder / "site" / page).mkdir(parents=True)
            (folder / "site" / page / "index.html").write_text("")
        return Ended(0, "")


TRIAL = Trial("Example", "Why.", ("-r", "requirements.in", "example"), (("example", "build"), ("example", "test")))


def test_a_builder_is_tried_in_a_copy_with_its_own_packages(project: Path) -> None:
    builder = Builder(["", "models"])
    outcome = canary.attempt(TRIAL, project, builder)
    assert outcome.worked
    assert [command.partition(" ")[2].split()[0] for command in builder.commands] == [
        "venv",
        "pip",
        "example",
        "example",
    ]
    assert builder.commands[1].endswith("requirements.in example")
    assert min(builder.saw, key=len) == ("schemas", "tests", "tests/site")
    assert not (project / "site/index.html").exists()
    assert canary.report([outcome]) == ""


def test_a_builder_that_leaves_pages_out_does_not_work(project: Path) -> None:
    outcomes = [canary.attempt(TRIAL, project, Builder(pages)) for pages in ([""], ["", "models"])]
    report = canary.report(outcomes)
    assert "### Example: does not work\n\nWhy. 1 of 2 published addresses have a page." in report
    assert "### Example: works\n\nWhy. 2 of 2" in report


def test_a_failed_build_is_reported_escaped_and_ends_its_trial_alone(project: Path) -> None:
    builder = Builder([""], failing="build")
    outcome = canary.attempt(TRIAL, project, builder)
    assert "test" not in builder.commands[-1]
    report = canary.report([outcome, canary.attempt(TRIAL, project, Builder(["", "models"]))])
    assert "-m example build\n" in report
    assert "cannot &lt;build&gt; …/project</pre>" in report
    assert report.count("noise") == canary.LAST_LINES - 1
    assert "### Example: works" in report


def test_a_command_that_fails_or_cannot_start_has_its_code_and_output(tmp_path: Path) -> None:
    assert canary.start([str(tmp_path / "missing")], tmp_path).code == 1
    ended = canary.start(["sh", "-c", "echo said; echo so >&2; exit 3"], tmp_path)
    assert ended == Ended(3, "said\nso\n")
