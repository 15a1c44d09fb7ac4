"""Damaged data is refused at the damaged place, and harmless changes are read as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutations.kinds import BY_NAME, KINDS
from tests.mutations.trials import Bench, bench, table
from tests.support.places import MADE_UP, PROJECT
from tests.support.proof_size import report

SMALL = 3
"""Damages of each kind to the made-up data, in every test run."""
FULL = 1000
"""Damages of all kinds together to today's data, with --prove."""


@pytest.fixture
def sandbox(tmp_path: Path) -> Bench:
    return bench(MADE_UP, tmp_path / "made-up")


@pytest.mark.proof
def test_every_damage_is_refused_at_its_place(
    sandbox: Bench, tmp_path: Path, proving: bool, request: pytest.FixtureRequest
) -> None:
    tried = bench(PROJECT, tmp_path / "today") if proving else sandbox
    numbers = range(-(-FULL // len(KINDS)) if proving else SMALL)
    trials = [trial for kind in KINDS for number in numbers if (trial := tried.attempt(kind, number))]
    if proving:
        report(request, f"{len(trials)} damages to today's data", list(table(KINDS, trials)))
    failures = [str(trial) for trial in trials if not trial.passed]
    assert not failures, "\n".join([f"{len(failures)} of {len(trials)} damages:", *failures])


def test_most_kinds_of_damage_can_be_done_to_the_made_up_data(sandbox: Bench) -> None:
    tried = [kind.name for kind in KINDS if sandbox.attempt(kind, 0)]
    assert len(tried) >= 0.8 * len(BY_NAME)


def test_the_same_number_gives_the_same_damage(sandbox: Bench) -> None:
    trials = [sandbox.attempt(BY_NAME["unknown id"], number) for number in (7, 7, 8)]
    first, again, other = (trial.damage for trial in trials if trial)
    assert first == again != other


def test_the_data_is_restored_after_each_damage(sandbox: Bench) -> None:
    before = _content(sandbox.folder)
    for name in ("record renamed", "unknown folder", "single file deleted", "file that is no data file"):
        assert sandbox.attempt(BY_NAME[name], 0)
    assert _content(sandbox.folder) == before


def _content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
