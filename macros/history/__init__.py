"""What changed in the data: the diff of two snapshots, folders or revisions."""

from macros.history.diff import ChangeGroup, DataChange, differences, group_changes

__all__ = ["ChangeGroup", "DataChange", "differences", "group_changes"]
