"""What two editions of a vendor's list say differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from macros.facts.fact_types import Listed
from macros.facts.grouping import group_pairs
from macros.facts.knowledge import Knowledge

Subject = tuple[str, str | None, str, str]
"""What a line is about: workload, heading, kind of record, id."""

Change = Literal["Added", "No longer listed", "Changed", "Written otherwise", "Same"]
ORDER: Sequence[Change] = ("Added", "No longer listed", "Changed", "Written otherwise", "Same")


@dataclass(frozen=True)
class LineChange:
    """The lines of two editions of a list about one subject."""

    workload: str
    section: str | None
    kind: str
    record: str
    before: Listed | None
    """None where the earlier edition does not name it."""
    after: Listed | None
    """None where the later edition does not name it."""

    @property
    def change(self) -> Change:
        """What happened to it: changed if both editions name it with other tasks, status, hardware or parallelism."""
        if self.before is None or self.after is None:
            return "No longer listed" if self.before else "Added"
        if _compared(self.before) != _compared(self.after):
            return "Changed"
        return "Same" if self.before.row.as_published == self.after.row.as_published else "Written otherwise"

    @property
    def says(self) -> str | None:
        """Tasks that were added and removed, and the words where both editions have them and they differ."""
        return "; ".join(self._parts()) or None

    def _parts(self) -> Iterator[str]:
        rows = [line.row for line in (self.before, self.after) if line]
        before, after = rows[0], rows[-1]
        if len(rows) == 1 and after.tasks:
            yield ", ".join(after.tasks)
        if added := [task for task in after.tasks if task not in before.tasks]:
            yield f"now also {', '.join(added)}"
        if removed := [task for task in before.tasks if task not in after.tasks]:
            yield f"no longer {', '.join(removed)}"
        if before.as_published != after.as_published:
            yield f"“{before.as_published}” before, “{after.as_published}” now"


def _compared(line: Listed) -> tuple[object, ...]:
    row = line.row
    return set(row.tasks), line.status, line.accelerators, row.parallelism, row.not_parallelism


def subjects_of(line: Listed) -> Sequence[tuple[str, str]]:
    """Kind and id of the model or the architectures that a line is about."""
    return [("models", line.model)] if line.model else [("architectures", key) for key in line.architectures]


def compared_with_earlier(knowledge: Knowledge, record: str) -> Sequence[LineChange] | None:
    """The lines of a list beside those of its earlier edition, by what happened to them; None where there is none."""
    earlier = knowledge.records.catalogues[record].earlier
    if earlier is None:
        return None
    changes = _changes(*(knowledge.listed.of("catalogues", key) for key in (earlier, record)))
    return sorted(changes, key=lambda one: ORDER.index(one.change))


def _changes(earlier: Iterable[Listed], later: Iterable[Listed]) -> Sequence[LineChange]:
    """By subject: lines of the same words are compared with each other, then what remains in order."""
    changes = []
    lines_before, lines_after = _by_subject(earlier), _by_subject(later)
    for subject in dict.fromkeys([*lines_after, *lines_before]):
        before, after = (
            {line.row.as_published: line for line in lines.get(subject, ())} for lines in (lines_before, lines_after)
        )
        same = [words for words in after if words in before]
        changes += [LineChange(*subject, before.pop(words), after.pop(words)) for words in same]
        changes += [LineChange(*subject, *pair) for pair in zip_longest(before.values(), after.values())]
    return changes


def _by_subject(lines: Iterable[Listed]) -> Mapping[Subject, Sequence[Listed]]:
    """Lines by what they are about: one that names three architectures is about each of them."""
    return group_pairs(
        ((line.workload, line.row.section, kind, record), line) for line in lines for kind, record in subjects_of(line)
    )
