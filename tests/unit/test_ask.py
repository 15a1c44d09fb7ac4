"""`python -m macros ask`: the answer, its exit code, what a wrong call prints; what typed names mean (names.tsv)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.cli import main
from macros.facts.known_names import known_hardware, known_models
from macros.site.state import Site
from macros.typed_names import Names
from tests.support.edited_data import EditedData
from tests.support.lifecycle_data import component, statement, stating
from tests.support.typed_names import TypedName, in_file, typed_names

HAMMER, TONGS = "frameworks/hammer.yml", "frameworks/tongs.yml"
LARGE = "models/smith/anvil-70b.yml"
SUPPORTED = "    status: current\n    date: 2019-06-01\n"
MODEL = "smith/anvil-7b"
STATED: Sequence[Mapping[str, Any]] = yaml.safe_load(Path(__file__).with_name("ask.yml").read_text("utf-8"))
CASES = {case["case"]: case for case in STATED}

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
    return {HAMMER: {SUPPORTED: SUPPORTED.replace("current", status), "    state: current\n": f"    state: {status}\n"}}


@pytest.mark.parametrize(("status", "code"), [("current", 0), ("maintenance", 1), ("ended", 2)])
def test_the_exit_code_is_what_the_software_is_worth_today(ask: Ask, status: str, code: int) -> None:
    found, out, _ = ask(MODEL, "anvil", edits=hammer_is(status))
    assert found == code
    label = {"current": "Supported", "maintenance": "In maintenance", "ended": "Ended"}[status]
    assert out.startswith(f"Anvil-7B on Forge Anvil: {label} for inference with Hammer")
    assert "sources: forge-report, forge-notes" in out


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_answer_and_its_exit_code(ask: Ask, case: Mapping[str, Any]) -> None:
    added = {file: stating(statement(**said)) for file, said in case.get("support", {}).items()}
    code, out, _ = ask(*case["ask"], edits={**case.get("edits", {}), **added})
    assert (code, out[: len(case["says"])]) == (case["code"], case["says"])
    assert "install" not in out or code == 0


def test_the_highest_throughput_what_to_install_and_what_to_use_instead_is_printed(ask: Ask) -> None:
    edits = hammer_is("ended")[HAMMER]
    said = edits[SUPPORTED] + "    replacement: [tongs, spindle]\n"
    out = ask(MODEL, "anvil")[1]
    assert "    published: 120 output tokens/s, batch size 1, hearth.small, " in out
    assert "    install: Hammer 2.0\n" in out
    _, out, err = ask(MODEL, "anvil", edits={HAMMER: {**edits, SUPPORTED: said}})
    assert err == ""
    assert "    last with it: Hammer 2.0\n" in out
    assert "named instead: Tongs (not on Forge Anvil), Spindle (not stated for Forge Anvil)\n" in out


def test_what_editions_of_a_list_have_is_on_record_since_the_first(ask: Ask, editable: EditedData) -> None:
    text = "name: Shuttle-New\nsummary: Listed only.\narchitecture: shuttle\n"
    editable.write(editable.folder / "models/maker/shuttle-new.yml", text)
    covers = {"shuttle-large]": "shuttle-large, maker/shuttle-new]"}
    _, out, _ = ask("shuttle-new", "chip-one", edits={"catalogues/loom-models-2018.yml": covers})
    assert "    Its architecture is listed as supported (2019, on record since 2018-02); " in out
    before = (editable.folder / "catalogues/loom-models-2018.yml").read_text("utf-8")
    editable.write(editable.folder / "catalogues/loom-models-2017.yml", before.replace("2018", "2017"))
    edits = {"catalogues/loom-models-2018.yml": {"framework: loom\n": "earlier: loom-models-2017\nframework: loom\n"}}
    _, out, _ = ask("shuttle-new", "chip-one", edits=edits)
    assert "(2019, on record since 2017-02); " in out


def test_a_pinned_version_that_has_ended_contests_the_answer(ask: Ask, editable: EditedData) -> None:
    ended = component("event: end_of_support, version: '3.1', date: 2019-02-01").replace("Thing", "iron")
    editable.write(editable.folder / "components/iron.yml", ended)
    _, out, _ = ask(MODEL, "anvil")
    assert "    contested: It pins iron 3.1, which ended on 2019-02-01.\n" in out


def test_another_framework_is_printed_as_an_alternative(ask: Ask) -> None:
    _, out, _ = ask(MODEL, "anvil", edits=CASES["software has ended that is second elsewhere"]["edits"])
    assert "Supported for inference with Hammer\n" in out
    [other] = [line for line in out.splitlines() if line.startswith("    or ")]
    assert other.startswith("    or Ended for inference with Tongs: It is listed as supported")


def test_json_has_the_rows_of_the_api(ask: Ask) -> None:
    code, out, _ = ask(MODEL, "hearth.small", "--workload", "inference", "--format", "json")
    [row] = json.loads(out)
    assert code == 0
    assert (row["model"], row["accelerator"], row["workload"]) == (MODEL, "anvil", "inference")
    assert (row["outcome"], row["framework"], row["framework_status"]) == ("supported", "hammer", "current")
    assert row["because"].endswith(".")
    assert ask(MODEL, "hearth.small", "--workload", "training", "--format", "json")[:2] == (4, "[]\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("anv", "anvil"), "expected one of the models or architectures, got 'anv'\n    did you mean "),
        ((MODEL, "hear"), "expected one of the accelerators or instances, got 'hear'\n    did you mean hearth"),
        ((MODEL, "xyz"), "expected one of the accelerators or instances, got 'xyz'\n"),
    ],
)
def test_a_name_that_nothing_has_brings_suggestions(ask: Ask, arguments: Sequence[str], message: str) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (64, "")
    assert message in err


def test_a_name_with_a_mistake_means_the_record(ask: Ask) -> None:
    assert ask("maker/Shutle-Large", "anvil") == ask("shuttle-large", "anvil")


def test_a_name_of_several_models_is_a_wrong_call_that_tells_them_apart(ask: Ask) -> None:
    code, out, err = ask("anvil", "anvil")
    assert (code, out) == (64, "")
    small = ask(MODEL, "anvil")[1].partition(": ")[2].partition("\n")[0]
    assert "expected the name of one record, got 'anvil', which may be\n    smith/anvil-70b, 70 B parameters: " in err
    assert f"    smith/anvil-7b, 7 B parameters: {small}\n" in err


def test_another_edition_of_a_model_is_named_with_its_answer(ask: Ask, editable: EditedData) -> None:
    text = "hub_id: smith/Anvil-7B-Instruct-v0.2\nparameters: {billions: 7, reason: The name says so.}\n"
    editable.write(editable.folder / "models/smith/anvil-7b-instruct-v0.2.yml", text)
    code, out, _ = ask(MODEL, "chip-one")
    assert code == 4
    assert f"{MODEL}: read as {MODEL}; also on record:\n        smith/anvil-7b-instruct-v0.2, 7 B parameters: " in out


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_checkpoint_without_a_record_is_not_known(ask: Ask, form: str) -> None:
    code, out, _ = ask("someone/else-7b", "anvil", "--format", form)
    assert code == 4
    assert out == "[]\n" if form == "json" else out.startswith("someone/else-7b: no record.")


def test_a_quantised_checkpoint_without_a_record_is_answered_by_what_was_quantised(ask: Ask) -> None:
    code, out, _ = ask("someone/Anvil-7B-GGUF", "anvil")
    answer, last = ask(MODEL, "anvil")[1], out.splitlines()[-1]
    assert code == ask(MODEL, "anvil")[0]
    assert last == "    someone/Anvil-7B-GGUF: no record with gguf; this is the answer for smith/anvil-7b"
    assert out == f"{answer}{last}\n"


CONFIG = {
    "architectures": ["ShuttleForCausalLM"],
    "hidden_act": "silu",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "torch_dtype": "bfloat16",
}
"""Sizes of a checkpoint that is published with 8.03 billion parameters."""


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({}, "8.03 B parameters, weights in bf16 15.0 GiB of 32 GiB, KV cache 0.50 GiB for each sequence of 4,096"),
        ({"num_local_experts": 8, "vocab_size": 32000}, "46.70 B parameters, weights in bf16 87.0 GiB of 32 GiB"),
        ({"hidden_act": "gelu"}, "memory: not estimated"),
        ({"kv_lora_rank": 512}, "memory: not estimated"),
    ],
)
def test_a_config_is_answered_by_its_class(ask: Ask, tmp_path: Path, edits: Mapping[str, object], said: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps({**CONFIG, **edits}), "utf-8")
    code, out, _ = ask("--config", str(file), "box.small")
    by_class = ask("ShuttleForCausalLM", "box.small")
    assert (code, out.startswith(by_class[1])) == (by_class[0], True)
    assert said in out


@pytest.mark.parametrize(("text", "message"), [("{", "expected JSON"), ("[]", "expected a config.json with `archi")])
def test_a_file_that_is_no_config_is_a_wrong_call(ask: Ask, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(text, "utf-8")
    code, out, err = ask("--config", str(file), "anvil")
    assert (code, out) == (64, "")
    assert f"{file}: {message}" in err


@pytest.mark.parametrize("arguments", [(), (MODEL,), (MODEL, "anvil", "--workload", "sleep")])
def test_a_wrong_call_exits_with_a_code_that_no_answer_has(made_up_project: Path, arguments: Sequence[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--project", str(made_up_project), "ask", *arguments])
    assert ended.value.code == 64


def test_data_with_mistakes_answers_nothing(ask: Ask) -> None:
    code, out, err = ask(MODEL, "anvil", edits={HAMMER: {"vendor: The Forge\n": ""}})
    assert (code, out) == (65, "")
    assert "vendor" in err


def test_json_for_an_instance_type_that_cannot_hold_the_model_has_nothing_to_install(ask: Ask) -> None:
    code, out, _ = ask("smith/anvil-70b", "hearth.small", "--format", "json", edits=CASES["it does not fit"]["edits"])
    [row] = json.loads(out)
    assert code == 3
    assert (row["outcome"], row["fits"]) == ("unsupported", "no")
    assert (row["pin"], row["replacement"], row["alternatives"]) == ([], [], [])
    assert row["because"] == f"{row['short']}."


@pytest.fixture(scope="module")
def names(site: Site) -> Mapping[str, Names]:
    """What is known, by question."""
    records = site.knowledge.records
    return {"model": Names(known_models(records)), "hardware": Names(known_hardware(records))}


@pytest.mark.parametrize("line", typed_names(), ids=lambda line: line.typed)
def test_a_typed_name_means_what_people_mean_by_it(names: Mapping[str, Names], line: TypedName) -> None:
    meant = names[line.question].meant(line.typed)
    ids = [one for found in meant.found for one in found.ids]
    assert in_file(meant.answer, meant.found[0].kind if meant.found else "", ids) == line.wanted


@pytest.mark.parametrize(
    ("typed", "left_out"), [("deepseek-v2-gptq", "gptq"), ("lmstudio-community/Qwen3.6-35B-A3B-GGUF", "gguf")]
)
def test_a_number_format_without_a_record_is_named(names: Mapping[str, Names], typed: str, left_out: str) -> None:
    assert names["model"].meant(typed).left_out == left_out


@pytest.mark.parametrize("question", ["model", "hardware"])
def test_every_id_means_its_record(names: Mapping[str, Names], question: str) -> None:
    kinds = ("models", "accelerators", "instances")
    known = [one for one in names[question].known if len(one.ids) == 1 and one.kind in kinds]
    meant = {one.ids[0]: names[question].meant(one.ids[0]).found for one in known}
    assert {record_id for record_id, found in meant.items() if record_id not in found[0].ids} == set()
