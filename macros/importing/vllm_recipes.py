"""Models that the recipes of the vLLM project mark for hardware."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from macros.facts.grouping import group_pairs, unique
from macros.importing.upstream import DataRow, Found, Known, RecordUpdate, RowKeys, Upstream, edition

PREFIX = "vllm-recipes"
KEYS = RowKeys(("as_published", "wording", "tensor_parallel"))
COUNTED = re.compile(r"_(\d+)x$")
"""What ends the names of machines with several of a card that is also named alone, such as rtx_5090_2x."""


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """One edition of the list. A recipe has a line for each word and degree of tensor parallelism of its hardware."""
    profiles = yaml.safe_load(upstream.text("taxonomy.yaml"))["hardware_profiles"]
    recipes = {
        file.relative_to(upstream.path).as_posix(): yaml.safe_load(file.read_text("utf-8"))
        for file in upstream.files("models/*/*.yaml")
    }
    rows = [row for place, recipe in recipes.items() for row in _rows(upstream, known, profiles, place, recipe)]
    update = edition(upstream, known, RecordUpdate(PREFIX, {"rows": rows}, keys=KEYS))
    yield update or f"left out, for no list {PREFIX}-… is recorded"
    names = {name for recipe in recipes.values() for name in _marks(recipe)}
    if unknown := sorted(name for name in names if _chip(known, name) is None):
        yield f"hardware without an accelerator here: {', '.join(unknown)}"


def _marks(recipe: Mapping[str, Any]) -> Mapping[str, str]:
    """By hardware: the word of a recipe."""
    marks: Mapping[str, str] = recipe["meta"].get("hardware") or {}
    return marks


def _rows(
    upstream: Upstream, known: Known, profiles: Mapping[str, Any], place: str, recipe: Mapping[str, Any]
) -> Iterator[DataRow]:
    variants = (recipe.get("variants") or {}).values()
    lines = group_pairs(((word, _tensor_parallel(recipe, name)), name) for name, word in _marks(recipe).items())
    for (word, shards), names in lines.items():
        yield {
            "as_published": recipe["model"]["model_id"],
            **({"model": model} if (model := known.model(recipe["model"]["model_id"])) else {}),
            "wording": word,
            "section": recipe["meta"]["provider"],
            **_hardware(known, profiles, names),
            "as_of": recipe["meta"].get("date_updated", upstream.as_of),
            "data_types": list(unique(one["precision"] for one in variants if one.get("precision"))),
            **({"tensor_parallel": shards} if shards else {}),
            "place": place,
        }


def _tensor_parallel(recipe: Mapping[str, Any], hardware: str) -> int | None:
    """The degree on one node: of all hardware, or by name of hardware."""
    strategy = (recipe.get("strategy_overrides") or {}).get("single_node_tp") or {}
    shards: int | Mapping[str, int] | None = strategy.get("tp")
    return shards.get(hardware) if isinstance(shards, Mapping) else shards


def _chip(known: Known, name: str) -> str | None:
    """The id of the accelerator of a machine with one or several."""
    return known.accelerator(COUNTED.sub("", name))


def _hardware(known: Known, profiles: Mapping[str, Any], named: Sequence[str]) -> DataRow:
    """The cells of a line. Words that a recorded line has, too, mean the accelerators that an editor read in them."""
    described = ((name, profiles.get(name)) for name in named)
    words = ", ".join(f"{one['gpu_count']} × {one['display_name']}" if one else name for name, one in described)
    lists = known.records.catalogues.items()
    recorded = (row for key, one in lists if key.startswith(PREFIX) for row in one.rows)
    read = {row.hardware_as_published: row.accelerators for row in recorded}
    chips = {name: chip for name in named if (chip := _chip(known, name))}
    found = read.get(words, unique(chips.values()))
    counted = {chip for name, chip in chips.items() if COUNTED.search(name)}
    sizes = [
        {"devices": profiles[name]["gpu_count"], "accelerators": [chip]}
        for name, chip in chips.items()
        if chip in counted and name in profiles
    ]
    return {
        **({"accelerators": list(found)} if found else {}),
        "hardware_as_published": words,
        **({"sizes": sizes} if sizes else {}),
    }
