"""The rule on variants of models."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.loading import Records


@rule("variant-of-a-base")
def variant_of_a_base(records: Records) -> Iterator[Finding]:
    """A model is a variant of another one of its architecture that is no variant itself."""
    for record_id, model in records.models.items():
        if model.variant_of is None:
            continue
        base = records.models[model.variant_of]
        if base.variant_of:
            message = f"expected a model that is no variant, got {model.variant_of}, a variant of {base.variant_of}"
        elif base.architecture != model.architecture:
            message = f"expected a model of the architecture {model.architecture}, got one of {base.architecture}"
        else:
            continue
        yield Finding(f"models/{record_id}", ("variant_of",), message)
