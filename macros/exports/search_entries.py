"""The entries of the site search in a file of their own, and the theme's index without entries.

The theme fetches its index on every page, for the settings in it. The entries, which grow with the data, are fetched
when somebody searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.exports.serialize import as_json

INDEX = "search/search_index.json"
"""Where the theme looks for its index."""
ENTRIES = "search/entries.json"


def files(settings: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The index without entries, which replaces the one that MkDocs wrote, and the entries.

    `settings` and `entries` are `config` and `docs` of the index that MkDocs wrote.
    """
    yield INDEX, as_json({"config": settings, "docs": ()})
    yield ENTRIES, as_json(entries)
