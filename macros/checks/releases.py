"""A release belongs to a framework."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.problems import did_you_mean


def _check(records: Records) -> Iterator[Finding]:
    for record_id in records.releases:
        framework, _, name = record_id.partition("/")
        if framework not in records.frameworks or not name:
            yield Finding(
                f"releases/{record_id}",
                (),
                f"expected a file in a folder named for a framework, got {record_id}.yml",
                did_you_mean(framework, tuple(records.frameworks)),
            )


OF_A_FRAMEWORK = Rule("of-a-framework", "A release lies in the folder of the framework it is a release of.", _check)
