"""Every source is cited, and every record is shown on a page with something to say.

Lists show every accelerator, instance type, framework, release, family, SDK release, comparison, catalogue and result
file, whatever else names them; rows of configurations, matrices and validated examples are shown with what they name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from macros.checks.references import RecordKey, referenced_records
from macros.checks.rule import Finding, rule
from macros.loading import Records

ISSUES = frozenset({"limitations", "conflicts"})


@dataclass(frozen=True)
class _Requirement:
    """What a record of some kind must have, so that a page shows it with something to say."""

    named_by: AbstractSet[str]
    """Kinds of records: one of them must name it."""
    expected: str
    hint: str
    or_has: tuple[str, ...] = ()
    """Lists of its own: one that is not empty is enough instead."""


REQUIREMENTS: Mapping[str, _Requirement] = {
    "datasets": _Requirement(
        frozenset({"configurations"}) | ISSUES,
        "a test, a limitation or a conflict that names it",
        "name it as dataset of a row in data/configurations/, or remove it",
    ),
    "models": _Requirement(
        frozenset({"configurations", "benchmarks", "catalogues"}) | ISSUES,
        "a test, a measurement, a line of a list, a limitation or a conflict that names it, or a note",
        "name it in a row of data/benchmarks/, data/configurations/ or data/catalogues/, or add sourced notes",
        ("notes",),
    ),
    "architectures": _Requirement(
        frozenset({"models", "catalogues", "validated"}) | ISSUES,
        "a model of it, or a line, a validated example, a limitation or a conflict that names it",
        "add a model of it in data/models/, or name it in a row of data/catalogues/",
    ),
    "components": _Requirement(
        frozenset({"sdks", "components"}) | ISSUES,
        "a notice, a tag, a package, a limitation, a conflict, or a component that it took the place of",
        "add notices to it, or list it among the packages of a release in data/sdks/",
        ("notices", "tags"),
    ),
}
"""Kinds whose records must be named by others: standing in the list of all records of the kind is not enough."""

SUBJECTS = {"limitations": "affects", "conflicts": "about"}
"""Kinds that are shown beside what they touch, and the field that says what."""


def _naming_kinds(records: Records) -> Mapping[RecordKey, AbstractSet[str]]:
    """Per record: the kinds of the other records that name it."""
    found: defaultdict[RecordKey, set[str]] = defaultdict(set)
    for kind, record_id, record in records.walk():
        for named in referenced_records(records, record):
            if named != (kind, record_id):
                found[named].add(kind)
    return found


@rule("every-source-is-used", exceptable=True)
def every_source_is_used(records: Records) -> Iterator[Finding]:
    """Each source is named by a record: in a citation, as the source of a table, or as what a conflict is about."""
    named = _naming_kinds(records)
    for source in records.sources:
        if ("sources", source) not in named:
            message = "expected a record that cites this source, got none"
            yield Finding(f"sources/{source}", (), message, "cite it where its facts stand, or remove it")


@rule("every-record-is-reached", exceptable=True)
def every_record_is_reached(records: Records) -> Iterator[Finding]:
    """Each model, dataset, architecture and component is named by a record that shows it, or has facts of its own.

    A limitation or conflict touches a record.
    """
    named = _naming_kinds(records)
    for kind, required in REQUIREMENTS.items():
        for record_id, record in records.of(kind).items():
            own = any(getattr(record, name) for name in required.or_has)
            if not own and named.get((kind, record_id), set()).isdisjoint(required.named_by):
                yield Finding(f"{kind}/{record_id}", (), f"expected {required.expected}, got none", required.hint)
    for kind, field in SUBJECTS.items():
        for record_id, record in records.of(kind).items():
            if not referenced_records(records, getattr(record, field)):
                message = f"expected one or more records under {field}, got none: no page would show it"
                yield Finding(f"{kind}/{record_id}", (field,), message, "name the records that it touches")
