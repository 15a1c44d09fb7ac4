"""Asks hosts whether addresses still answer: patiently, and no host more often than is polite."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from urllib.parse import urljoin, urlsplit

from macros.schema.base import HTTP
from upkeep.links import FOR_GOOD, Answer, Outcome, judged

AGENT = "accelerator-atlas-link-check/1"
"""Names the check and its version to the hosts it asks."""


@dataclass(frozen=True)
class Manners:
    """How patiently and how often to ask. All times in seconds."""

    timeout: float = 30
    between: float = 1
    """From one request to a host to the next."""
    tries: int = 3
    pause: float = 5
    """Before the second try; doubled before each further one."""
    longest_pause: float = 120
    """However long a host asks to wait."""
    redirects: int = 5
    hosts: int = 8
    """Asked at the same time."""


@dataclass(frozen=True)
class Clock:
    """Time as the check sees it, which tests pass without waiting."""

    now: Callable[[], float] = time.monotonic
    wait: Callable[[float], None] = time.sleep


HANDLERS = (
    urllib.request.ProxyHandler,
    urllib.request.HTTPHandler,
    urllib.request.HTTPSHandler,
    urllib.request.HTTPDefaultErrorHandler,
    urllib.request.HTTPErrorProcessor,
)
"""All that the library would use, but for the one that follows redirects: whether they are permanent matters here."""


def fetch(address: str, timeout: float) -> Answer:
    """The answer to one request; its text is not read."""
    request = urllib.request.Request(address, headers={"User-Agent": AGENT, "Accept": "*/*"})
    opener = urllib.request.OpenerDirector()
    for handler in HANDLERS:
        opener.add_handler(handler())
    try:
        with opener.open(request, timeout=timeout) as response:
            return Answer(response.status, response.reason)
    except urllib.error.HTTPError as error:
        with error:
            after = _seconds(error.headers.get("Retry-After", ""))
            return Answer(error.code, str(error.reason), error.headers.get("Location"), after)
    except TimeoutError:
        return _no_answer_in(timeout)
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            return _no_answer_in(timeout)
        return Answer(None, str(error.reason), unknown_host=isinstance(error.reason, socket.gaierror))
    except (OSError, HTTPException, ValueError) as error:
        return Answer(None, f"{type(error).__name__}: {error}")


def _no_answer_in(timeout: float) -> Answer:
    return Answer(None, f"no answer within {timeout:g} s")


def _seconds(retry_after: str) -> float | None:
    # A date instead of seconds is allowed too, and rare: the usual pause serves for it.
    return float(retry_after) if retry_after.isascii() and retry_after.isdigit() else None


class Visitor:
    """Visits addresses."""

    def __init__(self, manners: Manners, clock: Clock) -> None:
        self._manners = manners
        self._clock = clock
        self._next: dict[str, float] = {}
        self._lock = threading.Lock()

    def visit_all(self, addresses: Iterable[str]) -> list[Outcome]:
        """What came of each address, sorted. Several hosts are asked at a time, and each in turn."""
        by_host: defaultdict[str, list[str]] = defaultdict(list)
        for address in sorted(set(addresses)):
            by_host[urlsplit(address).netloc].append(address)
        with ThreadPoolExecutor(self._manners.hosts) as threads:
            outcomes = threads.map(self._visit_in_turn, by_host.values())
            return sorted((one for some in outcomes for one in some), key=lambda outcome: outcome.address)

    def _visit_in_turn(self, addresses: Sequence[str]) -> list[Outcome]:
        return [self.visit(address) for address in addresses]

    def visit(self, address: str) -> Outcome:
        """What came of one address, after as many tries as it takes."""
        pause = self._manners.pause
        answer, moved_to = self._follow(address)
        for _ in range(self._manners.tries - 1):
            if not answer.is_passing:
                break
            asked_for = answer.retry_after if answer.retry_after is not None else pause
            self._clock.wait(min(asked_for, self._manners.longest_pause))
            pause *= 2
            answer, moved_to = self._follow(address)
        return judged(address, answer, moved_to)

    def _follow(self, address: str) -> tuple[Answer, str | None]:
        """The answer at the end of redirects, and where the permanent ones at their beginning lead."""
        here, moved_to, for_good = address, None, True
        answer = self._ask(here)
        for _ in range(self._manners.redirects):
            if answer.location is None:
                break
            here = urljoin(here, answer.location)
            if not HTTP.fullmatch(here):
                return Answer(answer.status, f"leads to {here}"), None
            for_good = for_good and answer.status in FOR_GOOD
            moved_to = here if for_good else moved_to
            answer = self._ask(here)
        return answer, moved_to

    def _ask(self, address: str) -> Answer:
        host = urlsplit(address).netloc
        with self._lock:
            now = self._clock.now()
            start = max(now, self._next.get(host, now))
            self._next[host] = start + self._manners.between
        if start > now:
            self._clock.wait(start - now)
        return fetch(address, self._manners.timeout)
