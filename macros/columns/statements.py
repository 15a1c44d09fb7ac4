"""What vendors and others state of models and software, a row each: guidelines, support today, lists, comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from macros.columns.column import ACCELERATOR, AS_OF, CITATION, LOCATOR, SOURCE, Column, Row, Table
from macros.columns.phrase import Inferred, Sdk, printed
from macros.facts import Knowledge, Listed, ValidatedPair, Verdict
from macros.facts.grouping import unique
from macros.facts.support_status import SupportStatus
from macros.facts.vendor_lists import size_words, terms_of
from macros.schema.catalogues import Accuracy
from macros.schema.comparisons import Feature

GUIDELINES = Table[Verdict](
    Verdict,
    "support",
    "Every verdict of a support matrix, a row each",
    (
        Column("id", "Names the verdict for good: matrix, family, accelerator, column."),
        Column("family", "The model family.", kind="families"),
        ACCELERATOR,
        Column("core_architecture", "The generation of core the matrix is for.", vocabulary="core_architecture"),
        Column("framework", "The framework of the column.", kind="frameworks"),
        Column("workload", "What the model is run for.", vocabulary="workload"),
        Column("fit", "How well the hardware suits the family.", vocabulary="fit"),
        Column("fit_as_published", "The same as the source prints it.", "row.fit", beside="fit", look=printed),
        Column("status", "What the framework does with the family.", vocabulary="status"),
        Column("status_as_published", "The same as the source prints it.", beside="status", look=printed),
        SOURCE,
        LOCATOR,
        AS_OF,
    ),
    lambda known: known.guidelines,
)

WORKLOAD_INFERRED: Column[Verdict] = Column("workload_inferred", "Why this workload.", beside="workload", look=Inferred)
"""Of pages only."""

SUPPORT_STATUS = Table[SupportStatus](
    SupportStatus,
    "support-status",
    "What vendors support today: each framework on each accelerator for each workload",
    (
        Column("id", "Names the status for good: framework, package, accelerator, instance type, workload."),
        ACCELERATOR,
        Column("framework", "The framework. Null where the row is about a whole SDK.", kind="frameworks"),
        Column("package", "The part of the framework it is about. Null: the framework as such."),
        Column("workload", "What models are run for.", vocabulary="workload"),
        Column("status", "What holds today.", vocabulary="support_status"),
        Column("status_as_published", "The words of the source.", "statement.as_published"),
        Column("last_sdk", "The last SDK release that supports or has it.", "statement.last_sdk"),
        Column("pin", "What to install: packages with versions, images.", "statement.pin"),
        Column("replacement", "The frameworks named instead.", "statement.replacement", kind="frameworks"),
        *CITATION,
        AS_OF,
        Column(
            "instance",
            "The instance type. Null: all that carry it, which is so of every statement.",
            lambda _: None,
            kind="instances",
            holds=str | None,
        ),
        Column("ends_with_sdk", "The SDK release with which its support is announced to end.", "ends_with"),
        Column("disputed", "What other sources say, where they differ.", "statement.disputed"),
    ),
    lambda known: known.support,
)

LISTED_MODELS = Table[Listed](
    Listed,
    "listed-models",
    "Every line of a vendor's list of supported models, a row each",
    (
        Column("id", "Names the line: list and position."),
        Column("catalogue", "The list, at one date.", "catalogue_id", kind="catalogues"),
        Column(
            "replaced_by",
            "The later edition of the same list. Null for the newest known.",
            kind="catalogues",
            absent="none, this is the newest known",
        ),
        Column("as_published", "The model or architecture as the source prints it.", "row.as_published"),
        Column("model", "The checkpoint. Null where the line names none.", kind="models"),
        Column("architectures", "The architectures the line is about.", kind="architectures"),
        Column(
            "covers",
            "The only checkpoints of these architectures that the line is about; empty where it is about all.",
            lambda line: sorted(line.row.covers),
            holds=list[str],
            kind="models",
        ),
        Column(
            "accelerators",
            "The hardware it is listed for; empty where the source names none.",
            kind="accelerators",
            absent="none named",
        ),
        Column(
            "instance",
            "The instance type. Null where the line names none.",
            "row.instance",
            kind="instances",
            absent="no single type named",
        ),
        Column(
            "framework",
            "The framework. Null where the line names several or one without a record.",
            kind="frameworks",
            absent="none recorded",
        ),
        Column("workload", "What the model is run for.", vocabulary="workload"),
        Column("status", "How we read the words of the source.", vocabulary="status"),
        Column(
            "status_as_published", "The words as printed or in short.", "row.wording", beside="status", look=printed
        ),
        Column("section", "The heading it stands under. Null where there is none.", "row.section", absent="none"),
        Column("sdk", "The SDK release it is said for. Null where none is named.", look=Sdk),
        Column("tasks", "Tasks it is listed for.", "row.tasks"),
        Column("data_types", "Number formats it is listed for.", "row.data_types"),
        SOURCE,
        replace(LOCATOR, beside="catalogue"),
        AS_OF,
        Column("evidence", "What the line is worth as evidence.", "kind", vocabulary="evidence"),
        Column(
            "sizes",
            "The sizes at which it is said to work, with their number formats, in words.",
            lambda line: list(map(size_words, line.row.sizes)),
            holds=list[str],
        ),
        Column("distribution", "How the work is spread, as printed.", "row.distribution"),
        Column("version", "The version of the framework it is said for. Null where none is named."),
    ),
    lambda known: known.listed,
)

SAYS_ALSO: Column[Listed] = Column(
    "says_also", "What else it says.", lambda line: "; ".join(terms_of(line.row)) or None
)
"""Of pages and the explorer, in place of single settings."""


@dataclass(frozen=True)
class Score:
    """A score that a vendor's list reports of a model."""

    catalogue: str
    accuracy: Accuracy


