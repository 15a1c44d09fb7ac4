"""Damages to ids, names, redirects and file names: to what records refer to each other by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from random import Random

from macros.addresses import LIST, address
from macros.kinds import KINDS as RECORD_KINDS
from macros.kinds import SINGLES, WITH_PAGES
from tests.mutations.damage import Damage, Kind, Place, at, cut, damaged, edited, message_name, replaced, without
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.syntax import is_record, is_whole_file

DEPTHS = {folder: kind.depth for folder, kind in RECORD_KINDS.items()}
RELIED_ON = {
    "fit": ("unknown",),
    "status": ("supported", "unsupported"),
    "evidence": ("guideline", "benchmark", "listed"),
    "lifecycle": ("preview", "current", "ended"),
    "fits": ("yes", "no"),
    "image_kind": ("container",),
}
"""By vocabulary: some of the values that code and pages rely on."""


def is_reference(spot: Spot) -> bool:
    return spot.is_scalar and bool(spot.refers_to)


def unknown_reference(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    value = spot.value
    wrong = rng.choice(("no-such-record", f"{value}-x", f"{value}/x", value[:-1], value.swapcase(), f"data/{value}"))
    return replaced(spot, f'"{wrong}"') if wrong not in data.records.names.ids_by_name[spot.refers_to] else None


def reference_of_another_kind(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    other = rng.choice(sorted(set(DEPTHS) - {spot.refers_to}))
    wrong = rng.choice(sorted(data.records.of(other)))
    return replaced(spot, f'"{wrong}"') if wrong not in data.records.names.ids_by_name[spot.refers_to] else None


def record_deleted(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    places = tuple(_dangling(data, spot, data.names(spot.file.kind, spot.file.record_id)))
    return damaged(spot, "deleted", {spot.file.name: None}, *places) if places else None


def record_renamed(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    places = tuple(_dangling(data, spot, [spot.file.record_id]))
    new = f"{spot.file.name.removesuffix('.yml')}-renamed.yml"
    edits = {spot.file.name: None, new: spot.file.text.encode()}
    return damaged(spot, f"renamed to {new}", edits, *places) if places else None


def _dangling(data: Dataset, record: Spot, names: Sequence[str]) -> Iterator[Place]:
    """Where lost names of a record are reported: at each reference to one, or without any at its published address."""
    kind = record.file.kind
    citing = [spot for name in names for spot in data.references(kind, name) if spot.file is not record.file]
    yield from map(at, citing)
    line = data.published_line(kind, record.file.record_id)
    if line and not citing:
        yield Place(LIST, line, 1)


def is_file_of_its_own(spot: Spot) -> bool:
    return is_whole_file(spot) and not spot.file.kind


def single_file_deleted(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return damaged(spot, "deleted", {spot.file.name: None}, Place(message_name(spot.file.name), 1, 1))


def is_other_name(spot: Spot) -> bool:
    """One of the `other_names` of a record, on a line of its own."""
    return spot.is_mapping and spot.on_one_line and spot.parent is not None and spot.parent.path == "other_names"


def name_lost(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    """Removes a name by which other files refer to the record."""
    name = spot.child("name")
    kind, record_id = spot.file.kind, spot.file.record_id
    users = data.references(kind, name.value) if name else ()
    if name is None or not users or name.value == record_id or "- {" not in spot.whole_line:
        return None
    assert spot.parent is not None
    again = [one for one in spot.parent.children if (called := one.child("name")) and called.value == name.value]
    if len(spot.parent.children) == 1 or len(again) > 1:
        return None
    text = spot.file.text
    line = text.rindex("\n", 0, spot.start) + 1
    return edited(spot, f"the name {name.value} removed", cut(text, line, spot.end + 1, ""), *map(at, users))


def name_of_another(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """A name becomes the id of another record of the kind."""
    name = spot.child("name")
    others = sorted(set(data.records.of(spot.file.kind)) - {spot.file.record_id})
    if name is None or len(others) == 0:
        return None
    taken = rng.choice(others)
    return replaced(name, f'"{taken}"', at(name))


def name_of_two(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """A name becomes that of another record; it is reported at the later of the two."""
    name = spot.child("name")
    rivals = [one for one in data.choices(is_other_name)[spot.file.kind] if one.file.record_id != spot.file.record_id]
    rival = rng.choice(rivals).child("name") if rivals else None
    if name is None or rival is None or rival.value in data.names(spot.file.kind, spot.file.record_id):
        return None
    if PurePosixPath(rival.file.name) < PurePosixPath(spot.file.name):
        return replaced(name, rival.written, at(name))
    return replaced(name, rival.written, at(rival))


def can_have_former_id(spot: Spot) -> bool:
    whole = is_whole_file(spot) and spot.file.kind in WITH_PAGES and spot.file.text.endswith("\n")
    return whole and not spot.is_flow and spot.child("former_ids") is None and not spot.children[-1].is_block_text


def former_id_of_another(data: Dataset, spot: Spot, rng: Random) -> Damage:
    other = rng.choice(sorted(data.records.of(spot.file.kind)))
    text = f'{spot.file.text}former_ids: ["{other}"]\n'
    place = Place(message_name(spot.file.name), spot.file.text.count("\n") + 1, len("former_ids: [") + 1)
    return edited(spot, f"{other} among its former ids", text, place)


def is_redirect_target(spot: Spot) -> bool:
    return spot.file.name == "redirects.yml" and spot.name == "to"


def redirect_to_an_unknown_page(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(("/no-such-page/", "/models/no-such-model/", spot.value[:-1] + "-x/")))


def is_redirect_origin(spot: Spot) -> bool:
    return spot.file.name == "redirects.yml" and spot.name == "from"


def redirect_from_a_page(data: Dataset, spot: Spot, rng: Random) -> Damage:
    kind = rng.choice(sorted(WITH_PAGES))
    return replaced(spot, f"/{address(kind, rng.choice(sorted(data.records.of(kind))))}")


def is_vocabulary_value(spot: Spot) -> bool:
    return spot.file.name == "vocabularies.yml" and spot.parent is not None and spot.parent.name == "values"


def term_renamed(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    """Renames a term: every record that uses it is reported."""
    assert spot.parent is not None
    assert spot.parent.parent is not None
    assert spot.key is not None
    vocabulary = spot.parent.parent.name
    users = [one for one in data.spots if one.term_of == vocabulary and one.value == spot.name]
    if vocabulary in {*RELIED_ON, "answer", "evidence_level"} or not users:
        return None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    text = cut(spot.file.text, start, end, f"{spot.name}-renamed")
    return edited(spot, "renamed", text, *map(at, users))


def is_required_term(spot: Spot) -> bool:
    if not is_vocabulary_value(spot) or spot.parent is None or spot.parent.parent is None:
        return False
    return spot.name in RELIED_ON.get(spot.parent.parent.name, ())


def required_term_renamed(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    """Renames a term that the code relies on: its vocabulary is reported."""
    assert spot.parent is not None
    assert spot.parent.parent is not None
    assert spot.key is not None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    text = cut(spot.file.text, start, end, f"{spot.name}-renamed")
    return edited(spot, "renamed", text, at(spot.parent.parent))


def _moved(spot: Spot, new: str, *places: Place) -> Damage:
    return damaged(spot, f"moved to {new}", {spot.file.name: None, new: spot.file.text.encode()}, *places)


def _misplaced(spot: Spot, new: str) -> Damage:
    return _moved(spot, new, Place(message_name(new), 1, 1))


def other_ending(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return _misplaced(spot, f"{spot.file.name.removesuffix('.yml')}{rng.choice(('.yaml', '.YML', '.Yaml', '.YAML'))}")


def name_not_an_id(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    path = PurePosixPath(spot.file.name)
    stem = path.stem
    new = rng.choice((f"{stem} copy", f"{stem} (1)", stem.upper(), f".{stem}", f"-{stem}", f"{stem}ä", f"{stem}~", "_"))
    return _misplaced(spot, f"{path.parent}/{new}.yml") if new != stem else None


def too_deep(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    deeper = "/".join(["deeper"] * DEPTHS[spot.file.kind])
    return _misplaced(spot, f"{spot.file.kind}/{deeper}/{PurePosixPath(spot.file.name).name}")


def unknown_folder(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    folder = rng.choice(("model", "Models", "drafts", "old", "gpus"))
    return _misplaced(spot, f"{folder}/{PurePosixPath(spot.file.name).name}")


def no_folder(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    name = PurePosixPath(spot.file.name).name
    return _misplaced(spot, name) if name.removesuffix(".yml") not in {*SINGLES, "vocabularies"} else None


def _lacks(spot: Spot, needed: Spot) -> bool:
    """Whether a file lacks a field that files of another kind need."""
    return any(spot.child(name) is None for name in needed.schema.get("required", ()))


def other_folder(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    whole_files = data.choices(is_record)
    other = rng.choice(sorted(set(whole_files) - {spot.file.kind}))
    if not _lacks(spot, whole_files[other][0]):
        return None
    new = f"{other}/{PurePosixPath(spot.file.name).name}"
    return None if new in data.files else _moved(spot, new, _anywhere(new, spot))


def contents_swapped(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """Swaps the contents of two files of different kinds."""
    whole_files = data.choices(is_record)
    other = rng.choice(whole_files[rng.choice(sorted(set(whole_files) - {spot.file.kind}))])
    if not _lacks(spot, other) or not _lacks(other, spot):
        return None
    edits = {spot.file.name: other.file.text.encode(), other.file.name: spot.file.text.encode()}
    places = (_anywhere(spot.file.name, other), _anywhere(other.file.name, spot))
    return damaged(spot, f"swapped with {other.file.name}", edits, *places)


def _anywhere(name: str, content: Spot) -> Place:
    """Any line of a file with this content."""
    return Place(message_name(name), 1, None, len(content.file.lines))


def is_release(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.kind == "releases"


def release_of_no_framework(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    new = f"releases/no-such-framework/{PurePosixPath(spot.file.name).name}"
    edits = {new: spot.file.text.encode()}
    return damaged(spot, f"copied to {new}", edits, Place(message_name(new), spot.line, spot.column))


def is_package(spot: Spot) -> bool:
    return spot.file.kind == "components" and spot.path == "package" and spot.is_plain


def package_of_two(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    rivals = [one for one in data.choices(is_package)["components"] if one.file.name < spot.file.name]
    return replaced(spot, rng.choice(rivals).value) if rivals else None


def is_uncertain_name(spot: Spot) -> bool:
    return spot.name == "certainty" and spot.value != "certain" and spot.parent is not None and spot.parent.is_mapping


def uncertain_without_reason(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    assert spot.parent is not None
    reason = spot.parent.child("reason")
    left = without(reason) if reason and reason.index else None
    return edited(spot, "its reason removed", left, at(spot.parent)) if left else None


KINDS = (
    Kind("unknown id", is_reference, unknown_reference),
    Kind("id of another kind of record", is_reference, reference_of_another_kind),
    Kind("single file deleted", is_file_of_its_own, single_file_deleted),
    Kind("name removed that others refer to", is_other_name, name_lost),
    Kind("name that is the id of another record", is_other_name, name_of_another),
    Kind("one name for two records", is_other_name, name_of_two),
    Kind("term renamed", is_vocabulary_value, term_renamed),
    Kind("required term renamed", is_required_term, required_term_renamed),
    Kind("other file extension", is_whole_file, other_ending),
    Kind("file name that is no id", is_record, name_not_an_id),
    Kind("file too deep", is_record, too_deep),
    Kind("unknown folder", is_record, unknown_folder),
    Kind("file in no folder", is_record, no_folder),
    Kind("file in the folder of another kind", is_record, other_folder),
    Kind("contents of two files swapped", is_record, contents_swapped),
    Kind("record deleted", is_record, record_deleted),
    Kind("record renamed", is_record, record_renamed),
    Kind("uncertain name without a reason", is_uncertain_name, uncertain_without_reason),
    Kind("former id of an existing record", can_have_former_id, former_id_of_another),
    Kind("redirect to an unknown page", is_redirect_target, redirect_to_an_unknown_page),
    Kind("redirect from an existing page", is_redirect_origin, redirect_from_a_page),
    Kind("package of two components", is_package, package_of_two),
    Kind("release of an unknown framework", is_release, release_of_no_framework),
)
