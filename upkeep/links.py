"""Which addresses the data holds, what their answers mean, and the report. No network: that is in `fetching`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Literal

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from macros.schema.base import HTTP, Listing, Record, Text, Url
from upkeep.wording import code, listed

Verdict = Literal["broken", "unsure", "moved", "sound"]

GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
FOR_GOOD = {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT}
WORTH_ANOTHER_TRY = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}
PLACES = 3
"""So many places of an address are named; the others are counted."""

HEADINGS: Mapping[Verdict, str] = {
    "broken": "Broken: name an address that shows the same revision, or the archived copy",
    "unsure": "Not judged: they refused a program or did not answer; open them by hand",
    "moved": "Moved for good: put the new address into the data",
}


class Ignored(Record):
    """An address that is not reported."""

    address: Url
    reason: Text


class IgnoreList(Record):
    """`upkeep/ignored_links.yml`."""

    ignored: Listing[Ignored]


@dataclass(frozen=True)
class Answer:
    """What a host answered to one request."""

    status: int | None
    """None where there was no answer."""
    words: str
    """The answer in words, or why there was none."""
    location: str | None = None
    """Where a redirect leads."""
    retry_after: float | None = None
    """In seconds, where the host says so."""
    unknown_host: bool = False

    @property
    def is_passing(self) -> bool:
        """Whether another try may end otherwise."""
        if self.status is None:
            return True
        return self.status in WORTH_ANOTHER_TRY or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


@dataclass(frozen=True)
class Outcome:
    """What came of an address."""

    address: str
    verdict: Verdict
    words: str


def judged(address: str, answer: Answer, moved_to: str | None) -> Outcome:
    """What the last answer to an address means; `moved_to` is where permanent redirects alone lead."""
    if answer.status is None:
        return Outcome(address, "broken" if answer.unknown_host else "unsure", answer.words)
    if answer.status in GONE:
        return Outcome(address, "broken", f"{answer.status} {answer.words}")
    if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
        return Outcome(address, "unsure", f"{answer.status} {answer.words}")
    return Outcome(address, "moved", f"to {moved_to}") if moved_to else Outcome(address, "sound", "")


def addresses(project: Path) -> Mapping[str, Sequence[str]]:
    """Every address that is a value in the data, without its fragment, and where it stands as file:line."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((project / "data").rglob("*.yml")):
        name = path.relative_to(project).as_posix()
        for node in _scalars(yaml.compose(path.read_text("utf-8"), yaml.CSafeLoader)):
            if HTTP.fullmatch(node.value):
                found[node.value.partition("#")[0]].append(f"{name}:{node.start_mark.line + 1}")
    return dict(found)


def _scalars(node: Node | None) -> Iterator[ScalarNode]:
    if isinstance(node, MappingNode):
        for _, value in node.value:
            yield from _scalars(value)
    elif isinstance(node, SequenceNode):
        for value in node.value:
            yield from _scalars(value)
    elif isinstance(node, ScalarNode):
        yield node


def read_ignored(file: Path) -> Sequence[Ignored]:
    """The list of those that are not reported. Raises pydantic's ValidationError, which names the field."""
    return IgnoreList.model_validate(yaml.safe_load(file.read_text("utf-8"))).ignored


def report(outcomes: Sequence[Outcome], places: Mapping[str, Sequence[str]], ignored: Sequence[Ignored]) -> str:
    """The findings in Markdown; empty where there are none."""
    excused = {entry.address for entry in ignored}
    parts = []
    for verdict, heading in HEADINGS.items():
        found = [outcome for outcome in outcomes if outcome.verdict == verdict and outcome.address not in excused]
        if found:
            parts += [f"### {heading}", listed(_line(outcome, places[outcome.address]) for outcome in found)]
    if needless := list(_needless(outcomes, ignored)):
        parts += ["### No longer needed in upkeep/ignored_links.yml", listed(needless)]
    return "".join(f"{part}\n\n" for part in parts)


def _line(outcome: Outcome, places: Sequence[str]) -> str:
    more = f" and {len(places) - PLACES} more" if len(places) > PLACES else ""
    return f"{code(outcome.address)}: {code(outcome.words)}, in {code(', '.join(places[:PLACES]))}{more}"


def _needless(outcomes: Sequence[Outcome], ignored: Sequence[Ignored]) -> Iterator[str]:
    verdicts = {outcome.address: outcome.verdict for outcome in outcomes}
    for entry in ignored:
        verdict = verdicts.get(entry.address)
        if verdict is None:
            yield f"{code(entry.address)} stands in the data no more"
        elif verdict == "sound":
            yield f"{code(entry.address)} answers again"
