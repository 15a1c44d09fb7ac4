"""Lines of vendors' lists as API rows."""

from __future__ import annotations

from collections.abc import Mapping

from macros.exports.columns import AS_OF, LOCATOR, SOURCE, Column, Row
from macros.knowledge import Listed

COLUMNS: Mapping[str, Column] = {
    "id": Column("Names the line: list and position."),
    "catalogue": Column("The list, at one date.", kind="catalogues"),
    "replaced_by": Column("The later edition of the same list. Null for the newest known.", kind="catalogues"),
    "as_published": Column("The model or architecture as the source prints it."),
    "model": Column("The checkpoint. Null where the line names none.", kind="models"),
    "architectures": Column("The architectures the line is about.", kind="architectures"),
    "accelerators": Column("The hardware it is listed for; empty where the source names none.", kind="accelerators"),
    "instance": Column("The instance type. Null where the line names none.", kind="instances"),
    "framework": Column("The framework. Null where the line names several or one without a record.", kind="frameworks"),
    "workload": Column("What the model is run for.", vocabulary="workload"),
    "status": Column("How we read the words of the source.", vocabulary="status"),
    "status_as_published": Column("The words as printed or in short."),
    "section": Column("The heading it stands under. Null where there is none."),
    "sdk": Column("The SDK release it is said for. Null where none is named."),
    "tasks": Column("Tasks it is listed for."),
    "data_types": Column("Number formats it is listed for."),
    "source": SOURCE,
    "locator": LOCATOR,
    "as_of": AS_OF,
}


def listed(line: Listed) -> Row:
    """A row of listed-models.json."""
    return {
        "id": line.id,
        "catalogue": line.catalogue_id,
        "replaced_by": line.replaced_by,
        "as_published": line.row.as_published,
        "model": line.model,
        "architectures": list(line.architectures),
        "accelerators": list(line.accelerators),
        "instance": line.row.instance,
        "framework": line.framework,
        "workload": line.workload,
        "status": line.status,
        "status_as_published": line.row.wording,
        "section": line.row.section,
        "sdk": line.row.sdk or line.catalogue.sdk,
        "tasks": list(line.row.tasks),
        "data_types": list(line.row.data_types),
        "source": line.source,
        "locator": line.locator,
        "as_of": line.as_of,
    }
