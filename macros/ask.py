"""`python -m macros ask MODEL HARDWARE`: whether a model runs today, in a terminal or for a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from macros.columns.answers import TODAY, ModelToday, model_today
from macros.facts import Knowledge
from macros.facts.evidence import subject_of_model
from macros.facts.hardware_answers import KV_CACHE_TOKENS, hardware_answers
from macros.facts.memory import weights_on
from macros.facts.runs_today import INSTALLED, OUTCOMES, Outcome, RunsToday
from macros.facts.short_answers import ShortAnswer, nothing_known, short_answer, where_offered
from macros.loading import Records

EXIT_CODES: dict[Outcome, int] = {
    "supported": 0,
    "maintained": 1,
    "ended": 2,
    "ran": 2,
    "unsupported": 3,
    "not-known": 4,
}
WRONG_CALL = 64
MOST_SUGGESTED = 5
FORMATS = ("text", "json")


class UnknownNameError(Exception):
    """No record has this name; the message suggests others."""


def ask(knowledge: Knowledge, model: str, hardware: str, workload: str | None, form: str) -> int:
    """Prints the answers for one model on an accelerator or an instance type. Returns the exit code."""
    records = knowledge.records
    try:
        model_id = find(records, model, ("models",))[1]
        kind, record = find(records, hardware, ("instances", "accelerators"))
    except UnknownNameError as error:
        print(error, file=sys.stderr)
        return WRONG_CALL
    accelerator = records.instances[record].accelerator if kind == "instances" else record
    instance = record if kind == "instances" else None
    answers = [
        found
        for found in model_today(knowledge, model_id)
        if found.answer.accelerator == accelerator and workload in (None, found.answer.workload)
    ]
    if form == "json":
        print(json.dumps([_row(found, instance) for found in answers], default=str, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_text(knowledge, model_id, record, answers)))
    shorts = [_short(found, instance) for found in answers]
    shorts = shorts or [nothing_known(knowledge, model_id, accelerator, instance)]
    return EXIT_CODES[min((short.outcome for short in shorts), key=OUTCOMES.index)]


def _row(found: ModelToday, instance: str | None) -> dict[str, object]:
    """The row of the API, with the answer for the instance type that was asked for."""
    short = _short(found, instance)
    row = TODAY.row(found) | {"outcome": short.outcome, "short": short.words, "fits": short.fits}
    does_not_run = {"because": f"{short.words}.", "pin": [], "replacement": [], "alternatives": []}
    return row | (does_not_run if short.outcome != found.answer.outcome else {})


def _short(found: ModelToday, instance: str | None) -> ShortAnswer:
    """The answer for an instance type, or for the accelerator."""
    return dict(found.on_instances)[instance] if instance else found.short


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


def _text(knowledge: Knowledge, model: str, hardware: str, answers: Sequence[ModelToday]) -> Iterator[str]:
    records = knowledge.records
    instance = hardware if hardware in records.instances else None
    accelerator = records.instances[instance].accelerator if instance else hardware
    title = f"{records.models[model].name} on {instance or records.accelerators[accelerator].name}"
    if not answers:
        yield f"{title}: {nothing_known(knowledge, model, accelerator, instance).words}"
        yield f"    {records.vocabularies['outcome'].values['not-known'].definition}"
    for found in answers:
        short = _short(found, instance)
        yield f"{title}: {short.words}"
        if short.outcome == found.answer.outcome:
            yield from _details(knowledge, found.answer)
        yield f"    sources: {', '.join(found.best.sources)}"
    if instance:
        yield from _about_instance(knowledge, model, instance)


def _details(knowledge: Knowledge, answer: RunsToday) -> Iterator[str]:
    """Why, what to install, what is named instead, and the other frameworks."""
    best = answer.best
    yield f"    {best.because}"
    if best.contested:
        yield f"    contested: {best.contested}"
    if best.pin:
        yield f"    {'install' if best.outcome in INSTALLED else 'last with it'}: {'; '.join(best.pin)}"
    if best.does_not_fit:
        return
    if best.replacement:
        names = ((knowledge.records.frameworks[key].name, key) for key in best.replacement)
        named = [f"{name} {where_offered(knowledge, best, key)}".rstrip() for name, key in names]
        yield f"    named instead: {', '.join(named)}"
    for other in answer.alternatives:
        yield f"    or {short_answer(knowledge, other).words}: {other.because}"


def _about_instance(knowledge: Knowledge, model: str, instance: str) -> Iterator[str]:
    """The memory of an instance type, and its known issues."""
    record = knowledge.records.instances[instance]
    if weights := weights_on(knowledge, model, record.accelerator):
        size = f"weights in {weights.data_type} {weights.gib:,.1f} GiB of {record.memory_gib:,} GiB"
        yield f"    memory: {size}{_kept(knowledge, model)}"
    for _, limitation in knowledge.limitations.of(("instances", instance)):
        yield f"    known issue: {limitation.title}"


def _kept(knowledge: Knowledge, model: str) -> str:
    """What the model keeps of former tokens, after its weights."""
    kept = hardware_answers(knowledge, subject_of_model(knowledge, model)).kv_cache_gib
    return f", KV cache {kept:.2f} GiB for each sequence of {KV_CACHE_TOKENS:,} tokens" if kept else ""
