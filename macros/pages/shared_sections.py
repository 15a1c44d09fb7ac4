"""Sections that the pages of many kinds of record have: what was measured, listed and published about a record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from macros.columns.column import SOURCE, Column, chosen
from macros.columns.explorer_views import VIEWS
from macros.columns.files import BASE
from macros.columns.lifecycle_words import event_noun
from macros.columns.measured import CELLS, MEASURED, SHOWN
from macros.columns.phrase import RecordLink
from macros.columns.runs import BENCHMARKS, REASONS, TESTED_CONFIGURATIONS
from macros.columns.software import (
    IMAGES,
    LIFECYCLE,
    PUT_RIGHT,
    NoticeFact,
    notice_fact,
)
from macros.columns.statements import (
    GUIDELINES,
    LISTED_MODELS,
    SAYS_ALSO,
    SCORES,
    VALIDATED_MODELS,
    WORKLOAD_INFERRED,
    scores_of,
)
from macros.facts import Benchmark, Knowledge, Listed, TestedConfiguration, ValidatedPair
from macros.facts.benchmarks import best_first, first_of_each
from macros.facts.grouping import unique
from macros.facts.issues import Issue
from macros.pages.section import Section
from macros.schema.issues import Conflict, Limitation, Subjects
from macros.schema.kinds import KINDS
from macros.words import number

F = TypeVar("F")


ISSUES: Sequence[Column[Issue[Limitation]]] = (
    Column("issue", "The known issue.", "id", kind="limitations"),
    Column("state", "Whether it still holds.", "record.state", vocabulary="limitation_state"),
    Column("summary", "What happens.", "record.summary"),
)
DISAGREEMENTS: Sequence[Column[Issue[Conflict]]] = (
    Column("question", "On what sources disagree.", "id", kind="conflicts"),
    Column("state", "Whether it is decided.", "record.state", vocabulary="conflict_state"),
    Column("reading", "How this site reads the sources.", "record.reading"),
)


RARELY_NAMED = ("catalogues", "components", "datasets", "sdks", "sources")
"""Kinds of record that few known issues name: their pages do not say that there is none."""

ANNOUNCES: Column[NoticeFact] = Column(
    "announces",
    "What is announced or put right.",
    lambda found: event_noun(found.step.notice.announces) if found.step.notice.announces else None,
    absent="nothing",
    beside="event",
)

SUBJECTS_OF_RUNS = ("models", "architectures", "families", "instances", "accelerators", "frameworks")

LABELS = {"accelerators": "Hardware", "framework": "Software", "catalogue": "Printed in"}
"""Of the first column in a cell of several: that of the cell."""

LINES_ON_PAGES: Sequence[Column[Listed]] = (
    Column(
        "means",
        "The checkpoint, else the architectures.",
        lambda line: [RecordLink(*subject) for subject in line.subjects],
        label="Means here",
        absent="no record here",
    ),
    Column("place", "Where in the source it stands, if not under its heading.", "row.place", absent=""),
    *(
        replace(column, label=LABELS[column.name])
        for column in chosen(LISTED_MODELS.columns, ("accelerators", "framework", "catalogue"))
    ),
)


def about(kind: str) -> Sequence[Section[Any]]:
    """Known issues and source disagreements about a record of a kind; none for kinds that they cannot name."""
    if kind not in (*Subjects.model_fields, "comparisons", "catalogues"):
        return ()

    def limitations(knowledge: Knowledge, record: str) -> Sequence[Issue[Limitation]]:
        return limitations_of(knowledge, kind, record)

    def conflicts(knowledge: Knowledge, record: str) -> Sequence[Issue[Conflict]]:
        return knowledge.conflicts.of_any(*subjects(knowledge, kind, record))

    none = "" if kind in RARELY_NAMED else "None recorded."
    return (
        Section("Known issues", "limitations", limitations, ISSUES, whole="limitations/", empty=none),
        Section("Source disagreements", "conflicts", conflicts, DISAGREEMENTS, whole="conflicts/"),
    )


def limitations_of(knowledge: Knowledge, kind: str, record: str) -> Sequence[Issue[Limitation]]:
    """The known issues that concern a record: its own, and those of what it belongs to."""
    if kind in ("architectures", "models"):
        return knowledge.inherited_limitations(*_shape(knowledge, kind, record))
    return knowledge.limitations.of_any(*subjects(knowledge, kind, record))


def _shape(knowledge: Knowledge, kind: str, record: str) -> tuple[Sequence[tuple[str, str]], str | None]:
    """A model with its architecture, or an architecture, and its family."""
    models, architectures = knowledge.records.models, knowledge.records.architectures
    architecture = models[record].architecture if kind == "models" else record
    return unique([(kind, record), ("architectures", architecture)]), architectures[architecture].family


BELONGS_TO: Mapping[str, tuple[str, str]] = {
    "instances": ("accelerators", "accelerator"),
    "components": ("frameworks", "framework"),
}
"""By kind: the kind of what its records belong to, and the field that names it."""


def subjects(knowledge: Knowledge, kind: str, record: str) -> Sequence[tuple[str, str | None]]:
    """The kinds and ids whose issues concern a record: its own, and those of what it belongs to."""
    found: Any = knowledge.records.of(kind)[record]
    if kind in ("architectures", "models"):
        own, family = _shape(knowledge, kind, record)
        return [*own, ("families", family)]
    if kind in BELONGS_TO:
        owner, field = BELONGS_TO[kind]
        return [(kind, record), (owner, getattr(found, field))]
    if kind == "catalogues":
        return [("sources", found.citation.source)]
    if kind == "comparisons":
        return [("frameworks", framework) for framework in found.frameworks]
    if kind == "releases":
        return [(kind, record), ("frameworks", record.partition("/")[0])]
    return [(kind, record)] if kind in Subjects.model_fields else []


@dataclass(frozen=True)
class Shared(Generic[F]):
    """A section that the pages of some kinds of record have."""

    heading: str
    anchor: str
    kinds: Collection[str]
    facts: Callable[[Knowledge, str, str], Sequence[F]]
    """Finds the facts, given kind and id of a record."""
    columns: Sequence[Column[F]]
    source: Column[F] | None = None
    """The documents that say so, where none of the columns shows them."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By heading: the names of columns that share a cell."""
    table: str = ""
    """The table of the API that has all these facts."""
    explorer: str = ""
    """What the explorer shows of these facts."""
    note: str = ""
    """What readers must know before they read the table."""

    def of(self, kind: str) -> Section[F]:
        """The section on the pages of a kind of record."""
        data = f"{BASE}{self.table}.csv"
        return Section(
            self.heading,
            self.anchor,
            lambda known, record_id: self.facts(known, kind, record_id),
            self.columns,
            whole=self._in_explorer(kind) or data,
            data=data,
            note=self.note,
            cells=self.cells,
            source=self.source,
        )

    def _in_explorer(self, kind: str) -> str:
        """Where the explorer has these facts of a record; empty where it cannot choose them by the kind of record."""
        facet = "table" if kind == "benchmarks" else KINDS[kind].noun
        can = any(view.name == self.explorer and facet in view.facets for view in VIEWS)
        return f"explore/?show={self.explorer}&{facet}={{record}}" if can else ""


