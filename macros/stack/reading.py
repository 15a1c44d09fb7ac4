"""What a text names: packages with their versions, images, instance types, machine images, models and SDK releases.

One reading serves requirements files, `pip freeze`, pyproject.toml, environment.yml, Dockerfiles, Helm and Terraform,
because the page gets pasted text without a file name. It goes line by line and word by word, in linear time; what it
does not read: included files, templates, and variables that another file sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from macros.words import normal

Data = Mapping[str, Any]
"""The content of `stack.json`: without its names, some words would be taken for something else."""

LONGEST_WORD = 300
"""Characters. Longer words are code or data, and name nothing."""

PATTERNS: Mapping[str, str] = {
    "comment": r"(?:^|\s)(?:#|//).*$",
    "marker": r" ?; ?\(?(?:python_(?:full_)?version|sys_platform|platform_\w+|os_name|implementation_name|extra)\b.*$",
    "extras": r"\[[\w,. -]{0,80}\]",
    "inline_version": r"= ?\{ ?version ?=",
    "operator": r" ?(===|==|~=|>=|<=|!=|\^|>|<|=) ?",
    "variable": r"^(?:ARG |ENV |export )?([A-Za-z_]\w*)[= ]([^ ]+)$",
    "use": r"\$\{?([A-Za-z_]\w*)\}?",
    "repository": r"^-? ?repository: ?([^ ]+)$",
    "tag": r"^-? ?tag: ?([^ ]+)$",
    "then": r"&&|\|\|?|;",
    "quotes": r"[\"'`]",
    "breaks": r"[,;()[\]{}|\\]+",
    "requirement": r"^([A-Za-z0-9][\w.-]*)(===|==|~=|>=|<=|!=|=|\^|>|<)(.+)$",
    "name": r"^[A-Za-z][\w.-]*$",
    "range": r"^[\^~><!]",
    "exact": r"^=*v?(\d[\w.!+-]*?)(?:\.\*)?(?:=.*)?$",
    "image": r"^((?:[\w.<>-]+(?::\d+)?/)*[\w.-]+)(?::(\w[\w.-]*))?(?:@(sha256:[0-9a-f]{64}))?$",
    "image_line": r"^(?:FROM |-? ?image: ?)|\bdocker (?:pull|run|create) ",
    "install": r"\b(?:pip3?|uv|apt|apt-get|conda|mamba|dnf|yum|poetry) (?:[a-z-]+ )?(?:install|add)\b",
    "conda": r"^- ",
    "machine": r"^(?:ml\.)?[a-z]+\d+[a-z-]*\.(?:\d*x?large|medium|metal[\w-]*)$",
    "machine_id": r"^ami-[0-9a-f]{8,17}$",
}
"""Regular expressions that Python and JavaScript read alike, applied to lines in which each run of blanks is one. The
page gets them from `stack.json`."""

_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PATTERNS.items()}


class Item(NamedTuple):
    """A thing that a text names."""

    kind: str
    """package, image, instance, machine-image, model or sdk; line: one with nothing to check."""
    name: str
    line: int
    """From 1."""
    version: str | None = None
    """Of a package, or the beginning of it; None where none is pinned."""


def read(text: str, data: Data) -> Iterator[Item]:
    """Each thing once, at its first line."""
    first: dict[tuple[str, str, str | None], Item] = {}
    for item in _items(text, data):
        first.setdefault((item.kind, item.name, item.version), item)
    yield from first.values()


def _items(text: str, data: Data) -> Iterator[Item]:
    # Such as Hammer SDK 2.1: the SDK, and the version.
    sdk = re.compile(rf"\b({'|'.join(map(re.escape, data['sdk_names']))}) ?v?(\d+(?:\.\d+)+)", re.IGNORECASE)
    variables: dict[str, str] = {}
    repository = None
    for number, written in enumerate(text.splitlines(), start=1):
        line = _tidied(_COMPILED["use"].sub(lambda found: variables.get(found[1], found[0]), written))
        if stated := _COMPILED["variable"].match(line):
            variables[stated[1]] = stated[2]
        has_repository = _COMPILED["repository"].match(line)
        if has_repository:
            repository = has_repository[1]
        elif repository and (stated := _COMPILED["tag"].match(line)):
            line, repository = f"image: {repository}:{stated[1]}", None
        items = [Item("machine-image", name, number) for name in data["machine_images"] if name in written]
        items += _of_line(line, number, data)
        items += (Item("sdk", f"{found[1]} {found[2]}", number) for found in sdk.finditer(line))
        if line and not items and not has_repository:
            items.append(Item("line", f"line {number}", number))
        yield from items


def _tidied(written: str) -> str:
    """A line without comment, quotes, extras and brackets, and with one blank for several."""
    line = _COMPILED["comment"].sub("", re.sub(r"\s+", " ", written))
    line = _COMPILED["marker"].sub("", line)
    line = _COMPILED["inline_version"].sub("=", _COMPILED["extras"].sub("", line))
    line = _COMPILED["then"].sub(" && ", _COMPILED["quotes"].sub("", line))
    line = _COMPILED["breaks"].sub(" ", line)
    return _COMPILED["operator"].sub(r"\1", re.sub(r"\s+", " ", line)).strip()


def _of_line(line: str, number: int, data: Data) -> Iterator[Item]:
    words = [word for word in line.removeprefix("- ").split(" ") if word and len(word) <= LONGEST_WORD]
    has_images = bool(_COMPILED["image_line"].search(line))
    installs = bool(_COMPILED["install"].search(line))
    is_listed = bool(_COMPILED["conda"].match(line)) or installs
    named = list(filter(_is_word, words))
    alone = named[0] if len(named) == 1 else None
    for word in words:
        item = _machine(word, number, data) or _model(word, number, data) or _image(word, number, has_images=has_images)
        item = item or _package(word, number, data, is_listed=is_listed, is_alone=word == alone)
        if item:
            yield item
    if installs:
        after = words[next((place for place, word in enumerate(words) if word in ("install", "add")), 0) + 1 :]
        names = (word for word in takewhile(_is_word, after) if _COMPILED["name"].match(word))
        yield from (Item("package", normal(name), number) for name in names)


def _is_word(word: str) -> bool:
    """Whether a word is no end of a command."""
    return word != "&&"


def _machine(word: str, number: int, data: Data) -> Item | None:
    last = re.split(r"[=:]", word)[-1].lower().removeprefix("ml.")
    if last in data["instances"] or _COMPILED["machine"].match(last):
        return Item("instance", last, number)
    # Which image has an id differs by region: none is on record, and it is counted as not known.
    return Item("machine-image", last, number) if _COMPILED["machine_id"].match(last) else None


def _model(word: str, number: int, data: Data) -> Item | None:
    last = re.split(r"[=:]", word)[-1]
    return Item("model", last, number) if last.lower() in data.get("models", {}) else None


def _image(word: str, number: int, *, has_images: bool) -> Item | None:
    address = re.split(r"=|://", word)[-1]
    found = _COMPILED["image"].match(address)
    if "://" in word and not word.startswith(("docker://", "oci://")):
        return None
    if found and (found[2] or found[3]) and ("/" in found[1] or has_images):
        return Item("image", address, number)
    return None


def _package(word: str, number: int, data: Data, *, is_listed: bool, is_alone: bool) -> Item | None:
    if found := _COMPILED["requirement"].match(word):
        name, operator, version = normal(found[1]), found[2], found[3]
        if operator == "=" and name not in data["packages"] and not is_listed:
            # A list may begin on the line of its name.
            more = _COMPILED["requirement"].match(found[3])
            return _package(found[3], number, data, is_listed=False, is_alone=False) if more else None
        exact = _COMPILED["exact"].match(version) if operator.startswith("=") else None
        return Item("package", name, number, exact[1] if exact else None)
    if is_alone and _COMPILED["name"].match(word):
        return Item("package", normal(word), number)
    return None
