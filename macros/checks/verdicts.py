"""Every printed word of a support matrix stands for one vocabulary value."""

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
                    f"expected a word for each of {', '.join(matrix.columns)}, got {', '.join(row.status)}",
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


WORDING_IS_MAPPED = Rule(
    "wording-is-mapped", "Each printed verdict is mapped to the vocabulary, and each column has one.", _check
)
