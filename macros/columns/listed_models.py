"""Lines of vendors' lists of supported models, a row each."""

from __future__ import annotations

from dataclasses import replace

from macros.columns.column import AS_OF, LOCATOR, SOURCE, Column, Table
from macros.facts import Listed
from macros.facts.listed_terms import terms_of

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
            label="Replaced by",
        ),
        Column("as_published", "The model or architecture as the source prints it.", "row.as_published"),
        Column("model", "The checkpoint. Null where the line names none.", kind="models", absent="no checkpoint named"),
        Column("architectures", "The architectures the line is about.", kind="architectures"),
        Column(
            "covers",
            "The only checkpoints of these architectures that the line is about; empty where it is about all.",
            lambda line: sorted(line.covers),
            holds=list[str],
            kind="models",
            absent="not narrowed",
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
        Column("status_as_published", "The words as printed or in short.", "row.wording", beside="status"),
        Column("section", "The heading it stands under. Null where there is none.", "row.section", absent="none"),
        Column(
            "sdk",
            "The SDK release it is said for. Null where none is named.",
            lambda line: line.row.sdk or line.catalogue.sdk,
            holds=str | None,
        ),
        Column("tasks", "Tasks it is listed for.", "row.tasks"),
        Column("data_types", "Number formats it is listed for.", "row.data_types"),
        SOURCE,
        replace(LOCATOR, beside="catalogue"),
        AS_OF,
    ),
    lambda known: known.listed,
)

SAYS_ALSO: Column[Listed] = Column(
    "says_also", "What else it says.", lambda line: "; ".join(terms_of(line.row)) or None
)
"""Of Markdown twins only, in place of single settings."""
