"""The facts that are joined from records: names resolved, headers spread over rows, ids unique."""

from __future__ import annotations

from macros.facts import fact_types
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.project import further

ROWS = "configurations/plain-paper/loom-1.0.yml"


def configuration_of(site: Site, model: str) -> fact_types.TestedConfiguration:
    (found,) = site.knowledge.configurations.of("models", model)
    return found


def test_an_uncertain_name_brings_its_reason_along(edited_made_up: EditSite) -> None:
    name = "other_names:\n  - {name: big shuttle, certainty: likely, reason: It is the only big one.}\nsummary:"
    edits = {"models/shuttle-large.yml": {"summary:": name}, ROWS: {"model: shuttle-large,": "model: big shuttle,"}}
    test = configuration_of(edited_made_up(edits), "shuttle-large")
    assert test.name_inferred == "It is the only big one."


def test_a_setting_of_the_row_wins_over_that_of_its_table(edited_made_up: EditSite) -> None:
    edits = {"native: 16}": "native: 16, sequence_length: 64, scope: per-accelerator, scope_inferred: It says so.}"}
    test = configuration_of(edited_made_up({"configurations/forge-report/hammer-2.0.yml": edits}), "smith/anvil-7b")
    assert (test.scope, test.sequence_length) == ("per-accelerator", 64)


def test_the_id_of_a_configuration_tells_what_sets_it_apart(edited_made_up: EditSite) -> None:
    row = {"native: 4, compiled: 2}": "native: 4, dataset: threads, instance_count: 2, variant: wet}"}
    test = configuration_of(edited_made_up({ROWS: row}), "shuttle-large")
    assert test.id == "loom/loom-1.0/shuttle-large/threads/2xbox.small/wet"


def test_a_row_is_located_by_its_place_in_the_table_or_its_line(made_up: Site, edited_made_up: EditSite) -> None:
    assert configuration_of(made_up, "shuttle-large").locator == "page 5, table, row 2"
    numbered = edited_made_up({ROWS: {"locator: page 5, table\n": "locator: page 5, table\n    first_line: 40\n"}})
    assert configuration_of(numbered, "shuttle-large").locator == "page 5, table, line 41"


def test_the_newest_matrix_of_an_accelerator_counts(edited_made_up: EditSite) -> None:
    knowledge = edited_made_up({}, further("support/earlier-weavers.yml")).knowledge
    every = knowledge.guidelines.of("accelerators", "chip-one")
    assert [verdict.status for verdict in every] == ["limited", "supported"]
    assert [verdict.status for verdict in knowledge.newest_guidelines(every)] == ["supported"]


def test_a_validated_example_of_a_checkpoint_is_not_one_of_its_siblings(edited_made_up: EditSite) -> None:
    one = "{architecture: shuttle, as_published: small, model: shuttle_small, mark: tick, tasks: [mending], "
    one += 'dataset: threads, settings: [{name: needles, value: "8", place: line 3}], place: page 7}'
    site = edited_made_up({"validated/loom-list.yml": {"tasks: [weaving]}": f"tasks: [weaving]}}\n  - {one}"}})
    about = {model: site.knowledge.validated_about(model) for model in ("maker/shuttle-small", "shuttle-large")}
    assert {model: [pair.task for pair in pairs] for model, pairs in about.items()} == {
        "maker/shuttle-small": ["mending", "weaving"],
        "shuttle-large": ["weaving"],
    }
    (example,) = site.knowledge.validated.of("datasets", "threads")
    assert (example.model, example.locator) == ("maker/shuttle-small", "page 6, page 7")
    for kind, record in (("model", "maker/shuttle-small"), ("dataset", "threads"), ("framework", "loom")):
        shown = read(site, f"{kind}_page", record).one("div", aria_label="Validated examples").text
        assert [word for word in ("needles 8", "line 3") if word not in shown] == []
