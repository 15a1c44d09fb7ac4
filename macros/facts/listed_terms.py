"""The terms of a line of a vendor's list besides its status: tasks, data types, settings, features."""

from __future__ import annotations

from collections.abc import Sequence

from macros.schema.catalogues import ListedRow
from macros.words import number, plural


def terms_of(row: ListedRow) -> Sequence[str]:
    """The terms of a line in words; those that it does not state are left out."""
    terms = (
        row.covers and f"only {', '.join(row.covers)}",
        ", ".join(row.tasks),
        ", ".join(row.data_types),
        row.tensor_parallel and f"tensor parallel {row.tensor_parallel}",
        row.data_parallel and f"data parallel {row.data_parallel}",
        row.batch_size and f"batch size {row.batch_size}",
        row.sequence_length and f"sequence length {number(row.sequence_length)}",
        row.parallelism and f"with {' and '.join(row.parallelism)}",
        row.not_parallelism and f"without {' and '.join(row.not_parallelism)}",
        row.model_class and f"class {row.model_class}",
        row.recommended_for and f"recommended for {row.recommended_for}",
        row.samples and plural(row.samples, "sample"),
        row.archived and "at least one archived",
        row.features and f"features: {', '.join(row.features)}",
        row.features_not_supported and f"not: {', '.join(row.features_not_supported)}",
        row.features_not_applicable and f"not applicable: {', '.join(row.features_not_applicable)}",
        row.hardware_as_published and f"printed hardware: {row.hardware_as_published}",
        row.note,
    )
    return [words for words in terms if words]
