"""`python -m macros ask MODEL HARDWARE`: whether a model runs today, in a terminal or for a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from macros.columns.answers import TODAY, ModelToday, today_of
from macros.facts import Knowledge
from macros.facts.answers import OUTCOMES, RUNS_TODAY, Outcome
from macros.facts.config_file import ConfigFile
from macros.facts.evidence import subject_of_architecture, subject_of_model
from macros.facts.grouping import unique
from macros.facts.known_names import known_hardware, known_models
from macros.facts.memory import KV_CACHE_TOKENS, kv_cache_gib, weights_on
from macros.facts.short_answers import ShortAnswer, nothing_known, short_answer, where_offered
from macros.facts.typed_names import Meant, Named, Names
from macros.loading import Records
from macros.schema.models import Model

EXIT_CODES: Mapping[Outcome, int] = {
    "supported": 0,
    "maintained": 1,
    "ended": 2,
    "ran": 2,
    "unsupported": 3,
    "not-known": 4,
}
WRONG_CALL = 64
FORMATS = ("text", "json")


class WrongNameError(Exception):
    """A name means no record, or several; the message names those that may be meant."""


@dataclass(frozen=True)
class Question:
    """What is asked for, as it was typed."""

    model: str
    """A name; where there is a `config`, the name of that file."""
    hardware: str
    workload: str | None = None
    config: ConfigFile | None = None
    """Of the checkpoint that is asked about, instead of its name."""

    @property
    def name(self) -> str:
        return self.config.class_name if self.config else self.model


def ask(knowledge: Knowledge, question: Question, form: str) -> int:
    """Prints the answers for one model, or an architecture, on hardware. Returns the exit code.

    A vendor, or a name that several accelerators share, means each of them.
    """
    records, model = knowledge.records, question.name
    try:
        places = _hardware(records, question.hardware)
        meant = _model(records, model)
    except WrongNameError as error:
        print(error, file=sys.stderr)
        return WRONG_CALL
    if meant.answer == "no-record":
        return _print_no_record(model, meant, form)
    asked = Asked(knowledge, meant.found[0], question)
    if meant.answer == "several":
        print(_several(asked, meant, places[0]), file=sys.stderr)
        return WRONG_CALL
    answers = [asked.on(place) for place in places]
    if form == "json":
        rows = [row for answer in answers for row in answer.rows]
        print(json.dumps(rows, default=str, indent=2, ensure_ascii=False))
    else:
        for line in (*(line for answer in answers for line in answer.lines), *_read_as(asked, meant, places[0])):
            print(line)
    return EXIT_CODES[min((one for answer in answers for one in answer.outcomes), key=OUTCOMES.index)]


def _model(records: Records, name: str) -> Meant:
    """The models or the architecture that may be meant, or that none is on record. Raises WrongNameError."""
    meant = Names(one for one in known_models(records) if one.kind != "families").meant(name)
    if meant.answer == "unknown":
        raise WrongNameError(_wrong("models or architectures", name, meant))
    return meant


def _hardware(records: Records, name: str) -> Sequence[Hardware]:
    """The instance type or the accelerators that are meant. Raises WrongNameError."""
    meant = Names(known_hardware(records)).meant(name)
    if meant.answer not in ("one", "several"):
        raise WrongNameError(_wrong("accelerators or instances", name, meant))
    instances = records.instances
    ids = unique(one for found in meant.found for one in found.ids)
    return [Hardware(instances[one].accelerator, one) if one in instances else Hardware(one) for one in ids]


def _wrong(kinds: str, name: str, meant: Meant) -> str:
    ids = unique(one for found in meant.found for one in found.ids)
    return f"expected one of the {kinds}, got {name!r}{_near(ids)}"


def _several(asked: Asked, meant: Meant, hardware: Hardware) -> str:
    """The records that a name may mean, with what tells them apart."""
    lines = (f"\n    {line}" for line in asked.compared(meant.found, hardware))
    return f"expected the name of one record, got {asked.question.name!r}, which may be{''.join(lines)}"


def _near(ids: Sequence[str]) -> str:
    return f"\n    did you mean {' or '.join(ids)}?" if ids else ""


def _print_no_record(name: str, meant: Meant, form: str) -> int:
    near = _near([one for found in meant.found for one in found.ids])
    print("[]" if form == "json" else f"{name}: no record. No source used here names it.{near}")
    return EXIT_CODES["not-known"]


def _read_as(asked: Asked, meant: Meant, hardware: Hardware) -> Iterator[str]:
    """What was read where that is not what was typed, and the answers for variants that may be meant as well."""
    name, [found] = asked.question.name, asked.named.ids
    if meant.left_out:
        yield f"    {name}: no record with {meant.left_out}; this is the answer for {found}"
    if meant.variants:
        yield f"    {name}: read as {found}; also on record:"
        yield from (f"        {line}" for line in asked.compared(meant.variants, hardware))


class Hardware(NamedTuple):
    """An accelerator, or an instance type with it."""

    accelerator: str
    instance: str | None = None


@dataclass(frozen=True)
class Answered:
    """The answer on some hardware: as lines of text, and as rows of the API."""

    outcomes: Sequence[Outcome]
    lines: Sequence[str]
    rows: Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Asked:
    """A model or an architecture that is asked about."""

    knowledge: Knowledge
    named: Named
    question: Question

    @cached_property
    def today(self) -> Sequence[ModelToday]:
        of = subject_of_model if self.named.kind == "models" else subject_of_architecture
        return today_of(self.knowledge, of(self.knowledge, self.named.ids[0]))

    @property
    def model(self) -> str | None:
        return self.named.ids[0] if self.named.kind == "models" else None

    def on(self, hardware: Hardware) -> Answered:
        knowledge, (accelerator, instance) = self.knowledge, hardware
        records = knowledge.records
        answers = [
            (found, dict(found.on_instances)[instance] if instance else found.short)
            for found in self.today
            if found.answer.accelerator == accelerator and self.question.workload in (None, found.answer.workload)
        ]
        name = getattr(records.of(self.named.kind)[self.named.ids[0]], "name", self.named.ids[0])
        title = f"{name} on {instance or records.accelerators[accelerator].name}"
        lines: list[str] = []
        for found, short in answers:
            lines += [f"{title}: {short.words}", *(f"    {line}" for line in _details(knowledge, found, short))]
        nothing = nothing_known(knowledge, self.model, accelerator, instance)
        if not answers:
            lines.append(f"{title}: {nothing.words}")
        if not answers and nothing.outcome == "not-known":
            lines.append(f"    {records.vocabularies['outcome'].values['not-known'].definition}")
        if instance and self.model:
            lines += (f"    {line}" for line in _about_instance(knowledge, self.model, instance))
        if not answers and self.model:
            lines += (f"    {line}" for line in self._unquantised(hardware))
        if self.question.config:
            lines.append(f"    {_memory_of_config(knowledge, self.question.config, hardware)}")
        rows = [_row(found, short) for found, short in answers]
        return Answered([short.outcome for _, short in answers] or [nothing.outcome], lines, rows)

    def compared(self, others: Sequence[Named], hardware: Hardware) -> Iterator[str]:
        """The best answer for each of several models or architectures on some hardware, with the size of a model."""
        for one in others:
            best = replace(self, named=one).on(hardware).lines[0].partition(": ")[2]
            size = self._parameters(one)
            yield f"{one.ids[0]}{f', {size}' if size else ''}: {best}"

    def _parameters(self, named: Named) -> str:
        record = self.knowledge.records.of(named.kind)[named.ids[0]]
        known = record.parameters if isinstance(record, Model) else None
        return f"{known.billions:.3g} B parameters" if known else ""

    def _unquantised(self, hardware: Hardware) -> Iterator[str]:
        """The answer for the checkpoint that was quantised."""
        models = self.knowledge.records.models
        record = models[self.named.ids[0]]
        if record.weight_format and record.variant_of:
            base = replace(self, named=replace(self.named, ids=(record.variant_of,)))
            yield f"as it was before it was quantised: {base.on(hardware).lines[0]}"


def _memory_of_config(knowledge: Knowledge, config: ConfigFile, hardware: Hardware) -> str:
    """What follows from the sizes in a config.json, beside the memory of the hardware."""
    if config.weights_gib is None or config.kv_cache_gib is None:
        return "memory: not estimated, the file is not of a decoder whose layers are alike and gated"
    records = knowledge.records
    accelerator = records.accelerators[hardware.accelerator]
    here = records.instances[hardware.instance].memory_gib if hardware.instance else accelerator.most_memory_gib
    of = f" of {here:,.0f} GiB" if here else ""
    return (
        f"memory, estimated from the sizes in the file: {config.billions:,.2f} B parameters, weights in"
        f" {config.data_type} {config.weights_gib:,.1f} GiB{of}, KV cache {config.kv_cache_gib:.2f} GiB for each"
        f" sequence of {KV_CACHE_TOKENS:,} tokens"
    )


def _row(found: ModelToday, short: ShortAnswer) -> dict[str, object]:
    """The row of the API, with the answer for the hardware that was asked for."""
    row = TODAY.row(found) | {"outcome": short.outcome, "short": short.words, "fits": short.fits}
    does_not_run = {"because": f"{short.words}.", "pin": [], "replacement": [], "alternatives": []}
    return row | (does_not_run if short.outcome != found.answer.outcome else {})


def _details(knowledge: Knowledge, found: ModelToday, short: ShortAnswer) -> Iterator[str]:
    """Why, what to install, what is named instead, the other frameworks, and the sources."""
    best = found.best
    if short.outcome == found.answer.outcome:
        yield best.because
        if best.contested:
            yield f"contested: {best.contested}"
        if best.pin:
            yield f"{'install' if best.outcome in RUNS_TODAY else 'last with it'}: {'; '.join(best.pin)}"
        if best.replacement and not best.does_not_fit:
            names = ((knowledge.records.frameworks[key].name, key) for key in best.replacement)
            named = [f"{name} {where_offered(knowledge, best, key)}".rstrip() for name, key in names]
            yield f"named instead: {', '.join(named)}"
        for other in () if best.does_not_fit else found.answer.alternatives:
            yield f"or {short_answer(knowledge, other).words}: {other.because}"
    yield f"sources: {', '.join(best.sources)}"


def _about_instance(knowledge: Knowledge, model_id: str, instance_id: str) -> Iterator[str]:
    """The memory of an instance type, with what the model keeps of former tokens, and its known issues."""
    instance = knowledge.records.instances[instance_id]
    if weights := weights_on(knowledge, model_id, instance.accelerator):
        kept = kv_cache_gib(knowledge, model_id)
        cache = f", KV cache {kept:.2f} GiB for each sequence of {KV_CACHE_TOKENS:,} tokens" if kept else ""
        yield f"memory: weights in {weights.data_type} {weights.gib:,.1f} GiB of {instance.memory_gib:,} GiB{cache}"
    for issue in knowledge.limitations.of("instances", instance_id):
        yield f"known issue: {issue.record.title}"
