"""The page on memory: which instance types hold the weights of a model of some size."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.knowledge.weights import BYTES_PER_PARAMETER, GIB
from macros.site.state import Site
from macros.views.memory import HELD_IN, tables
from tests.support.html_tree import Element
from tests.support.render_page import read


def table(site: Site, label: str) -> dict[str, list[str]]:
    """The texts of the cells of a table of the page, by the head of the row."""
    frame = read(site, "memory_tables").one("div", class_="frame", aria_label=label)
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in _rows(frame)}


def _rows(frame: Element) -> list[Element]:
    return frame.one("tbody").all("tr")


def test_each_size_of_model_names_the_smallest_instance_that_holds_it(made_up: Site) -> None:
    page = read(made_up, "memory_tables")
    frame = next(frame for frame in page.all("div", class_="frame") if frame.all("a", href="#70b"))
    heads = [head.text for head in frame.one("thead").all("th")][2:]
    found = {row.one("th").text: [cell.text for cell in row.all("td")] for row in _rows(frame)}
    assert heads == ["Forge Anvil", "Chip One"]
    assert found == {"7B": ["13", "hearth.small", "box.small"], "70B": ["130.4", "hearth.large", "none"]}


def test_each_instance_type_has_its_capacity(made_up: Site) -> None:
    found = table(made_up, "Memory by instance type")
    assert {instance: cells[1:] for instance, cells in found.items()} == {
        "hearth.small": ["96", "25.8", "51.5", "103.1"],
        "hearth.large": ["384", "103.1", "206.2", "412.3"],
        "box.small": ["32", "8.6", "17.2", "34.4"],
    }


def test_the_capacity_of_every_instance_type_is_told(knowledge: Knowledge) -> None:
    found = {capacity.line.id for capacity in tables(knowledge).capacities}
    assert found == set(knowledge.records.instances)


def test_instances_are_named_for_a_size_exactly_if_they_hold_the_weights(knowledge: Knowledge) -> None:
    memory = {
        key: one.accelerator_count * one.accelerator_memory_gib * GIB for key, one in knowledge.records.instances.items()
    }
    for size in tables(knowledge).sizes:
        weights = size.billions * 1e9 * BYTES_PER_PARAMETER[HELD_IN]
        named = {instance for types in size.held for instance in types.instances}
        assert named == {instance for instance, held in memory.items() if held > weights}, size.short
        for types in size.held:
            own = [memory[instance] for instance in types.instances]
            assert own == sorted(own), "the least memory first"
