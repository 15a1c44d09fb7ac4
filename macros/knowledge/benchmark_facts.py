"""Facts from files of benchmark results: names resolved, headers joined to their rows, repeated rows found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from macros.knowledge.build_facts import family_of_model
from macros.knowledge.facts import Benchmark
from macros.knowledge.grouping import unique
from macros.loading import Records
from macros.schema.base import head_of
from macros.schema.benchmarks import RUN_SETTINGS, BenchmarkHead, BenchmarkRow, fields_with_role

SETTINGS_AND_FIGURES = (*RUN_SETTINGS, *fields_with_role("figure"))
"""What two rows that print one run agree in, beside what they name."""

WORD = re.compile(r"[a-z]+|[0-9]+")


def facts_of_benchmarks(records: Records) -> Iterator[Benchmark]:
    """Every row, in the order of the files and lines. Of rows that print one run, all but one name that one."""
    facts = list(_facts(records))
    firsts: dict[Hashable, str] = {}
    repeats: dict[str, str] = {}
    copies: Counter[Hashable] = Counter()
    # A row that readers of the source see is preferred.
    for fact in sorted(facts, key=lambda fact: not fact.file.published):
        run = _run_key(fact)
        # A file that prints the same twice reports two runs.
        copies[fact.file_id, run] += 1
        first = firsts.setdefault((run, copies[fact.file_id, run]), fact.id)
        if first != fact.id:
            repeats[fact.id] = first
    return (replace(fact, repeats=repeats.get(fact.id)) for fact in facts)


def distinct_runs(facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """One row for each run among some rows: a run that two tables print is one measurement."""
    by_run: dict[str, Benchmark] = {}
    for fact in facts:
        if fact.run not in by_run or fact.repeats is None:
            by_run[fact.run] = fact
    return list(by_run.values())


def _run_key(fact: Benchmark) -> Hashable:
    """Equal for two rows that agree in every setting and figure."""
    printed = fact.row.framework_as_published or fact.file.framework_as_published
    resolved = (fact.model, fact.work, fact.instances, fact.workload, fact.framework, printed)
    return resolved, tuple(getattr(fact.row, name) for name in SETTINGS_AND_FIGURES)


def _facts(records: Records) -> Iterator[Benchmark]:
    models, names = records.catalog.names["models"], records.catalog.names["instances"]
    for file_id, file in records.benchmarks.items():
        head = head_of(file, BenchmarkHead)
        for row in file.rows:
            model = models[row.model]
            instances = tuple(names[instance] for instance in row.instances)
            accelerators = (records.instances[instance].accelerator for instance in instances)
            yield Benchmark(
                id=f"{file_id}/{row.line}",
                file_id=file_id,
                model=model,
                work=_extra_words(row, model),
                architecture=records.models[model].architecture,
                family=family_of_model(records, model),
                instances=instances,
                accelerators=unique(accelerators),
                framework=row.framework or file.framework,
                workload=file.workload,
                source=file.citation.source,
                locator=f"{file.citation.locator}, line {row.line}",
                as_of=file.as_of,
                row=row,
                file=head,
            )


def _extra_words(row: BenchmarkRow, model: str) -> tuple[str, ...]:
    """The words of the published name that are neither the model's name nor the row's batch size."""
    published = row.model.casefold()
    if row.batch_size is not None:
        published = published.removesuffix(f"bs{row.batch_size}")
    known = set(WORD.findall(model))
    return tuple(word for word in WORD.findall(published) if word not in known)
