"""What vendors support today, a row for each framework, accelerator and workload."""

from __future__ import annotations

from macros.columns.column import AS_OF, LOCATOR, SOURCE, Column, Table
from macros.facts.support_status import SupportStatus

SUPPORT_STATUS = Table[SupportStatus](
    SupportStatus,
    "support-status",
    "What vendors support today: each framework on each accelerator for each workload",
    (
        Column("id", "Names the status for good: framework, package, accelerator, instance type, workload."),
        Column("accelerator", "The accelerator.", kind="accelerators"),
        Column("framework", "The framework. Null where the row is about a whole SDK.", kind="frameworks"),
        Column("package", "The part of the framework it is about. Null: the framework as such."),
        Column("workload", "What models are run for.", vocabulary="workload"),
        Column("status", "What holds today.", vocabulary="support_status"),
        Column("status_as_published", "The words of the source.", "statement.as_published"),
        Column("last_sdk", "The last SDK release that supports or has it.", "statement.last_sdk"),
        Column("pin", "What to install: packages with versions, images.", "statement.pin"),
        Column("replacement", "The frameworks named instead.", "statement.replacement", kind="frameworks"),
        Column(SOURCE.name, SOURCE.meaning, "citation.source", kind="sources"),
        Column(LOCATOR.name, LOCATOR.meaning, "citation.locator"),
        AS_OF,
        Column(
            "instance",
            "The instance type. Null: all that carry it, which is so of every statement.",
            lambda _: None,
            kind="instances",
            holds=str | None,
        ),
        Column("ends_with_sdk", "The SDK release with which its support is announced to end.", "ends_with"),
        Column("disputed", "What other sources say, where they differ.", "statement.disputed"),
    ),
    lambda known: known.support,
)
