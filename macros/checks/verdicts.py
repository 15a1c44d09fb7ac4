"""Every printed word stands for one vocabulary value in its source, and every verdict stands once and for a date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.positions import Path
from macros.loading.problems import did_you_mean


def _check(records: Records) -> Iterator[Finding]:
    yield from _check_listed(records)
    for record_id, matrix in records.support.items():
        for index, row in enumerate(matrix.rows):
            if set(row.status) != set(matrix.columns):
                yield Finding(
                    f"support/{record_id}",
                    ("rows", index, "status"),
                    f"expected a word for each of {', '.join(matrix.columns)}, got {', '.join(row.status) or 'none'}",
                )
            words: list[tuple[Path, str, dict[str, str]]] = [(("fit",), row.fit, matrix.wording.fit)] if row.fit else []
            words += [(("status", column), word, matrix.wording.status) for column, word in row.status.items()]
            for path, word, wording in words:
                yield from _unmapped(f"support/{record_id}", ("rows", index, *path), word, wording)


def _check_listed(records: Records) -> Iterator[Finding]:
    for record_id, catalogue in records.catalogues.items():
        for index, row in enumerate(catalogue.rows):
            yield from _unmapped(f"catalogues/{record_id}", ("rows", index, "wording"), row.wording, catalogue.wording)


def _unmapped(record: str, path: Path, word: str, wording: Mapping[str, str]) -> Iterator[Finding]:
    if word not in wording:
        message = f"expected one of the words that this file maps under wording, got '{word}'"
        yield Finding(record, path, message, did_you_mean(word, tuple(wording)))


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


def _check_once(records: Records) -> Iterator[Finding]:
    first: dict[tuple[object, ...], str] = {}
    for record_id, matrix in records.support.items():
        cited = matrix.citation
        date = cited.as_of or records.sources[cited.source].as_of
        for index, row in enumerate(matrix.rows):
            for name in row.status:
                column = matrix.columns.get(name)
                for accelerator in matrix.accelerators if column else ():
                    subject = f"{column.framework} for {column.workload} on {accelerator}" if column else ""
                    place = f"rows[{index}].status.{name} of support/{record_id}"
                    known = first.setdefault((row.family, subject, cited.source, date), place)
                    if known != place:
                        message = f"expected one verdict on {row.family} with {subject} from {cited.source}"
                        yield Finding(
                            f"support/{record_id}",
                            ("rows", index, "status", name),
                            f"{message}, got a second one; the first is {known}",
                            "remove one of the two, or correct what tells them apart",
                            f"{row.family} with {subject}",
                        )


_Words = tuple[str, str, Path, Mapping[str, str]]
"""What a record maps its source's words to: the record, the source, the place of the mapping, the mapping."""


def _mappings(records: Records) -> Iterator[tuple[str, _Words]]:
    """By vocabulary: every mapping of words there is."""
    for record_id, matrix in records.support.items():
        record, source = f"support/{record_id}", matrix.citation.source
        yield "fit", (record, source, ("wording", "fit"), matrix.wording.fit)
        yield "status", (record, source, ("wording", "status"), matrix.wording.status)
    for record_id, table in records.validated.items():
        yield "status", (f"validated/{record_id}", table.source, ("marks",), table.marks)
    for record_id, catalogue in records.catalogues.items():
        yield "status", (f"catalogues/{record_id}", catalogue.citation.source, ("wording",), catalogue.wording)


def _check_meaning(records: Records) -> Iterator[Finding]:
    meanings: dict[tuple[object, ...], tuple[str, str]] = {}
    for vocabulary, (record, source, place, wording) in _mappings(records):
        held = records.sources[source]
        document = (held.repository, held.path) if held.path else source
        for word, value in wording.items():
            meaning, user = meanings.setdefault((vocabulary, document, word.casefold()), (value, record))
            if meaning != value:
                yield Finding(
                    record,
                    (*place, word),
                    f"expected '{word}' to mean {meaning}, as it does for {user}, from the same document, got {value}",
                    "correct the one that is wrong",
                    word,
                )


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
ONE_VERDICT = Rule(
    "one-verdict",
    "There is one verdict for a family, accelerator, framework and kind of work from one source at one date.",
    _check_once,
)
ONE_MEANING = Rule(
    "one-meaning",
    "A published word stands for one vocabulary value in all that is taken from a document, whatever its revision.",
    _check_meaning,
    exceptable=True,
)
