"""Damages to what records say of each other: ids, names, redirects, and the files they stand in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from macros.addresses import OWN_PAGE, address
from macros.schema import KINDS as RECORD_KINDS
from macros.schema import SINGLES
from tests.mutations.damage import Damage, Kind, Place, at, cut, damaged, edited, message_name, replaced
from tests.mutations.dataset import PUBLISHED, Dataset, Spot
from tests.mutations.dice import Dice
from tests.mutations.writing import has_own_line, is_record, is_whole_file

DEPTHS = {kind.folder: kind.depth for kind in RECORD_KINDS}
RELIED_ON = {
    "fit": ("unknown",),
    "status": ("supported", "unsupported"),
    "evidence": ("guideline", "benchmark", "listed"),
    "lifecycle": ("preview", "current", "ended"),
}
"""By vocabulary: some of the values that pages name."""


def is_reference(spot: Spot) -> bool:
    return spot.is_scalar and bool(spot.refers_to)


def unknown_reference(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    value = spot.value
    wrong = dice.pick(("no-such-record", f"{value}-x", f"{value}/x", value[:-1], value.swapcase(), f"data/{value}"))
    return replaced(spot, f'"{wrong}"') if wrong not in data.records.catalog.names[spot.refers_to] else None


def reference_of_another_kind(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    other = dice.pick(sorted(set(DEPTHS) - {spot.refers_to}))
    wrong = dice.pick(sorted(data.records.of(other)))
    return replaced(spot, f'"{wrong}"') if wrong not in data.records.catalog.names[spot.refers_to] else None


def record_deleted(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    places = tuple(_missed(data, spot))
    return damaged(spot, "deleted", {spot.file.name: None}, *places) if places else None


def record_renamed(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    places = tuple(_missed(data, spot))
    new = f"{spot.file.name.removesuffix('.yml')}-renamed.yml"
    edits = {spot.file.name: None, new: spot.file.text.encode()}
    return damaged(spot, f"renamed to {new}", edits, *places) if places else None


def _missed(data: Dataset, record: Spot) -> Iterator[Place]:
    """Where a record is missed that is gone, or is there under another id: where its id stands, or its page did."""
    kind, record_id = record.file.kind, record.file.record_id
    citing = [spot for spot in data.references(kind, record_id) if spot.file is not record.file]
    yield from map(at, citing)
    line = data.published_line(kind, record_id)
    if line and not citing:
        yield Place(PUBLISHED, line, 1)


def is_file_of_its_own(spot: Spot) -> bool:
    return is_whole_file(spot) and not spot.file.kind


def single_file_deleted(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return damaged(spot, "deleted", {spot.file.name: None}, Place(message_name(spot.file.name), 1, 1))


def is_other_name(spot: Spot) -> bool:
    """A name with a line to itself, among the other names of a record."""
    return spot.is_mapping and spot.on_one_line and spot.parent is not None and spot.parent.path == "other_names"


def name_lost(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    """The name is taken away by which rows of other files call the record."""
    name = spot.child("name")
    kind, record_id = spot.file.kind, spot.file.record_id
    users = data.references(kind, name.value) if name else ()
    standing = (record_id, f"ml.{record_id}")
    if name is None or not users or name.value in standing or "- {" not in spot.whole_line:
        return None
    assert spot.parent is not None
    again = [one for one in spot.parent.children if (called := one.child("name")) and called.value == name.value]
    if len(spot.parent.children) == 1 or len(again) > 1:
        return None
    text = spot.file.text
    line = text.rindex("\n", 0, spot.start) + 1
    return edited(spot, f"the name {name.value} lost", cut(text, line, spot.end + 1, ""), *map(at, users))


def name_of_another(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """A record takes the id of another of its kind as a name."""
    name = spot.child("name")
    others = sorted(set(data.records.of(spot.file.kind)) - {spot.file.record_id})
    if name is None or len(others) == 0:
        return None
    taken = dice.pick(others)
    return replaced(name, f'"{taken}"', at(name))


def name_of_two(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """A record takes a declared name of another; the later of the two is told."""
    name = spot.child("name")
    rivals = [one for one in data.choices(is_other_name)[spot.file.kind] if one.file.record_id != spot.file.record_id]
    rival = dice.pick(rivals).child("name") if rivals else None
    if name is None or rival is None or rival.value in data.names(spot.file.kind, spot.file.record_id):
        return None
    if PurePosixPath(rival.file.name) < PurePosixPath(spot.file.name):
        return replaced(name, rival.written, at(name))
    return replaced(name, rival.written, at(rival))


def with_page(spot: Spot) -> bool:
    whole = is_whole_file(spot) and spot.file.kind in OWN_PAGE and spot.file.text.endswith("\n")
    return whole and not spot.is_flow and spot.child("former_ids") is None and not spot.children[-1].is_block_text


def former_id_of_another(data: Dataset, spot: Spot, dice: Dice) -> Damage:
    other = dice.pick(sorted(data.records.of(spot.file.kind)))
    text = f'{spot.file.text}former_ids: ["{other}"]\n'
    place = Place(message_name(spot.file.name), spot.file.text.count("\n") + 1, len("former_ids: [") + 1)
    return edited(spot, f"{other} among its former ids", text, place)


def is_redirect_target(spot: Spot) -> bool:
    return spot.file.name == "redirects.yml" and spot.name == "to"


def redirect_to_nothing(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return replaced(spot, dice.pick(("/no-such-page/", "/models/no-such-model/", spot.value[:-1] + "-x/")))


def is_redirect_origin(spot: Spot) -> bool:
    return spot.file.name == "redirects.yml" and spot.name == "from"


def redirect_from_a_page(data: Dataset, spot: Spot, dice: Dice) -> Damage:
    kind = dice.pick(sorted(OWN_PAGE))
    return replaced(spot, f"/{address(kind, dice.pick(sorted(data.records.of(kind))))}")


def is_changed_page(spot: Spot) -> bool:
    return spot.file.name == "atlas.yml" and spot.parent is not None and spot.parent.name == "pages"


def change_of_nothing(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return replaced(spot, "/no-such-page/")


def is_vocabulary_value(spot: Spot) -> bool:
    return spot.file.name == "vocabularies.yml" and spot.parent is not None and spot.parent.name == "values"


def term_renamed(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    """A value of a vocabulary is called otherwise: each record that uses it is told."""
    assert spot.parent is not None
    assert spot.parent.parent is not None
    assert spot.key is not None
    vocabulary = spot.parent.parent.name
    users = [one for one in data.spots if one.term_of == vocabulary and one.value == spot.name]
    if vocabulary in {*RELIED_ON, "answer", "evidence_level"} or not users:
        return None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    text = cut(spot.file.text, start, end, f"{spot.name}-renamed")
    return edited(spot, "called otherwise", text, *map(at, users))


def is_relied_on(spot: Spot) -> bool:
    if not is_vocabulary_value(spot) or spot.parent is None or spot.parent.parent is None:
        return False
    return spot.name in RELIED_ON.get(spot.parent.parent.name, ())


def relied_on_lost(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    """A value is called otherwise that pages name: the vocabulary is told."""
    assert spot.parent is not None
    assert spot.parent.parent is not None
    assert spot.key is not None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    text = cut(spot.file.text, start, end, f"{spot.name}-renamed")
    return edited(spot, "called otherwise", text, at(spot.parent.parent))


def _moved(spot: Spot, new: str, *places: Place) -> Damage:
    return damaged(spot, f"moved to {new}", {spot.file.name: None, new: spot.file.text.encode()}, *places)


def _moved_and_told(spot: Spot, new: str) -> Damage:
    return _moved(spot, new, Place(message_name(new), 1, 1))


def other_ending(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return _moved_and_told(
        spot, f"{spot.file.name.removesuffix('.yml')}{dice.pick(('.yaml', '.YML', '.Yaml', '.YAML'))}"
    )


def name_not_an_id(_data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    path = PurePosixPath(spot.file.name)
    stem = path.stem
    new = dice.pick((f"{stem} copy", f"{stem} (1)", stem.upper(), f".{stem}", f"-{stem}", f"{stem}ä", f"{stem}~", "_"))
    return _moved_and_told(spot, f"{path.parent}/{new}.yml") if new != stem else None


def too_deep(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    deeper = "/".join(["deeper"] * DEPTHS[spot.file.kind])
    return _moved_and_told(spot, f"{spot.file.kind}/{deeper}/{PurePosixPath(spot.file.name).name}")


def unknown_folder(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    folder = dice.pick(("model", "Models", "drafts", "old", "gpus"))
    return _moved_and_told(spot, f"{folder}/{PurePosixPath(spot.file.name).name}")


def no_folder(_data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    name = PurePosixPath(spot.file.name).name
    return _moved_and_told(spot, name) if name.removesuffix(".yml") not in {*SINGLES, "vocabularies"} else None


def _lacks(spot: Spot, needed: Spot) -> bool:
    """Whether a file lacks a field that files of another kind need."""
    return any(spot.child(name) is None for name in needed.schema.get("required", ()))


def other_folder(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    whole_files = data.choices(is_record)
    other = dice.pick(sorted(set(whole_files) - {spot.file.kind}))
    if not _lacks(spot, whole_files[other][0]):
        return None
    new = f"{other}/{PurePosixPath(spot.file.name).name}"
    return None if new in data.files else _moved(spot, new, Place(message_name(new), spot.line, spot.column))


def contents_swapped(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """Two files of different kinds hold what the other should."""
    whole_files = data.choices(is_record)
    other = dice.pick(whole_files[dice.pick(sorted(set(whole_files) - {spot.file.kind}))])
    if not _lacks(spot, other) or not _lacks(other, spot):
        return None
    edits = {spot.file.name: other.file.text.encode(), other.file.name: spot.file.text.encode()}
    places = [Place(message_name(spot.file.name), other.line), Place(message_name(other.file.name), spot.line)]
    return damaged(spot, f"has the content of {other.file.name}, and the other way round", edits, *places)


def is_release(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.kind == "releases"


def release_of_no_framework(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    new = f"releases/no-such-framework/{PurePosixPath(spot.file.name).name}"
    edits = {new: spot.file.text.encode()}
    return damaged(spot, f"copied to {new}", edits, Place(message_name(new), spot.line, spot.column))


def is_package(spot: Spot) -> bool:
    return spot.file.kind == "components" and spot.path == "package" and spot.is_plain


def package_of_two(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    rivals = [one for one in data.choices(is_package)["components"] if one.file.name < spot.file.name]
    return replaced(spot, dice.pick(rivals).value) if rivals else None


def is_certain_name(spot: Spot) -> bool:
    return spot.name == "certainty" and spot.value != "certain" and spot.parent is not None and spot.parent.is_mapping


def uncertain_without_reason(_data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    assert spot.parent is not None
    reason = spot.parent.child("reason")
    if reason is None or reason.is_block_text or not (has_own_line(reason) or reason.parent is spot.parent):
        return None
    assert reason.key is not None
    start = int(reason.key.start_mark.index)
    if spot.parent.is_flow:
        before = reason.before
        return (
            edited(spot, "its reason lost", cut(spot.file.text, before.end, reason.end, ""), at(spot.parent))
            if before
            else None
        )
    line = spot.file.text.rindex("\n", 0, start)
    end = spot.file.text.index("\n", reason.end - 1)
    return (
        edited(spot, "its reason lost", cut(spot.file.text, line, end, ""), at(spot.parent)) if reason.index else None
    )


IN_LOADING = (
    Kind("id of no record", is_reference, unknown_reference),
    Kind("id of a record of another kind", is_reference, reference_of_another_kind),
    Kind("file for all records deleted", is_file_of_its_own, single_file_deleted),
    Kind("name lost by which rows call a record", is_other_name, name_lost),
    Kind("name that is another's id", is_other_name, name_of_another),
    Kind("one name for two records", is_other_name, name_of_two),
    Kind("value of a vocabulary renamed", is_vocabulary_value, term_renamed),
    Kind("value of a vocabulary lost that pages name", is_relied_on, relied_on_lost),
    Kind("other file ending", is_whole_file, other_ending),
    Kind("file name that is no id", is_record, name_not_an_id),
    Kind("file too deep", is_record, too_deep),
    Kind("unknown folder", is_record, unknown_folder),
    Kind("file in no folder", is_record, no_folder),
    Kind("file in the folder of another kind", is_record, other_folder),
    Kind("contents of two files swapped", is_record, contents_swapped),
)
ACROSS = (
    Kind("record deleted", is_record, record_deleted),
    Kind("record renamed", is_record, record_renamed),
    Kind("name that is not certain, without a reason", is_certain_name, uncertain_without_reason),
    Kind("former id of a record that is there", with_page, former_id_of_another),
    Kind("redirect to nowhere", is_redirect_target, redirect_to_nothing),
    Kind("redirect from a page", is_redirect_origin, redirect_from_a_page),
    Kind("change of a page that is not there", is_changed_page, change_of_nothing),
    Kind("package of two components", is_package, package_of_two),
    Kind("release of no framework", is_release, release_of_no_framework),
)
