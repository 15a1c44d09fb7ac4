"""The suite itself can fail: a damage that is not refused where it is, or not refused at all, is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros.checks import load_sound
from macros.loading import DataError, ParseCache, Problem, Records
from tests.mutations.damage import Damage, Kind, Place, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.dice import Dice
from tests.mutations.telling import table
from tests.mutations.trying import HARMLESS, REFUSED, Bench, Load, Outcome, Trial, bench, judge
from tests.support.places import MADE_UP

PLACE = Place("data/models/a.yml", 3, 7)


def is_name(spot: Spot) -> bool:
    return spot.path == "name" and spot.file.kind == "models"


def wrong_type(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return replaced(spot, "12")


def called_otherwise(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return replaced(spot, f"Another name {dice.below(1000)}")


WRONG_TYPE = Kind("wrong type", is_name, wrong_type)
CALLED_OTHERWISE = Kind("called otherwise", is_name, called_otherwise, "names do not matter, says who wrote this kind")


@pytest.fixture
def made_up(tmp_path: Path) -> Bench:
    return bench(MADE_UP, tmp_path)


def with_load(made_up: Bench, load: Load) -> Bench:
    return Bench(made_up.data, made_up.folder, load)


def test_a_damage_that_is_refused_at_its_place_passes(made_up: Bench) -> None:
    trial = made_up.attempt(WRONG_TYPE, 0)
    assert trial.verdict == REFUSED
    assert trial.passed


def test_a_damage_whose_refusal_is_suppressed_is_told(made_up: Bench) -> None:
    def deaf(_folder: Path, _cache: ParseCache) -> Records:
        return made_up.data.records

    trial = with_load(made_up, deaf).attempt(WRONG_TYPE, 0)
    assert not trial.passed
    assert str(trial).startswith("wrong type, number 0: expected to be refused at data/models/")
    assert "got accepted\n  damage: data/models/" in str(trial)
    assert str(trial).endswith('  again:  python -m tests.mutations "wrong type" 0')


def test_a_damage_that_is_refused_elsewhere_is_told(made_up: Bench) -> None:
    def astray(folder: Path, cache: ParseCache) -> Records:
        try:
            return load_sound(folder, cache)
        except DataError as error:
            moved = [Problem(one.file, one.line + 1, one.column, one.field, one.message) for one in error.problems]
            raise DataError(moved) from error

    trial = with_load(made_up, astray).attempt(WRONG_TYPE, 0)
    assert not trial.passed
    assert ": name: expected text, got 12" in trial.verdict


def test_an_error_that_nobody_foresaw_is_told(made_up: Bench) -> None:
    def broken(_folder: Path, _cache: ParseCache) -> Records:
        raise KeyError("models")

    for trial in (
        with_load(made_up, broken).attempt(WRONG_TYPE, 0),
        *with_load(made_up, broken).attempt_together([(WRONG_TYPE, 0), (CALLED_OTHERWISE, 1)]),
    ):
        assert not trial.passed
        assert "KeyError: 'models'" in trial.verdict


def test_a_failure_can_be_printed(made_up: Bench) -> None:
    # A failing test prints what it was given: all of the data, value by value, would fill the memory.
    made_up.attempt(WRONG_TYPE, 0)
    assert len(repr(made_up)) + len(repr(made_up.data)) + len(repr(made_up.data.spots[9])) < 400


def test_what_changes_records_is_not_harmless_whatever_its_kind_says(made_up: Bench) -> None:
    trial = made_up.attempt(CALLED_OTHERWISE, 0)
    assert trial.verdict == "expected the records of the undamaged data, got others"


def test_damages_tried_together_are_judged_as_each_alone(made_up: Bench) -> None:
    wanted = [(kind, number) for number in range(4) for kind in (WRONG_TYPE, CALLED_OTHERWISE)]
    together = made_up.attempt_together(wanted)
    assert together == [made_up.attempt(kind, number) for kind, number in wanted]
    assert {trial.passed for trial in together} == {True, False}


def test_harmless_data_that_is_refused_is_told(made_up: Bench) -> None:
    problem = Problem("data/models/a.yml", 1, 1, "", "expected something else")
    verdict = judge(CALLED_OTHERWISE, Damage("", {}), Outcome(problems=(problem,)), made_up.data.records)
    assert "data/models/a.yml:1:1: expected something else" in verdict


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
def test_every_place_of_a_damage_must_be_told(made_up: Bench, places: tuple[Place, ...], *, passes: bool) -> None:
    outcome = Outcome(problems=(Problem("data/models/a.yml", 3, 7, "name", "expected text, got 12"),))
    verdict = judge(WRONG_TYPE, Damage("", {}, places), outcome, made_up.data.records)
    assert (verdict == REFUSED) is passes


def test_the_table_counts_what_was_tried() -> None:
    verdicts = ((WRONG_TYPE, REFUSED), (WRONG_TYPE, "accepted"), (CALLED_OTHERWISE, HARMLESS))
    trials = [Trial(kind, number, Damage("", {}), verdict) for number, (kind, verdict) in enumerate(verdicts)]
    assert [line.split() for line in table(trials)] == [
        ["kind", "tried", "refused", "harmless", "wrong"],
        ["wrong", "type", "2", "1", "1"],
        ["called", "otherwise", "1", "1", *CALLED_OTHERWISE.harmless.split()],
        ["all", "2", "kinds", "3", "1", "1", "1"],
    ]
