"""What the pages of accelerators and of instance types share: software of today, and what package lists hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from macros.columns.column import Column, chosen
from macros.columns.phrase import Phrase, RecordLink, Sdk, TermOf, joined, phrase
from macros.columns.sentences import dated_sdk
from macros.columns.software import PACKAGE_VERSIONS
from macros.facts import Knowledge
from macros.facts.hardware import software_ended
from macros.facts.knowledge import once
from macros.facts.packages import Shipped
from macros.facts.reasons import contested_status
from macros.facts.speeds import on_demand_prices
from macros.facts.support_status import software_name
from macros.pages.entries import MEASURED, TESTED, Entry, fact, own
from macros.pages.section import Section
from macros.pages.support_today import NO_STATEMENT, ON_HARDWARE, support_sections
from macros.schema.hardware import Accelerator, Instance, Price
from macros.words import month, number

HardwareEntry = Entry[Accelerator] | Entry[Instance]

NEEDED_KINDS = ("driver", "runtime")
"""Kinds of package without which an accelerator does not run."""


def accelerator_of(one: HardwareEntry) -> str:
    """The accelerator itself, or that of an instance type."""
    return one.record.accelerator if isinstance(one.record, Instance) else one.id


class ListedSoftware(NamedTuple):
    """The package lists (manifests) of SDK releases for an accelerator."""

    last: Phrase | None
    """The newest SDK release with packages for it."""
    missing: Sequence[Phrase]
    """Needed kinds of package that the newest SDK release no longer lists for it."""
    packages: Sequence[Shipped]
    """Those of the last release."""


@once
def _listed_for(knowledge: Knowledge, accelerator_id: str) -> ListedSoftware:
    packages, records = knowledge.packages, knowledge.records
    carriers = knowledge.instances.of("accelerators", accelerator_id)
    series = tuple(sorted({records.instances[one].series for one in carriers}))
    last = packages.last_for(series)
    if last is None:
        return ListedSoftware(None, (), ())
    manifests = packages.manifests_on(records.sdks[last].platform)
    newest, releases = manifests[-1], packages.releases_on(records.sdks[last].platform)
    in_part = [sdk for sdk in releases[releases.index(newest) :] if records.sdks[sdk].partial]
    last_with = {
        records.components[package.component].kind: sdk
        for sdk in manifests
        for package in packages.of_series(sdk, series)
    }
    return ListedSoftware(
        phrase(
            dated_sdk(knowledge, last),
            phrase("; the newest, ", Sdk(newest), ", lists none") if newest != last else None,
            phrase("; the list of ", Sdk(in_part[-1]), " was read in part only") if in_part else None,
        ),
        [
            phrase(TermOf("component_kind", kind), ", last in ", dated_sdk(knowledge, sdk))
            for kind in NEEDED_KINDS
            if (sdk := last_with.get(kind, newest)) != newest
        ],
        packages.of_series(last, series),
    )


def _listed(one: HardwareEntry) -> ListedSoftware:
    return _listed_for(one.knowledge, accelerator_of(one))


LISTED: Sequence[Column[Any]] = (
    fact("last", lambda one: _listed(one).last, label="Last SDK with packages for it"),
    fact("missing", lambda one: _listed(one).missing, label="No longer listed"),
)

PACKAGES = Section[Shipped](
    "Packages of the last SDK with it",
    lambda one: _listed(one).packages,
    chosen(PACKAGE_VERSIONS.columns, "component package version sdk date python note source"),
    anchor="packages",
    whole="api/v1/package-versions.csv",
)

RUNS_TODAY, OVER_HERE = support_sections(
    lambda one: one.knowledge.support.of("accelerators", accelerator_of(one)), ON_HARDWARE, NO_STATEMENT
)


def _ended(one: HardwareEntry) -> Phrase | None:
    """Where all software has ended: the SDKs that have as a whole, with the last release and as of when."""
    chip = accelerator_of(one)
    if not software_ended(one.knowledge, chip):
        return None
    over = [found for found in one.knowledge.support.of("accelerators", chip) if found.whole]
    said = (
        phrase(
            software_name(one.records, found),
            phrase(", last ", Sdk(found.statement.last_sdk)) if found.statement.last_sdk else None,
            phrase(", as of ", found.as_of) if found.as_of else None,
            ", contested" if contested_status(one.knowledge, found) else None,
        )
        for found in over
    )
    return phrase("Software ended: ", joined(said, "; "), ".") if over else None


ENDED: Column[Any] = fact("software_ended", _ended)


def on_demand(one: Entry[Instance]) -> tuple[Price, str | None] | None:
    """The price in the region for which most types have one, and its month; None where none is recorded."""
    if (price := on_demand_prices(one.knowledge).get(one.id)) is None:
        return None
    day = one.knowledge.as_of(price.citation)
    return price, month(day) if day else None


def _price(one: Entry[Instance]) -> float | None:
    found = on_demand(one)
    return found[0].usd_per_hour if found else None


def _in_dollars(price: float) -> str:
    """With two decimals at least: 48.00, 0.7582."""
    whole, _, decimals = number(price).partition(".")
    return f"{whole}.{decimals:0<2}"


def _price_of(one: Entry[Instance]) -> Phrase | None:
    """The region and the day of that price, and that it is in doubt."""
    if (found := on_demand(one)) is None:
        return None
    price, _ = found
    day = one.knowledge.as_of(price.citation)
    return joined(filter(None, (price.region, day, "in doubt" if price.doubt else None))) or None


TYPE = fact("id", label="Instance", kind="instances")
IN_TABLES: Sequence[Column[Any]] = (
    fact(
        "hardware",
        lambda one: phrase(f"{one.record.accelerator_count} × ", RecordLink("accelerators", one.record.accelerator)),
        label="Accelerators",
    ),
    own(Instance, "accelerator_memory_gib", label="Memory per chip", unit="GiB"),
    Column("memory_total", "Of all its accelerators.", "record.memory_gib", unit="GiB"),
    own(Instance, "vcpus"),
    own(Instance, "host_memory_gib", label="Host memory", unit="GiB"),
    own(Instance, "network", absent="not recorded"),
    fact(
        "price",
        _price,
        look=_in_dollars,
        label="On demand",
        unit="US dollars an hour",
        better="lower",
        absent="not recorded",
    ),
    fact("price_of", _price_of, beside="price"),
    Column(
        "listed",
        "In the provider’s own list of types.",
        "record.offer.listed",
        label="Listed by provider",
        absent="not recorded",
    ),
    replace(
        TESTED,
        get=lambda one: TESTED.value(one) + MEASURED.value(one),
        meaning="Tested configurations and benchmarks on it.",
        label="Runs on record",
    ),
)