def scores_of(knowledge: Knowledge, model: str) -> Iterator[Score]:
    names = knowledge.records.names.ids_by_name["models"]
    for catalogue in unique(line.catalogue_id for line in knowledge.listed.of("models", model)):
        for accuracy in knowledge.records.catalogues[catalogue].accuracy:
            if names[accuracy.model] == model:
                yield Score(catalogue, accuracy)


SCORES: tuple[Column[Score], ...] = (
    Column("catalogue", "The list that reports it.", kind="catalogues"),
    Column("benchmark", "The benchmark.", "accuracy.benchmark"),
    Column("value", "As printed.", "accuracy.value"),
    Column("published_reference", "The score published elsewhere, as printed.", "accuracy.published_reference"),
    Column("data_type", "The number format.", "accuracy.data_type"),
    Column("hardware_as_published", "The hardware.", "accuracy.hardware_as_published"),
)
"""Of pages only."""


def settings_of(pair: ValidatedPair) -> str | None:
    """The settings of an example in one text; None where there are none."""
    return "; ".join(f"{one.name} {one.value} ({one.place})" for one in pair.row.settings) or None


VALIDATED_MODELS = Table[ValidatedPair](
    ValidatedPair,
    "validated-models",
    "Validated examples, a row for each architecture and task",
    (
        Column("architecture", "The model architecture as the source prints it.", "row.as_published"),
        Column("task", "The task as the source prints it."),
        Column("framework", "The framework the examples are for.", kind="frameworks"),
        Column("status", "How we read the mark.", vocabulary="status"),
        Column("status_as_published", "The mark itself.", "row.mark", beside="status", look=printed),
        SOURCE,
        AS_OF,
        Column("model", "The checkpoint of the example. Null where none is named.", kind="models", absent="none named"),
        Column(
            "workload", "What the example does. Null where it is not stated.", "row.workload", vocabulary="workload"
        ),
        Column("dataset", "What it trains on. Null where none is named.", kind="datasets", absent="none named"),
        Column(
            "settings",
            "Its settings, each with its place in the source.",
            settings_of,
            absent="none stated",
            beside="task",
        ),
        LOCATOR,
    ),
    lambda known: known.validated,
)


def _corrections(feature: Feature) -> tuple[Row, ...]:
    return tuple({"as_of": c.as_of, "values": dict(c.values), "since": c.since} for c in feature.corrections)


COMPARISONS = Table[Feature](
    Feature,
    "comparisons",
    "Comparisons",
    (
        Column("feature", "What is compared."),
        Column("values", "What was published of it, by the id of the framework.", holds=dict[str, str]),
        Column(
            "corrections",
            "What became true later, oldest first: the date, the changed values by the id of the framework, and"
            " the release that brought it.",
            _corrections,
        ),
    ),
)
"""All comparisons have these columns."""
