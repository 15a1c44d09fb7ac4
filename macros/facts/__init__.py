"""The records joined to facts, and the facts indexed."""

from macros.facts.benchmarks import Benchmark
from macros.facts.fact_types import Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.facts.knowledge import Knowledge

__all__ = ["Benchmark", "Knowledge", "Listed", "TestedConfiguration", "ValidatedPair", "Verdict"]
