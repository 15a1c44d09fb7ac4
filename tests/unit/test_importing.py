"""`python -m macros import` of upstreams that have an importer: small files in their shape, for the made-up data."""

from __future__ import annotations

import json

import pytest

from macros.importing import IMPORTERS
from tests.support.importing import SOURCE, Importing
from tests.support.project import TESTS, further

EDITION = "catalogues/vllm-recipes-2019-06.yml"
FILES = TESTS / "importing"
MANIFEST, INSTANCE, RECIPE = (
    (FILES / name).read_text("utf-8") for name in ("n2-manifest.json", "instance.json", "recipe.yml")
)
TAXONOMY = "hardware_profiles: {anvil: {gpu_count: 8, display_name: Anvil I}}\n"
RECIPES = {"models/Smith/Anvil-7B.yaml": RECIPE, "taxonomy.yaml": TAXONOMY}


def test_packages_of_a_new_release(importing: Importing) -> None:
    importing.add("platforms/neuron.yml")
    importing.hand_over({"src/n2-manifest.json": MANIFEST})
    code, printed = importing.run("neuron-packages")
    assert "sdks: 1 added: 9.1.0" in printed
    assert "release 8.0.0: left out" in printed
    written = importing.read("sdks/9.1.0.yml")
    assert (str(written["date"]), written["platform"]) == ("2020-01-15", "neuron")
    assert written["packages"] == [
        {"package": "hammer-lib", "version": "2.0", "series": ["hearth"], "python": ["3.8"]},
        {"package": "hammer-lib", "version": "1.9", "series": ["hearth"]},
    ]
    assert written["manifest"] == {"source": SOURCE, "locator": "entry 9.1.0"}
    assert code == 0, printed
    importing.hand_over({"release-notes/index.rst": "Neuron 8.0.0 (12/02/2019)\n-------\n"})
    importing.run("neuron-packages")
    assert str(importing.read("sdks/8.0.0.yml")["date"]) == "2019-12-02"


def test_packages_of_a_known_release_keep_what_was_written_by_hand(importing: Importing) -> None:
    importing.add("platforms/neuron.yml", "sdks/9.1.0.yml")
    importing.hand_over({"n2-manifest.json": MANIFEST})
    _, printed = importing.run("neuron-packages")
    written = importing.read("sdks/9.1.0.yml")
    assert written["citations"] == [{"source": "forge-notes", "locator": "by hand"}]
    assert (written["packages"][0]["note"], written["packages"][0]["series"]) == ("Written by hand.", ["hearth"])
    assert "no longer in the upstream, kept; --prune removes them: hammer-lib 1.0" in printed
    assert [row["version"] for row in written["packages"]] == ["2.0", "1.0", "1.9"]
    before = importing.file("sdks/9.1.0.yml").read_text("utf-8")
    assert "No difference." in importing.run("neuron-packages")[1]
    assert importing.file("sdks/9.1.0.yml").read_text("utf-8") == before
    importing.run("neuron-packages", "--prune")
    assert [row["version"] for row in importing.read("sdks/9.1.0.yml")["packages"]] == ["2.0", "1.9"]


@pytest.mark.parametrize("recorded", ["", 'hardware_as_published: "8 × Anvil I, loom9", '])
def test_recipes_become_lines_with_the_hardware_they_mark(importing: Importing, recorded: str) -> None:
    """Hardware in the words of a recorded line is read as there."""
    (text,) = further(EDITION).values()
    importing.write(EDITION, text.replace("note:", f"{recorded}note:"))
    importing.hand_over(RECIPES)
    code, printed = importing.run("vllm-recipes")
    (row,) = importing.read("catalogues/vllm-recipes-2020-01.yml")["rows"]
    assert (row["model"], row["note"], row["wording"]) == ("smith/anvil-7b", "Written by hand.", "verified")
    assert (row.get("accelerators"), row["hardware_as_published"]) == (
        None if recorded else ["anvil"],
        "8 × Anvil I, loom9",
    )
    assert row["data_types"] == ["bf16", "fp8"]
    assert "hardware without an accelerator here: loom9" in printed
    assert code == 0, printed
    assert "No difference." in importing.run("vllm-recipes")[1]


