"""The real data, damaged in every way that is known, is refused at the damaged place, or what is read is unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutations.kinds import BY_NAME, KINDS, WHOLE, each
from tests.mutations.telling import table
from tests.mutations.trying import Bench, Trial, bench
from tests.support.places import PROJECT
from tests.support.proof_size import full_size, report


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return bench(PROJECT, tmp_path_factory.mktemp("mutations"))


@pytest.mark.proof
def test_every_damage_is_refused_at_its_place_or_harmless(real: Bench, request: pytest.FixtureRequest) -> None:
    trials = _tried(real, proving=full_size(request.config))
    report(request.config, f"{len(trials)} damages to the real data", list(table(trials)))
    failures = [str(trial) for trial in trials if not trial.passed]
    assert not failures, "\n".join([f"{len(failures)} damages were not taken as their kind demands:", *failures])


def _tried(real: Bench, *, proving: bool) -> Sequence[Trial]:
    numbers = range(each(proving))
    if proving:
        return [real.attempt(kind, number) for kind in KINDS for number in numbers]
    # By number first, so that damages of one kind, which often choose the same few files, come apart.
    return real.attempt_together([(kind, number) for number in numbers for kind in KINDS])


def test_the_proof_has_its_size() -> None:
    assert len(BY_NAME) == len(KINDS) >= 25
    assert each(full_size=False) >= 3
    assert each(full_size=True) * len(KINDS) >= WHOLE >= 1000


def test_a_damage_is_the_same_each_time_and_another_under_another_number(real: Bench) -> None:
    first, again, other = (real.attempt(BY_NAME["id of no record"], number).damage for number in (7, 7, 8))
    assert first == again != other


def test_the_data_is_mended_after_each_damage(real: Bench) -> None:
    before = _content(real.folder)
    for name in ("record renamed", "unknown folder", "file for all records deleted", "file that is no data file"):
        real.attempt(BY_NAME[name], 0)
    assert _content(real.folder) == before


def _content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
