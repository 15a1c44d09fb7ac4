"""What changed in the data: the diff of two snapshots, and the log of the repository's commits."""

from macros.history.commit_log import History, LogEntry, RecordLogEntry, read_history
from macros.history.diff import DataChange, differences
from macros.history.grouping import ChangeGroup, group_changes

__all__ = [
    "ChangeGroup",
    "DataChange",
    "History",
    "LogEntry",
    "RecordLogEntry",
    "differences",
    "group_changes",
    "read_history",
]