def sections_of(kind: str) -> Sequence[Section[Any]]:
    """The shared sections of a kind of record."""
    return [one.of(kind) for one in SHARED if kind in one.kinds]


def _validated(knowledge: Knowledge, kind: str, record: str) -> Sequence[ValidatedPair]:
    return knowledge.validated_about(record) if kind == "models" else knowledge.validated.of(kind, record)


def _measured(knowledge: Knowledge, kind: str, record: str) -> Sequence[Benchmark]:
    """The rows of a result table or source; of all else the runs, of models the best first, else some of each model."""
    if kind in ("benchmarks", "sources"):
        return knowledge.benchmarks.of(kind, record)
    runs = best_first(knowledge.measurements_of(kind, record))
    return runs if kind == "models" else first_of_each(runs)


def _listed(knowledge: Knowledge, kind: str, record: str) -> Sequence[Listed]:
    lines = knowledge.listed_about(record) if kind == "models" else knowledge.listed.of(kind, record)
    return sorted(lines, key=lambda line: line.replaced_by is not None)


def _notices(knowledge: Knowledge, kind: str, record: str) -> Sequence[NoticeFact]:
    about = [(kind, record)]
    if kind == "frameworks":
        about = [("components", one) for one in knowledge.components.of(kind, record)]
    elif kind == "accelerators":
        about += [("instances", one) for one in knowledge.instances.of(kind, record)]
    elif kind == "instances":
        about.append(("accelerators", knowledge.records.instances[record].accelerator))
    return [notice_fact(knowledge, step) for step in knowledge.lifecycle.notices.of_any(*about)]

    packages = knowledge.packages
    return packages.of_release(record) if kind == "sdks" else packages.of_component(record)


def _at_least(size: int | None, is_bound: bool) -> int | str | None:
    return f"≥ {number(size)}" if size and is_bound else size


def _native(test: TestedConfiguration) -> int | str | None:
    return _at_least(test.row.native, test.row.lower_bound and not test.row.compiled)


def _compiled(test: TestedConfiguration) -> int | str:
    """With a native size alone, nothing was compiled; without any size, the test tells only that it ran."""
    return _at_least(test.row.compiled, test.row.lower_bound) or ("not compiled" if test.row.native else "ran")


