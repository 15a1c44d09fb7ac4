"""`python -m macros ask MODEL HARDWARE`: whether a model runs today, in a terminal or for a script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from macros.columns.answers import TODAY, ModelToday, today_of
from macros.facts import Knowledge
from macros.facts.answers import INFERENCE
from macros.facts.config_file import ConfigFile
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.hardware import hardware_answers, software_on
from macros.facts.known_names import known_hardware, known_models
from macros.facts.memory import KV_CACHE_TOKENS, asked_weights, kv_cache_gib, shape_of
from macros.facts.short_answers import nothing_known
from macros.published import Answered, lines_of, print_answers, rows_on
from macros.schema.models import Model
from macros.typed_names import Meant, Named, Names
from macros.words import gib


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

    def names(of: str) -> Names:
        if of == "hardware":
            return Names(known_hardware(knowledge.records))
        return Names(one for one in known_models(knowledge.records) if one.kind != "families")

    def answered(meant: Meant, places: Sequence[str]) -> Iterator[Answered]:
        asked = Asked(knowledge, meant.found[0], question)
        yield from map(asked.on, places)
        yield Answered([], [*_read_as(asked, meant, places[0])], [])

    def compared(several: Meant, place: str) -> Iterator[str]:
        return Asked(knowledge, several.found[0], question).compared(several.found, place)

    return print_answers((question.name, question.hardware), names, answered, compared, form)


def _read_as(asked: Asked, meant: Meant, place: str) -> Iterator[str]:
    """What was read where that is not what was typed, and the answers for variants that may be meant as well."""
    name, [found] = asked.question.name, asked.named.ids
    if meant.left_out:
        yield f"    {name}: no record with {meant.left_out}; this is the answer for {found}"
    if meant.variants:
        yield f"    {name}: read as {found}; also on record:"
        yield from (f"        {line}" for line in asked.compared(meant.variants, place))


@dataclass(frozen=True)
class Asked:
    """A model or an architecture that is asked about."""

    knowledge: Knowledge
    named: Named
    question: Question

    @property
    def subject(self) -> Subject:
        of = subject_of_model if self.named.kind == "models" else subject_of_architecture
        return of(self.knowledge, self.named.ids[0])

    @cached_property
    def today(self) -> Sequence[ModelToday]:
        return today_of(self.knowledge, self.subject)

    def on(self, place: str) -> Answered:
        knowledge, records, model = self.knowledge, self.knowledge.records, self.subject.model
        instance = records.instances.get(place)
        accelerator = instance.accelerator if instance else place
        here = rows_on(map(TODAY.row, self.today), place)
        rows = [row for row in here if self.question.workload in (None, row["workload"])]
        name = getattr(records.of(self.named.kind)[self.named.ids[0]], "name", self.named.ids[0])
        title = f"{name} on {place if instance else records.accelerators[place].name}"
        lines: list[str] = []
        for row in rows:
            lines += lines_of(title, row)
        nothing = nothing_known(knowledge, model, accelerator, place if instance else None)
        if not rows:
            lines.append(f"{title}: {nothing.words}")
        if not rows and nothing.outcome == "not-known":
            software = software_on(knowledge, hardware_answers(knowledge, self.subject), accelerator)
            lines += [f"    {software}."] if software else []
            lines.append(f"    {records.vocabularies['outcome'].values['not-known'].definition}")
        if instance and model:
            lines += (f"    {line}" for line in self._about_instance(model, place))
        if not rows and model:
            lines += (f"    {line}" for line in self._unquantised(place))
        if self.question.config:
            here_gib = instance.memory_gib if instance else records.accelerators[place].most_memory_gib
            lines.append(f"    {_memory_of_config(self.question.config, here_gib)}")
        return Answered([row["outcome"] for row in rows] or [nothing.outcome], lines, rows)

    def _about_instance(self, model_id: str, instance_id: str) -> Iterator[str]:
        """The memory of an instance type, with what the model keeps of former tokens, and its known issues."""
        knowledge, instance = self.knowledge, self.knowledge.records.instances[instance_id]
        if weights := asked_weights(knowledge, model_id, instance_id, self.question.workload or INFERENCE):
            kept = kv_cache_gib(shape_of(knowledge, model_id))
            cache = f", KV cache {kept:.2f} GiB for each sequence of {KV_CACHE_TOKENS:,} tokens" if kept else ""
            yield f"memory: weights in {weights.data_type} {gib(weights.gib)} GiB of {instance.memory_gib:,} GiB{cache}"
        for issue in knowledge.limitations.of("instances", instance_id):
            yield f"known issue: {issue.record.title}"

    def compared(self, others: Sequence[Named], place: str) -> Iterator[str]:
        """The best answer for each of several models or architectures on some hardware, with the size of a model."""
        for one in others:
            best = replace(self, named=one).on(place).lines[0].partition(": ")[2]
            size = self._parameters(one)
            yield f"{one.ids[0]}{f', {size}' if size else ''}: {best}"

    def _parameters(self, named: Named) -> str:
        record = self.knowledge.records.of(named.kind)[named.ids[0]]
        known = record.parameters if isinstance(record, Model) else None
        return f"{known.billions:.3g} B parameters" if known else ""

    def _unquantised(self, place: str) -> Iterator[str]:
        """The answer for the checkpoint that was quantised."""
        if origin := self.knowledge.origin_of(self.named.ids[0]):
            base = replace(self, named=replace(self.named, ids=(origin,)))
            yield f"as it was before it was quantised: {base.on(place).lines[0]}"


def _memory_of_config(config: ConfigFile, here_gib: float) -> str:
    """What follows from the sizes in a config.json, beside the memory of the hardware."""
    if config.weights_gib is None or config.kv_cache_gib is None:
        return "memory: not estimated, the file is not of a decoder whose layers are alike and gated"
    of = f" of {here_gib:,.0f} GiB" if here_gib else ""
    return (
        f"memory, estimated from the sizes in the file: {config.billions:,.2f} B parameters, weights in"
        f" {config.data_type} {config.weights_gib:,.1f} GiB{of}, KV cache {config.kv_cache_gib:.2f} GiB for each"
        f" sequence of {KV_CACHE_TOKENS:,} tokens"
    )
