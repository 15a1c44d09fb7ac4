"""Made-up entries of the search, in place of those of a site, and names that mean them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Entry = Mapping[str, Any]


def entry(location: str, title: str, text: str, *names: str, weight: float = 1) -> Entry:
    return {"location": location, "title": title, "text": text, "names": names, "weight": weight}


FEW: Sequence[Entry] = [
    entry(
        "models/smith/anvil-7b/",
        "smith/anvil-7b",
        "Model · 13 GiB in bf16 · In English.",
        "Anvil 7B",
        weight=4,
    ),
    entry("models/smith/anvil-70b/", "anvil-7b-large", "Strikes more iron.", weight=3),
    entry("models/maker/shuttle-small/", "shuttle-small", "1 GiB in bf16 · Weaves.", "Weaver, small", weight=4),
    entry("instances/hearth.large/", "hearth.12xlarge", "Carries an anvil.", "ml.hearth.12xlarge"),
    entry("families/weavers/", "Weavers", "Weaving models.", "Weaving machines (WMs)", weight=4),
    entry("frameworks/tongs/", "Tongs", "Holds iron.", weight=4),
    entry("lifecycle/tongs/", "Tongs: versions", "Maintenance 6.9; ended 6.8.", "Tongs", weight=2),
    entry("sdks/6.9.0/", "Forge SDK 6.9.0", "SDK release", "SDK 6.9", "SDK 6.9.0", weight=3),
    {"location": "sdks/6.9.0/#packages", "title": "Forge SDK 6.9.0: Packages", "text": "tongs-lib 3.1.4 · bolt 2.1"},
    entry("lifecycle/tongs-lib/", "tongs-lib", "Versions 3.1.4, 3.1.3.", weight=2),
    entry("images/tongs/", "Tongs containers", "Image list"),
    {**entry("images/north/", "Racks", "Image list"), "repository": "{region}.north.example.com/rack"},
    {**entry("images/south/", "Racks", "Image list"), "repository": "south.example.com/rack"},
    {"location": "images/north/#image-1", "title": "9.9-iron", "text": "Older"},
    {"location": "images/south/#image-1", "title": "9.9-iron", "text": "Newest"},
    {"location": "images/south/#image-2", "title": "9.8-iron", "text": "Older"},
    entry("accelerators/chip-one/", "Chip One", "Weaves."),
    entry("accelerators/chip-two/", "Chip Two", "Bakes.", "Oven", "Oven 9z"),
    *(entry(f"architectures/kiln{number}/", f"Kiln{number} (architecture)", "Bakes bricks.") for number in ("", 2)),
    *(entry(f"models/smith/loaf-{number}-7b/", f"smith/loaf-{number}-7b", "Rises.") for number in (1, 2, 3)),
    entry("sources/news/", "What is new in Tongs 6.9.1", "Source", weight=3),
    entry("datasets/threads/", "threads", "Loose ends, for weavers."),
    entry("changes/", "News", "What vendors released and ended.", "what changed", "October 2020"),
    entry("changes/?framework=tongs", "News: Tongs", "Tongs 6.9 released", "Tongs", weight=0.5),
    {"location": "datasets/threads/#origin", "title": "Origin", "text": "Spun of wool."},
    {
        "location": "support/#tongs/chip-one/training",
        "title": "Tongs on Chip One",
        "names": ["Tongs on Oven 2"],
        "text": "Pin: tongs==6.9.",
        "framework": "tongs",
        "accelerator": "chip-one",
        "outcome": {"words": "Supported for training", "symbol": "●", "tone": "good"},
    },
    entry("frameworks/bellows/", "Bellows", "Blows."),
    {
        "location": "support/#bellows/hearth/training",
        "title": "Bellows on the large one",
        "text": "",
        "framework": "bellows",
        "accelerator": "hearth.large",
        "outcome": {"words": "Supported for training", "symbol": "●", "tone": "good"},
    },
]

COPIES: Sequence[Entry] = [
    entry(f"datasets/owner-{number % 7}/copy-{number:03}/", f"owner-{number % 7}/copy-{number:03}", "A copy.")
    for number in range(250)
]


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
