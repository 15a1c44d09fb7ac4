"""Rules on addresses: of records, redirects, links and sources; those that were published stay pages or redirects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from macros.addresses import LIST, address, former_ids, kind_at, moves, pages
from macros.checks.rule import Finding, rule
from macros.loading import Problem, Records
from macros.loading.problems import did_you_mean, shortened
from macros.schema.kinds import KINDS, WITH_PAGES
from macros.schema.values import ID


@rule("one-record-per-address")
def one_record_per_address(records: Records) -> Iterator[Finding]:
    """A former id is not the id or former id of another record, and data/redirects.yml has no redirect from it."""
    formers = list(former_ids(records))
    owners = _owners(records) if formers else {}
    for former in formers:
        depth = KINDS[former.kind].depth
        owner = owners.get(former.address)
        if former.id.count("/") >= depth:
            parts = "one part" if depth == 1 else "one or two parts"
            owner = (f"an id of {parts} in {former.kind}", "", "")
        else:
            got = f", which {_file(former.kind, former.record)} lists already"
            owners.setdefault(former.address, ("an id that stands in one list, and once", got, ""))
        if owner:
            expected, got, hint = owner
            message = f"expected {expected}, got '{former.id}'{got}"
            yield Finding(f"{former.kind}/{former.record}", ("former_ids", former.index), message, hint)


def _owners(records: Records) -> dict[str, tuple[str, str, str]]:
    """Every address that a redirect or a record has, with the parts of the error message: expected, got, hint."""
    hint = "remove the redirect: a former id leaves one"
    owners = {
        redirect.moved_from: ("an id without a redirect", f", which data/redirects.yml sends to {redirect.to}", hint)
        for redirect in records.redirects.redirects
    }
    for kind in WITH_PAGES:
        for record in records.of(kind):
            got = f", which is that of {_file(kind, record)}"
            owners[f"/{address(kind, record)}"] = ("an id that no record has", got, "")
    return owners


def _file(kind: str, record: str) -> str:
    return f"data/{kind}/{record}.yml"


@rule("redirects-arrive")
def redirects_lead_to_pages(records: Records) -> Iterator[Finding]:
    """The target of a redirect is a page, its origin is not, and no two redirects have the same origin."""
    addresses = pages(records)
    targets = {move.moved_from: move.to for move in moves(records)}
    moved: set[str] = set()
    for index, redirect in enumerate(records.redirects.redirects):
        path = ("redirects", index)
        if redirect.moved_from in addresses:
            message = f"expected an address that no page has, got {redirect.moved_from}"
            yield Finding("redirects", (*path, "from"), message)
        if redirect.moved_from in moved:
            yield Finding("redirects", (*path, "from"), f"expected each address once, got {redirect.moved_from} again")
        moved.add(redirect.moved_from)
        if redirect.to not in addresses:
            message = f"expected the address of a page, got {redirect.to}"
            moved_on = f"that page is now at {targets[redirect.to]}" if redirect.to in targets else ""
            hint = moved_on or did_you_mean(redirect.to, tuple(addresses))
            yield Finding("redirects", (*path, "to"), message, hint)


@rule("address-of-revision", exceptable=True, per_record=True)
def address_of_revision(records: Records) -> Iterator[Finding]:
    """The address of a source names the repository, the path and the commit that the source gives."""
    for record_id, source in records.sources.items():
        for field in ("repository", "path", "commit"):
            value = getattr(source, field)
            if value and value.lower() not in unquote(source.url).lower():
                message = f"expected what url names, {source.url}, got '{value}'"
                yield Finding(f"sources/{record_id}", (field,), message, "correct the one that is wrong", field)


def gone(records: Records, published: Sequence[str]) -> Iterator[Problem]:
    """A problem for each line of the list of published addresses that is not, or no longer, a page or a redirect."""
    existing = pages(records) | {move.moved_from for move in moves(records)}
    for number, line in enumerate(published, start=1):
        if not line or line in existing:
            continue
        if line == "/" or (line.startswith("/") and line.endswith("/") and re.fullmatch(ID, line[1:-1])):
            message, hint = f"expected a page or a redirect at {line}, which was published, got none", _hint(line)
        else:
            message, hint = f"expected the address of a page, such as /models/gpt2/, got {shortened(line)!r}", ""
        yield Problem(LIST, number, 1, "", message, hint)


def _hint(published: str) -> str:
    redirect = f"add a redirect from {published} to data/redirects.yml"
    if (kind_and_id := kind_at(published)) is None:
        return redirect
    kind, record = kind_and_id
    return f"add '{record}' to former_ids of the record in data/{kind}/ that took its place, or {redirect}"
