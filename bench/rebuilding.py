"""Measures a rebuild after one figure in one data file was changed: as CI does it, and in the preview.

CI restores `.cache/` and `site/`, and runs the same command as ever. The preview is `mkdocs serve` as `make serve`
starts it: timed from saving the file until the page that it serves shows the new figure, waiting for its look at the
files, twice a second, included.
"""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.utils.yaml import yaml_load

from bench.measure import BenchError, Cost, Project, environment
from bench.project import SOURCE, model_id

SERVE = ("mkdocs", "serve", "--no-strict", "--quiet")
PATIENCE = 1_800
"""Seconds after which a preview that shows nothing new counts as broken."""
FIGURE = re.compile(r'"compiled": (\d+)')


@dataclass(frozen=True)
class Rebuild:
    """A rebuild of a site, and what became of its files."""

    cost: Cost
    files: int
    changed: frozenset[str]
    """Files with another content than before, and new ones, by their paths from the site's root."""
    needless: frozenset[str]
    """Files that were written anew with the content they had."""


def rebuild(project: Project, number: int) -> Rebuild:
    """Changes a figure of a model and builds again beside the cache and the site of the build before."""
    change_figure(project, number)
    before = digests(project.site)
    cost = project.build_again()
    after = digests(project.site)
    return Rebuild(cost, len(after), differing(before, after), rewritten(before, after))


Files = Mapping[str, tuple[int, bytes]]
"""By its path from the site's root: which file it is on its disk, and a digest of its content."""


def digests(site: Path) -> Files:
    """Every file of a site."""
    paths = (path for path in site.rglob("*") if path.is_file())
    return {
        path.relative_to(site).as_posix(): (path.stat().st_ino, blake2b(path.read_bytes()).digest()) for path in paths
    }


def differing(before: Files, after: Files) -> frozenset[str]:
    """What has another content than before, is new, or is gone."""
    every = {*before, *after}
    return frozenset(name for name in every if before.get(name, (0, b""))[1] != after.get(name, (0, b""))[1])


def rewritten(before: Files, after: Files) -> frozenset[str]:
    """What was written anew with the content that it had."""
    return frozenset(
        name
        for name in before.keys() & after.keys()
        if before[name][1] == after[name][1] and before[name][0] != after[name][0]
    )


@dataclass(frozen=True)
class Change:
    """A figure that was changed in a project."""

    page: str
    """Address of the page of the model it is a figure of."""
    figure: str
    """The new one, which stood nowhere on that page."""


def change_figure(project: Project, number: int) -> Change:
    """Changes one figure of a synthetic model of a built project to one that its page does not show."""
    model = model_id(number)
    page = f"models/{model}/"
    shown = set(re.findall(r"\d+", (project.site / page / "index.html").read_text(encoding="utf-8")))
    for file in sorted((project.folder / "data" / "configurations" / SOURCE).glob("*.yml")):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        for index, line in enumerate(lines):
            found = FIGURE.search(line)
            if found and f'"{model}"' in line:
                figure = next(str(each) for each in range(int(found[1]) + 1, 10_000) if str(each) not in shown)
                lines[index] = line.replace(found[0], f'"compiled": {figure}')
                file.write_text("".join(lines), encoding="utf-8")
                return Change(page, figure)
    raise BenchError(f"{project.folder.name} has no tested configuration of {model}")


def preview(project: Project, numbers: Sequence[int]) -> Sequence[float]:
    """Seconds from changing a figure of each model until the preview shows it."""
    with _served(project) as (host, path):
        return [_seconds_until_shown(project, number, host, path) for number in numbers]


def _seconds_until_shown(project: Project, number: int, host: str, path: str) -> float:
    change = change_figure(project, number)
    begin = time.perf_counter()
    shown = re.compile(rf"\b{change.figure}\b")
    while not shown.search(_page(host, f"{path}{change.page}")):
        if time.perf_counter() - begin > PATIENCE:
            raise BenchError(f"the preview still does not show {change.figure} on {change.page}")
        time.sleep(0.02)
    return time.perf_counter() - begin


@contextmanager
def _served(project: Project) -> Iterator[tuple[str, str]]:
    """A preview that is ready: its host with port, and the path of its root."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    temporary = project.folder.with_name("preview")
    temporary.mkdir(exist_ok=True)
    command = [sys.executable, "-m", *SERVE, "--dev-addr", host]
    told = {**environment(), "ATLAS_FAIL_ON_MACRO_ERROR": "false", "TMPDIR": str(temporary)}
    with project.log.open("wb") as log:
        process = subprocess.Popen(command, cwd=project.folder, env=told, stdout=log, stderr=log)
        try:
            path = _path(project)
            _wait_for(process, host, path)
            yield host, path
        finally:
            _end(process)


def _path(project: Project) -> str:
    with (project.folder / "mkdocs.yml").open(encoding="utf-8") as file:
        return urlsplit(str(yaml_load(file)["site_url"])).path


def _wait_for(process: subprocess.Popen[bytes], host: str, path: str) -> None:
    begin = time.perf_counter()
    while not _page(host, path):
        if process.poll() is not None or time.perf_counter() - begin > PATIENCE:
            raise BenchError("the preview did not start: see its log")
        time.sleep(0.1)


def _page(host: str, path: str) -> str:
    """A page as it is served now; nothing where it is not."""
    connection = HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.read().decode() if answer.status == HTTPStatus.OK else ""
    except (OSError, HTTPException):
        return ""
    finally:
        connection.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    # As Ctrl+C does it, so that it removes what it wrote; where that is ignored, less kindly.
    process.send_signal(signal.SIGINT)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