NATIVE, COMPILED = chosen(TESTED_CONFIGURATIONS.columns, ("batch_size_native", "batch_size_compiled"))
TESTS_ON_PAGES: Sequence[Column[TestedConfiguration]] = (
    Column("release", "Framework and release.", kind="releases"),
    Column("change_percent", "How much larger the compiled batch is.", label="Change", unit="%"),
    replace(NATIVE, get=_native),
    replace(COMPILED, get=_compiled),
    replace(SOURCE, label="Printed in"),
)

SHARED: Sequence[Shared[Any]] = (
    Shared(
        "Verdicts of guidelines",
        "verdicts",
        ("families", "accelerators", "frameworks", "sources"),
        lambda known, kind, record_id: sorted(
            known.guidelines.of(kind, record_id), key=attrgetter("as_of"), reverse=True
        ),
        chosen(
            (*GUIDELINES.columns, WORKLOAD_INFERRED),
            (
                *("family", "accelerator", "framework", "workload", "workload_inferred", "fit", "fit_as_published"),
                *("status", "status_as_published", "source", "locator", "as_of"),
            ),
        ),
        table=GUIDELINES.name,
    ),
    Shared(
        "Tested configurations",
        "tested-configurations",
        ("models", "families", "instances", "accelerators", "datasets", "releases", "frameworks", "sources"),
        lambda known, kind, record_id: known.configurations.of(kind, record_id),
        chosen(
            (*TESTED_CONFIGURATIONS.columns, *REASONS, *TESTS_ON_PAGES),
            (
                *("model", "instance", "instance_count", "release", "sequence_length", "batch_size_native"),
                *("batch_size_compiled", "change_percent", "batch_size_scope", "batch_size_scope_inferred", "dataset"),
                *("precision", "name_inferred", "withdrawn", "source", "locator", "as_of"),
            ),
        ),
        cells={
            "Settings": ("dataset", "precision", "name_inferred"),
            "Printed in": ("source", "as_of", "withdrawn"),
        },
        note="Batch sizes are the largest that fitted into memory; they say nothing about speed.",
        table=TESTED_CONFIGURATIONS.name,
        explorer="configurations",
    ),
    Shared(
        "Benchmarks",
        "benchmarks",
        (*SUBJECTS_OF_RUNS, "benchmarks", "sdks", "sources"),
        _measured,
        chosen((*BENCHMARKS.columns, *MEASURED), SHOWN),
        source=SOURCE,
        cells=CELLS,
        note="Figures compare only where unit, work and number format agree.",
        table=BENCHMARKS.name,
        explorer="benchmarks",
    ),
    Shared(
        "Lines of vendors' lists",
        "listed",
        ("models", "architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"),
        _listed,
        chosen(
            (*LISTED_MODELS.columns, SAYS_ALSO, *LINES_ON_PAGES),
            (
                *("as_published", "means", "accelerators", "instance", "framework", "sdk", "workload", "status"),
                *("status_as_published", "says_also", "catalogue", "section", "place", "as_of", "replaced_by"),
            ),
        ),
        source=SOURCE,
        cells={
            "Hardware": ("accelerators", "instance"),
            "Software": ("framework", "sdk"),
            "Printed in": ("catalogue", "section", "place", "as_of", "replaced_by"),
        },
        table=LISTED_MODELS.name,
        explorer="lists",
    ),
    Shared(
        "Accuracy that lists report",
        "accuracy",
        ("models",),
        lambda known, _, record_id: list(scores_of(known, record_id)),
        SCORES,
    ),
    Shared(
        "Validated examples",
        "validated-examples",
        ("models", "architectures", "families", "datasets", "frameworks", "sources"),
        _validated,
        chosen(
            VALIDATED_MODELS.columns,
            (
                *("architecture", "task", "settings", "model", "workload", "dataset", "status"),
                *("status_as_published", "framework", "source", "locator", "as_of"),
            ),
        ),
        table=VALIDATED_MODELS.name,
    ),
    Shared(
        "Notices",
        "notices",
        ("components", "frameworks", "sdks", "accelerators", "instances"),
        _notices,
        chosen(
            (*LIFECYCLE.columns, ANNOUNCES, PUT_RIGHT),
            (
                *("component", "date", "event", "announces", "put_right", "version", "effective", "sdk", "last_sdk"),
                *("successor", "applies_to", "source", "locator", "note"),
            ),
        ),
        table=LIFECYCLE.name,
    ),
    Shared(
        "Images",
        "images",
        ("sdks", "frameworks"),
        lambda known, kind, record_id: known.images.of(kind, record_id),
        chosen(
            IMAGES.columns,
            (
                *("name", "kind", "copy", "environment", "workload", "frameworks", "version", "built_on", "python"),
                *("os", "accelerators", "sdk", "source", "locator", "note"),
            ),
        ),
        table=IMAGES.name,
    ),
)
"""In the order in which pages have them."""
