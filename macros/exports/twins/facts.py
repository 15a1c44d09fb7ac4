"""Which facts stand in the twin of a record, by kind: the rows of the API that name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.exports import benchmark_rows, lifecycle_rows, listed_rows, rows
from macros.exports.columns import AS_OF, Column, Row
from macros.exports.explorer import EXTRA
from macros.exports.twins.tables import Form, table
from macros.exports.twins.text import Words, escaped
from macros.kinds import WITH_PAGES
from macros.knowledge import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.answers import Answer, Evidence, Subject, subject_of_architecture, subject_of_model
from macros.knowledge.dated_notices import DatedNotice
from macros.knowledge.packages import Shipped
from macros.schema.catalogues import Accuracy
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation, Subjects
from macros.views.answers import Answers, InstanceAnswer, answered, doubts
from macros.views.catalogues import rated
from macros.views.listings import lines_of
from macros.words import percent

TESTED = frozenset({"models", "families", "instances", "accelerators", "datasets", "releases", "frameworks", "sources"})
MEASURED = frozenset(
    {
        "models",
        "architectures",
        "families",
        "instances",
        "accelerators",
        "frameworks",
        "benchmarks",
        "sdks",
        "sources",
    }
)
LISTED = frozenset({"architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"})
JUDGED = frozenset({"families", "accelerators", "frameworks", "sources"})
VALIDATED = frozenset({"architectures", "families", "frameworks", "sources"})
"""Kinds whose records such facts name."""

REASONS: dict[str, Column] = {
    "batch_size_scope_inferred": Column("Why the editor concluded the scope."),
    "withdrawn": Column("When and how the source withdrew the row."),
    "name_inferred": Column("Why the published name is taken to mean this model."),
    "tested_with": Column("The code that was run."),
    "variant": Column("What tells the row apart."),
}
"""Columns of tested configurations that say why, as the pages do, where the API says whether."""

EVIDENCE: Mapping[str, Column] = {
    "accelerator": Column("The accelerator.", kind="accelerators"),
    "answer": Column("What the strongest evidence amounts to.", vocabulary="answer"),
    "evidence": Column("The kind of evidence.", vocabulary="evidence"),
    "level": Column("What the evidence is about.", vocabulary="evidence_level"),
    "framework": Column("The framework.", kind="frameworks"),
    "workload": Column("What the model is run for.", vocabulary="workload"),
    "fit": Column("How well the hardware suits the family.", vocabulary="fit"),
    "status": Column("What a list or verdict says.", vocabulary="status"),
    "instances": Column("Instance types the evidence names.", kind="instances"),
    "facts": Column("How many facts say so."),
    "oldest": AS_OF,
    "as_of": AS_OF,
    "catalogue": Column("The list it stands in.", kind="catalogues"),
    "superseded": Column("Whether a later edition of the list dropped it."),
    "sources": Column("The documents that say so.", kind="sources"),
}
"""Of the answers: a row for each piece of evidence."""

FITS: Mapping[str, Column] = {
    "instance": Column("The instance type.", kind="instances"),
    "accelerator": Column("The accelerator it carries.", kind="accelerators"),
    "memory_gib": Column("Memory of all its accelerators.", unit="GiB"),
    "named_by_evidence": Column("Whether evidence names this very instance type."),
    "share_of_memory_for_weights": Column("An estimate, by number format."),
}
"""Of instance types held against the weights."""

SCORES: Mapping[str, Column] = {
    "catalogue": Column("The list that reports it.", kind="catalogues"),
    "benchmark": Column("The benchmark."),
    "value": Column("As printed."),
    "published_reference": Column("The score published elsewhere, as printed."),
    "data_type": Column("The number format."),
    "hardware_as_published": Column("The hardware."),
}
"""Of accuracy that lists report."""


@dataclass(frozen=True)
class Found:
    """One piece of evidence about one accelerator."""

    answer: Answer
    evidence: Evidence


class Facts:
    """Writes the facts about any record; each fact once, for every twin it stands in."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._knowledge = words.knowledge
        self._tests = Form[TestedConfiguration](
            words,
            _without(rows.COLUMNS["tested-configurations"], "id") | REASONS,
            _tested,
            tells_gaps=True,
            download="api/v1/tested-configurations.csv",
        )
        self._benchmarks = Form[Benchmark](
            words, _without(benchmark_rows.COLUMNS, "id"), benchmark_rows.benchmark, download="api/v1/benchmarks.csv"
        )
        self._listed = Form[Listed](
            words,
            _without(listed_rows.COLUMNS, "id", "tasks", "data_types") | {"says_also": Column("What else it says.")},
            lambda line: listed_rows.listed(line) | {"says_also": "; ".join(lines_of([line])[0].says) or None},
            download="api/v1/listed-models.csv",
        )
        self._verdicts = Form[Verdict](
            words,
            _without(rows.COLUMNS["support"], "id") | {"workload_inferred": Column("Why this workload.")},
            lambda found: rows.verdict(found) | {"workload_inferred": found.workload_inferred or "no"},
        )
        self._validated = Form[ValidatedPair](words, rows.COLUMNS["validated-models"], rows.validated_pair)
        self._notices = Form[DatedNotice](
            words,
            _without(lifecycle_rows.NOTICE_COLUMNS, "id"),
            lambda step: lifecycle_rows.notice(self._knowledge, step),
            download="api/v1/lifecycle.csv",
        )
        self._packages = Form[Shipped](
            words,
            lifecycle_rows.PACKAGE_COLUMNS,
            lambda shipped: lifecycle_rows.package_version(self._knowledge, shipped),
            download="api/v1/package-versions.csv",
        )
        self._evidence = Form[Found](words, EVIDENCE, _found)
        self._fits = Form[InstanceAnswer](words, FITS, _fit)
        self._scores = Form[tuple[str, Accuracy]](
            words, SCORES, lambda found: {"catalogue": found[0]} | found[1].model_dump()
        )

    def about(self, kind: str, record: str) -> Iterator[str]:
        """Sections with everything that names a record, in the order of its page."""
        yield from self._answers(kind, record)
        yield from self._judged(kind, record)
        yield from self._ran(kind, record)
        yield from self._lists(kind, record)
        yield from self._lifecycle(kind, record)
        yield from self._members(kind, record)
        yield from self._doubts(kind, record)
        yield from self._citing(kind, record)

    def _answers(self, kind: str, record: str) -> Iterator[str]:
        subject = self._subject(kind, record)
        if subject is None:
            return
        found = answered(self._knowledge, subject)
        known = [Found(line.answer, one) for line in found.known for one in line.answer.evidence]
        yield from table("Does it run? All evidence, by accelerator", self._evidence, known)
        if found.nothing_known:
            names = "; ".join(self._words.reference("accelerators", one) for one in found.nothing_known)
            if not known:
                yield from ("", "## Does it run?")
            yield from ("", f"Nothing is known on {names}. That is not a no.")
        yield from self._fitting(found)

    def _subject(self, kind: str, record: str) -> Subject | None:
        if kind == "models":
            return subject_of_model(self._knowledge, record)
        return subject_of_architecture(self._knowledge, record) if kind == "architectures" else None

    def _fitting(self, found: Answers) -> Iterator[str]:
        yield from table("Does it fit? Memory and weights, an estimate", self._fits, found.to_fit)
        if found.weights:
            weights = "; ".join(f"{escaped(one.data_type)}: {one.gib:.1f} GiB" for one in found.weights)
            yield from ("", f"Weights alone, parameters times bytes per parameter: {weights}.")

    def _judged(self, kind: str, record: str) -> Iterator[str]:
        if kind in JUDGED:
            yield from table("Verdicts of guidelines", self._verdicts, self._knowledge.verdicts.of(kind, record))

    def _ran(self, kind: str, record: str) -> Iterator[str]:
        if kind in TESTED:
            tests = self._knowledge.configurations.of(kind, record)
            yield from table("Tested configurations", self._tests, tests)
        if kind in MEASURED:
            yield from table("Benchmarks", self._benchmarks, self._knowledge.benchmarks.of(kind, record))

    def _lists(self, kind: str, record: str) -> Iterator[str]:
        known = self._knowledge
        lines: Sequence[Listed] = ()
        if kind == "models":
            lines = known.listed_about(record)
            validated = known.validated.of("architectures", known.records.models[record].architecture)
        else:
            lines = known.listed.of(kind, record) if kind in LISTED else ()
            validated = known.validated.of(kind, record) if kind in VALIDATED else ()
        yield from table("Lines of vendors' lists", self._listed, lines)
        if kind == "models":
            scores = [(one.id, score) for one in rated(known, record) for score in one.accuracy]
            yield from table("Accuracy that lists report", self._scores, scores)
        yield from table("Validated examples", self._validated, validated)

    def _lifecycle(self, kind: str, record: str) -> Iterator[str]:
        yield from table("Notices", self._notices, self._notices_of(kind, record))
        packages = self._knowledge.packages
        shipped: Sequence[Shipped] = ()
        if kind == "sdks":
            shipped = packages.of_release(record)
        elif kind == "components":
            found = (packages.in_release(sdk, record) for sdk in packages.releases_of(record))
            shipped = [one for several in found for one in several]
        yield from table("Package versions", self._packages, shipped)

    def _notices_of(self, kind: str, record: str) -> Sequence[DatedNotice]:
        lifecycle = self._knowledge.lifecycle
        if kind == "components":
            return lifecycle.notices_of(record)
        if kind == "frameworks":
            return [step for key in lifecycle.components_of(record) for step in lifecycle.notices_of(key)]
        if kind == "sdks":
            return lifecycle.notices.of("sdks", record)
        if kind == "accelerators":
            return lifecycle.notices_of_hardware(record, tuple(self._knowledge.instances.of("accelerators", record)))
        if kind == "instances":
            return lifecycle.notices_of_hardware(self._knowledge.records.instances[record].accelerator, (record,))
        return ()

    def _members(self, kind: str, record: str) -> Iterator[str]:
        """The records that belong to this one."""
        known = self._knowledge
        found: dict[str, Sequence[str]] = {}
        if kind == "families":
            found = {
                "architectures": known.architectures.of("families", record),
                "models": known.models.of("families", record),
            }
        elif kind == "architectures":
            found = {"models": known.models.of("architectures", record)}
        elif kind == "accelerators":
            found = {"instances": known.instances.of("accelerators", record)}
        elif kind == "frameworks":
            found = {"releases": known.releases.of("frameworks", record)}
        for members, ids in found.items():
            if ids:
                yield from ("", f"## Its {MEMBERS[members]}", "")
                yield from (f"- {self._words.reference(members, one)}" for one in ids)

    def _doubts(self, kind: str, record: str) -> Iterator[str]:
        limitations, conflicts = self._doubts_about(kind, record)
        if limitations:
            yield from ("", "## Limitations that touch it", "")
        for key, limit in limitations:
            state = self._words.term("limitation_state", limit.state)
            yield f"- {self._words.reference('limitations', key)} ({state}): {escaped(limit.summary)}"
        if conflicts:
            yield from ("", "## Where sources disagree about it", "")
        for key, conflict in conflicts:
            state = self._words.term("conflict_state", conflict.state)
            yield f"- {self._words.reference('conflicts', key)} ({state}): {escaped(conflict.reading)}"

    def _doubts_about(
        self, kind: str, record: str
    ) -> tuple[Sequence[tuple[str, Limitation]], Sequence[tuple[str, Conflict]]]:
        known = self._knowledge
        if subject := self._subject(kind, record):
            found = doubts(known, answered(known, subject))
            return found.limitations, found.conflicts
        subjects = self._subjects(kind, record)
        return known.limitations.of(*subjects), known.conflicts.of(*subjects)

    def _subjects(self, kind: str, record: str) -> Sequence[tuple[str, str | None]]:
        if kind == "instances":
            return [(kind, record), ("accelerators", self._knowledge.records.instances[record].accelerator)]
        if kind == "releases":
            return [(kind, record), ("frameworks", record.partition("/")[0])]
        return [(kind, record)] if kind in Subjects.model_fields else []

    def _citing(self, kind: str, record: str) -> Iterator[str]:
        """What cites a source, and how often."""
        if kind != "sources":
            return
        cited = Counter((one.kind, one.record) for one in self._knowledge.citations.of("sources", record))
        if cited:
            yield from ("", "## Records that cite it", "", "| Kind | Record | Citations |", "|---|---|---|")
        for (citing, one), count in cited.items():
            named = self._words.reference(citing, one) if citing in WITH_PAGES else escaped(one)
            yield f"| {citing} | {named} | {count} |"


