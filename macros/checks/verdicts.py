"""Every printed word or mark stands for one vocabulary value, and every verdict speaks for a date."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.locating import Path
from macros.loading.problems import did_you_mean


def _check(records: Records) -> Iterator[Finding]:
    for record_id, matrix in records.support.items():
        for index, row in enumerate(matrix.rows):
            if set(row.status) != set(matrix.columns):
                yield Finding(
                    f"support/{record_id}",
                    ("rows", index, "status"),
                    f"expected a word for each of {', '.join(matrix.columns)}, got {', '.join(row.status) or 'none'}",
                )
            words: list[tuple[Path, str, dict[str, str]]] = [(("fit",), row.fit, matrix.wording.fit)]
            words += [(("status", column), word, matrix.wording.status) for column, word in row.status.items()]
            for path, word, wording in words:
                if word not in wording:
                    yield Finding(
                        f"support/{record_id}",
                        ("rows", index, *path),
                        f"expected one of the words that this file maps under wording, got '{word}'",
                        did_you_mean(word, tuple(wording)),
                    )


def _check_marks(records: Records) -> Iterator[Finding]:
    for record_id, table in records.validated.items():
        for index, row in enumerate(table.rows):
            if row.mark not in table.marks:
                yield Finding(
                    f"validated/{record_id}",
                    ("rows", index, "mark"),
                    f"expected one of the marks that this file maps, got '{row.mark}'",
                    did_you_mean(row.mark, tuple(table.marks)),
                )


def _check_dates(records: Records) -> Iterator[Finding]:
    for record_id, matrix in records.support.items():
        if matrix.citation.as_of is None and records.sources[matrix.citation.source].as_of is None:
            message = f"expected as_of, for no date of {matrix.citation.source} is known, got none"
            yield Finding(f"support/{record_id}", ("citation",), message)


WORDING_IS_MAPPED = Rule(
    "wording-is-mapped",
    "Each printed verdict is mapped to the vocabulary, and each column has one.",
    _check,
    alone=True,
)
MARKS_ARE_MAPPED = Rule(
    "marks-are-mapped",
    "Each mark of a table of validated examples is mapped to the vocabulary.",
    _check_marks,
    alone=True,
)
MATRIX_IS_DATED = Rule(
    "matrix-is-dated", "A support matrix, or its source, says which date it speaks for.", _check_dates
)
