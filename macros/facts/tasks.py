"""What models are for: the values of the vocabulary `task` that lists and measurements name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from macros.facts.grouping import unique
from macros.facts.knowledge import Knowledge, once
from macros.schema.atlas import Task
from macros.schema.catalogues import ListedRow

MULTIMODAL = "multimodal"
OFTEN = 4
"""A task is named often enough where that named most is named at most so many times as often."""
MOST_TASKS = 3
"""Of an architecture whose lists name more, no task of a checkpoint follows."""

BETWEEN_WORDS = re.compile(r"[\s_-]+")


def tasks(knowledge: Knowledge) -> Mapping[str, Task]:
    """The values of the vocabulary, with the words that mean them."""
    return {key: one for key, one in knowledge.records.vocabularies["task"].values.items() if isinstance(one, Task)}


@once
def models_by_task(knowledge: Knowledge) -> Mapping[str, Sequence[str]]:
    """By task, in the order of the vocabulary: the models for it, those on most lists first."""
    often_named = sorted(knowledge.records.models, key=lambda one: -len(knowledge.listed.of("models", one)))
    by_model = {model: tasks_of_model(knowledge, model) for model in often_named}
    found = {task: [model for model, own in by_model.items() if task in own] for task in tasks(knowledge)}
    return {task: models for task, models in found.items() if models}


@once
def tasks_of_model(knowledge: Knowledge, model_id: str) -> Sequence[str]:
    """Those named of a checkpoint, or else of what it was quantised from, or else of its architecture."""
    measured = (one.row.task for one in knowledge.benchmarks.of("models", model_id))
    lines = _printed(line.row for line in knowledge.listed.of("models", model_id))
    own = _named(knowledge, (*lines, *filter(None, measured)))
    if not own and (origin := knowledge.origin_of(model_id)):
        return tasks_of_model(knowledge, origin)
    general = _of_architecture(knowledge, model_id)
    # Lists of language models name text generation alone of those, too, that read images.
    reads_more = [MULTIMODAL] if MULTIMODAL in general else []
    return unique((*own, *reads_more)) if own else general


def _of_architecture(knowledge: Knowledge, model_id: str) -> Sequence[str]:
    """The tasks that lines about the architecture of a model name often enough, if they are few.

    An architecture has classes for several tasks: few lists name classification for those that write text. Of one whose
    classes are for anything, as BERT's, nothing is said of a checkpoint.
    """
    found = _named(knowledge, _printed(line.row for line in knowledge.listed_about(model_id)))
    most = max(found.values(), default=0)
    often = [task for task, count in found.items() if OFTEN * count >= most]
    return often if len(often) <= MOST_TASKS else ()


def _printed(rows: Iterable[ListedRow]) -> Iterator[str]:
    for row in rows:
        yield from filter(None, (row.section, *row.tasks))


def _named(knowledge: Knowledge, printed: Iterable[str]) -> Counter[str]:
    """How often words of sources name each task."""
    by_words = _task_by_words(knowledge)
    return Counter(by_words[words] for words in map(_plain, printed) if words in by_words)


@once
def _task_by_words(knowledge: Knowledge) -> Mapping[str, str]:
    every = tasks(knowledge).items()
    return {_plain(words): key for key, one in every for words in (one.label, *one.as_published)}


def _plain(words: str) -> str:
    return BETWEEN_WORDS.sub(" ", words.casefold())
