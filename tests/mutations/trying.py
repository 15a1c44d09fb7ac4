"""A copy of the data that is damaged, loaded and mended again, and the verdict on what came of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copy, copytree

from macros.checks import load_sound
from macros.loading import DataError, ParseCache, Problem, Records
from macros.published import LIST
from tests.mutations.damage import Damage, Kind, damage, message_name
from tests.mutations.dataset import Dataset, read_dataset

Load = Callable[[Path, ParseCache], Records]
Made = tuple[Kind, int, Damage]
REFUSED, HARMLESS = "refused", "harmless"
CRASHED = "an error that nobody foresaw"
TOGETHER = 12
"""So many damages at most share a load."""


@dataclass(frozen=True)
class Outcome:
    """What loading damaged data gave: records, problems, or an error that nobody foresaw."""

    records: Records | None = None
    problems: tuple[Problem, ...] = ()
    crash: str = ""


@dataclass(frozen=True)
class Trial:
    """One damage, and what was made of it."""

    kind: Kind
    number: int
    damage: Damage
    verdict: str
    """REFUSED, HARMLESS, or what is wrong with how the damage was taken."""

    @property
    def passed(self) -> bool:
        return self.verdict in (REFUSED, HARMLESS)

    def __str__(self) -> str:
        return (
            f"{self.kind.name}, number {self.number}: {self.verdict}\n"
            f"  damage: {self.damage.what}\n"
            f'  again:  python -m tests.mutations "{self.kind.name}" {self.number}'
        )


def judge(kind: Kind, made: Damage, outcome: Outcome, undamaged: Records) -> str:
    """REFUSED or HARMLESS where a damage was taken as its kind demands; otherwise what was expected and what came."""
    if outcome.crash:
        return f"expected problems or records, got {CRASHED}:\n{outcome.crash}"
    if kind.harmless:
        return _judge_harmless(outcome, undamaged)
    if outcome.records is not None:
        return f"expected to be refused at {_listed(map(str, made.places))}, got accepted"
    missing = [place for place in made.places if not any(map(place.holds, outcome.problems))]
    if missing:
        found = "\n".join(f"    {problem}" for problem in outcome.problems[:8])
        return f"expected to be refused at {_listed(map(str, missing))}, got\n{found}"
    return REFUSED if made.places else "expected a place at which it must be refused, got a damage without one"


def _judge_harmless(outcome: Outcome, undamaged: Records) -> str:
    if outcome.records is None:
        found = "\n".join(f"    {problem}" for problem in outcome.problems[:8])
        return f"expected the records of the undamaged data, got\n{found}"
    same = replace(outcome.records, revision=undamaged.revision) == undamaged
    return HARMLESS if same else "expected the records of the undamaged data, got others"


def _apart(damages: Iterable[Made]) -> Iterator[Sequence[Made]]:
    """The damages in groups, in their order, so that no two of a group touch a file or are refused in the same one."""
    group: list[Made] = []
    touched: set[str] = set()
    for one in damages:
        made = one[2]
        files = {message_name(name) for name in made.edits} | {place.file for place in made.places}
        if group and (len(group) == TOGETHER or files & touched):
            yield group
            group, touched = [], set()
        group.append(one)
        touched |= files
    if group:
        yield group


def _listed(names: Iterator[str]) -> str:
    return ", ".join(names)


@dataclass(frozen=True, repr=False)
class Bench:
    """Where damages are tried."""

    data: Dataset
    folder: Path
    """A copy of the data that each trial leaves as it was."""
    load: Load = load_sound
    cache: ParseCache = field(default_factory=dict)

    def attempt(self, kind: Kind, number: int) -> Trial:
        """Does the damage of a kind and number, and judges what comes of it."""
        made = damage(kind, number, self.data)
        return self._judged([(kind, number, made)])[0]

    def attempt_together(self, wanted: Sequence[tuple[Kind, int]]) -> Sequence[Trial]:
        """The same for many damages, in few loads: several at once, each in files of its own.

        One that passes among others passes. One that does not may be hidden by them, and is tried again alone.
        """
        trials: list[Trial] = []
        for group in _apart([(kind, number, damage(kind, number, self.data)) for kind, number in wanted]):
            tried = self._judged(group)
            together = [
                trial if trial.passed or len(group) == 1 else self.attempt(trial.kind, trial.number) for trial in tried
            ]
            crashed = any(CRASHED in trial.verdict for trial in tried)
            # An error that only comes where several things are wrong is one all the same.
            trials += tried if crashed and all(trial.passed for trial in together) else together
        return trials

    def _judged(self, group: Sequence[Made]) -> Sequence[Trial]:
        with self._damaged({name: content for _, _, made in group for name, content in made.edits.items()}):
            outcome = self._outcome()
        undamaged = self.data.records
        return [Trial(kind, number, made, judge(kind, made, outcome, undamaged)) for kind, number, made in group]

    def _outcome(self) -> Outcome:
        try:
            return Outcome(records=self.load(self.folder, self.cache))
        except DataError as error:
            return Outcome(problems=error.problems)
        except Exception:  # noqa: BLE001 - that no other error comes is what is proved
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
        copy(project / LIST, folder / LIST)
    cache: ParseCache = {}
    records = load_sound(folder / "data", cache)
    return Bench(read_dataset(folder, records), folder / "data", cache=cache)
