"""The benchmarks of many models on one page, of hardware or a framework: a row for each model and unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.grouping import group_pairs
from macros.pages.benchmark_runs import BenchmarkTotals

MOST_ROWS = 40
"""Rows of one summary."""


@dataclass(frozen=True)
class BenchmarkSummary(BenchmarkTotals):
    lines: Sequence[BenchmarkTotals]
    """Each has one model, workload, unit of throughput, number of nodes, and joined instance types."""
    left_out: int

    @property
    def clustered(self) -> bool:
        """Whether any row says on how many instances it ran."""
        return any(line.first.row.nodes for line in self.lines)

    @property
    def joined(self) -> bool:
        """Whether any row names instance types of which one ran."""
        return any(len(line.first.named_instances) > 1 for line in self.lines)

    @property
    def joined_runs(self) -> int:
        """Runs on one of several instance types, the source not saying which."""
        return sum(len(run.fact.named_instances) > 1 for run in self.runs)


def benchmark_summary(knowledge: Knowledge, facts: Sequence[Benchmark]) -> BenchmarkSummary:
    """Some rows in summary, without choosing among them."""
    groups = group_pairs((_sort_key(run.fact), run.fact) for run in BenchmarkTotals(knowledge, facts).runs)
    lines = [BenchmarkTotals(knowledge, groups[key]) for key in sorted(groups)]
    return BenchmarkSummary(knowledge, facts, lines[:MOST_ROWS], len(lines[MOST_ROWS:]))


def _sort_key(fact: Benchmark) -> tuple[str, str, str, int, Sequence[str]]:
    joined = fact.named_instances if len(fact.named_instances) > 1 else ()
    return fact.model, fact.workload, fact.row.throughput_unit or "", fact.row.nodes or 0, joined
