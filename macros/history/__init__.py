"""What changed in the data: two states compared, and what the repository's commits say."""

from macros.history.commit_log import Entry, History, RecordEntry, history
from macros.history.diff import Change, differences
from macros.history.grouping import Group, grouped
from macros.history.snapshots import State, StateError, parsed

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
