"""Rules that span records, run once every record is valid by itself."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from macros.addresses import read_list
from macros.checks import addresses
from macros.checks.rule import Rule
from macros.checks.runner import run_rules
from macros.loading import DataError, Records, read_all

MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]

RULES = tuple(value for module in MODULES for value in vars(module).values() if isinstance(value, Rule))
"""Every function marked with `@rule` in the modules of this package."""


def load_sound(folder: Path, tolerated: Collection[str] = ()) -> Records:
    """The records under `folder`, each valid and all rules satisfied. Raises DataError with every problem.

    If a list of published addresses lies beside the folder, each of them must be a page or a redirect.
    `tolerated` names rules whose findings are not raised.
    """
    result = read_all(folder)
    records = result.records
    problems = list(result.problems)
    if records:
        problems += (found for found in run_rules(RULES, result, records) if found.rule not in tolerated)
    if records and not result.problems:
        problems += addresses.gone(records, read_list(folder.parent))
    if problems or records is None:
        raise DataError(problems)
    return records
