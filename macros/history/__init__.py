"""What changed in the data: the diff of two snapshots, and the log of the repository's commits."""

from macros.history.commit_log import History, LogEntry, RecordLogEntry, read_history
from macros.history.diff import ChangeGroup, DataChange, differences, group_changes

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
