"""From files of results to benchmarks: names resolved, headers spread over their rows, repeated rows found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from macros.knowledge.build_facts import family_of_model
from macros.knowledge.facts import Benchmark
from macros.loading import Records
from macros.schema.base import fields_of, head_of
from macros.schema.benchmarks import BenchmarkHead, BenchmarkRow

OF_THE_ROW = frozenset({"line", "model", "instances", "framework", "application_type", "instance_inferred", "doubt"})
"""What may differ between two rows that print one run, or is compared by the names it resolves to."""

OF_THE_RUN = tuple(name for name in fields_of(BenchmarkRow) if name not in OF_THE_ROW)
"""Every other setting and figure."""

WORD = re.compile(r"[a-z]+|[0-9]+")


def benchmarks(records: Records) -> Iterator[Benchmark]:
    """Every row, in the order of the files and lines; of those that print one run, all but one say which."""
    found = list(_rows(records))
    firsts: dict[Hashable, str] = {}
    repeats: dict[str, str] = {}
    copies: Counter[Hashable] = Counter()
    # A row that readers of the source see stands for the others.
    for fact in sorted(found, key=lambda fact: not fact.file.published):
        run = _run(fact)
        # A file that prints the same twice reports two runs.
        copies[fact.file_id, run] += 1
        first = firsts.setdefault((run, copies[fact.file_id, run]), fact.id)
        if first != fact.id:
            repeats[fact.id] = first
    return (replace(fact, repeats=repeats.get(fact.id)) for fact in found)


def distinct(facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """One row for each run among some rows: a run that two tables print is one measurement."""
    found: dict[str, Benchmark] = {}
    for fact in facts:
        if fact.run not in found or fact.repeats is None:
            found[fact.run] = fact
    return list(found.values())


def _run(fact: Benchmark) -> Hashable:
    """Equal for two rows that agree in every setting and figure."""
    printed = fact.row.framework_as_published or fact.file.framework_as_published
    resolved = (fact.model, fact.work, fact.instances, fact.workload, fact.framework, printed)
    return resolved, tuple(getattr(fact.row, name) for name in OF_THE_RUN if name != "framework_as_published")


def _rows(records: Records) -> Iterator[Benchmark]:
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
                work=_work(row, model),
                architecture=records.models[model].architecture,
                family=family_of_model(records, model),
                instances=instances,
                accelerators=tuple(dict.fromkeys(accelerators)),
                framework=row.framework or file.framework,
                workload=file.workload,
                source=file.citation.source,
                locator=f"{file.citation.locator}, line {row.line}",
                as_of=file.as_of,
                row=row,
                file=head,
            )


def _work(row: BenchmarkRow, model: str) -> tuple[str, ...]:
    """The words of the published name that say more than the model's name and the row's batch size do."""
    published = row.model.casefold()
    if row.batch_size is not None:
        published = published.removesuffix(f"bs{row.batch_size}")
    known = set(WORD.findall(model))
    return tuple(word for word in WORD.findall(published) if word not in known)
