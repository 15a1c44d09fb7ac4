"""What changed in the data: two states compared, and what the repository's commits say."""

from macros.history.differing import Change, differences
from macros.history.grouping import Group, grouped
from macros.history.states import State, StateError, parsed
from macros.history.telling import Entry, History, RecordEntry, history

__all__ = [
    "Change",
    "Entry",
    "Group",
    "History",
    "RecordEntry",
    "State",
    "StateError",
    "differences",
    "grouped",
    "history",
    "parsed",
]
