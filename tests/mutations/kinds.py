"""Every kind of damage, and the size of the proof."""

from __future__ import annotations

from collections.abc import Mapping

from tests.mutations import crossing, figures, harmless, references, values, writing
from tests.mutations.damage import Kind

KINDS: tuple[Kind, ...] = (
    *writing.KINDS,
    *values.KINDS,
    *references.IN_LOADING,
    *references.ACROSS,
    *figures.KINDS,
    *crossing.KINDS,
    *harmless.KINDS,
)
"""All of them, in the order in which they are found: while reading, while validating, by rules, not at all."""
BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
PART = 3
"""Damages of each kind in `make test`."""
WHOLE = 1000
"""Damages of all kinds together in `make prove`, at least."""


def each(full_size: bool) -> int:
    """How many damages of each kind are tried."""
    return -(-WHOLE // len(KINDS)) if full_size else PART
