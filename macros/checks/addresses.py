"""An address belongs to one page for ever: nobody else can claim it, and it cannot go away once it was published."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.addresses import address
from macros.checks.rule import Finding, Rule
from macros.kinds import KINDS, WITH_PAGES
from macros.loading import Problem, Records
from macros.loading.problems import shortened
from macros.published import LIST, former_ids, kind_at, moves, pages
from macros.schema.base import ID


@dataclass(frozen=True)
class _Claim:
    """Why a former id cannot have an address."""

    expected: str
    got: str
    hint: str = ""


def _check(records: Records) -> Iterator[Finding]:
    formers = list(former_ids(records))
    taken = dict(_taken(records)) if formers else {}
    for former in formers:
        depth = KINDS[former.kind].depth
        if former.id.count("/") >= depth:
            parts = "one part" if depth == 1 else "one or two parts"
            claim: _Claim | None = _Claim(f"an id of {parts} in {former.kind}", "")
        else:
            claim = taken.get(former.address)
            by = f", which {_file(former.kind, former.record)} lists already"
            taken.setdefault(former.address, _Claim("an id that stands in one list, and once", by))
        if claim:
            message = f"expected {claim.expected}, got '{former.id}'{claim.got}"
            yield Finding(f"{former.kind}/{former.record}", ("former_ids", former.index), message, claim.hint)


def _taken(records: Records) -> Iterator[tuple[str, _Claim]]:
    """By address: who has it before any former id claims it; where two have it, the later one counts."""
    for redirect in records.redirects.redirects:
        got = f", which data/redirects.yml sends to {redirect.to}"
        yield (
            redirect.moved_from,
            _Claim("an id without a redirect", got, "remove the redirect: a former id leaves one"),
        )
    for kind in WITH_PAGES:
        for record in records.of(kind):
            got = f", which is that of {_file(kind, record)}"
            yield f"/{address(kind, record)}", _Claim("an id that no record has", got)


def _file(kind: str, record: str) -> str:
    return f"data/{kind}/{record}.yml"


def gone(records: Records, published: Sequence[str]) -> Iterator[Problem]:
    """Each line of the list of published addresses at which there is nothing any more, or that is no address."""
    there = pages(records) | {move.moved_from for move in moves(records)}
    for number, line in enumerate(published, start=1):
        if not line or line in there:
            continue
        if _is_address(line):
            message = f"expected a page or a redirect at {line}, which was published, got none"
            yield Problem(LIST, number, 1, "", message, _how_to_mend(line))
        else:
            message = f"expected the address of a page, such as /models/gpt2/, got {shortened(line)!r}"
            yield Problem(LIST, number, 1, "", message)


def _is_address(line: str) -> bool:
    return line == "/" or (line.startswith("/") and line.endswith("/") and bool(re.fullmatch(ID, line[1:-1])))


def _how_to_mend(published: str) -> str:
    redirect = f"add a redirect from {published} to data/redirects.yml"
    found = kind_at(published)
    if found is None:
        return redirect
    kind, record = found
    return f"add '{record}' to former_ids of the record in data/{kind}/ that took its place, or {redirect}"


ONE_RECORD_PER_ADDRESS = Rule(
    "one-record-per-address", "A former id is that of no other record, and nothing else redirects from it.", _check
)
