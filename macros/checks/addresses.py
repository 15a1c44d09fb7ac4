"""Rules on addresses: of records, redirects, links and sources; those that were published stay pages or redirects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from macros.addresses import LIST, address, former_ids, kind_at, moves, pages
from macros.checks.rule import CORRECT, Finding, every, rule
from macros.loading import Problem, Records
from macros.loading.problems import did_you_mean, shortened
from macros.schema.kinds import KINDS, WITH_PAGES
from macros.schema.values import ID
from macros.schema.walk import Location


@rule()
def one_record_per_address(records: Records) -> Iterator[Finding]:
    """A former id is not the id or former id of another record, and data/redirects.yml has no redirect from it."""
    redirects = {redirect.moved_from: redirect.to for redirect in records.redirects.redirects}
    owners = {
        f"/{address(kind, record_id)}": f"{kind}/{record_id}" for kind in WITH_PAGES for record_id in records.of(kind)
    }
    listed: dict[str, str] = {}
    for former in former_ids(records):
        record, kind, hint = f"{former.kind}/{former.record_id}", KINDS[former.kind], ""
        if former.id.count("/") >= kind.depth:
            expected, got = f"an id of {kind.parts_of_id} in {former.kind}", ""
        elif owner := owners.get(former.address):
            expected, got = "an id that no record has", f", which is that of data/{owner}.yml"
        elif target := redirects.get(former.address):
            expected, got = "an id without a redirect", f", which data/redirects.yml sends to {target}"
            hint = "remove the redirect: a former id leaves one"
        elif other := listed.get(former.address):
            expected, got = "an id that stands in one list, and once", f", which data/{other}.yml lists already"
        else:
            listed[former.address] = record
            continue
        yield Finding(Location(record, ("former_ids", former.index)), expected, f"'{former.id}'{got}", hint=hint)


@rule()
def redirects_arrive(records: Records) -> Iterator[Finding]:
    """The target of a redirect is a page, its origin is not, and no two redirects have the same origin."""
    addresses = pages(records)
    targets = {move.moved_from: move.to for move in moves(records)}
    moved: set[str] = set()
    for index, redirect in enumerate(records.redirects.redirects):
        at, origin = Location("redirects", ("redirects", index)), redirect.moved_from
        if origin in addresses:
            yield Finding(at.field("from"), "an address that no page has", origin)
        if origin in moved:
            yield Finding(at.field("from"), "each address once", f"{origin} again")
        moved.add(origin)
        if redirect.to not in addresses:
            moved_on = f"that page is now at {targets[redirect.to]}" if redirect.to in targets else ""
            hint = moved_on or did_you_mean(redirect.to, tuple(addresses))
            yield Finding(at.field("to"), "the address of a page", redirect.to, hint=hint)


@rule(CORRECT, exceptable=True, per_record=True)
def address_of_revision(records: Records) -> Iterator[Finding]:
    """The address of a source names the repository, the path and the commit that the source gives."""
    for _, at, source in every(records, Records.sources):
        for name in ("repository", "path", "commit"):
            value = getattr(source, name)
            if value and value.lower() not in unquote(source.url).lower():
                yield Finding(at.field(name), f"what url names, {source.url}", f"'{value}'", name)


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
    kind, record_id = kind_and_id
    return f"add '{record_id}' to former_ids of the record in data/{kind}/ that took its place, or {redirect}"