def test_machines_with_several_cards_of_a_recipe_are_sizes_of_one_accelerator(importing: Importing) -> None:
    importing.add(EDITION)
    two = "anvil_2x: {gpu_count: 2, display_name: Anvil I}, anvil: {gpu_count: 1, display_name: Anvil I}"
    recipe = RECIPE.replace("loom9: verified", "anvil_2x: verified")
    importing.hand_over({"models/Smith/Anvil-7B.yaml": recipe, "taxonomy.yaml": f"hardware_profiles: {{{two}}}\n"})
    importing.run("vllm-recipes")
    (row,) = importing.read("catalogues/vllm-recipes-2020-01.yml")["rows"]
    assert (row["model"], row["accelerators"]) == ("smith/anvil-7b", ["anvil"])
    assert row["sizes"] == [{"devices": count, "accelerators": ["anvil"]} for count in (1, 2)]


def test_a_recipe_of_two_degrees_of_parallelism_has_two_lines_which_keep_their_notes(importing: Importing) -> None:
    importing.add(EDITION)
    degrees = "strategy_overrides: {single_node_tp: {tp: {loom9: 2}}}\n"
    importing.hand_over({**RECIPES, "models/Smith/Anvil-7B.yaml": RECIPE + degrees})
    importing.run("vllm-recipes")
    name = "catalogues/vllm-recipes-2020-01.yml"
    first, second = importing.read(name)["rows"]
    assert ([first["accelerators"], first.get("tensor_parallel")], first["note"]) == (
        [["anvil"], None],
        "Written by hand.",
    )
    assert (second["hardware_as_published"], second["tensor_parallel"], "note" in second) == ("loom9", 2, False)
    importing.file(name).write_text(
        importing.file(name).read_text("utf-8").replace("tensor_parallel: 2", "tensor_parallel: 2, note: Its own."),
        "utf-8",
    )
    assert "No difference." in importing.run("vllm-recipes")[1]
    assert [row["note"] for row in importing.read(name)["rows"]] == ["Written by hand.", "Its own."]


def test_a_name_of_an_accelerator_counts_before_a_part_of_another(importing: Importing) -> None:
    importing.add("accelerators/aaa-desk.yml", EDITION)
    importing.hand_over(RECIPES)
    importing.run("vllm-recipes")
    (row,) = importing.read("catalogues/vllm-recipes-2020-01.yml")["rows"]
    assert row["accelerators"] == ["anvil"]


def test_instance_types_and_their_regions(importing: Importing) -> None:
    offered = [
        {"InstanceType": "hearth.large", "LocationType": "region", "Location": region} for region in ("south", "north")
    ]
    known = json.loads(INSTANCE)
    unknown = {**known, "InstanceType": "zeta.large", "NeuronInfo": {"NeuronDevices": [{"Name": "Zeta"}]}}
    new = {**known, "InstanceType": "hearth.huge"}
    types = {"InstanceTypes": [known, unknown, new, {"InstanceType": "plain.large"}]}
    importing.hand_over(
        {"types.json": json.dumps(types), "regions.json": json.dumps({"InstanceTypeOfferings": offered})}
    )
    code, printed = importing.run("ec2-instances")
    written = importing.read("instances/hearth.large.yml")
    assert (written["vcpus"], written["provider"], written["regions"]["codes"]) == (
        72,
        "Forge Cloud",
        ["north", "south"],
    )
    assert written["prices"]
    assert importing.read("instances/hearth.huge.yml")["accelerator"] == "anvil"
    assert "zeta.large: left out, for its accelerator, Zeta, has no record" in printed
    assert code == 0, printed
    assert "No difference." in importing.run("ec2-instances")[1]


@pytest.mark.parametrize("importer", IMPORTERS)
def test_files_of_another_upstream_and_an_unknown_source_are_refused(importing: Importing, importer: str) -> None:
    importing.hand_over({"readme.txt": "Nothing."})
    code, printed = importing.run(importer)
    assert code == 2
    assert "expected" in printed
    code, printed = importing.run(importer, source="nobody")
    assert (code, "expected the id of a source, got 'nobody'" in printed) == (2, True)
