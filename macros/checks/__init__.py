"""Rules that span records, run once every record is sound by itself."""

from __future__ import annotations

from pathlib import Path

from macros.checks import (
    addresses,
    benchmarks,
    chronology,
    comparisons,
    configurations,
    dates,
    disagreements,
    figures,
    hardware,
    lifecycle,
    names,
    orphans,
    redirects,
    releases,
    revisions,
    verdicts,
)
from macros.checks.rule import Rule
from macros.checks.runner import judged
from macros.loading import DataError, ParseCache, Records, read_all
from macros.published import read_list

RULES: tuple[Rule, ...] = (
    addresses.ONE_RECORD_PER_ADDRESS,
    benchmarks.BASIS_WITH_LATENCY,
    benchmarks.LINES_ASCEND,
    benchmarks.MEDIAN_BELOW_TAIL,
    benchmarks.UNIT_WITH_THROUGHPUT,
    chronology.IN_ORDER,
    chronology.NOT_AFTER_SOURCE,
    chronology.SDK_DATES_AGREE,
    chronology.WITHIN_ITS_TIME,
    comparisons.ONE_VALUE_PER_FRAMEWORK,
    configurations.BATCH_SIZE_SCOPE,
    configurations.ONE_ID_PER_ROW,
    configurations.SCOPE_WITH_REASON,
    dates.NOT_IN_THE_FUTURE,
    disagreements.CONFLICT_FACTS_DISAGREE,
    disagreements.DISAGREEMENTS_ARE_RECORDED,
    figures.BATCHES_AT_WORK,
    figures.FIRST_TOKEN_BEFORE_ANSWER,
    figures.WITHIN_CORES,
    hardware.INSTANCE_ADDS_UP,
    hardware.SDK_OF_THE_VENDOR,
    hardware.SUPPORTS_ACCELERATOR,
    lifecycle.ANNOUNCES_WHERE_ANNOUNCED,
    lifecycle.FRAMEWORK_AND_NOTICES_AGREE,
    lifecycle.ONE_COMPONENT_PER_PACKAGE,
    names.NAMES_APART,
    names.REASON_WHERE_UNCERTAIN,
    orphans.EVERY_RECORD_IS_REACHED,
    orphans.EVERY_SOURCE_IS_USED,
    redirects.CHANGES_ARRIVE,
    redirects.REDIRECTS_ARRIVE,
    releases.IMAGE_OF_THE_RELEASE,
    releases.KNOWN_REGIONS,
    releases.OF_A_FRAMEWORK,
    releases.ONE_ACCOUNT_PER_REGION,
    releases.REGIONS_AS_TOLD,
    revisions.ADDRESS_OF_REVISION,
    verdicts.MARKS_ARE_MAPPED,
    verdicts.MATRIX_IS_DATED,
    verdicts.ONE_MEANING,
    verdicts.ONE_VERDICT,
    verdicts.WORDING_IS_MAPPED,
)
"""Every rule there is."""


def load_sound(folder: Path, cache: ParseCache | None = None) -> Records:
    """The records under `folder`, sound by themselves and together. Raises DataError with every problem.

    Where a list of published addresses lies beside the folder, each of them must still lead somewhere. Files that are
    found in `cache` are not parsed again.
    """
    reading = read_all(folder, cache)
    records = reading.sound
    problems = list(reading.problems)
    if records:
        problems += judged(RULES, reading, records)
    if records and not reading.problems:
        problems += addresses.gone(records, read_list(folder.parent) or ())
    if problems or records is None:
        raise DataError(problems)
    return records
