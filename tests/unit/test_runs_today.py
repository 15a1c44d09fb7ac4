"""Whether a model runs today: pairs of made-up models and hardware against answers worked out by hand.

`runs_today.yml` has the pairs. Each gets a chip, a model, an architecture, a family and two frameworks of its own, so
that no case changes the answer of another.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.columns.answers import TODAY, model_today
from macros.facts import Knowledge
from macros.facts.answers import RUNS_TODAY
from macros.facts.evidence import subject_of_architecture, subject_of_model
from macros.facts.runs_today import runs_today
from macros.loading import load
from macros.site.state import Site
from tests.support.changes import made_up_record, made_up_with

STATED: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("runs_today.yml").read_text("utf-8"))
EVIDENCE = {"lists", "runs", "verdicts", "tests"}
SUPPORTED = {"support": [{"status": "current", "date": datetime.date(2019, 5, 1)}]}
LISTED = {"lists": [{"level": "checkpoint", "status": "supported", "date": datetime.date(2019, 1, 1)}]}
CASES = [{**SUPPORTED, **(LISTED if EVIDENCE.isdisjoint(case) else {}), **case} for case in STATED]
CITATION = {"source": "plain-paper", "locator": "page 1"}
FIRST_RELEASE = datetime.date(2018, 1, 1)
OTHER_CHIP = "anvil"
OTHER_MODEL = "smith/anvil-7b"
ANSWERED = ("outcome", "framework", "evidence", "level")


class CaseFiles:
    """The data files of one case, by their names below data/."""

    def __init__(self, number: int, case: Mapping[str, Any]) -> None:
        self.case = case
        self.name = f"case-{number}"
        self.instance = f"{self.name}.large"
        self.model = f"case/model-{number}"
        self.variant = f"case/variant-{number}"
        self.workload = case.get("workload", "inference")

    def framework(self, role: str) -> str:
        return f"{role}-{self.name}"

    def accelerator(self, fact: Mapping[str, Any]) -> str:
        return str(fact.get("accelerator", self.name))

    def in_general(self, text: str) -> str:
        """A text without the number of the case."""
        return re.sub(rf"\b{self.name}\b", "chip", re.sub(rf"-{self.name}\b", "", text))

    def files(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        yield from self.hardware()
        family = made_up_record("families/weavers")
        yield f"families/{self.name}", {**family, "name": self.name, "other_names": []}
        yield (
            f"architectures/{self.name}",
            {"name": self.name, "family": self.name, **self.case.get("architecture", {})},
        )
        yield f"models/{self.model}", self.model_record(self.model, self.case.get("model", {}))
        if "of: variant" in yaml.dump(self.case):
            said = {"variant_of": self.model, **self.case.get("variant", {})}
            yield f"models/{self.variant}", self.model_record("Variant", said)
        for role in ("own", "other"):
            yield f"frameworks/{self.framework(role)}", self.framework_record(role)
        for kind, folder, record in (
            ("lists", "catalogues", self.catalogue),
            ("runs", "benchmarks", self.benchmark),
            ("verdicts", "support", self.matrix),
            ("excludes", "limitations", self.limitation),
        ):
            for index, fact in enumerate(self.case.get(kind, ())):
                yield f"{folder}/{self.name}-{index}", record(fact)
        for index, test in enumerate(self.case.get("tests", ())):
            release = f"{self.framework('own')}/{test['release']}"
            launched = {"launched": test["date"], "citations": [CITATION]}
            yield f"releases/{release}", {"name": f"Own {test['release']}", "components": {"Own": "1"}, **launched}
            yield f"configurations/plain-paper/{self.name}-{index}", self.tested(release, test)
        for index, said in enumerate(self.case.get("whole", ())):
            about = {"short_name": self.name, "vendor": "The Mill", "support": [self.statement(said)]}
            yield f"platforms/{self.name}-{index}", {"name": f"{self.name} {index}", **about}

    def hardware(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        changes = {key: self.case[key] for key in ("data_types", "systems", "one_per_machine") if key in self.case}
        if "sizes" in self.case:
            changes["memory"] = [{"gib": gib} for gib in self.case["sizes"]]
        chip = made_up_record("accelerators/chip-one")
        yield f"accelerators/{self.name}", {**chip, "name": self.name, "other_names": [], **changes}
        if "systems" not in self.case:
            memory = {"accelerator_count": 1, "accelerator_memory_gib": self.case.get("memory", 32)}
            box = {**made_up_record("instances/box.small"), **memory, "other_names": []}
            yield f"instances/{self.instance}", {**box, "accelerator": self.name, "series": self.name}

    def model_record(self, name: str, said: Mapping[str, Any]) -> Mapping[str, Any]:
        record: dict[str, Any] = {"name": name, "architecture": self.name, "summary": "Made up."}
        if "billions" in said:
            record["parameters"] = {"billions": said["billions"], "reason": "Made up."}
        record |= {key: said[key] for key in ("weight_format", "variant_of") if key in said}
        named = ("data_type", "vocabulary_size", "hidden_size", "attention_heads")
        sizes = {key: said[key] for key in named if key in said}
        if sizes:
            record["shape"] = {"certainty": "Made up.", **sizes, "citations": [CITATION]}
        if "published" in said:
            record["published"] = {"date": said["published"], "citation": CITATION}
        return record

    def statement(self, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"accelerator": self.accelerator(said), "workload": self.workload, **said, "citations": [CITATION]}

    def framework_record(self, role: str) -> Mapping[str, Any]:
        said = self.case.get("support" if role == "own" else "other", ())
        nothing = {"accelerator": OTHER_CHIP, "workload": "training", "status": "unknown", "date": FIRST_RELEASE}
        support = [self.statement(one) for one in (*said, nothing)]
        platform = {"platform": f"{self.name}-0"} if role == "own" and "whole" in self.case else {}
        small = {"name": "Q4", "bits": 4.5, "citations": [CITATION]}
        quantises = {"quantises_to": small} if self.case.get("quantises") == role else {}
        general = {"general": self.case.get("general") == role}
        own = {"name": self.framework(role), "support": support, **platform, **quantises, **general}
        return {**made_up_record("frameworks/loom"), **own}

    def subject(self, fact: Mapping[str, Any]) -> dict[str, Any]:
        """What a line of a list is about."""
        if fact["level"] == "architecture":
            return {"architectures": [self.name]}
        return {"model": self.variant if fact.get("of") == "variant" else self.model}

    def catalogue(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        row: dict[str, Any] = {"as_published": "It", "wording": "word", "accelerators": [self.accelerator(line)]}
        fields = ("wording", "samples", "archived", "requires_hardware", "distribution", "data_types", "image")
        row |= self.subject(line) | {key: line[key] for key in fields if key in line}
        row |= {"instance": self.instance} if "instance" in line else {}
        others = [{**row, "model": OTHER_MODEL, "requires_hardware": False, "accelerators": [self.name]}]
        head = {name: line[name] for name in ("workload", "evidence", "version") if name in line}
        if "run_formats" in line:
            said = {"accelerators": [self.name], "citation": CITATION, "reason": "It says so."}
            head["run_formats"] = [{"formats": line["run_formats"], **said}]
        return {
            **made_up_record("catalogues/loom-models-2018"),
            "title": "List",
            "citation": {**CITATION, "source": line.get("source", CITATION["source"])},
            "as_of": line["date"],
            "framework": self.framework(line.get("framework", "own")),
            "workload": self.workload,
            "accelerators": [],
            "wording": {row["wording"]: line["status"]},
            **head,
            "rows": [row, *(others if "has_chip" in line else [])],
        }

    def benchmark(self, run: Mapping[str, Any]) -> Mapping[str, Any]:
        model = self.variant if run.get("of") == "variant" else self.model
        row = {"line": 1, "model": model, "instances": [self.instance], "throughput": 1}
        row |= {"throughput_unit": "inferences-per-second", "accelerator_count": run.get("accelerators", 1)}
        row |= {"doubt": run["doubt"]} if "doubt" in run else {}
        own = {"as_of": run["date"], "thresholds": "doubt" in run, "framework": self.framework("own")}
        return {**made_up_record("benchmarks/hammer-latency"), **own, "workload": self.workload, "rows": [row]}

    def tested(self, release: str, test: Mapping[str, Any]) -> Mapping[str, Any]:
        row = {"model": self.model, "instance": self.instance}
        table = {"title": "It ran", "locator": "page 5", "domain": "nlp", "rows": [row]}
        own = {"release": release, "workload": self.workload, "as_of": test["date"], "tables": [table]}
        return {**made_up_record("configurations/plain-paper/loom-1.0"), **own}

    def matrix(self, verdict: Mapping[str, Any]) -> Mapping[str, Any]:
        framework = self.framework(verdict.get("framework", "own"))
        return {
            "title": "Fit",
            "citation": {**CITATION, "as_of": verdict["date"]},
            "accelerators": [self.name],
            "columns": {"own": {"framework": framework, "workload": self.workload, "heading": "Own"}},
            "wording": {"status": {"word": verdict["status"]}},
            "rows": [{"family": self.name, "as_published": "Family", "status": {"own": "word"}}],
        }

    def limitation(self, said: Mapping[str, Any]) -> Mapping[str, Any]:
        fields = ("last_sdk", "workload", "models", "architectures", "families", "pin")
        excludes = {"framework": self.framework("own"), "accelerators": [self.name]}
        excludes |= {name: said[name] for name in fields if name in said}
        return {
            "title": "Ruled out",
            "summary": "Made up.",
            "affects": {"frameworks": [self.framework("own")]},
            "excludes": excludes | ({"models": [self.model]} if "own_model" in said else {}),
            "state": said.get("state", "open"),
            "citations": [{**CITATION, "as_of": said.get("date", datetime.date(2019, 3, 1))}],
        }


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """The made-up data with the files of all cases."""
    data = tmp_path_factory.mktemp("cases") / "data"
    made_up_with(data, (file for number, case in enumerate(CASES) for file in CaseFiles(number, case).files()))
    return Knowledge(load(data))


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["case"] for case in CASES])
def test_the_answer_is_the_one_worked_out_by_hand(knowledge: Knowledge, number: int) -> None:
    case = CaseFiles(number, CASES[number])
    here = [found for found in model_today(knowledge, case.model) if found.answer.accelerator == case.name]
    rows = [TODAY.row(found) for found in here if found.answer.workload == case.workload]
    if case.case["answer"] == "none":
        assert rows == []
        return
    [row] = rows
    outcome, role, *rest = case.case["answer"]
    assert [row[name] for name in ANSWERED] == [outcome, case.framework(role), *rest]
    expected = case.case.get("row", {})
    assert {name: read(case, row[name]) for name in expected} == expected
    if "instance" in case.case:
        [found] = row["instances"]
        assert [case.in_general(str(found[name])) for name in ("outcome", "fits", "short")] == case.case["instance"]


def read(case: CaseFiles, value: Any) -> Any:
    """A field of a row without the number of its case."""
    return [case.in_general(one) for one in value] if isinstance(value, list) else case.in_general(str(value))


def test_age_changes_no_outcome_and_no_framework(knowledge: Knowledge) -> None:
    records = knowledge.records
    rule = records.atlas.age_rule.model_copy(update={"old_after_months": 1})
    all_old = replace(records, atlas=records.atlas.model_copy(update={"age_rule": rule}))
    today, then = (
        {model: outcomes(known, model) for model in records.models} for known in (knowledge, Knowledge(all_old))
    )
    assert then == today


def outcomes(knowledge: Knowledge, model: str) -> set[tuple[str, ...]]:
    return {
        (one.accelerator, one.workload, one.outcome, one.framework or "")
        for answer in runs_today(knowledge, subject_of_model(knowledge, model))
        for one in answer.options
    }


def test_what_runs_comes_first_and_of_that_inference(any_site: Site) -> None:
    for model in any_site.knowledge.records.models:
        answers = runs_today(any_site.knowledge, subject_of_model(any_site.knowledge, model))
        found = [(one.outcome not in RUNS_TODAY, one.workload != "inference") for one in answers]
        running = [one for one in found if not one[0]]
        assert found[: len(running)] == sorted(running)


def test_an_architecture_of_which_no_checkpoint_fits_does_not_fit(knowledge: Knowledge) -> None:
    said = {}
    for name in ("what does not fit does not run", "how many cards the weights need is said"):
        [case] = [CaseFiles(number, case) for number, case in enumerate(CASES) if case["case"] == name]
        [answer] = runs_today(knowledge, subject_of_architecture(knowledge, case.name))
        said[name] = (answer.best.does_not_fit or "").partition(" GiB")[0]
    assert [*said.values()] == ["its smallest checkpoint here, 745", ""]


@pytest.mark.parametrize(("wording", "shown"), [("ready", "supported"), ("later", "contested")])
def test_a_no_to_one_checkpoint_does_not_contest_its_architecture(tmp_path: Path, wording: str, shown: str) -> None:
    listed = made_up_record("catalogues/hammer-models")
    same = "summary as_of_basis framework workload accelerators wording reading"
    denied = {name: listed[name] for name in same.split()}
    denied |= {"title": "Denied", "citation": CITATION, "as_of": datetime.date(2018, 2, 1)}
    denied["rows"] = [{"as_published": "Anvil-7B", "model": "smith/anvil-7b", "wording": "no"}]
    listed["rows"][1]["wording"] = wording
    made_up_with(tmp_path / "data", [("catalogues/hammer-models", listed), ("catalogues/denied", denied)])
    knowledge = Knowledge(load(tmp_path / "data"))
    answers = runs_today(knowledge, subject_of_architecture(knowledge, "anvilnet"))
    assert [one.best.shown for one in answers if one.workload == "inference"] == [shown]


def test_every_answer_says_why_and_names_its_sources(knowledge: Knowledge) -> None:
    for number, case in enumerate(CASES):
        for found in model_today(knowledge, CaseFiles(number, case).model):
            row = TODAY.row(found)
            assert row["because"].endswith(".")
            assert row["sources"]
            assert {option["framework"] for option in row["alternatives"]}.isdisjoint({row["framework"]})


def test_among_the_other_frameworks_what_is_current_comes_before_what_ended(knowledge: Knowledge) -> None:
    answer = model_today(knowledge, CaseFiles(0, CASES[0]).model)[0].answer
    ended, maintained = (replace(answer.best, outcome=outcome) for outcome in ("ended", "maintained"))
    assert replace(answer, options=(answer.best, ended, maintained)).alternatives == [maintained, ended]
