"""`python -m macros ask`: the answer, its exit code, and what a wrong call prints."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from macros.__main__ import main
from macros.ask import EXIT_CODES
from macros.knowledge.runs_today import OUTCOMES
from tests.support.edited_data import EditedData

HAMMER, TONGS = "frameworks/hammer.yml", "frameworks/tongs.yml"
SUPPORTED = "    status: current\n    date: 2019-06-01\n"
MODEL = "smith/anvil-7b"

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(editable: EditedData, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs the command on the made-up data after edits: exit code, output, error output."""

    def run(*arguments: str, edits: Mapping[str, Mapping[str, str]] = {}) -> tuple[int, str, str]:
        for name, changes in edits.items():
            editable.replace(editable.folder / name, changes)
        code = main(["--project", str(editable.project), "ask", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def hammer_is(status: str) -> Mapping[str, Mapping[str, str]]:
    """Edits after which the framework of the made-up model has a support status, and events that agree with it."""
    statement = SUPPORTED.replace("current", status)
    states = {"maintenance": "maintenance", "ended": "ended", "never": "ended"}
    event = "    state: current\n"
    return {HAMMER: {SUPPORTED: statement, event: event.replace("current", states.get(status, "current"))}}


def test_every_outcome_has_an_exit_code() -> None:
    assert tuple(EXIT_CODES) == tuple(OUTCOMES)
    assert sorted(set(EXIT_CODES.values())) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("status", "code"), [("current", 0), ("maintenance", 1), ("ended", 2)])
def test_the_exit_code_is_what_the_software_is_worth_today(ask: Ask, status: str, code: int) -> None:
    found, out, _ = ask(MODEL, "anvil", edits=hammer_is(status) if status != "current" else {})
    assert found == code
    assert "Anvil-7B on Forge Anvil, inference:" in out
    assert "sources: forge-report, forge-notes" in out


def test_a_run_on_software_of_unknown_status_exits_like_an_end(ask: Ask) -> None:
    code, out, _ = ask("shuttle-large", "chip-one")
    assert code == 2
    assert "Shuttle-Large on Chip One, training: ran with Loom" in out


def test_a_list_that_says_no(ask: Ask) -> None:
    code, out, _ = ask("shuttle-large", "anvil")
    assert code == 3
    assert "not supported" in out


def test_nothing_known_is_no_no(ask: Ask) -> None:
    code, out, _ = ask(MODEL, "chip-one")
    assert code == 4
    assert out == "Anvil-7B on Chip One: not known. No source used here says. No data does not mean unsupported.\n"


@pytest.mark.parametrize("workload", ["inference", "training"])
def test_one_workload_can_be_asked_for(ask: Ask, workload: str) -> None:
    assert ask(MODEL, "anvil", "--workload", workload)[0] == (0 if workload == "inference" else 4)


@pytest.mark.parametrize(
    ("model", "hardware"),
    [
        ("Shuttle-Small", "chip-one"),
        ("shuttle_small", "C1"),
        ("MAKER/SHUTTLE-SMALL", "Chip One"),
        ("maker/shuttle-small", "box.small"),
        ("maker/shuttle-small", "ml.box.small"),
    ],
)
def test_ids_titles_and_other_names_are_accepted_in_any_case(ask: Ask, model: str, hardware: str) -> None:
    code, out, err = ask(model, hardware)
    assert (code, err) == (2, "")
    assert out.startswith("Shuttle-Small on Chip One, training: ran")


def test_what_to_install_and_what_to_use_instead_is_printed(ask: Ask) -> None:
    edits = hammer_is("ended")[HAMMER]
    said = edits[SUPPORTED] + "    replacement: [spindle]\n"
    _, out, err = ask(MODEL, "anvil", edits={HAMMER: {**edits, SUPPORTED: said}})
    assert err == ""
    assert "install: iron==3.1 (wrought); " in out
    assert "named instead: Spindle\n" in out


def test_another_framework_is_printed_as_an_alternative(ask: Ask) -> None:
    _, out, _ = ask(
        MODEL,
        "anvil",
        edits={"catalogues/hammer-models.yml": {"wording: ready, tensor": "wording: ready, framework: tongs, tensor"}},
    )
    assert "inference: supported with Hammer\n" in out
    [other] = [line for line in out.splitlines() if line.startswith("    or ")]
    assert other.startswith("    or ended with Tongs: ")


def test_json_has_the_rows_of_the_api(ask: Ask) -> None:
    code, out, _ = ask(MODEL, "hearth.small", "--format", "json")
    [row] = json.loads(out)
    assert code == 0
    assert (row["model"], row["accelerator"], row["workload"]) == (MODEL, "anvil", "inference")
    assert (row["outcome"], row["framework"], row["framework_status"]) == ("supported", "hammer", "current")
    assert row["because"].endswith(".")


def test_json_of_nothing_known_is_an_empty_list(ask: Ask) -> None:
    assert ask(MODEL, "chip-one", "--format", "json")[:2] == (4, "[]\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Anvl-7B", "anvil"), "expected one of the models, got 'Anvl-7B'\n    did you mean smith/anvil-7b"),
        (("shuttle", "anvil"), "did you mean maker/shuttle-small or shuttle-large?"),
        ((MODEL, "hearth"), "expected one of the instances or accelerators, got 'hearth'\n    did you mean hearth"),
    ],
)
def test_a_name_that_nothing_has_brings_suggestions(ask: Ask, arguments: Sequence[str], message: str) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (64, "")
    assert message in err


def test_a_name_that_is_like_none_brings_no_suggestion(ask: Ask) -> None:
    assert ask(MODEL, "xyz")[2] == "expected one of the instances or accelerators, got 'xyz'\n"


@pytest.mark.parametrize("arguments", [(), (MODEL,), (MODEL, "anvil", "--workload", "sleep")])
def test_a_wrong_call_exits_with_a_code_that_no_answer_has(made_up_project: Path, arguments: Sequence[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--project", str(made_up_project), "ask", *arguments])
    assert ended.value.code == 64


def test_data_with_mistakes_answers_nothing(ask: Ask) -> None:
    code, out, err = ask(MODEL, "anvil", edits={HAMMER: {"vendor: The Forge\n": ""}})
    assert (code, out) == (65, "")
    assert "vendor" in err


def test_the_evidence_is_said_to_name_the_instance_type_or_not(ask: Ask) -> None:
    said = [
        ask("smith/anvil-70b", instance)[1].partition(f"On {instance}: ")[2]
        for instance in ("hearth.large", "hearth.small")
    ]
    assert sorted(words.partition(" by the evidence")[0] for words in said) == ["named", "not named"]


def test_weights_above_the_memory_of_an_instance_type_are_said(ask: Ask) -> None:
    assert "exceed its memory" in ask("smith/anvil-70b", "hearth.small")[1]
    assert "exceed its memory" not in ask("smith/anvil-70b", "hearth.large")[1]
