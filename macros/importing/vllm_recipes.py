"""Models that the recipes of the vLLM project mark for hardware."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from macros.importing.accelerator_names import AcceleratorNames
from macros.importing.editions import edition
from macros.importing.updates import Found, Known, Remark, Row, RowKeys, Upstream

PREFIX = "vllm-recipes"
KEYS = RowKeys(("as_published", "wording", "tensor_parallel"))


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """One edition of the list. A recipe has a line for each word and degree of tensor parallelism of its hardware."""
    hardware = _Hardware(upstream, known)
    rows = [row for file in upstream.files("models/*/*.yaml") for row in _rows(upstream, file, hardware)]
    update = edition(upstream, known, PREFIX, {"rows": rows}, KEYS)
    yield update or Remark(f"left out, for no list {PREFIX}-… is recorded")
    if hardware.unknown:
        yield Remark(f"hardware without an accelerator here: {', '.join(sorted(hardware.unknown))}")


class _Hardware:
    """Hardware by the names that recipes give it."""

    def __init__(self, upstream: Upstream, known: Known) -> None:
        [taxonomy] = upstream.files("taxonomy.yaml")
        self._profiles = yaml.safe_load(taxonomy.read_text("utf-8"))["hardware_profiles"]
        self._names = AcceleratorNames(known.records)
        self._read = {
            row.hardware_as_published: row.accelerators
            for key, listed in known.records.catalogues.items()
            if key.startswith(PREFIX)
            for row in listed.rows
        }
        self.unknown: set[str] = set()

    def cells(self, named: Sequence[str]) -> Row:
        """Of a line. Words that a recorded line has, too, mean the accelerators that an editor read in them there."""
        words = ", ".join(map(self._words, named))
        chips = {name: self._names.find(name) for name in named}
        self.unknown |= {name for name, chip in chips.items() if chip is None}
        found = self._read.get(words, [chip for chip in chips.values() if chip])
        return {**({"accelerators": list(found)} if found else {}), "hardware_as_published": words}

    def _words(self, name: str) -> str:
        profile = self._profiles.get(name)
        return f"{profile['gpu_count']} × {profile['display_name']}" if profile else name


def _rows(upstream: Upstream, file: Path, hardware: _Hardware) -> Iterator[Row]:
    recipe = yaml.safe_load(file.read_text("utf-8"))
    meta = recipe["meta"]
    marks = {name: (word, _tensor_parallel(recipe, name)) for name, word in (meta.get("hardware") or {}).items()}
    for mark in dict.fromkeys(marks.values()):
        word, shards = mark
        yield {
            "as_published": recipe["model"]["model_id"],
            "wording": word,
            "section": meta["provider"],
            **hardware.cells([name for name, own in marks.items() if own == mark]),
            "as_of": meta.get("date_updated", upstream.as_of),
            "data_types": _data_types(recipe),
            **({"tensor_parallel": shards} if shards else {}),
            "place": file.relative_to(upstream.path).as_posix(),
        }


def _tensor_parallel(recipe: Mapping[str, Any], hardware: str) -> int | None:
    """The degree on one node: of all hardware, or by name of hardware."""
    strategy = (recipe.get("strategy_overrides") or {}).get("single_node_tp") or {}
    shards: int | Mapping[str, int] | None = strategy.get("tp")
    return shards.get(hardware) if isinstance(shards, Mapping) else shards


def _data_types(recipe: Mapping[str, Any]) -> Sequence[str]:
    variants = (recipe.get("variants") or {}).values()
    return list(dict.fromkeys(variant["precision"] for variant in variants if variant.get("precision")))
