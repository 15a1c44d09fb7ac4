"""What may be typed for each record, as the scripts of the search, the home page and the comparison read it."""

from __future__ import annotations

from collections.abc import Sequence

from macros.columns.column import Column, Table
from macros.facts.known_names import MODELS, known_hardware, known_models
from macros.typed_names import Named, Words


def _lines(names: Sequence[Words]) -> list[str]:
    return [" ".join(words) for words in names]


NAMES = Table[Named](
    Named,
    "names",
    "What may be typed for each model and each piece of hardware, in the form in which names are compared",
    (
        Column(
            "asked_as",
            "`model` or `hardware`: which question its names answer.",
            lambda one: "model" if one.kind in MODELS else "hardware",
            holds=str,
        ),
        Column("kind", "The kind of record."),
        Column("ids", "The record; of vendors, series of instance types and shared names several.", holds=list[str]),
        Column(
            "forms",
            "Its id and its names as words, without the owner: small letters, numbers apart, no `v` before numbers.",
            lambda one: _lines(one.forms),
            holds=list[str],
        ),
        Column(
            "owners",
            "Words that may stand before: owners of the checkpoint, the vendor of the accelerator.",
            lambda one: _lines(one.owners),
            holds=list[str],
        ),
        Column(
            "size",
            "The size that may stand behind the name of a model. Null where none is recorded.",
            lambda one: " ".join(one.size) or None,
            holds=str | None,
        ),
    ),
    lambda knowledge: [*known_models(knowledge.records), *known_hardware(knowledge.records)],
)
