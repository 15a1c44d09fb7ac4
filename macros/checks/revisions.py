"""What a source says of its place in a repository, its address says too."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from macros.checks.rule import Finding, Rule
from macros.loading import Records

FIELDS = ("repository", "path", "commit")


def _check(records: Records) -> Iterator[Finding]:
    for record_id, source in records.sources.items():
        address = unquote(source.url).lower()
        for field in FIELDS:
            told = getattr(source, field)
            if told and told.lower() not in address:
                yield Finding(
                    f"sources/{record_id}",
                    (field,),
                    f"expected what url names, {source.url}, got '{told}'",
                    "correct the one that is wrong",
                    field,
                )


ADDRESS_OF_REVISION = Rule(
    "address-of-revision",
    "The address of a source names the repository, the path and the commit that the source gives.",
    _check,
    exceptable=True,
    alone=True,
)
