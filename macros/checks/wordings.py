"""Rules on verdicts, statuses and comparisons: a printed word has one meaning, and each subject one verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.checks.rule import CORRECT, Finding, entries, every, rule, unknown
from macros.facts.citations import document_of
from macros.facts.fact_types import facts_of_verdicts
from macros.loading import Records
from macros.loading.problems import field
from macros.schema.catalogues import ListedRow
from macros.schema.frameworks import ValidatedArchitecture
from macros.schema.models import VerdictRow
from macros.schema.walk import Location

MAPPED = "one of the words that this file maps under wording"


@rule(per_record=True)
def wording_is_mapped(records: Records) -> Iterator[Finding]:
    """Each printed word has a meaning in its file, and each matrix row has a word for every column."""
    for at, catalogue, line in entries(records, Records.catalogues, ListedRow):
        yield from unknown(at.field("wording"), line.wording, catalogue.wording, MAPPED)
    for at, matrix, row in entries(records, Records.support, VerdictRow):
        if set(row.status) != set(matrix.columns):
            expected = f"a word for each of {', '.join(matrix.columns)}"
            yield Finding(at.field("status"), expected, ", ".join(row.status) or "none")
        if row.fit:
            yield from unknown(at.field("fit"), row.fit, matrix.wording.fit, MAPPED)
        for column, word in row.status.items():
            yield from unknown(at.field("status", column), word, matrix.wording.status, MAPPED)
    for at, table, example in entries(records, Records.validated, ValidatedArchitecture):
        yield from unknown(at.field("mark"), example.mark, table.marks, "one of the marks that this file maps")


@rule()
def covers_of_its_architectures(records: Records) -> Iterator[Finding]:
    """The checkpoints to which a line of a list is narrowed are models of its architectures."""
    for at, _, line in entries(records, Records.catalogues, ListedRow):
        for index, model in enumerate(line.covers):
            architecture = records.models[model].architecture
            if line.model or architecture not in line.architectures:
                expected = f"a model of {' or '.join(line.architectures) or 'no architecture'}"
                yield Finding(at.field("covers", index), expected, f"{model}, of {architecture}")


@rule("remove one of the two, or correct what tells them apart")
def one_verdict(records: Records) -> Iterator[Finding]:
    """A source gives one verdict per family, accelerator, framework, workload and date."""
    first_places: dict[tuple[object, ...], str] = {}
    for one in facts_of_verdicts(records):
        place = f"{field(one.at.path)} of {one.at.record}"
        subject = f"{one.family} with {one.framework} for {one.workload} on {one.accelerator}"
        first = first_places.setdefault((subject, one.source, one.as_of), place)
        if first != place:
            expected, got = f"one verdict on {subject} from {one.source}", f"a second one; the first is {first}"
            yield Finding(one.at, expected, got, subject)


@rule(CORRECT, exceptable=True)
def one_meaning(records: Records) -> Iterator[Finding]:
    """A word of a document maps to the same vocabulary value in every record that cites any revision of it."""
    meanings: dict[tuple[object, ...], tuple[str, str]] = {}
    for vocabulary, at, source, wording in _wordings(records):
        document = document_of(records, source)
        for word, value in wording.items():
            meaning, user = meanings.setdefault((vocabulary, document, word.casefold()), (value, at.record))
            if meaning != value:
                expected = f"'{word}' to mean {meaning}, as it does for {user}, from the same document"
                yield Finding(at.field(word), expected, value, word)


def _wordings(records: Records) -> Iterator[tuple[str, Location, str, Mapping[str, str]]]:
    """Every mapping of a source's words to vocabulary values: vocabulary, place, source, mapping."""
    for _, at, matrix in every(records, Records.support):
        yield "fit", at.field("wording", "fit"), matrix.citation.source, matrix.wording.fit
        yield "status", at.field("wording", "status"), matrix.citation.source, matrix.wording.status
    for _, at, table in every(records, Records.validated):
        yield "status", at.field("marks"), table.source, table.marks
    for _, at, catalogue in every(records, Records.catalogues):
        yield "status", at.field("wording"), catalogue.citation.source, catalogue.wording


@rule(per_record=True)
def one_value_per_framework(records: Records) -> Iterator[Finding]:
    """Each row of a comparison has a value for exactly the frameworks it compares."""
    for _, at, comparison in every(records, Records.comparisons):
        for index, feature in enumerate(comparison.features):
            if set(feature.values) != set(comparison.frameworks):
                expected = f"a value for each of {', '.join(comparison.frameworks)}"
                yield Finding(at.field("features", index, "values"), expected, ", ".join(feature.values) or "none")
