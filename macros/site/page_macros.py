"""Every macro a page can call: the template that holds its words and the view that holds its decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from macros.site.state import Site
from macros.views import (
    architectures,
    benchmarks,
    catalogues,
    changes,
    comparing,
    comparisons,
    components,
    contributing,
    datasets,
    doubts,
    downloads,
    explore,
    families,
    frameworks,
    full_records,
    hardware,
    home,
    memory,
    models,
    releases,
    sdks,
    sources,
)

View = Callable[..., object]


@dataclass(frozen=True)
class PageMacro:
    """A macro: `template` is rendered with the result of `view` as `view`."""

    template: str
    view: View


PAGE_MACROS: Mapping[str, PageMacro] = {
    "home_page": PageMacro("pages/home.md", home.page),
    "model_page": PageMacro("pages/model.md", models.page),
    "model_list": PageMacro("lists/models.md", models.index),
    "family_page": PageMacro("pages/family.md", families.page),
    "family_matrices": PageMacro("lists/families.md", families.index),
    "accelerator_page": PageMacro("pages/accelerator.md", hardware.accelerator_page),
    "accelerator_list": PageMacro("lists/accelerators.md", hardware.accelerator_index),
    "instance_page": PageMacro("pages/instance.md", hardware.instance_page),
    "instance_list": PageMacro("lists/instances.md", hardware.instance_index),
    "framework_page": PageMacro("pages/framework.md", frameworks.page),
    "framework_list": PageMacro("lists/frameworks.md", frameworks.index),
    "framework_table": PageMacro("lists/framework_table.md", frameworks.index),
    "release_page": PageMacro("pages/release.md", releases.page),
    "comparison_page": PageMacro("pages/comparison.md", comparisons.page),
    "comparison_list": PageMacro("lists/comparisons.md", comparisons.index),
    "free_comparison": PageMacro("lists/free_comparison.md", comparing.titles),
    "accelerator_table": PageMacro("lists/accelerator_table.md", hardware.accelerator_index),
    "instance_comparison_table": PageMacro("lists/instance_table.md", hardware.instance_index),
    "dataset_page": PageMacro("pages/dataset.md", datasets.page),
    "dataset_list": PageMacro("lists/datasets.md", datasets.index),
    "source_page": PageMacro("pages/source.md", sources.page),
    "source_list": PageMacro("lists/sources.md", sources.index),
    "limitation_page": PageMacro("pages/limitation.md", doubts.limitation_page),
    "limitation_list": PageMacro("lists/limitations.md", doubts.limitations),
    "conflict_page": PageMacro("pages/conflict.md", doubts.conflict_page),
    "conflict_list": PageMacro("lists/conflicts.md", doubts.conflicts),
    "architecture_page": PageMacro("pages/architecture.md", architectures.page),
    "architecture_list": PageMacro("lists/architectures.md", architectures.index),
    "catalogue_page": PageMacro("pages/catalogue.md", catalogues.page),
    "catalogue_list": PageMacro("lists/catalogues.md", catalogues.index),
    "memory_tables": PageMacro("lists/memory.md", memory.tables),
    "benchmark_page": PageMacro("pages/benchmark.md", benchmarks.page),
    "benchmark_list": PageMacro("lists/benchmarks.md", benchmarks.index),
    "component_page": PageMacro("pages/component.md", components.page),
    "component_list": PageMacro("lists/components.md", components.index),
    "sdk_page": PageMacro("pages/sdk.md", sdks.page),
    "sdk_list": PageMacro("lists/sdks.md", sdks.index),
    "example_record": PageMacro("lists/example_record.md", home.example),
    "change_list": PageMacro("lists/changes.md", changes.index),
    "fact_timeline": PageMacro("lists/timeline.md", changes.index),
    "explore_table": PageMacro("lists/explore.md", explore.table),
    "api_table": PageMacro("lists/api.md", downloads.index),
    "envelope_table": PageMacro("lists/envelope.md", downloads.envelope),
    "column_table": PageMacro("lists/columns.md", downloads.columns),
    "record_kinds": PageMacro("lists/record_kinds.md", contributing.kinds),
    "full_records": PageMacro("lists/full_records.md", full_records.every),
    "vocabulary_tables": PageMacro("lists/vocabularies.md", contributing.vocabularies),
}


def page_address(url: str) -> str:
    """A page's address as the site builder spells it, without the leading dot of the home page."""
    return url.removeprefix("./")


def call(name: str, site: Site, current_url: Callable[[], str], *arguments: str) -> str:
    """The Markdown that a macro call on the current page stands for. Its deferred parts are added to the page's."""
    macro, page = PAGE_MACROS[name], page_address(current_url())
    view: Any = macro.view(site.knowledge, *arguments)
    return site.renderer.markdown(macro.template, page, site.deferred[page], view=view)
