"""Runs the rules over records, and drops the findings that data/exceptions.yml excepts."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from macros.checks.rule import Finding, Rule
from macros.loading import LoadResult, Problem, Records
from macros.loading.problems import did_you_mean
from macros.schema.atlas import RuleException
from macros.schema.walk import Location

PROJECT = Path(__file__).resolve().parents[2]
"""Paths in messages about a failed rule are relative to this folder."""

ExceptionKey = tuple[str, str, str]
"""Name of the rule, record, and `about`."""


def run_rules(rules: Sequence[Rule], result: LoadResult, records: Records) -> Iterator[Problem]:
    """Runs the rules over the valid records; yields each finding as a problem with file, line and column.

    While some records are not valid, only `per_record` rules run: the others would report missing records.
    A rule that raises is reported, and the rest still run.
    """
    complete = not result.problems
    excepted = {_key(exception) for exception in records.exceptions.exceptions}
    used: set[ExceptionKey] = set()
    failed: set[str] = set()
    for rule in rules:
        if not complete and not rule.per_record:
            continue
        findings, failure = _run(rule, result, records)
        if failure:
            failed.add(rule.name)
            yield failure
        for finding in findings:
            key = (rule.name, finding.at.record, finding.about)
            if rule.exceptable and key in excepted:
                used.add(key)
            else:
                yield _problem(result, finding, rule.name, _hint(rule, finding))
    if complete:
        exceptable = [rule.name for rule in rules if rule.exceptable]
        for finding in _wrong_exceptions(records.exceptions.exceptions, exceptable, used, failed):
            yield _problem(result, finding, "", finding.hint)


def _run(rule: Rule, result: LoadResult, records: Records) -> tuple[Sequence[Finding], Problem | None]:
    findings: dict[Finding, None] = {}
    try:
        for finding in rule.check(records):
            if finding.at.record not in result.entries:
                raise LookupError(f"a finding about {finding.at.record}, which is no record")  # noqa: TRY301
            findings[finding] = None
    except Exception as error:  # noqa: BLE001 - whatever a rule raises, the others still run
        return [*findings], _failure(rule, error)
    return [*findings], None


def _failure(rule: Rule, error: Exception) -> Problem:
    """A rule that raised, at the innermost line of this package's code outside of the runner."""
    frames = traceback.extract_tb(error.__traceback__)
    below = [frame for frame in frames if Path(frame.filename) != Path(__file__)]
    own = [frame for frame in below if Path(frame.filename).is_relative_to(PROJECT / "macros")]
    at = (own or below or frames)[-1]
    path = Path(at.filename)
    name = path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else path.name
    got = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = f"expected findings of the rule, got {got}"
    hint = "this is a fault of the rule, not of the data: mend the rule, the others have run"
    return Problem(name, at.lineno or 1, 1, "", message, hint, rule.name, fault=True)


def _problem(result: LoadResult, finding: Finding, rule: str, hint: str) -> Problem:
    message = f"expected {finding.expected}, got {finding.got}"
    return result.entries[finding.at.record].problem(finding.at.path, message, hint, rule)


def _key(exception: RuleException) -> ExceptionKey:
    return exception.rule, exception.record, exception.about or ""


def _hint(rule: Rule, finding: Finding) -> str:
    hint = finding.hint or rule.hint
    if not rule.exceptable:
        return hint
    about = f", about: {finding.about!r}" if finding.about else ""
    entry = f"{{rule: {rule.name}, record: {finding.at.record}{about}, reason: …}}"
    way = f"add {entry} to data/exceptions.yml if it stands as its source prints it"
    return f"{hint}\nor {way}" if hint else way


def _wrong_exceptions(
    exceptions: Sequence[RuleException], exceptable: Sequence[str], used: set[ExceptionKey], failed: set[str]
) -> Iterator[Finding]:
    """Exceptions that match no finding, name no exceptable rule, or are duplicates."""
    seen = set()
    for index, exception in enumerate(exceptions):
        at, key = Location("exceptions", ("exceptions", index)), _key(exception)
        if exception.rule not in exceptable:
            expected, hint = "the name of a rule that has exceptions", did_you_mean(exception.rule, exceptable)
            yield Finding(at.field("rule"), expected, f"'{exception.rule}'", hint=hint)
        elif key in seen:
            yield Finding(at, "each exception once", "it again", hint="remove one of the two")
        elif key not in used and exception.rule not in failed:
            expected, hint = f"an exception that {exception.rule} needs", "remove it, or correct what it names"
            yield Finding(at, expected, "one for what it does not find", hint=hint)
        seen.add(key)
