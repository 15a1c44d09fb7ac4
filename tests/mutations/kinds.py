"""Every kind of damage."""

from __future__ import annotations

from collections.abc import Mapping

from tests.mutations import harmless, references, rows, rules, syntax, values
from tests.mutations.damage import Kind

KINDS: tuple[Kind, ...] = (
    *syntax.KINDS,
    *values.KINDS,
    *references.KINDS,
    *rows.KINDS,
    *rules.KINDS,
    *harmless.KINDS,
)
BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
