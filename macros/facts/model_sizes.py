"""Classes of model size, by number of parameters."""

from __future__ import annotations

from collections.abc import Mapping

SIZES: Mapping[str, tuple[float, str]] = {
    "0-1b": (1, "Under 1 B"),
    "1b-10b": (10, "1 B to under 10 B"),
    "10b-40b": (40, "10 B to under 40 B"),
    "40b-100b": (100, "40 B to under 100 B"),
    "100b": (float("inf"), "100 B and more"),
}
"""By id: below how many billions of parameters, and the label."""


def size_class(billions: float) -> str:
    """The id of the class."""
    return next(key for key, (below, _) in SIZES.items() if billions < below)
