"""Sections with a template of their own on the pages of accelerators and of instance types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from macros.facts import Knowledge
from macros.pages.hardware_support import HardwareSupport
from macros.pages.section import TemplateSection
from macros.pages.support_today import SupportLines


def runs_today_section(support_of: Callable[[Knowledge, str], SupportLines | None]) -> TemplateSection:
    """What vendors support on some hardware, which `support_of` finds."""

    def context(knowledge: Knowledge, record: str) -> Mapping[str, Any]:
        return {"support_today": support_of(knowledge, record)}

    return TemplateSection("What runs today", "runs-today", "parts/support_section.html", context)


def support_timeline(support_of: Callable[[Knowledge, str], HardwareSupport | None]) -> TemplateSection:
    """What notices and package lists say of some hardware, which `support_of` finds; without that, left out."""

    def context(knowledge: Knowledge, record: str) -> Mapping[str, Any] | None:
        found = support_of(knowledge, record)
        return {"support": found} if found else None

    summary = "Packages and notices, component by component"
    return TemplateSection("Support timeline", "lifecycle", "parts/hardware_notices.html", context, summary)
