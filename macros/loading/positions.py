"""Line and column of a value in a YAML file, for messages: it parses the file again, slowly."""

from __future__ import annotations

from collections.abc import Sequence

import yaml
from yaml.nodes import MappingNode, Node, SequenceNode

Path = Sequence[str | int]
KEY = "[key]"
"""As the last step of a path: the position of the key, not of its value."""


def tree(text: str) -> Node | None:
    """The YAML nodes of a text, with their positions; None where it is empty."""
    root: Node | None = yaml.compose(text, yaml.CSafeLoader)
    return root


def locate(node: Node | None, path: Path) -> tuple[int, int]:
    """Line and column, from 1, of the value at `path`, or of its nearest ancestor that exists."""
    if node is None:
        return 1, 1
    mark = node.start_mark
    for position, step in enumerate(path):
        child = _step(node, step)
        if child is None:
            break
        key, node = child
        wants_key = list(path[position + 1 :]) == [KEY]
        mark = key.start_mark if key is not None and wants_key else node.start_mark
    return mark.line + 1, mark.column + 1


def _step(node: Node, step: str | int) -> tuple[Node | None, Node] | None:
    if isinstance(node, MappingNode):
        # The parser keeps the last of two equal keys.
        return next(((key, value) for key, value in reversed(node.value) if key.value == str(step)), None)
    if isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return None, node.value[step]
    return None
