"""The page on memory: which instance types hold the weights of a model of some size."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.knowledge.memory import BYTES_PER_PARAMETER, GIB
from macros.site.state import Site
from macros.views.memory import HELD_IN, tables
from tests.support.html_tree import Element
from tests.support.render_page import read


def rows(table: Element) -> dict[str, list[str]]:
    """The texts of the cells of each row, by its head."""
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")}


def test_each_size_of_model_names_the_smallest_instance_that_holds_it(made_up: Site) -> None:
    shown = read(made_up, "memory_tables").all("table")
    (sizes,) = (table for table in shown if table.all("a", href="#70b"))
    assert [head.text for head in sizes.one("thead").all("th")][2:] == ["Forge Anvil", "Chip One"]
    assert rows(sizes) == {"7B": ["13", "hearth.small", "box.small"], "70B": ["130.4", "hearth.large", "none"]}


def test_each_instance_type_has_its_capacity(made_up: Site) -> None:
    shown = read(made_up, "memory_tables").all("table")
    (types,) = (table for table in shown if table.all("a", href="../../instances/box.small/"))
    assert {instance: cells[1:] for instance, cells in rows(types).items()} == {
        "hearth.small": ["96", "no fp32", "51.5", "no fp16", "103.1"],
        "hearth.large": ["384", "no fp32", "206.2", "no fp16", "412.3"],
        "box.small": ["32", "8.6", "17.2", "17.2", "34.4"],
    }


def test_the_capacity_of_every_instance_type_is_listed(knowledge: Knowledge) -> None:
    found = {instance for instance, _, _ in tables(knowledge).capacities}
    assert found == set(knowledge.records.instances)


def test_instances_are_named_for_a_size_exactly_if_they_hold_the_weights(knowledge: Knowledge) -> None:
    instances = knowledge.records.instances
    memory = {key: one.accelerator_count * one.accelerator_memory_gib * GIB for key, one in instances.items()}
    for size in tables(knowledge).sizes:
        weights = size.billions * 1e9 * BYTES_PER_PARAMETER[HELD_IN]
        named = {instance for _, types, _ in size.held for instance in types}
        assert named == {instance for instance, held in memory.items() if held > weights}, size.short
        for _, types, _ in size.held:
            own = [memory[instance] for instance in types]
            assert own == sorted(own), "the least memory first"
