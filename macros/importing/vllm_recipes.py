"""Models that the recipes of the vLLM project mark for hardware."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from macros.importing.accelerator_names import AcceleratorNames
from macros.importing.editions import edition
from macros.importing.updates import Found, Known, Remark, RowKeys, Upstream

PREFIX = "vllm-recipes"


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """One edition of the list: a line for each recipe and each word that it uses of hardware."""
    names = AcceleratorNames(known.records)
    rows: list[Mapping[str, Any]] = []
    unknown: set[str] = set()
    for file in upstream.files("models/*/*.yaml"):
        recipe = yaml.safe_load(file.read_text("utf-8"))
        meta, model = recipe["meta"], recipe["model"]
        hardware: Mapping[str, str] = meta.get("hardware") or {}
        for word in dict.fromkeys(hardware.values()):
            named = [name for name, marked in hardware.items() if marked == word]
            chips = {name: names.find(name) for name in named}
            unknown |= {name for name, chip in chips.items() if chip is None}
            rows.append(
                {
                    "as_published": model["model_id"],
                    "wording": word,
                    "section": meta["provider"],
                    **({"accelerators": found} if (found := [chip for chip in chips.values() if chip]) else {}),
                    "hardware_as_published": ", ".join(named),
                    "as_of": meta.get("date_updated", upstream.as_of),
                    "data_types": _data_types(recipe),
                    "place": file.relative_to(upstream.path).as_posix(),
                }
            )
    update = edition(upstream, known, PREFIX, {"rows": rows}, RowKeys(("as_published", "wording")))
    yield update or Remark(f"left out, for no list {PREFIX}-… is recorded")
    if unknown:
        yield Remark(f"hardware without an accelerator here: {', '.join(sorted(unknown))}")


def _data_types(recipe: Mapping[str, Any]) -> Sequence[str]:
    variants = (recipe.get("variants") or {}).values()
    return list(dict.fromkeys(variant["precision"] for variant in variants if variant.get("precision")))
