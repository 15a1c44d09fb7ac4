"""The verdict on a damage: whether it was refused at its place, or changed nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from macros.checks import load_sound
from macros.loading import DataError, ParseCache, Problem, Records
from tests.mutations.damage import Damage, Kind, Place, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.trials import HARMLESS, REFUSED, Bench, Load, Outcome, Trial, bench, judge
from tests.support.places import MADE_UP

PLACE = Place("data/models/a.yml", 3, 7)


def is_name(spot: Spot) -> bool:
    return spot.path == "name" and spot.file.kind == "models"


def wrong_type(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, "12")


def other_name(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, f"Another name {rng.randrange(1000)}")


def same_name(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, f'"{spot.value}"')


WRONG_TYPE = Kind("wrong type", is_name, wrong_type)
OTHER_NAME = Kind("other name", is_name, other_name, "claimed to be harmless, and is not")
SAME_NAME = Kind("same name", is_name, same_name, "quotes are not part of the text")
NOWHERE = Kind("nowhere", lambda _: False, wrong_type)


@pytest.fixture
def sandbox(tmp_path: Path) -> Bench:
    return bench(MADE_UP, tmp_path)


def attempt(sandbox: Bench, kind: Kind, load: Load = load_sound) -> Trial:
    trial = Bench(sandbox.project, sandbox.data, sandbox.folder, load).attempt(kind, 0)
    assert trial is not None
    return trial


def test_a_damage_refused_at_its_place_passes(sandbox: Bench) -> None:
    trial = attempt(sandbox, WRONG_TYPE)
    assert trial.verdict == REFUSED
    assert trial.passed


def test_a_harmless_change_passes(sandbox: Bench) -> None:
    assert attempt(sandbox, SAME_NAME).verdict == HARMLESS


def test_a_damage_that_is_accepted_fails(sandbox: Bench) -> None:
    def accept(_folder: Path, _cache: ParseCache) -> Records:
        return sandbox.data.records

    trial = attempt(sandbox, WRONG_TYPE, accept)
    assert not trial.passed
    assert str(trial).startswith("wrong type, number 0: expected to be refused at data/models/")
    assert str(trial).endswith('python -m tests.mutations "wrong type" 0 --project tests/made_up')


def test_a_damage_refused_at_another_line_fails(sandbox: Bench) -> None:
    def move(folder: Path, cache: ParseCache) -> Records:
        try:
            return load_sound(folder, cache)
        except DataError as error:
            moved = [Problem(one.file, one.line + 1, one.column, one.field, one.message) for one in error.problems]
            raise DataError(moved) from error

    assert not attempt(sandbox, WRONG_TYPE, move).passed


def test_an_unexpected_exception_fails(sandbox: Bench) -> None:
    def crash(_folder: Path, _cache: ParseCache) -> Records:
        raise KeyError("models")

    for kind in (WRONG_TYPE, SAME_NAME):
        trial = attempt(sandbox, kind, crash)
        assert not trial.passed
        assert "KeyError: 'models'" in trial.verdict


def test_a_change_of_records_is_not_harmless(sandbox: Bench) -> None:
    assert not attempt(sandbox, OTHER_NAME).passed


def test_a_harmless_change_that_is_refused_fails(sandbox: Bench) -> None:
    outcome = Outcome(problems=(Problem("data/models/a.yml", 1, 1, "", "expected something else"),))
    verdict = judge(SAME_NAME, Damage("", {}), outcome, sandbox.data.records)
    assert "data/models/a.yml:1:1: expected something else" in verdict


def test_a_kind_without_a_value_to_damage_is_left_out(sandbox: Bench) -> None:
    assert sandbox.attempt(NOWHERE, 0) is None


@pytest.mark.parametrize(
    ("places", "passes"),
    [
        ((PLACE,), True),
        ((Place("data/models/a.yml", 3),), True),
        ((Place("data/models/a.yml", 2, None, 4),), True),
        ((Place("data/models/a.yml", 3, 8),), False),
        ((Place("data/models/a.yml", 4),), False),
        ((Place("data/models/b.yml", 3, 7),), False),
        ((PLACE, Place("data/models/b.yml", 3, 7)), False),
        ((), False),
    ],
)
def test_every_place_of_a_damage_must_be_reported(sandbox: Bench, places: tuple[Place, ...], *, passes: bool) -> None:
    outcome = Outcome(problems=(Problem("data/models/a.yml", 3, 7, "name", "expected text, got 12"),))
    verdict = judge(WRONG_TYPE, Damage("", {}, places), outcome, sandbox.data.records)
    assert (verdict == REFUSED) is passes
