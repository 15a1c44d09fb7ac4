"""From files of results to benchmarks: names resolved, headers spread over their rows."""

from __future__ import annotations

from collections.abc import Iterator

from macros.knowledge.facts import Benchmark
from macros.knowledge.joining import family_of_model
from macros.loading import Records


def benchmarks(records: Records) -> Iterator[Benchmark]:
    """Every measurement, in the order of the files and rows."""
    models, names = records.catalog.names["models"], records.catalog.names["instances"]
    for file_id, file in records.benchmarks.items():
        for row in file.rows:
            model = models[row.model]
            instances = tuple(names[instance] for instance in row.instances)
            accelerators = (records.instances[instance].accelerator for instance in instances)
            yield Benchmark(
                id=f"{file_id}/{row.line}",
                file_id=file_id,
                model=model,
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
                file=file,
            )
