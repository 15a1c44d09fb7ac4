"""Sections that the pages of many kinds of record have: what was measured, listed and published about a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from macros.columns.column import SOURCE, Column, chosen
from macros.columns.phrase import RecordLink
from macros.columns.runs import BENCHMARKS, CELLS, MEASURED, REASONS, SHOWN, TESTED_CONFIGURATIONS
from macros.columns.sentences import event_noun
from macros.columns.software import IMAGE_LINK, IMAGES, LIFECYCLE, PUT_RIGHT, STANDING, NoticeFact, notice_fact
from macros.columns.statements import (
    GUIDELINES,
    LISTED_MODELS,
    SAYS_ALSO,
    SCORES,
    VALIDATED_MODELS,
    WORKLOAD_INFERRED,
    scores_of,
)
from macros.facts import Benchmark, Listed, TestedConfiguration
from macros.facts.benchmarks import best_first
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.grouping import Index, in_turn, unique
from macros.facts.hardware import stacks_instead, stacks_of
from macros.facts.issues import Issue
from macros.facts.support_status import OFFERED
from macros.facts.vendor_lists import features_of_framework, features_of_model
from macros.pages.entries import Entry, fact
from macros.pages.section import Section
from macros.schema.issues import Conflict, Limitation, Subjects
from macros.words import number

AnyEntry = Entry[Any]
RecordKey = tuple[str, str]
"""Kind and id of a record."""


def _measured(one: AnyEntry) -> Sequence[Benchmark]:
    """The rows of a result table or source; of all else the runs, of models the best first, else some of each model."""
    if one.kind in ("benchmarks", "sources"):
        return one.facts("benchmarks")
    runs = best_first(one.knowledge.measurements_of(one.kind, one.id))
    return runs if one.kind == "models" else in_turn(runs, lambda run: run.model)


def _listed(one: AnyEntry) -> Sequence[Listed]:
    """Lines of current editions first."""
    lines = one.knowledge.listed_about(one.id) if one.kind == "models" else one.facts("listed")
    return sorted(lines, key=lambda line: line.replaced_by is not None)


def _notices(one: AnyEntry) -> Sequence[NoticeFact]:
    about = [(one.kind, one.id)]
    if one.kind == "accelerators":
        about += [("instances", instance_id) for instance_id in one.facts("instances")]
    elif one.kind == "instances":
        about.append(("accelerators", one.record.accelerator))
    return [notice_fact(one.knowledge, step) for step in one.knowledge.lifecycle.notices.of_any(*about)]


def _family_of(one: AnyEntry) -> tuple[Sequence[RecordKey], str | None]:
    """A model with its architecture, or an architecture, and their family."""
    architecture_id = one.record.architecture if one.kind == "models" else one.id
    if architecture_id is None:
        return [(one.kind, one.id)], None
    own = unique([(one.kind, one.id), ("architectures", architecture_id)])
    return own, one.records.architectures[architecture_id].family


BELONGS_TO: Mapping[str, Callable[[AnyEntry], Sequence[RecordKey]]] = {
    "instances": lambda one: [("accelerators", one.record.accelerator)],
    "components": lambda one: [("frameworks", framework_id) for framework_id in one.record.belongs_to],
    "catalogues": lambda one: [("sources", one.record.citation.source)],
    "comparisons": lambda one: [("frameworks", framework_id) for framework_id in one.record.frameworks],
    "releases": lambda one: [("frameworks", one.id.partition("/")[0])],
}
"""By kind: what its records belong to, whose issues concern them too."""


def subject_of(one: AnyEntry) -> Subject:
    """What is asked about: a model or an architecture."""
    return (subject_of_model if one.kind == "models" else subject_of_architecture)(one.knowledge, one.id)


def _of_its_software(one: AnyEntry, every: Index[Issue[Any]]) -> Sequence[Issue[Any]]:
    """Issues of software that is offered on an accelerator, which name no hardware and no models."""
    offered = (found for found in one.knowledge.support.of("accelerators", one.id) if found.status in OFFERED)
    found = every.of_any(*unique(("frameworks", status.framework) for status in offered if status.framework))
    narrow = ("accelerators", "models", "architectures", "families")
    return [issue for issue in found if not any(getattr(issue.about, field) for field in narrow)]


def _issues(name: str, one: AnyEntry) -> Sequence[Issue[Any]]:
    """The issues that concern a record: its own, those that rule out its software, and those of what it belongs to.

    Its software is also what is named instead of some that has ended.

    A family has members that run on other hardware, with other software: of its issues, those concern a model that
    name no other member, and no hardware or software but such as the model has evidence for.
    """
    every: Index[Issue[Any]] = getattr(one.knowledge, name)
    if one.kind == "accelerators":
        return [*every.of(one.kind, one.id), *_of_its_software(one, every)]
    if one.kind not in ("architectures", "models"):
        itself = [(one.kind, one.id)] if one.kind in Subjects.model_fields else []
        return every.of_any(*itself, *(BELONGS_TO[one.kind](one) if one.kind in BELONGS_TO else ()))
    own, family_id = _family_of(one)
    known = stacks_of(one.knowledge, subject_of(one))
    ruled_out = every.of_any(*known, *stacks_instead(one.knowledge, subject_of(one)))
    first = unique((*(issue for issue in ruled_out if issue.rules_out), *every.of_any(*own)))
    frameworks, accelerators = ({stack[place] for _, stack in known} for place in (0, 1))

    def concerns(about: Subjects) -> bool:
        named = (about.frameworks, frameworks), (about.accelerators, accelerators)
        is_general = not (about.models or about.architectures)
        return is_general and not any(ids and known.isdisjoint(ids) for ids, known in named)

    of_family = (issue for issue in every.of("families", family_id) if concerns(issue.about))
    return [*first, *(issue for issue in of_family if issue not in first)]


def _at_least(size: int | None, is_bound: bool) -> int | str | None:
    return f"≥ {number(size)}" if size and is_bound else size


def _native(test: TestedConfiguration) -> int | str | None:
    return _at_least(test.row.native, test.row.lower_bound and not test.row.compiled)


def _compiled(test: TestedConfiguration) -> int | str:
    """With a native size alone, nothing was compiled; without any size, the test tells only that it ran."""
    return _at_least(test.row.compiled, test.row.lower_bound) or ("not compiled" if test.row.native else "ran")


def _announced(found: NoticeFact) -> str | None:
    """What is announced or put right."""
    return event_noun(found.step.notice.announces) if found.step.notice.announces else None


def _contradiction(issue: Issue[Limitation]) -> str | None:
    """What says otherwise, where the state is that something does."""
    notes = issue.record.notes if issue.record.state == "contradicted" else ()
    return notes[0].text if notes else None


ISSUES: Sequence[Column[Issue[Limitation]]] = (
    Column("issue", "The known issue.", "id", kind="limitations"),
    Column("hardware", "What it affects.", "about.accelerators", kind="accelerators", absent="–"),
    Column("state", "Whether it still holds.", "record.state", vocabulary="limitation_state"),
    Column("summary", "What happens.", "record.summary"),
    Column("but", "What says otherwise.", _contradiction, beside="summary"),
    Column("workaround", "What helps.", "record.workaround", absent="–"),
)
DISAGREEMENTS: Sequence[Column[Issue[Conflict]]] = (
    Column("question", "On what sources disagree.", "id", kind="conflicts"),
    Column("state", "Whether it is decided.", "record.state", vocabulary="conflict_state"),
    Column("reading", "How this site reads the sources.", "record.reading"),
)

RARELY_NAMED = ("catalogues", "components", "datasets", "sdks", "sources")
"""Kinds of record that few known issues name: their pages do not say that there is none."""

SUBJECTS = " ".join(Subjects.model_fields)
"""Fields with what an issue is about."""

WITH_ISSUES = (*Subjects.model_fields, "comparisons", "catalogues")

NATIVE, COMPILED = chosen(TESTED_CONFIGURATIONS.columns, "batch_size_native batch_size_compiled")
TESTS_ON_PAGES: Sequence[Column[TestedConfiguration]] = (
    Column("release", "Framework and release.", kind="releases"),
    Column("change_percent", "How much larger the compiled batch is.", label="Change", unit="%"),
    replace(NATIVE, get=_native),
    replace(COMPILED, get=_compiled),
    replace(SOURCE, label="Printed in"),
)

LABELS = {"accelerators": "Hardware", "framework": "Software", "catalogue": "Printed in"}
"""Of the first column in a cell of several: that of the cell."""

LINES_ON_PAGES: Sequence[Column[Listed]] = (
    fact("means_here", lambda line: [RecordLink(*found) for found in line.subjects], absent="no record here"),
    Column("place", "Where in the source it stands, if not under its heading.", "row.place", absent=""),
    fact("computed", lambda line: "by a planning tool" if line.kind == "planner" else None, beside="status"),
    *(
        replace(one, label=LABELS[one.name])
        for one in chosen(LISTED_MODELS.columns, "accelerators framework catalogue")
    ),
)

KNOWN_ISSUES = Section[Issue[Limitation]](
    "Known issues",
    partial(_issues, "limitations"),
    ISSUES,
    anchor="limitations",
    whole="limitations/",
    kinds=[kind for kind in WITH_ISSUES if kind not in RARELY_NAMED],
    empty="None recorded.",
)

MEASUREMENTS = Section[Benchmark](
    "Benchmarks",
    _measured,
    chosen((*BENCHMARKS.columns, *MEASURED), SHOWN),
    table=BENCHMARKS.name,
    # Pages of models add their picture of it: pages/models.py.
    kinds=("architectures", "families", "instances", "accelerators", "frameworks", "benchmarks", "sdks", "sources"),
    source=SOURCE,
    cells=CELLS,
    note="Figures compare only where unit, work and number format agree.",
)

NAMES_OF_LINES = (
    "as_published means_here accelerators instance framework sdk workload status status_as_published computed "
    "says_also catalogue section place as_of replaced_by"
)
SAYS_OF_MODEL: Column[Listed] = fact(
    "says_also", lambda line: SAYS_ALSO.value(replace(line, row=replace(line.row, covers=())))
)
"""Without the names of all checkpoints that the line is about, on the page of one of them."""

LISTED = Section(
    "Lines of support lists",
    _listed,
    chosen((*LISTED_MODELS.columns, SAYS_ALSO, *LINES_ON_PAGES), NAMES_OF_LINES),
    anchor="listed",
    table=LISTED_MODELS.name,
    kinds=("architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"),
    source=SOURCE,
    cells={
        "Hardware": ("accelerators", "instance"),
        "Software": ("framework", "sdk"),
        "Printed in": ("catalogue", "section", "place", "as_of", "replaced_by"),
    },
)

SHARED: Sequence[Section[Any]] = (
    Section(
        "Verdicts of guidelines",
        lambda one: sorted(one.facts("guidelines"), key=lambda verdict: verdict.as_of, reverse=True),
        chosen(
            (*GUIDELINES.columns, WORKLOAD_INFERRED),
            "family accelerator framework workload workload_inferred fit fit_as_published status status_as_published "
            "source locator as_of",
        ),
        anchor="verdicts",
        table=GUIDELINES.name,
        kinds=("families", "accelerators", "frameworks", "sources"),
    ),
    Section(
        "Tested configurations",
        lambda one: one.facts("configurations"),
        chosen(
            (*TESTED_CONFIGURATIONS.columns, *REASONS, *TESTS_ON_PAGES),
            "model instance instance_count release sequence_length batch_size_native batch_size_compiled "
            "change_percent batch_size_scope batch_size_scope_inferred dataset precision name_inferred withdrawn "
            "source locator as_of",
        ),
        table=TESTED_CONFIGURATIONS.name,
        kinds=("models", "families", "instances", "accelerators", "datasets", "releases", "sources"),
        cells={
            "Settings": ("dataset", "precision", "name_inferred"),
            "Printed in": ("source", "as_of", "withdrawn"),
        },
        note="Batch sizes are the largest that fitted into memory; they say nothing about speed.",
    ),
    MEASUREMENTS,
    LISTED,
    # On which hardware a model is listed, and by whom, stands in the answer; programs get the lines themselves.
    replace(
        LISTED,
        facts=lambda one: [line for line in _listed(one) if line.accelerators],
        kinds=("models",),
        of_programs=True,
    ),
    replace(
        LISTED,
        heading="Support lists, hardware not stated",
        columns=chosen((*LISTED.columns, SAYS_OF_MODEL), NAMES_OF_LINES.replace("means_here ", "")),
        anchor="listed-anywhere",
        facts=lambda one: [line for line in _listed(one) if not line.accelerators],
        summary="Lines that name the model or its architecture alone",
        kinds=("models",),
    ),
    Section(
        "Accuracy that lists report",
        lambda one: list(scores_of(one.knowledge, one.id)),
        SCORES,
        anchor="accuracy",
        kinds=("models",),
    ),
    Section(
        "Validated examples",
        lambda one: one.knowledge.validated_about(one.id) if one.kind == "models" else one.facts("validated"),
        chosen(
            VALIDATED_MODELS.columns,
            "architecture task settings model workload dataset status status_as_published framework source locator "
            "as_of",
        ),
        table=VALIDATED_MODELS.name,
        kinds=("models", "architectures", "families", "datasets", "frameworks", "sources"),
    ),
    Section(
        "Notices",
        _notices,
        chosen(
            (*LIFECYCLE.columns, fact("announces", _announced, beside="event"), PUT_RIGHT),
            "component date event announces put_right version effective sdk last_sdk successor applies_to source "
            "locator note",
        ),
        table=LIFECYCLE.name,
        kinds=("components", "sdks", "accelerators", "instances"),
    ),
    Section(
        "Images",
        lambda one: one.facts("images"),
        (IMAGE_LINK, STANDING, *chosen(IMAGES.columns, "kind workload version built_on python os accelerators sdk")),
        table=IMAGES.name,
        source=Column("source", "", "citation.source", kind="sources"),
        kinds=("sdks", "frameworks"),
    ),
    KNOWN_ISSUES,
    replace(KNOWN_ISSUES, kinds=[kind for kind in WITH_ISSUES if kind in RARELY_NAMED], empty=""),
    Section(
        "Source disagreements",
        partial(_issues, "conflicts"),
        DISAGREEMENTS,
        anchor="conflicts",
        whole="conflicts/",
        kinds=WITH_ISSUES,
    ),
)
"""In the order in which pages have them."""


def _features(one: AnyEntry) -> Mapping[str, Any]:
    features_of = features_of_model if one.kind == "models" else features_of_framework
    return {"matrix": features_of(one.knowledge, one.id)}


FEATURES = Section[Any](
    "Features",
    template="parts/features.html",
    context=_features,
    summary="As vendors’ lists rate them",
)

EMBED = Section[Any](
    "Badge and card",
    anchor="badge",
    template="parts/badge.html",
    context=lambda one: {"kind": one.kind, "record": one.id},
    summary="Markdown and HTML to copy",
)
"""How to embed the answer of today elsewhere."""
