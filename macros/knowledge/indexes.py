"""Facts by the records that they name, and records by those that they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeVar

from macros.knowledge import build_facts
from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.grouping import gathered
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.schema.limitations import Subjects

F = TypeVar("F")

Index = Mapping[str, Sequence[F]]
"""By the id of a record."""

Stack = tuple[str, str]
"""A framework on an accelerator."""

SubjectIndex = Mapping[tuple[str, str], Sequence[str]]


def index(facts: Iterable[F], key: Callable[[F], str | None]) -> Index[F]:
    """Facts by the one record they name."""
    return gathered((key(fact), fact) for fact in facts)


def index_all(facts: Iterable[F], keys: Callable[[F], Iterable[str | None]]) -> Index[F]:
    """The same where a fact names several records."""
    return gathered((key, fact) for fact in facts for key in dict.fromkeys(keys(fact)))


def of_configurations(tests: Sequence[TestedConfiguration]) -> Mapping[str, Index[TestedConfiguration]]:
    """Tested configurations by kind and id."""
    return {
        "models": index(tests, lambda test: test.model),
        "families": index(tests, lambda test: test.family),
        "instances": index(tests, lambda test: test.instance),
        "accelerators": index(tests, lambda test: test.accelerator),
        "datasets": index(tests, lambda test: test.dataset),
        "releases": index(tests, lambda test: test.release),
        "frameworks": index(tests, lambda test: test.framework),
        "sources": index(tests, lambda test: test.source),
    }


def of_verdicts(verdicts: Sequence[Verdict]) -> Mapping[str, Index[Verdict]]:
    """Verdicts by kind and id."""
    return {
        "families": index(verdicts, lambda verdict: verdict.family),
        "accelerators": index(verdicts, lambda verdict: verdict.accelerator),
        "frameworks": index(verdicts, lambda verdict: verdict.framework),
        "sources": index(verdicts, lambda verdict: verdict.source),
    }


def of_validated(records: Records, pairs: Sequence[ValidatedPair]) -> Mapping[str, Index[ValidatedPair]]:
    """Validated examples by kind and id."""
    return {
        "architectures": index(pairs, lambda pair: pair.architecture),
        "families": index(pairs, lambda pair: records.architectures[pair.architecture].family),
        "frameworks": index(pairs, lambda pair: pair.framework),
        "sources": index(pairs, lambda pair: pair.source),
    }


def of_benchmarks(records: Records, facts: Sequence[Benchmark]) -> Mapping[str, Index[Benchmark]]:
    """Rows of result files by kind and id."""
    return {
        "models": index(facts, lambda fact: fact.model),
        "architectures": index(facts, lambda fact: fact.architecture),
        "families": index(facts, lambda fact: fact.family),
        "instances": index_all(facts, lambda fact: fact.instances),
        "accelerators": index_all(facts, lambda fact: fact.accelerators),
        "frameworks": index(facts, lambda fact: fact.framework),
        "benchmarks": index(facts, lambda fact: fact.file_id),
        "sdks": index(facts, lambda fact: sdk_named(records, fact.row.sdk)),
        "sources": index(facts, lambda fact: fact.source),
    }


def of_listed(lines: Sequence[Listed]) -> Mapping[str, Index[Listed]]:
    """Lines of vendors' lists by kind and id."""
    return {
        "models": index(lines, lambda line: line.model),
        "architectures": index_all(lines, lambda line: line.architectures),
        "instances": index(lines, lambda line: line.row.instance),
        "accelerators": index_all(lines, lambda line: line.accelerators),
        "frameworks": index(lines, lambda line: line.framework),
        "catalogues": index(lines, lambda line: line.catalogue_id),
        "sources": index(lines, lambda line: line.source),
    }


def models_by_family(records: Records) -> Index[str]:
    """The ids of the models of each family."""
    return index(records.models, lambda model: build_facts.family_of_model(records, model))


def ran_on(tests: Iterable[TestedConfiguration], benchmarks: Iterable[Benchmark]) -> Mapping[str, frozenset[str]]:
    """Per model: the instance types on which it was tested or measured."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for test in tests:
        found[test.model].add(test.instance)
    for benchmark in benchmarks:
        found[benchmark.model].update(benchmark.instances)
    return {model: frozenset(instances) for model, instances in found.items()}


def by_subject(subjects: Iterable[tuple[str, Subjects]]) -> SubjectIndex:
    """Limitations or conflicts by each record they are about, given as kind and id."""
    return gathered(
        ((kind, record), key)
        for key, about in subjects
        for kind in type(about).model_fields
        for record in getattr(about, kind)
    )


def by_stack(subjects: Iterable[tuple[str, Subjects]]) -> SubjectIndex:
    """Of what names no model: under which framework on which accelerator it is."""
    return gathered(
        (stack, key)
        for key, about in subjects
        if not (about.models or about.architectures or about.families)
        for stack in product(about.frameworks, about.accelerators)
    )


def touching(found: SubjectIndex, subjects: Iterable[tuple[str, str | None]]) -> Sequence[str]:
    """What is about any of some subjects, each once."""
    keys = {key for kind, record in subjects if record is not None for key in found.get((kind, record), ())}
    return sorted(keys)
