"""Facts from vendors' lists: each line with its model, hardware and status, and the later list that replaced it."""

from __future__ import annotations

from collections.abc import Iterator

from macros.knowledge.facts import Listed
from macros.loading import Records
from macros.schema.base import header_of
from macros.schema.catalogues import Catalogue, CatalogueHeader, ListedRow


def facts_of_lists(records: Records) -> Iterator[Listed]:
    """Every line of every list, in the order of the files and rows."""
    later_editions = {catalogue.earlier: key for key, catalogue in records.catalogues.items() if catalogue.earlier}
    models = records.names.ids_by_name["models"]
    for catalogue_id, catalogue in records.catalogues.items():
        header = header_of(catalogue, CatalogueHeader)
        for number, row in enumerate(catalogue.rows, start=1):
            model = models[row.model] if row.model else None
            yield Listed(
                id=f"{catalogue_id}/{number}",
                catalogue_id=catalogue_id,
                model=model,
                architectures=(records.models[model].architecture,) if model else row.architectures,
                covers=frozenset(row.covers),
                accelerators=accelerators_of_row(records, catalogue, row),
                framework=framework_of_row(catalogue, row),
                workload=row.workload or catalogue.workload,
                status=catalogue.wording[row.wording],
                source=catalogue.citation.source,
                locator=", ".join(part for part in (catalogue.citation.locator, row.section, row.place) if part),
                as_of=row.as_of or catalogue.as_of,
                replaced_by=later_editions.get(catalogue_id),
                row=row,
                catalogue=header,
            )


def framework_of_row(catalogue: Catalogue, row: ListedRow) -> str | None:
    """The framework of a line: its own, or that of the list where the line names none."""
    return row.framework or (None if row.frameworks_as_published else catalogue.framework)


def accelerators_of_row(records: Records, catalogue: Catalogue, row: ListedRow) -> tuple[str, ...]:
    """The accelerators of a line: its own, or those of the list as far as the framework of the line runs on them."""
    if row.accelerators or row.instance:
        return row.accelerators or (records.instances[row.instance or ""].accelerator,)
    framework = framework_of_row(catalogue, row)
    if framework is None:
        return catalogue.accelerators
    own = {hardware.accelerator for hardware in records.frameworks[framework].hardware}
    return tuple(chip for chip in catalogue.accelerators if chip in own)
