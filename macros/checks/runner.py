"""Runs the rules over records, and lets stand what an exception with a reason covers."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from macros.checks.rule import Finding, Rule
from macros.loading import Problem, Reading, Records
from macros.loading.problems import did_you_mean
from macros.schema.exceptions import RuleException

CODE = Path(__file__).resolve().parents[2]
"""The folder that paths of code are told from."""


class _Judged(NamedTuple):
    """What one rule found."""

    findings: Sequence[Finding]
    fault: Problem | None


def judged(rules: Sequence[Rule], reading: Reading, records: Records) -> Iterator[Problem]:
    """What the rules find in sound records, each finding at its place.

    Where some records are not sound by themselves, only the rules run that judge each record alone: what the others
    found would follow from records that are missing. A rule that fails is reported, and the rest still run.
    """
    whole = not reading.problems
    running = [rule for rule in rules if whole or rule.alone]
    results = [_run(rule, reading, records) for rule in running]
    stated = {_key(exception): exception for exception in records.exceptions.exceptions}
    needed = set()
    failed = set()
    for rule, result in zip(running, results, strict=True):
        if result.fault:
            failed.add(rule.name)
            yield result.fault
        for finding in result.findings:
            key = (rule.name, finding.record, finding.about)
            if rule.exceptable and key in stated:
                needed.add(key)
            else:
                hint = _hint(rule, finding)
                yield reading.problem(finding.record, finding.path, finding.message, hint, rule.name)
    if whole:
        yield from _idle(rules, reading, records, needed, failed)


def _run(rule: Rule, reading: Reading, records: Records) -> _Judged:
    findings: list[Finding] = []
    try:
        findings.extend(_about_a_record(finding, reading) for finding in rule.check(records))
    except Exception as error:  # noqa: BLE001 - whatever a rule trips over, the others still have to be heard
        return _Judged(findings, _fault(rule, error))
    return _Judged(findings, None)


def _about_a_record(finding: Finding, reading: Reading) -> Finding:
    if not reading.has(finding.record):
        raise LookupError(f"a finding about {finding.record}, which is no record")
    return finding


def _fault(rule: Rule, error: Exception) -> Problem:
    frames = traceback.extract_tb(error.__traceback__)
    below = [frame for frame in frames if Path(frame.filename) != Path(__file__)]
    own = [frame for frame in below if Path(frame.filename).is_relative_to(CODE / "macros")]
    at = (own or below or frames)[-1]
    path = Path(at.filename)
    name = path.relative_to(CODE).as_posix() if path.is_relative_to(CODE) else path.name
    got = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    hint = "this is a fault of the rule, not of the data: mend the rule, the others have run"
    return Problem(
        name, at.lineno or 1, 1, "", f"expected findings of the rule, got {got}", hint, rule.name, fault=True
    )


def _key(exception: RuleException) -> tuple[str, str, str]:
    return exception.rule, exception.record, exception.about or ""


def _hint(rule: Rule, finding: Finding) -> str:
    if not rule.exceptable:
        return finding.hint
    about = f", about: {finding.about!r}" if finding.about else ""
    entry = f"{{rule: {rule.name}, record: {finding.record}{about}, reason: …}}"
    way = f"add {entry} to data/exceptions.yml if it stands as its source prints it"
    return f"{finding.hint}\nor {way}" if finding.hint else way


def _idle(
    rules: Sequence[Rule], reading: Reading, records: Records, needed: set[tuple[str, str, str]], failed: set[str]
) -> Iterator[Problem]:
    """Exceptions that except nothing, name no rule that can be excepted from, or stand twice."""
    exceptable = [rule.name for rule in rules if rule.exceptable]
    seen = set()
    for index, exception in enumerate(records.exceptions.exceptions):
        key = _key(exception)
        if exception.rule not in exceptable:
            message = f"expected the name of a rule that has exceptions, got '{exception.rule}'"
            hint = did_you_mean(exception.rule, exceptable)
            yield reading.problem("exceptions", ("exceptions", index, "rule"), message, hint)
        elif key in seen:
            message = "expected each exception once, got it again"
            yield reading.problem("exceptions", ("exceptions", index), message, "remove one of the two")
        elif key not in needed and exception.rule not in failed:
            message = f"expected an exception that {exception.rule} needs, got one for what it does not find"
            yield reading.problem("exceptions", ("exceptions", index), message, "remove it, or correct what it names")
        seen.add(key)
