"""No rule goes untested: each has a golden case that only it refuses. And what the rules say of the real data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from macros import checks
from macros.checks import RULES, load_sound
from macros.checks.releases import NUMBER_OF_REGIONS
from macros.checks.rule import Rule
from macros.knowledge import Knowledge
from macros.loading import DataError, Problem
from tests.support.golden_cases import CASES, lay_out, read_case


@cache
def case_of(rule: str) -> Path | None:
    """The first golden case with a message of the rule."""
    return next((case for case in CASES if f" [{rule}]\n" in read_case(case)["expected"]), None)


def problems(folder: Path) -> Sequence[Problem]:
    try:
        load_sound(folder)
    except DataError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_only_the_rule_refuses_its_golden_case(rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of(rule.name)
    assert case, f"no case in golden/loading has a message of {rule.name}"
    folder = lay_out(read_case(case), tmp_path)
    found = problems(folder)
    own = [problem for problem in found if problem.rule == rule.name]
    monkeypatch.setattr(checks, "RULES", tuple(other for other in RULES if other is not rule))
    assert own
    assert set(problems(folder)) == set(found) - set(own)


def test_each_rule_has_a_name_of_its_own_and_says_what_it_demands() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) == len({rule.description for rule in RULES})
    assert all(rule.description.endswith(".") for rule in RULES)


def test_a_rule_that_others_except_from_says_how(tmp_path: Path) -> None:
    stated = read_case(next(case for case in CASES if case.stem == "word-with-two-meanings"))
    folder = lay_out(stated, tmp_path)
    (problem,) = problems(folder)
    reason = "The paper uses the word in two ways."
    entry = "{rule: one-meaning, record: catalogues/loom-models-2019, about: 'yes', reason: …}"
    assert entry in problem.hint
    exceptions = folder / "exceptions.yml"
    exceptions.write_text(f"exceptions:\n  - {entry.replace('…', reason)}\n", "utf-8")
    assert not problems(folder)


def test_every_release_with_regions_counts_them_in_its_note(knowledge: Knowledge) -> None:
    """Otherwise the loss of a region would be told in the account alone, not where it stood."""
    notes = {release: one.regions_note or "" for release, one in knowledge.records.releases.items()}
    assert len(notes) == 10
    assert not [release for release, note in notes.items() if not NUMBER_OF_REGIONS.search(note)]


def test_the_exceptions_of_the_real_data_give_reasons_that_readers_can_follow(knowledge: Knowledge) -> None:
    for exception in knowledge.records.exceptions.exceptions:
        assert len(exception.reason.split()) > 8
        assert exception.reason.endswith(".")
