"""Which accelerator an upstream means by its short names, such as mi300x or Inferentia2."""

from __future__ import annotations

from collections.abc import Iterator

from macros.loading import Records
from macros.schema.hardware import Accelerator


class AcceleratorNames:
    """Accelerators by their names, without regard to case and punctuation."""

    def __init__(self, records: Records) -> None:
        self._by_name: dict[str, str] = {}
        for key, chip in records.accelerators.items():
            for name in _names(chip):
                self._by_name.setdefault(_letters(name), key)

    def find(self, name: str) -> str | None:
        """The id of the accelerator; None where no name is the same."""
        return self._by_name.get(_letters(name))


def _names(chip: Accelerator) -> Iterator[str]:
    yield from (chip.name, chip.short_name, *(other.name for other in chip.other_names))
    # "Instinct MI300X" is often called by its last word alone.
    yield chip.short_name.rpartition(" ")[2]


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
