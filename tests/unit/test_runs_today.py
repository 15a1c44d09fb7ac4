"""Whether a model runs today: pairs of made-up models and hardware against answers worked out by hand.

`runs_today.yml` has the pairs. Each gets a chip, a model, an architecture, a family and two frameworks of its own, so
that no case changes the answer of another.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml

from macros.knowledge import Knowledge
from macros.loading import load
from macros.tables.runs_today import TODAY, model_today
from tests.support.places import MADE_UP

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("runs_today.yml").read_text("utf-8"))
CITATION = {"source": "plain-paper", "locator": "page 1"}
OTHER_CHIP = "anvil"
WORKLOAD = "inference"
ANSWERED = ("outcome", "framework", "evidence", "level")


class InFull(yaml.SafeDumper):
    """Writes every value in full, without aliases."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


class CaseFiles:
    """The data files of one case, by their names below data/."""

    def __init__(self, number: int, case: Mapping[str, Any]) -> None:
        self.case = case
        self.name = f"case-{number}"
        self.model = f"case/model-{number}"

    def framework(self, role: str) -> str:
        return f"{role}-{self.name}"

    def accelerator(self, fact: Mapping[str, Any]) -> str:
        return str(fact.get("accelerator", self.name))

    def files(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        chip = yaml.safe_load((MADE_UP / "data/accelerators/chip-one.yml").read_text("utf-8"))
        box = yaml.safe_load((MADE_UP / "data/instances/box.small.yml").read_text("utf-8"))
        yield f"accelerators/{self.name}", {**chip, "name": self.name, "other_names": []}
        yield f"instances/{self.name}.large", {**box, "accelerator": self.name, "series": self.name, "other_names": []}
        family = yaml.safe_load((MADE_UP / "data/families/weavers.yml").read_text("utf-8"))
        yield f"families/{self.name}", {**family, "name": self.name, "other_names": []}
        yield f"architectures/{self.name}", {"name": self.name, "family": self.name}
        yield f"models/{self.model}", {"name": self.model, "architecture": self.name, "summary": "Made up."}
        for role in ("own", "other"):
            yield f"frameworks/{self.framework(role)}", self.framework_record(role)
        for index, line in enumerate(self.case.get("lists", ())):
            yield f"catalogues/{self.name}-{index}", self.catalogue(line)
        for index, run in enumerate(self.case.get("runs", ())):
            yield f"benchmarks/{self.name}-{index}", self.benchmark(run)
        for index, verdict in enumerate(self.case.get("verdicts", ())):
            yield f"support/{self.name}-{index}", self.matrix(verdict)
        if "excludes" in self.case:
            yield f"limitations/{self.name}", self.limitation(self.case["excludes"])
        if "whole" in self.case:
            said = self.statement({"status": self.case["whole"], "date": datetime.date(2019, 6, 1)})
            words = {"name": self.name, "short_name": self.name, "vendor": "The Mill", "support": [said]}
            yield f"platforms/{self.name}", words

    def statement(self, said: Mapping[str, Any]) -> Mapping[str, Any]:
        here = {"accelerator": self.accelerator(said), "workload": WORKLOAD, **said, "citations": [CITATION]}
        return here | ({"instance": f"{self.name}.large"} if "instance" in said else {})

    def framework_record(self, role: str) -> Mapping[str, Any]:
        said = self.case.get("support" if role == "own" else "other", ())
        event = {
            "date": datetime.date(2018, 1, 1),
            "state": "current",
            "text": "First release.",
            "citations": [CITATION],
        }
        nothing = {
            "accelerator": OTHER_CHIP,
            "workload": "training",
            "status": "unknown",
            "date": datetime.date(2018, 1, 1),
        }
        return {
            "name": self.framework(role),
            "vendor": "The Mill",
            "summary": "Made up.",
            "lifecycle": [event],
            "support": [self.statement(one) for one in (*said, nothing)],
            "citations": [CITATION],
        }

    def catalogue(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        of = {"model": self.model} if line["level"] == "checkpoint" else {"architectures": [self.name]}
        row: dict[str, Any] = {"as_published": "It", "wording": "word", "accelerators": [self.accelerator(line)], **of}
        row |= {"samples": 1} if line.get("sample") else {}
        row |= {"requires_hardware": True} if line.get("requires") else {}
        return {
            "title": "List",
            "summary": "Made up.",
            "citation": CITATION,
            "as_of": line["date"],
            "as_of_basis": "Made up.",
            "framework": self.framework(line.get("framework", "own")),
            "workload": WORKLOAD,
            "wording": {"word": line["status"]},
            "reading": {"reason": "Made up."},
            "rows": [row],
        }

    def benchmark(self, run: Mapping[str, Any]) -> Mapping[str, Any]:
        file = yaml.safe_load((MADE_UP / "data/benchmarks/hammer-latency.yml").read_text("utf-8"))
        row = {"line": 1, "model": self.model, "instances": [f"{self.name}.large"], "throughput": 1}
        row |= {"throughput_unit": "inferences-per-second"}
        return {**file, "as_of": run["date"], "framework": self.framework("own"), "rows": [row]}

    def matrix(self, verdict: Mapping[str, Any]) -> Mapping[str, Any]:
        return {
            "title": "Fit",
            "citation": {**CITATION, "as_of": verdict["date"]},
            "accelerators": [self.name],
            "columns": {"own": {"framework": self.framework("own"), "workload": WORKLOAD, "heading": "Own"}},
            "wording": {"status": {"word": verdict["status"]}},
            "rows": [{"family": self.name, "as_published": "Family", "status": {"own": "word"}}],
        }

    def limitation(self, said: Mapping[str, Any]) -> Mapping[str, Any]:
        fields = ("last_sdk", "workload", "models", "architectures", "families")
        excludes = {"framework": self.framework("own"), "accelerators": [self.name]}
        return {
            "title": "Ruled out",
            "summary": "Made up.",
            "affects": {"frameworks": [self.framework("own")]},
            "excludes": excludes | {name: said[name] for name in fields if name in said},
            "state": said.get("state", "open"),
            "citations": [CITATION],
        }


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """The made-up data with the files of all cases."""
    data = tmp_path_factory.mktemp("cases") / "data"
    copytree(MADE_UP / "data", data)
    for number, case in enumerate(CASES):
        for name, record in CaseFiles(number, case).files():
            file = data / f"{name}.yml"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(yaml.dump(record, Dumper=InFull, sort_keys=False), "utf-8")
    return Knowledge(load(data))


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["case"] for case in CASES])
def test_the_answer_is_the_one_worked_out_by_hand(knowledge: Knowledge, number: int) -> None:
    case = CaseFiles(number, CASES[number])
    rows = [TODAY.row(found) for found in model_today(knowledge, case.model)]
    here = [row for row in rows if (row["accelerator"], row["workload"]) == (case.name, WORKLOAD)]
    answered = [tuple(row[name] for name in ANSWERED) for row in here]
    expected = case.case["answer"]
    if expected == "none":
        assert answered == []
    else:
        outcome, role, *rest = expected
        assert answered == [(outcome, case.framework(role), *rest)]


def test_every_answer_says_why_and_names_its_sources(knowledge: Knowledge) -> None:
    for number, made_up in enumerate(CASES):
        for found in model_today(knowledge, CaseFiles(number, made_up).model):
            row = TODAY.row(found)
            assert row["because"].endswith(".")
            assert row["sources"]
            assert {option["framework"] for option in row["alternatives"]}.isdisjoint({row["framework"]})


def test_among_the_other_frameworks_what_is_current_comes_before_what_ended(knowledge: Knowledge) -> None:
    answer = model_today(knowledge, CaseFiles(0, CASES[0]).model)[0].answer
    ended, maintained = (replace(answer.best, outcome=outcome) for outcome in ("ended", "maintained"))
    assert replace(answer, options=(answer.best, ended, maintained)).alternatives == [maintained, ended]
