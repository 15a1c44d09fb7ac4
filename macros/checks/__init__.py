"""Rules that span records, run once every record is valid by itself."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from macros.checks import addresses
from macros.checks.rule import Rule
from macros.checks.runner import run_rules
from macros.loading import DataError, ParseCache, Records, read_all
from macros.published import read_list

MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]

RULES = tuple(found for module in MODULES for found in vars(module).values() if isinstance(found, Rule))
"""Every rule there is: what `@rule` marks in the modules of this package."""


def load_sound(folder: Path, cache: ParseCache | None = None) -> Records:
    """The records under `folder`, valid by themselves and together. Raises DataError with every problem.

    Where a list of published addresses lies beside the folder, each of them must still lead somewhere. Files that are
    found in `cache` are not parsed again.
    """
    result = read_all(folder, cache)
    records = result.records
    problems = list(result.problems)
    if records:
        problems += run_rules(RULES, result, records)
    if records and not result.problems:
        problems += addresses.gone(records, read_list(folder.parent) or ())
    if problems or records is None:
        raise DataError(problems)
    return records
