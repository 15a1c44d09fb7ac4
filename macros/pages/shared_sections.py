"""Sections that the pages of many kinds of record have: what was measured, listed and published about a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from macros.facts.grouping import in_turn
from macros.facts.vendor_lists import features_of_framework, features_of_model
from macros.pages.entries import fact
from macros.pages.issues import SECTIONS_OF_ISSUES, AnyEntry
from macros.pages.section import Section
from macros.words import number


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
    *SECTIONS_OF_ISSUES,
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
