"""`python -m macros ask MODEL HARDWARE`: whether a model runs today, in a terminal or for a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from macros.knowledge import Knowledge
from macros.knowledge.evidence import subject_of_model
from macros.knowledge.hardware_answers import KV_CACHE_TOKENS, hardware_answers
from macros.knowledge.memory import weights_gib
from macros.knowledge.runs_today import Option, Outcome
from macros.loading import Records
from macros.tables.runs_today import TODAY, ModelToday, model_today

EXIT_CODES: dict[Outcome, int] = {
    "supported": 0,
    "maintained": 1,
    "ended": 2,
    "ran": 2,
    "unsupported": 3,
    "not-known": 4,
}
WRONG_CALL = 64
INSTALLED = ("supported", "maintained", "ended")
"""Outcomes for which it makes sense to say what to install."""
MOST_SUGGESTED = 5
FORMATS = ("text", "json")


class UnknownNameError(Exception):
    """No record has this name; the message suggests others."""


def ask(records: Records, model: str, hardware: str, workload: str | None, form: str) -> int:
    """Prints the answers for one model on an accelerator or an instance type. Returns the exit code."""
    try:
        model_id = find(records, model, ("models",))[1]
        kind, record = find(records, hardware, ("instances", "accelerators"))
    except UnknownNameError as error:
        print(error, file=sys.stderr)
        return WRONG_CALL
    accelerator = records.instances[record].accelerator if kind == "instances" else record
    knowledge = Knowledge(records)
    answers = [
        found
        for found in model_today(knowledge, model_id)
        if found.answer.accelerator == accelerator and workload in (None, found.answer.workload)
    ]
    if form == "json":
        print(json.dumps([TODAY.row(found) for found in answers], default=str, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_text(records, model_id, accelerator, answers)))
        if kind == "instances" and answers:
            print("\n".join(_about_instance(knowledge, model_id, record, answers)))
    return min((EXIT_CODES[found.answer.outcome] for found in answers), default=EXIT_CODES["not-known"])


def find(records: Records, name: str, kinds: Sequence[str]) -> tuple[str, str]:
    """The kind and id of the record with an id, a title or another name, in any case. Raises UnknownNameError."""
    by_name = {known.casefold(): (kind, record) for kind in reversed(kinds) for known, record in _names(records, kind)}
    if found := by_name.get(name.casefold()):
        return found
    asked = name.casefold()
    parts = [known for known in by_name if all(word in known for word in asked.split())]
    close = [*parts, *get_close_matches(asked, by_name, MOST_SUGGESTED)]
    ids = list(dict.fromkeys(by_name[known][1] for known in close))[:MOST_SUGGESTED]
    hint = f"\n    did you mean {' or '.join(ids)}?" if ids else ""
    raise UnknownNameError(f"expected one of the {' or '.join(kinds)}, got {name!r}{hint}")


def _names(records: Records, kind: str) -> Iterator[tuple[str, str]]:
    for record_id, record in records.of(kind).items():
        yield record_id, record_id
        yield from ((str(name), record_id) for name in (getattr(record, "name", None),) if name)
        yield from ((other.name, record_id) for other in getattr(record, "other_names", ()))


def _text(records: Records, model: str, accelerator: str, answers: Sequence[ModelToday]) -> Iterator[str]:
    title = f"{records.models[model].name} on {records.accelerators[accelerator].name}"
    if not answers:
        outcome = records.vocabularies["outcome"].values["not-known"]
        yield f"{title}: {outcome.label.lower()}. {outcome.definition}"
    for found in answers:
        best = found.best
        yield f"{title}, {found.answer.workload}: {_outcome(records, best)}"
        yield f"    {best.because}"
        if best.pin and best.outcome in INSTALLED:
            yield f"    install: {'; '.join(best.pin)}"
        if best.replacement:
            yield f"    named instead: {', '.join(records.frameworks[key].name for key in best.replacement)}"
        for other in found.answer.alternatives:
            yield f"    or {_outcome(records, other)}: {other.because}"
        yield f"    sources: {', '.join(best.sources)}"


def _about_instance(knowledge: Knowledge, model: str, instance: str, answers: Sequence[ModelToday]) -> Iterator[str]:
    """What is known of the instance type itself: an answer is about its accelerator."""
    evidence = [found for answer in answers for option in answer.answer.options for found in option.evidence]
    named = sorted({name for found in evidence for name in found.instances})
    if instance in named:
        yield f"On {instance}: named by the evidence."
    else:
        others = f", which names {', '.join(named)}" if named else ""
        yield f"On {instance}: not named by the evidence{others}."
    memory = knowledge.records.instances[instance].memory_gib
    parameters = knowledge.records.models[model].parameters
    if parameters and (weights := weights_gib(parameters.billions, "bf16")) > memory:
        yield f"    weights in bf16 ({weights:.0f} GiB) exceed its memory ({memory} GiB)"
    elif parameters:
        yield f"    memory: weights in bf16 {weights:.1f} GiB of {memory} GiB{_kept(knowledge, model)}"
    for _, limitation in knowledge.limitations.of(("instances", instance)):
        yield f"    known issue: {limitation.title}"


def _kept(knowledge: Knowledge, model: str) -> str:
    """What the model keeps of former tokens, after its weights."""
    kept = hardware_answers(knowledge, subject_of_model(knowledge, model)).kv_cache_gib
    return f", KV cache {kept:.2f} GiB for each sequence of {KV_CACHE_TOKENS:,} tokens" if kept else ""


def _outcome(records: Records, option: Option) -> str:
    label = records.vocabularies["outcome"].values[option.outcome].label.lower()
    if option.is_beta and option.support:
        label += f" ({records.vocabularies['support_status'].values[option.support.status].label.lower()})"
    return f"{label} with {records.frameworks[option.framework].name}" if option.framework else label
