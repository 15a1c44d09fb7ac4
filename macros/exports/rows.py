"""Facts as API rows: the columns are a contract, their order included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.exports import answers, benchmark_rows, lifecycle_rows, listed_rows
from macros.exports.columns import AS_OF, LOCATOR, SOURCE, Column, Row
from macros.knowledge import Knowledge, TestedConfiguration, ValidatedPair, Verdict


def tested_configuration(test: TestedConfiguration) -> Row:
    """A row of tested-configurations.json and .csv."""
    row = test.row
    return {
        "id": test.id,
        "model": test.model,
        "model_as_published": row.model,
        "family": test.family,
        "framework": test.framework,
        "release": test.release_name,
        "dataset": test.dataset,
        "instance": test.instance,
        "instance_as_published": row.instance,
        "instance_count": row.instance_count,
        "accelerator": test.accelerator,
        "accelerator_count": test.accelerator_count,
        "topology": test.table.topology,
        "precision": row.precision,
        "sequence_length": test.sequence_length,
        "batch_size_native": row.native,
        "batch_size_compiled": row.compiled,
        "batch_size_scope": test.scope,
        "batch_size_scope_inferred": row.scope_inferred is not None,
        "batch_size_is_lower_bound": row.lower_bound,
        "withdrawn": row.withdrawn is not None,
        "source": test.source,
        "locator": test.locator,
        "as_of": test.as_of,
        "automatic_mixed_precision": test.table.automatic_mixed_precision,
    }


def verdict(found: Verdict) -> Row:
    """A row of support.json."""
    return {
        "id": found.id,
        "family": found.family,
        "accelerator": found.accelerator,
        "core_architecture": found.core_architecture,
        "framework": found.framework,
        "workload": found.workload,
        "fit": found.fit,
        "fit_as_published": found.row.fit,
        "status": found.status,
        "status_as_published": found.status_as_published,
        "source": found.source,
        "locator": found.locator,
        "as_of": found.as_of,
    }


def validated_pair(pair: ValidatedPair) -> Row:
    """A row of validated-models.json."""
    return {
        "architecture": pair.as_published,
        "task": pair.task,
        "framework": pair.framework,
        "status": pair.status,
        "status_as_published": pair.mark,
        "source": pair.source,
        "as_of": pair.as_of,
    }


def comparison(knowledge: Knowledge, record: str) -> Iterator[Row]:
    """The rows of comparisons/<id>.json: what was published, and what became true later."""
    for feature in knowledge.records.comparisons[record].features:
        corrections = tuple({"as_of": c.as_of, "values": dict(c.values), "since": c.since} for c in feature.corrections)
        yield {"feature": feature.feature, "values": dict(feature.values), "corrections": corrections}


_AS_PUBLISHED = "as the source prints it"

COLUMNS: Mapping[str, Mapping[str, Column]] = {
    "tested-configurations": {
        "id": Column(
            "Names the row for good: framework, release, model, dataset, instance, with the number of instances"
            " before the last where there is more than one."
        ),
        "model": Column("The model, under its one name here.", kind="models"),
        "model_as_published": Column(f"The model {_AS_PUBLISHED}."),
        "family": Column("The model's family. Null where the guidelines name none for it.", kind="families"),
        "framework": Column("The framework, library or service it ran with.", kind="frameworks"),
        "release": Column("The release of the framework, within the framework."),
        "dataset": Column("The dataset. Null where the source names none.", kind="datasets"),
        "instance": Column("The instance type.", kind="instances"),
        "instance_as_published": Column(f"The instance type {_AS_PUBLISHED}."),
        "instance_count": Column("How many instances took part. Null where the source does not say.", unit="instances"),
        "accelerator": Column("The accelerator the instance type carries.", kind="accelerators"),
        "accelerator_count": Column(
            "How many accelerators one instance has, used by the test or not.", unit="accelerators per instance"
        ),
        "topology": Column(
            "The nodes and accelerators that the section of the source claims for all its rows. Null where it"
            " claims nothing that can be read one way.",
            vocabulary="topology",
        ),
        "precision": Column("The number format. Null where the source names none.", vocabulary="precision"),
        "sequence_length": Column("Tokens in one sample. Null for models that take none.", unit="tokens"),
        "batch_size_native": Column(
            "The largest batch that fitted with the framework alone. Null where it was never published.",
            unit="samples",
        ),
        "batch_size_compiled": Column("The largest batch that fitted with the compiler.", unit="samples"),
        "batch_size_scope": Column(
            "What both batch sizes count. Compare only rows that agree in it.", vocabulary="batch_size_scope"
        ),
        "batch_size_scope_inferred": Column(
            "Whether the editor concluded the scope against what the source says of the table."
        ),
        "batch_size_is_lower_bound": Column(
            "Whether the compiled batch was the largest that was tried, so that a larger one may fit."
        ),
        "withdrawn": Column("Whether the source no longer shows the row."),
        "source": SOURCE,
        "locator": LOCATOR,
        "as_of": AS_OF,
        "automatic_mixed_precision": Column(
            "Whether the section states automatic mixed precision for all its rows. Null where it does not say."
        ),
    },
    "support": {
        "id": Column("Names the verdict for good: matrix, family, accelerator, column."),
        "family": Column("The model family.", kind="families"),
        "accelerator": Column("The accelerator.", kind="accelerators"),
        "core_architecture": Column("The generation of core the matrix is for.", vocabulary="core_architecture"),
        "framework": Column("The framework of the column.", kind="frameworks"),
        "workload": Column("What the model is run for.", vocabulary="workload"),
        "fit": Column("How well the hardware suits the family.", vocabulary="fit"),
        "fit_as_published": Column(f"The same {_AS_PUBLISHED}."),
        "status": Column("What the framework does with the family.", vocabulary="status"),
        "status_as_published": Column(f"The same {_AS_PUBLISHED}."),
        "source": SOURCE,
        "locator": LOCATOR,
        "as_of": AS_OF,
    },
    "validated-models": {
        "architecture": Column(f"The model architecture {_AS_PUBLISHED}."),
        "task": Column(f"The task {_AS_PUBLISHED}."),
        "framework": Column("The framework the examples are for.", kind="frameworks"),
        "status": Column("How we read the mark.", vocabulary="status"),
        "status_as_published": Column("The mark itself."),
        "source": SOURCE,
        "as_of": AS_OF,
    },
    "comparisons": {
        "feature": Column("What is compared."),
        "values": Column("What was published of it, by the id of the framework."),
        "corrections": Column(
            "What became true later, oldest first: the date, the changed values by the id of the framework, and"
            " the release that brought it."
        ),
    },
    "answers": answers.COLUMNS,
    "benchmarks": benchmark_rows.COLUMNS,
    "listed-models": listed_rows.COLUMNS,
    "lifecycle": lifecycle_rows.NOTICE_COLUMNS,
    "package-versions": lifecycle_rows.PACKAGE_COLUMNS,
}
"""Per list of rows: what each column says, in the order of the columns. All comparisons share one entry."""


def columns_of(name: str) -> Mapping[str, Column]:
    """What is known of a list's columns; empty for lists of whole records."""
    return COLUMNS.get(name.partition("/")[0], {})
