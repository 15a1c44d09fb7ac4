"""Sections that the pages of many kinds of record have: what was measured, listed and published about a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from macros.columns.answers import NOT_IN_CSV, TODAY, model_today
from macros.columns.column import Column, chosen, merge_columns
from macros.columns.explorer_views import VIEWS
from macros.columns.files import BASE
from macros.columns.lifecycle_words import event_noun
from macros.columns.measured import CELLS, MEASURED, SHOWN
from macros.columns.phrase import RecordLink
from macros.columns.runs import BENCHMARKS, REASONS, TESTED_CONFIGURATIONS, VARIANT
from macros.columns.software import (
    IMAGES,
    LIFECYCLE,
    PACKAGE_VERSIONS,
    PUT_RIGHT,
    NoticeFact,
    notice_fact,
)
from macros.columns.statements import (
    GUIDELINES,
    LISTED_MODELS,
    SAYS_ALSO,
    SCORES,
    SUPPORT_STATUS,
    VALIDATED_MODELS,
    WORKLOAD_INFERRED,
    scores_of,
)
from macros.facts import Benchmark, Knowledge, Listed, TestedConfiguration, ValidatedPair
from macros.facts.benchmarks import best_first, first_of_each
from macros.facts.grouping import unique
from macros.facts.issues import Issue
from macros.facts.packages import Shipped
from macros.pages.section import Section, ShownSection, shown_section
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

LABELS = {"accelerators": "Hardware", "framework": "Software", "catalogue": "Printed in", "source": "Printed in"}
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
    kinds: frozenset[str]
    facts: Callable[[Knowledge, str, str], Sequence[F]]
    """Finds the facts, given kind and id of a record."""
    columns: Sequence[Column[F]]
    anchor: str
    for_pages: Sequence[Column[F]] = ()
    """Columns that only pages have."""
    shown: str = ""
    """The names of the columns that pages have, with blanks between them; empty: all. Twins have all."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By heading: the names of columns that share a cell on pages."""
    table: str = ""
    """The table of the API that has all these facts."""
    explorer: str = ""
    """What the explorer shows of these facts."""
    note: str = ""
    """What readers must know before they read the table."""
    names_gaps: bool = False
    """Whether twins list the columns in which no row has a value."""

    def of(self, kind: str) -> Section[F]:
        """The section on the pages of a kind of record."""
        return Section(
            self.heading,
            self.anchor,
            lambda known, record: self.facts(known, kind, record),
            merge_columns(*self.columns, *self.for_pages),
            cells=self.cells,
            whole=self._whole(KINDS[kind].noun),
            shown=self.shown,
            note=self.note,
        )

    def _whole(self, noun: str) -> str:
        """Where all rows are: in the explorer, if that can choose them by the kind of record, else in the API."""
        view = next((one for one in VIEWS if one.name == self.explorer), None)
        facet = "table" if noun == "benchmark" else noun
        if view and facet in view.facets:
            return f"explore/?show={view.name}&{facet}={{record}}"
        return f"{BASE}{self.table}.csv"


def sections_of(kind: str) -> Sequence[Section[Any]]:
    """The shared sections of a kind of record."""
    return [one.of(kind) for one in SHARED if kind in one.kinds]


def shown_shared(knowledge: Knowledge, anchor: str, kind: str, record: str) -> ShownSection | None:
    """A shared section by its anchor, for pages with a template of their own; None where it has no facts."""
    (found,) = [one for one in sections_of(kind) if one.anchor == anchor]
    shown = shown_section(found, knowledge, kind, record)
    return shown if shown.total else None


def _at_least(size: int | None, is_bound: bool) -> int | str | None:
    return f"≥ {number(size)}" if size and is_bound else size


def _native(test: TestedConfiguration) -> int | str | None:
    return _at_least(test.row.native, test.row.lower_bound and not test.row.compiled)


def _compiled(test: TestedConfiguration) -> int | str:
    """With a native size alone, nothing was compiled; without any size, the test tells only that it ran."""
    return _at_least(test.row.compiled, test.row.lower_bound) or ("not compiled" if test.row.native else "ran")


NATIVE, COMPILED = chosen(TESTED_CONFIGURATIONS.columns, ("batch_size_native", "batch_size_compiled"))


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


def _packages(knowledge: Knowledge, kind: str, record: str) -> Sequence[Shipped]:
    packages = knowledge.packages
    return packages.of_release(record) if kind == "sdks" else packages.of_component(record)


