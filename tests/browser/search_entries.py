"""Made-up entries of the search, in place of those of a site, and names that mean them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

Entry = Mapping[str, Any]
MADE_UP: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("search_made_up.yml").read_text("utf-8"))
"""Entries, and what is typed to find them."""


def whole(said: Entry) -> Entry:
    """An entry with what the file leaves out."""
    return said if "#" in said["location"] else {"names": [], "weight": 1, **said}


COPIES: Sequence[Entry] = [
    whole({"location": f"datasets/{name}/", "title": name, "text": "A copy."})
    for name in (f"owner-{number % 7}/copy-{number:03}" for number in range(250))
]
FOUND: Sequence[Entry] = [*map(whole, MADE_UP["entries"]), *COPIES]


def name_three_loaves(api: Path) -> None:
    """Adds three versions of a model to the names. The second runs on Chip One, not on Chip Two, the others nowhere.

    Of two generations of an architecture, both run on Chip One.

    Chip Two has the name of a series, of which Chip One is the second generation.
    """
    names, shuttle = (json.loads((api / file).read_bytes()) for file in ("names.json", "today/shuttle-large.json"))
    chip: Entry = {"asked_as": "hardware", "kind": "accelerators", "owners": [], "size": None}
    names["result"].append({**chip, "ids": ["chip-two"], "forms": ["chip two", "oven", "oven 9z"]})
    names["result"].append({**chip, "ids": ["chip-one"], "forms": ["oven 2"]})
    rows = [{**row, "accelerator": row["accelerator"].replace("anvil", "chip-two")} for row in shuttle["result"]]
    named = {"asked_as": "model", "kind": "models", "owners": ["smith"], "size": "7b"}
    for number in (1, 2, 3):
        names["result"].append({**named, "ids": [f"smith/loaf-{number}-7b"], "forms": [f"loaf {number} 7b"]})
        known = json.dumps({"result": rows if number == 2 else []})
        (api / "today" / "smith" / f"loaf-{number}-7b.json").write_text(known, "utf-8")
    kiln: Entry = {"asked_as": "model", "kind": "architectures", "owners": [], "size": None}
    for record_id, form in (("kiln", "kiln"), ("kiln2", "kiln 2")):
        names["result"].append({**kiln, "ids": [record_id], "forms": [form]})
        (api / "architectures-today" / f"{record_id}.json").write_text(json.dumps({"result": rows}), "utf-8")
    (api / "names.json").write_text(json.dumps(names), "utf-8")
