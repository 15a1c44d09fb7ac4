"""Reads what the search of a built site can find."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from macros.outputs.search import ENTRIES


def search_entries(site: Path) -> Sequence[Mapping[str, Any]]:
    """Every entry, in the order of the pages."""
    entries: Sequence[Mapping[str, Any]] = json.loads((site / ENTRIES).read_bytes())["entries"]
    return entries
