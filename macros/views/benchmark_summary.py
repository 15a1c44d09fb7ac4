"""The benchmarks of many models on one page, of hardware or a framework: a row for each model and unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.grouping import group_pairs
from macros.views.benchmark_runs import BenchmarkTotals, newest_sdk

MOST_ROWS = 40
"""Rows of one summary."""


@dataclass(frozen=True)
class ModelSummary(BenchmarkTotals):
    """The rows of a model in one unit, without choosing among them."""

    sdk: str | None
    """The newest that a row names, as published."""

    @property
    def first(self) -> Benchmark:
        """A row: all have its model, workload, unit of throughput and number of nodes."""
        return self.facts[0]

    @property
    def joined(self) -> Sequence[str]:
        """The instance types that the source joins, where it does not say which of them ran."""
        return self.first.named_instances if len(self.first.named_instances) > 1 else ()

    @property
    def throughputs(self) -> Sequence[float]:
        """From lowest to highest."""
        return sorted(figure for run in self.runs if (figure := run.figure("throughput")))


@dataclass(frozen=True)
class BenchmarkSummary(BenchmarkTotals):
    """The benchmarks of many models."""

    lines: Sequence[ModelSummary]
    left_out: int

    @property
    def clustered(self) -> bool:
        """Whether any row says on how many instances it ran."""
        return any(line.first.row.nodes for line in self.lines)

    @property
    def joined(self) -> bool:
        """Whether any row names instance types of which one ran."""
        return any(line.joined for line in self.lines)

    @property
    def joined_runs(self) -> int:
        """Runs on one of several instance types, the source not saying which."""
        return sum(len(run.fact.named_instances) > 1 for run in self.runs)


def benchmark_summary(knowledge: Knowledge, facts: Sequence[Benchmark]) -> BenchmarkSummary:
    """Some rows in summary, by model, workload, unit of throughput, number of nodes and joined instance types."""
    runs = BenchmarkTotals(facts).runs
    groups = group_pairs((_sort_key(run.fact), run) for run in runs)
    lines = []
    for _, members in sorted(groups.items(), key=lambda item: item[0]):
        shown = [run.fact for run in members]
        lines.append(ModelSummary(shown, newest_sdk(knowledge, shown)))
    return BenchmarkSummary(facts, lines[:MOST_ROWS], len(lines[MOST_ROWS:]))


def _sort_key(fact: Benchmark) -> tuple[str, str, str, int, Sequence[str]]:
    joined = fact.named_instances if len(fact.named_instances) > 1 else ()
    return fact.model, fact.workload, fact.row.throughput_unit or "", fact.row.nodes or 0, joined
