"""The records joined to facts, and the facts indexed."""

from macros.knowledge.ages import Age, AgeRuler
from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.knowledge import Knowledge

__all__ = ["Age", "AgeRuler", "Benchmark", "Knowledge", "Listed", "TestedConfiguration", "ValidatedPair", "Verdict"]
