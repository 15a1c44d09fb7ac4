"""Damages a copy of the data, loads it, restores it, and judges the outcome."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copy, copytree

from macros.addresses import LIST
from macros.checks import load_sound
from macros.loading import DataError, ParseCache, Problem, Records
from tests.mutations.damage import Damage, Kind, damage
from tests.mutations.dataset import Dataset, read_dataset
from tests.support.places import PROJECT

Load = Callable[[Path, ParseCache], Records]
REFUSED, HARMLESS = "refused", "harmless"


@dataclass(frozen=True)
class Outcome:
    """The result of loading damaged data."""

    records: Records | None = None
    problems: tuple[Problem, ...] = ()
    crash: str = ""
    """The traceback of any exception but DataError."""


@dataclass(frozen=True)
class Trial:
    """One damage and its outcome."""

    kind: Kind
    number: int
    project: Path
    """The project whose data was damaged."""
    damage: Damage
    verdict: str
    """REFUSED, HARMLESS, or what was expected and what came instead."""

    @property
    def passed(self) -> bool:
        return self.verdict in (REFUSED, HARMLESS)

    def __str__(self) -> str:
        folder = "" if self.project == PROJECT else f" --project {self.project.relative_to(PROJECT)}"
        return (
            f"{self.kind.name}, number {self.number}: {self.verdict}\n"
            f"  damage: {self.damage.what}\n"
            f'  repeat: python -m tests.mutations "{self.kind.name}" {self.number}{folder}'
        )


def judge(kind: Kind, made: Damage, outcome: Outcome, undamaged: Records) -> str:
    """The verdict on a damage: REFUSED or HARMLESS as its kind demands, else what went wrong."""
    problems = "".join(f"\n    {problem}" for problem in outcome.problems[:8])
    if outcome.crash:
        return f"expected problems or records, got an exception:\n{outcome.crash}"
    if kind.harmless:
        if outcome.records is None:
            return f"expected the records of the undamaged data, got{problems}"
        same = replace(outcome.records, revision=undamaged.revision) == undamaged
        return HARMLESS if same else "expected the records of the undamaged data, got others"
    missing = [place for place in made.places if not any(map(place.holds, outcome.problems))]
    if missing or not made.places:
        wanted = ", ".join(map(str, missing)) or "a place"
        return f"expected to be refused at {wanted}, got{problems or ' accepted'}"
    return REFUSED


@dataclass(frozen=True, repr=False)
class Bench:
    """A copy of a project's data in which damages are tried."""

    project: Path
    data: Dataset
    folder: Path
    """The copy, which each trial restores."""
    load: Load = load_sound
    cache: ParseCache = field(default_factory=dict)

    def attempt(self, kind: Kind, number: int) -> Trial | None:
        """Tries one damage; None where the data has no value to damage this way."""
        made = damage(kind, number, self.data)
        if made is None:
            return None
        with self._damaged(made.edits):
            outcome = self._outcome()
        return Trial(kind, number, self.project, made, judge(kind, made, outcome, self.data.records))

    def _outcome(self) -> Outcome:
        try:
            return Outcome(records=self.load(self.folder, self.cache))
        except DataError as error:
            return Outcome(problems=error.problems)
        except Exception:  # noqa: BLE001 - no other exception may come
            return Outcome(crash=traceback.format_exc())

    @contextmanager
    def _damaged(self, edits: Mapping[str, bytes | None]) -> Iterator[None]:
        try:
            for name, content in edits.items():
                self._write(name, content)
            yield
        finally:
            for name in edits:
                file = self.data.files.get(name)
                self._write(name, file.text.encode() if file else None)

    def _write(self, name: str, content: bytes | None) -> None:
        path = self.folder / name
        if content is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def bench(project: Path, folder: Path) -> Bench:
    """A bench in an empty folder, with a copy of a project's data and of its list of published addresses."""
    copytree(project / "data", folder / "data")
    if (project / LIST).is_file():
        (folder / LIST).parent.mkdir(parents=True, exist_ok=True)
        copy(project / LIST, folder / LIST)
    cache: ParseCache = {}
    records = load_sound(folder / "data", cache)
    return Bench(project, read_dataset(folder, records), folder / "data", cache=cache)


def table(kinds: Sequence[Kind], trials: Sequence[Trial]) -> Iterator[str]:
    """A line for each kind of damage: how many were tried, and how many of them failed."""
    tried = Counter(trial.kind.name for trial in trials)
    failed = Counter(trial.kind.name for trial in trials if not trial.passed)
    width = max(len(kind.name) for kind in kinds)
    yield f"{'kind':{width}}   tried  failed"
    for kind in kinds:
        yield f"{kind.name:{width}}{tried[kind.name]:8}{failed[kind.name]:8}"
    yield f"{'all':{width}}{tried.total():8}{failed.total():8}"
