"""Rules on verdicts, statuses and comparisons: a printed word has one meaning, and each subject one verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.checks.rows import cells, listed_rows
from macros.checks.rule import Finding, rule
from macros.facts.citations import as_of
from macros.loading import Records
from macros.loading.messages import field
from macros.loading.problems import did_you_mean
from macros.schema.walk import Path


@rule("wording-is-mapped", per_record=True)
def wording_is_mapped(records: Records) -> Iterator[Finding]:
    """Each printed word is a key of its file's `wording`, and each matrix row has a word for every column."""
    for record, path, catalogue, line in listed_rows(records):
        yield from _unmapped(record, (*path, "wording"), line.wording, catalogue.wording)
    for record_id, matrix in records.support.items():
        record = f"support/{record_id}"
        for index, row in enumerate(matrix.rows):
            path = ("rows", index)
            if set(row.status) != set(matrix.columns):
                words = ", ".join(row.status) or "none"
                message = f"expected a word for each of {', '.join(matrix.columns)}, got {words}"
                yield Finding(record, (*path, "status"), message)
            if row.fit:
                yield from _unmapped(record, (*path, "fit"), row.fit, matrix.wording.fit)
            for column, word in row.status.items():
                yield from _unmapped(record, (*path, "status", column), word, matrix.wording.status)


def _unmapped(record: str, path: Path, word: str, wording: Mapping[str, str]) -> Iterator[Finding]:
    if word not in wording:
        message = f"expected one of the words that this file maps under wording, got '{word}'"
        yield Finding(record, path, message, did_you_mean(word, tuple(wording)))


@rule("covers-of-its-architectures")
def covers_of_its_architectures(records: Records) -> Iterator[Finding]:
    """The checkpoints to which a line of a list is narrowed are models of its architectures."""
    for record, path, _, line in listed_rows(records):
        for index, model in enumerate(line.covers):
            architecture = records.models[model].architecture
            if line.model or architecture not in line.architectures:
                message = f"expected a model of {' or '.join(line.architectures) or 'no architecture'}, got {model}"
                yield Finding(record, (*path, "covers", index), f"{message}, of {architecture}")


@rule("marks-are-mapped", per_record=True)
def marks_are_mapped(records: Records) -> Iterator[Finding]:
    """Each mark of a table of validated examples is a key of its file's `marks`."""
    for record_id, table in records.validated.items():
        for index, row in enumerate(table.rows):
            if row.mark not in table.marks:
                message = f"expected one of the marks that this file maps, got '{row.mark}'"
                hint = did_you_mean(row.mark, tuple(table.marks))
                yield Finding(f"validated/{record_id}", ("rows", index, "mark"), message, hint)


@rule("one-verdict")
def one_verdict(records: Records) -> Iterator[Finding]:
    """A source gives one verdict per family, accelerator, framework, workload and date."""
    first_places: dict[tuple[object, ...], str] = {}
    for record, path, matrix, row, column, _ in cells(records):
        source, date, place = matrix.citation.source, as_of(records, matrix.citation), f"{field(path)} of {record}"
        for accelerator in matrix.accelerators:
            subject = f"{row.family} with {column.framework} for {column.workload} on {accelerator}"
            first = first_places.setdefault((subject, source, date), place)
            if first != place:
                message = f"expected one verdict on {subject} from {source}, got a second one; the first is {first}"
                hint = "remove one of the two, or correct what tells them apart"
                yield Finding(record, path, message, hint, subject)


@rule("one-meaning", exceptable=True)
def one_meaning(records: Records) -> Iterator[Finding]:
    """A word of a document maps to the same vocabulary value in every record that cites any revision of it."""
    meanings: dict[tuple[object, ...], tuple[str, str]] = {}
    for vocabulary, record, source, path, wording in _wordings(records):
        cited = records.sources[source]
        document = (cited.repository, cited.path) if cited.path else source
        for word, value in wording.items():
            meaning, user = meanings.setdefault((vocabulary, document, word.casefold()), (value, record))
            if meaning != value:
                wanted = f"'{word}' to mean {meaning}, as it does for {user}, from the same document"
                hint = "correct the one that is wrong"
                yield Finding(record, (*path, word), f"expected {wanted}, got {value}", hint, word)


def _wordings(records: Records) -> Iterator[tuple[str, str, str, Path, Mapping[str, str]]]:
    """Every mapping of a source's words to vocabulary values: vocabulary, record, source, path, mapping."""
    for record_id, matrix in records.support.items():
        record, source = f"support/{record_id}", matrix.citation.source
        yield "fit", record, source, ("wording", "fit"), matrix.wording.fit
        yield "status", record, source, ("wording", "status"), matrix.wording.status
    for record_id, table in records.validated.items():
        yield "status", f"validated/{record_id}", table.source, ("marks",), table.marks
    for record_id, catalogue in records.catalogues.items():
        yield "status", f"catalogues/{record_id}", catalogue.citation.source, ("wording",), catalogue.wording


@rule("one-value-per-framework", per_record=True)
def one_value_per_framework(records: Records) -> Iterator[Finding]:
    """Each row of a comparison has a value for exactly the frameworks it compares."""
    for record_id, comparison in records.comparisons.items():
        for row, feature in enumerate(comparison.features):
            if set(feature.values) != set(comparison.frameworks):
                wanted, got = ", ".join(comparison.frameworks), ", ".join(feature.values) or "none"
                message = f"expected a value for each of {wanted}, got {got}"
                yield Finding(f"comparisons/{record_id}", ("features", row, "values"), message)
