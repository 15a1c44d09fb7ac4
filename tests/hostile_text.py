"""A copy of a data folder in which every text of several words ends in what must never be run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from tests.html_reading import Element

PAYLOAD = (
    " <script>hostile</script><img src=x onerror=hostile><!--atlas:0-->{{ 'evalu' ~ 'ated' }}{% if true %}"
    " [hostile](javascript:hostile) **hostile** `hostile` ]]> \"hostile' </title></td> &lt;b&gt; \\ | #hostile"
)
MARKUP = frozenset(["script", "style", "a", "b", "strong", "i", "em", "code", "del", "mark", "title", "h1", "h2", "h3"])
"""What the payload would become if it were read as HTML or Markdown."""
TITLES = ("name", "title")
"""Top fields that are poisoned even where they are one word."""


def poisoned(value: Any, path: tuple[str | int, ...] = ()) -> Any:
    """A value with the payload at the end of each text; keys of several words too, since rows repeat them."""
    if isinstance(value, dict):
        return {poisoned(key): poisoned(entry, (*path, key)) for key, entry in value.items()}
    if isinstance(value, list):
        return [poisoned(entry, (*path, index)) for index, entry in enumerate(value)]
    if isinstance(value, str) and (" " in value or (len(path) == 1 and path[0] in TITLES)):
        return value.rstrip("\n") + PAYLOAD
    return value


def write_poisoned(data: Path, target: Path) -> None:
    """Writes the poisoned copy of a data folder."""
    for file in sorted(data.rglob("*.yml")):
        copy = target / file.relative_to(data)
        copy.parent.mkdir(parents=True, exist_ok=True)
        content = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
        text = yaml.dump(poisoned(content), Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
        copy.write_text(text, "utf-8")


def came_alive(page: Element) -> list[str]:
    """What of the payload is more than text on a page."""
    found = []
    for element in page.walk():
        if (element.tag in MARKUP and element.text == "hostile") or (
            element.tag == "script" and "hostile" in element.children
        ):
            found.append(f"<{element.tag}> around a part of it")
        for name, value in element.attributes.items():
            if value in ("javascript:hostile", "x") or name.startswith("on") or name == "#hostile":
                found.append(f'{name}="{value}" of <{element.tag}>')
    if "evaluated" in page.text:
        found.append("a template in it")
    return found
