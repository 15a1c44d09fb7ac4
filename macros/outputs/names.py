"""The data file of the completion on the home page: every name of a model or of hardware, and its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from macros.addresses import address, former_ids
from macros.facts import Knowledge
from macros.outputs.serialize import as_json

PATH = "assets/names.json"
QUESTIONS = {"models": ("models", "architectures", "families"), "hardware": ("accelerators", "instances")}
"""Per search field of the home page: the kinds of record it completes."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path and content of the file; the page fetches it when a reader begins to type."""
    yield PATH, as_json({question: _names(knowledge, kinds) for question, kinds in QUESTIONS.items()})


def _names(knowledge: Knowledge, kinds: Sequence[str]) -> Sequence[tuple[str, str]]:
    ids_by_name = knowledge.records.names.ids_by_name
    names = [(name, address(kind, record)) for kind in kinds for name, record in ids_by_name[kind].items()]
    formers = (former for former in former_ids(knowledge.records) if former.kind in kinds)
    return names + [(one.id, address(one.kind, one.record)) for one in formers if one.id not in ids_by_name[one.kind]]
