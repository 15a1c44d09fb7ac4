"""The rules across records: each has a golden case that it alone refuses, a name and a description."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from macros import checks
from macros.checks import RULES, load_sound
from macros.checks.rule import Rule
from macros.loading import DataError, Problem
from tests.support.edited_data import EditedData
from tests.support.golden_cases import CASES, apply, read_case

EXCEPTABLE = "word-with-two-meanings"
"""A golden case of a rule that may be excepted from."""


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
def test_only_the_rule_refuses_its_golden_case(
    rule: Rule, editable: EditedData, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = case_of(rule.name)
    assert case, f"no case in golden/loading has a message of {rule.name}"
    folder = apply(read_case(case), editable)
    found = problems(folder)
    own = [problem for problem in found if problem.rule == rule.name]
    monkeypatch.setattr(checks, "RULES", tuple(other for other in RULES if other is not rule))
    assert own
    assert set(problems(folder)) == set(found) - set(own)


def test_names_of_rules_are_unique_and_each_has_a_description() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) == len({rule.check.__doc__ for rule in RULES})
    assert all(rule.check.__doc__ for rule in RULES)


def test_the_exception_that_a_message_proposes_is_accepted(editable: EditedData) -> None:
    folder = apply(read_case(next(case for case in CASES if case.stem == EXCEPTABLE)), editable)
    (problem,) = problems(folder)
    reason = "The paper uses the word in two ways."
    entry = "{rule: one-meaning, record: catalogues/loom-models-2019, about: 'yes', reason: …}"
    assert entry in problem.hint
    editable.write(folder / "exceptions.yml", f"exceptions:\n  - {entry.replace('…', reason)}\n")
    assert not problems(folder)