SHARED: Sequence[Shared[Any]] = (
    Shared(
        "Does it run today?",
        frozenset({"models"}),
        lambda known, _, record: model_today(known, record),
        TODAY.without("model", *NOT_IN_CSV),
        anchor="today",
    ),
    Shared(
        "What runs today",
        frozenset({"accelerators", "frameworks"}),
        lambda known, kind, record: known.support.of(kind, record),
        SUPPORT_STATUS.without("id"),
        table=SUPPORT_STATUS.name,
        anchor="runs-today",
        shown="framework package accelerator instance workload status last_sdk pin replacement source locator as_of",
    ),
    Shared(
        "Verdicts of guidelines",
        frozenset({"families", "accelerators", "frameworks", "sources"}),
        lambda known, kind, record: sorted(known.guidelines.of(kind, record), key=attrgetter("as_of"), reverse=True),
        [*GUIDELINES.without("id"), WORKLOAD_INFERRED.never_empty()],
        table=GUIDELINES.name,
        anchor="verdicts",
        shown="family accelerator framework workload workload_inferred fit fit_as_published status "
        "status_as_published source locator as_of",
    ),
    Shared(
        "Tested configurations",
        frozenset({"models", "families", "instances", "accelerators", "datasets", "releases", "frameworks", "sources"}),
        lambda known, kind, record: known.configurations.of(kind, record),
        merge_columns(
            *TESTED_CONFIGURATIONS.without("id"),
            *(column.never_empty() for column in (*REASONS, VARIANT)),
            Column("release", "Framework and release.", kind="releases"),
            Column("change_percent", "How much larger the compiled batch is.", label="Change", unit="%"),
        ),
        for_pages=(replace(NATIVE, get=_native), replace(COMPILED, get=_compiled)),
        note="Batch sizes are the largest that fitted into memory; they say nothing about speed.",
        names_gaps=True,
        table=TESTED_CONFIGURATIONS.name,
        anchor="tested-configurations",
        explorer="configurations",
        shown="model instance instance_count release sequence_length batch_size_native batch_size_compiled "
        "change_percent batch_size_scope batch_size_scope_inferred dataset precision name_inferred withdrawn source "
        "locator as_of",
        cells={
            "Settings": ("dataset", "precision", "name_inferred"),
            "Printed in": ("source", "as_of", "withdrawn"),
        },
    ),
    Shared(
        "Benchmarks",
        frozenset({"models", "architectures", "families", "instances", "accelerators", "frameworks"})
        | {"benchmarks", "sdks", "sources"},
        _measured,
        BENCHMARKS.without("id", "repeats"),
        for_pages=MEASURED,
        shown=SHOWN,
        cells=CELLS,
        note="Figures compare only where unit, work and number format agree.",
        table=BENCHMARKS.name,
        anchor="benchmarks",
        explorer="benchmarks",
    ),
    Shared(
        "Lines of vendors' lists",
        frozenset({"models", "architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"}),
        _listed,
        [*LISTED_MODELS.without("id", "tasks", "data_types"), SAYS_ALSO],
        table=LISTED_MODELS.name,
        anchor="listed",
        explorer="lists",
        for_pages=LINES_ON_PAGES,
        cells={
            "Hardware": ("accelerators", "instance"),
            "Software": ("framework", "sdk"),
            "Printed in": ("catalogue", "section", "place", "as_of", "replaced_by"),
        },
        shown="as_published means accelerators instance framework sdk workload status status_as_published says_also "
        "catalogue section place as_of replaced_by",
    ),
    Shared(
        "Accuracy that lists report",
        frozenset({"models"}),
        lambda known, _, record: list(scores_of(known, record)),
        SCORES,
        anchor="accuracy",
    ),
    Shared(
        "Validated examples",
        frozenset({"models", "architectures", "families", "datasets", "frameworks", "sources"}),
        _validated,
        VALIDATED_MODELS.columns,
        table=VALIDATED_MODELS.name,
        anchor="validated-examples",
        shown="architecture task settings model workload dataset status status_as_published framework source locator "
        "as_of",
    ),
    Shared(
        "Notices",
        frozenset({"components", "frameworks", "sdks", "accelerators", "instances"}),
        _notices,
        merge_columns(*LIFECYCLE.without("id"), ANNOUNCES, PUT_RIGHT),
        table=LIFECYCLE.name,
        anchor="notices",
        shown="component date event announces put_right version effective sdk last_sdk successor applies_to source "
        "locator note",
    ),
    Shared(
        "Package versions",
        frozenset({"sdks", "components"}),
        _packages,
        PACKAGE_VERSIONS.columns,
        table=PACKAGE_VERSIONS.name,
        anchor="packages",
        shown="sdk date package component version series python note source",
    ),
    Shared(
        "Images",
        frozenset({"sdks", "frameworks"}),
        lambda known, kind, record: known.images.of(kind, record),
        IMAGES.without("id", "frameworks_inferred", "series", "parameter", "newest", "newest_of_version"),
        table=IMAGES.name,
        anchor="images",
        shown="name kind copy environment workload frameworks version built_on python os accelerators sdk source "
        "locator note",
    ),
)
"""In the order in which a twin has them."""
