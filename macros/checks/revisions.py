"""Rules on sources in a repository."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from macros.checks.rule import Finding, rule
from macros.loading import Records


@rule("address-of-revision", exceptable=True, per_record=True)
def address_of_revision(records: Records) -> Iterator[Finding]:
    """The address of a source names the repository, the path and the commit that the source gives."""
    for record_id, source in records.sources.items():
        for field in ("repository", "path", "commit"):
            value = getattr(source, field)
            if value and value.lower() not in unquote(source.url).lower():
                message = f"expected what url names, {source.url}, got '{value}'"
                yield Finding(f"sources/{record_id}", (field,), message, "correct the one that is wrong", field)
