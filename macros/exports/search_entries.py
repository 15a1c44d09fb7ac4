"""What the site search finds, in a file of its own, and the theme's index without it.

The theme fetches its index on every page, for the settings in it. The entries, which grow with the data, are fetched
when somebody searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.exports.envelope import as_json

INDEX = "search/search_index.json"
"""Where the theme looks for its index."""
ENTRIES = "search/entries.json"


def files(settings: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The theme's index with its settings alone, which takes the place of the one that MkDocs wrote; the entries.

    Both are what that one has as `config` and as `docs`.
    """
    yield INDEX, as_json({"config": settings, "docs": ()})
    yield ENTRIES, as_json(entries)
