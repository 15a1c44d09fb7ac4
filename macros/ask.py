"""`python -m macros ask MODEL HARDWARE`: whether a model runs today, in a terminal or for a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from macros.columns.answers import TODAY, ModelToday, model_today
from macros.facts import Knowledge
from macros.facts.answers import OUTCOMES, RUNS_TODAY, Outcome
from macros.facts.memory import KV_CACHE_TOKENS, kv_cache_gib, weights_on
from macros.facts.short_answers import ShortAnswer, nothing_known, short_answer, where_offered
from macros.loading import Records

EXIT_CODES: Mapping[Outcome, int] = {
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
        _, model_id = find(records, model, ("models",))
        kind, hardware_id = find(records, hardware, ("instances", "accelerators"))
    except UnknownNameError as error:
        print(error, file=sys.stderr)
        return WRONG_CALL
    instance = hardware_id if kind == "instances" else None
    accelerator = records.instances[instance].accelerator if instance else hardware_id
    answers = [
        (found, dict(found.on_instances)[instance] if instance else found.short)
        for found in model_today(knowledge, model_id)
        if found.answer.accelerator == accelerator and workload in (None, found.answer.workload)
    ]
    nothing = nothing_known(knowledge, model_id, accelerator, instance)
    outcomes = [short.outcome for _, short in answers] or [nothing.outcome]
    if form == "json":
        rows = [_row(found, short) for found, short in answers]
        print(json.dumps(rows, default=str, indent=2, ensure_ascii=False))
    else:
        title = f"{records.models[model_id].name} on {instance or records.accelerators[accelerator].name}"
        if not answers:
            print(f"{title}: {nothing.words}")
            if nothing.outcome == "not-known":
                print(f"    {records.vocabularies['outcome'].values['not-known'].definition}")
        for found, short in answers:
            print("\n    ".join((f"{title}: {short.words}", *_details(knowledge, found, short))))
        for line in _about_instance(knowledge, model_id, instance) if instance else ():
            print(f"    {line}")
    return EXIT_CODES[min(outcomes, key=OUTCOMES.index)]


def find(records: Records, name: str, kinds: Sequence[str]) -> tuple[str, str]:
    """The kind and id of the record with an id, a title or another name, in any case. Raises UnknownNameError."""
    asked = name.casefold()
    by_name = {known.casefold(): (kind, found) for kind in reversed(kinds) for known, found in _names(records, kind)}
    if asked in by_name:
        return by_name[asked]
    parts = [known for known in by_name if all(word in known for word in asked.split())]
    close = [*parts, *get_close_matches(asked, by_name, MOST_SUGGESTED)]
    ids = list(dict.fromkeys(by_name[known][1] for known in close))[:MOST_SUGGESTED]
    hint = f"\n    did you mean {' or '.join(ids)}?" if ids else ""
    raise UnknownNameError(f"expected one of the {' or '.join(kinds)}, got {name!r}{hint}")


def _names(records: Records, kind: str) -> Iterator[tuple[str, str]]:
    """Every id, title and other name of a kind, with the id."""
    for record_id, record in records.of(kind).items():
        yield from ((name, record_id) for name in (record_id, getattr(record, "name", record_id)))
    yield from records.names.ids_by_name[kind].items()


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