MEMBERS = {
    "architectures": "architectures",
    "models": "models",
    "instances": "instance types",
    "releases": "releases",
}


def _without(columns: Mapping[str, Column], *names: str) -> dict[str, Column]:
    """Columns without those that say nothing in a twin."""
    return {name: column for name, column in columns.items() if name not in names}


def _tested(test: TestedConfiguration) -> Row:
    reasons: dict[str, Any] = {name: EXTRA[name](test) for name in REASONS}
    for name in ("batch_size_scope_inferred", "withdrawn", "name_inferred"):
        reasons[name] = reasons[name] or "no"
    return {
        **rows.tested_configuration(test),
        **reasons,
        "variant": reasons["variant"] or "none",
        "tested_with": reasons["tested_with"] or "not named",
    }


def _found(found: Found) -> Row:
    evidence = found.evidence
    return {
        "accelerator": found.answer.accelerator,
        "answer": found.answer.outcome,
        "evidence": evidence.kind,
        "level": evidence.level,
        "framework": evidence.framework,
        "workload": evidence.workload,
        "fit": evidence.fit,
        "status": evidence.status,
        "instances": evidence.instances or None,
        "facts": evidence.count,
        "oldest": evidence.oldest,
        "as_of": evidence.newest,
        "catalogue": evidence.catalogue,
        "superseded": evidence.superseded,
        "sources": evidence.sources,
    }


def _fit(line: InstanceAnswer) -> Row:
    return {
        "instance": line.id,
        "accelerator": line.answer.accelerator,
        "memory_gib": line.memory_gib,
        "named_by_evidence": bool(line.here),
        "share_of_memory_for_weights": "; ".join(f"{kind}: {percent(share)}" for kind, share in line.shares) or None,
    }
