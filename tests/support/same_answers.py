"""Every place that says whether a model runs says what the API says, computed from the built site of any sound data."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from macros.addresses import address
from macros.ask import EXIT_CODES, ask
from macros.facts import Knowledge
from macros.facts.answers import OUTCOMES
from macros.facts.memory import BYTES
from macros.loading import Records
from tests.support.built_site import BuiltSite
from tests.support.html_tree import Element

Row = Mapping[str, Any]

POSITIVE = ("supported", "maintained", "ran")
TOO_LARGE = re.compile(r"([\d,.]+) GiB in (\w+), ([\d,]+) on the largest (?:instance type|published system)")
MODEL_LIST = re.compile(r"models/(page-\d+/)?")


def answer_violations(site: BuiltSite, records: Records) -> Iterator[str]:
    """Where places disagree on a model, and answers that no rule allows."""
    knowledge = Knowledge(records)
    places = Places(site, records)
    for number, model in enumerate(records.models):
        answers = Answers(site, records, model)
        for violation in (
            *answers.violations(),
            *unsound(records, model, answers.today),
            *places.violations(answers),
            *asked(knowledge, answers, number),
        ):
            yield f"{model}: {violation}"
    yield from family_violations(site, records)
    statuses = {status_of(row) for row in result(site, "support-status")}
    stated = {
        status_of(row | {"status": row["framework_status"]})
        for model in records.models
        for row in result(site, f"today/{model}")
        if row["framework_status"]
    }
    yield from (f"{status} is not among the support statuses" for status in stated - statuses)


def result(site: BuiltSite, name: str) -> Any:
    return json.loads(site.file(f"api/v1/{name}.json").read_bytes())["result"]


def status_of(row: Row) -> tuple[str, ...]:
    return tuple(row[name] for name in ("framework", "accelerator", "workload", "status"))


@dataclass
class Answers:
    """What the API says of one model."""

    site: BuiltSite
    records: Records
    model: str

    @cached_property
    def today(self) -> Sequence[Row]:
        rows: list[Row] = result(self.site, f"today/{self.model}")
        return rows

    @cached_property
    def by_accelerator(self) -> Mapping[str, Sequence[Row]]:
        """The rows of each accelerator, the best first."""
        return {chip: [row for row in self.today if row["accelerator"] == chip] for chip in self.records.accelerators}

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The row of each accelerator and each instance type among all answers."""
        return {row["instance"] or row["accelerator"]: row for row in result(self.site, f"answers/{self.model}")}

    def all_on(self, instance: str) -> Sequence[Row]:
        """The answers for an instance type, of those for its workloads, the best first."""
        rows = self.by_accelerator[self.records.instances[instance].accelerator]
        here = [one for row in rows for one in row["instances"] if one["instance"] == instance]
        return sorted(here, key=lambda one: OUTCOMES.index(one["outcome"]))

    def on(self, instance: str) -> Row:
        """The best answer for an instance type."""
        return self.all_on(instance)[0]

    def violations(self) -> Iterator[str]:
        """Where the file of all answers says something else than that of today."""
        for hardware, row in self.rows.items():
            if not (today := self.by_accelerator[row["accelerator"]]):
                if row["answer"] not in ("not-known", "unsupported"):
                    yield f"nothing is known on {hardware}, and the answer is {row['answer']}"
                continue
            said = {"fits": None, **today[0]} if row["instance"] is None else self.on(hardware)
            if (row["answer"], row["short"], row["fits"]) != (said["outcome"], said["short"], said["fits"]):
                yield f"the answer on {hardware} is {row['short']}, that of today {said['short']}"

    def shorts(self, chip: str) -> Sequence[str]:
        """The answers for the workloads of an accelerator; that nothing is known, or that it cannot fit."""
        return [row["short"] for row in self.by_accelerator[chip]] or [self.rows[chip]["short"]]

    def shortest(self, chip: str) -> str:
        """The best short answer without its software and figures."""
        row = self.by_accelerator[chip][0]
        label, _, rest = row["short"].partition(f" for {row['workload']}")
        head = f"{label.lower()} for {row['workload']}"
        if rest.startswith(":"):
            return head
        framework = self.records.frameworks[row["framework"]].name if row["framework"] else ""
        rest = rest.removeprefix(f" with {framework}")
        return head + re.sub(r"^ \([^)]*beta\)", ", beta", rest)


def unsound(records: Records, model: str, rows: Sequence[Row]) -> Iterator[str]:
    """Answers that a guideline alone makes positive, pins of what does not run, and sizes that do fit."""
    for row in rows:
        where = f"on {row['accelerator']} for {row['workload']}"
        for option in (row, *row["alternatives"]):
            if option["evidence"] == "guideline" and option["outcome"] in POSITIVE:
                yield f"{option['outcome']} {where} by a guideline alone"
            if option["pin"] and option["outcome"] in ("unsupported", "not-known"):
                yield f"a pin of what is {option['outcome']} {where}"
        figures = TOO_LARGE.search(row["short"])
        size = records.models[model].parameters
        if figures and size:
            memory = largest(records, row["accelerator"])
            if not size.billions * 1e9 * BYTES[figures[2]] > memory * 2**30 or figures[3] != f"{memory:,}":
                yield f"said not to fit {where}: {figures[0]}"


def largest(records: Records, chip: str) -> int:
    """The memory of the largest instance type or, without any, system of an accelerator."""
    types = [one.memory_gib for one in records.instances.values() if one.accelerator == chip]
    return max(types or [one.memory_gib for one in records.accelerators[chip].systems])


class Places:
    """What pages, comparison, lists, twins and badges say of models."""

    def __init__(self, site: BuiltSite, records: Records) -> None:
        self.site, self.records = site, records
        self.compared = compared(site)
        self.listed = dict(listed(site))

    def violations(self, answers: Answers) -> Iterator[str]:
        model, names = answers.model, {key: chip.name for key, chip in self.records.accelerators.items()}
        page = self.site.pages[address("models", model)].document
        for chip, said in lines_of(page).items():
            if said != " ".join(answers.shorts(chip)):
                yield f"its page says “{said}” on {chip}, the API {answers.shorts(chip)}"
        if lines_of(page).keys() != {chip for chip, rows in answers.by_accelerator.items() if rows}:
            yield f"its page has lines for {[*lines_of(page)]}"
        yield from memory_violations(page, answers)
        for chip, name in names.items():
            if self.compared[model][name] != "; ".join(answers.shorts(chip)):
                yield f"the comparison says “{self.compared[model][name]}” on {chip}, the API {answers.shorts(chip)}"
        if self.listed[model] != (expected := list_of(answers)):
            yield f"the list says {self.listed[model]}, the API {expected}"
        twin = self.site.file(f"{address('models', model)}index.md").read_text("utf-8").replace("\\", "")
        yield from (f"its twin lacks “{row['short']}”" for row in answers.today if row["short"] not in twin)
        badge = json.loads(self.site.file(f"badges/{model}.json").read_bytes())["message"]
        best = answers.shortest(answers.today[0]["accelerator"]) + " on " if answers.today else "nothing known"
        if not badge.startswith(best):
            yield f"its badge says “{badge}”, the API “{best}”"


def memory_violations(page: Element, answers: Answers) -> Iterator[str]:
    """Where the tables of instance types say something else of one than the API."""
    for table in page.all("div", aria_label="Instance types"):
        for line in table.one("tbody").walk("tr"):
            instance, said = line.one("th").one("a").text, line.all("td")[0].text
            if said != (wanted := " ".join(one["short"] for one in answers.all_on(instance))):
                yield f"the table of instance types says “{said}” on {instance}, the API “{wanted}”"


def lines_of(page: Element) -> Mapping[str, str]:
    """By accelerator: the answers in the line of a page of a model or an architecture."""
    lines = page.all("details", class_="today")
    return {
        line.attributes["id"].removeprefix("on-"): line.all("summary")[0].all("span", class_="short")[0].text
        for line in lines
    }


def compared(site: BuiltSite) -> Mapping[str, Mapping[str, str]]:
    """By model: what the comparison says of each accelerator, by its name."""
    models = json.loads(site.file("compare/facts.json").read_bytes())["models"]
    place = next(index for index, group in enumerate(models["groups"]) if group["title"] == "Runs today")
    rows, texts = models["groups"][place]["rows"], models["texts"]
    return {
        model: {name: str(texts[cell][0]) for name, cell in zip(rows, record["says"][place], strict=True)}
        for model, record in models["records"].items()
    }


def listed(site: BuiltSite) -> Iterator[tuple[str, set[str]]]:
    """By model: what the list of models says, with the accelerators."""
    for page in (page for key, page in site.pages.items() if MODEL_LIST.fullmatch(key)):
        for line in page.document.one("tbody").walk("tr"):
            model = line.one("th").one("a").attributes["href"].rstrip("/")
            said = {part.text for part in line.walk("li")}
            yield re.sub(r"^(\.\./)*(models/)?", "", model), said


def list_of(answers: Answers) -> set[str]:
    """What the list of models ought to say."""
    known = {
        chip: rows[0] for chip, rows in answers.by_accelerator.items() if rows and rows[0]["outcome"] != "not-known"
    }
    in_order = sorted(known, key=lambda chip: answers.today.index(known[chip]))
    said: dict[str, list[str]] = {}
    for chip in in_order:
        said.setdefault(answers.shortest(chip), []).append(answers.records.accelerators[chip].short_name)
    return {f"{words[0].upper()}{words[1:]}: {', '.join(chips)}" for words, chips in said.items()}


def asked(knowledge: Knowledge, answers: Answers, number: int) -> Iterator[str]:
    """What `ask` says of a model on one accelerator and one instance type, of which every model has others."""
    for kind in ("accelerators", "instances"):
        hardware = [*knowledge.records.of(kind)][number % len(knowledge.records.of(kind))]
        chip = knowledge.records.instances[hardware].accelerator if kind == "instances" else hardware
        rows = answers.by_accelerator[chip]
        if kind == "instances":
            rows = [one for row in rows for one in row["instances"] if one["instance"] == hardware]
        if not rows and hardware not in answers.rows:
            continue
        said = [(row["outcome"], row["short"]) for row in rows]
        said = said or [(answers.rows[hardware]["answer"], answers.rows[hardware]["short"])]
        with redirect_stdout(io.StringIO()) as printed:
            code = ask(knowledge, answers.model, hardware, None, "text")
        lines = [line.partition(": ")[2] for line in printed.getvalue().splitlines() if not line.startswith("    ")]
        if lines != [short for _, short in said]:
            yield f"ask says {lines} on {hardware}, the API {said}"
        best = min((outcome for outcome, _ in said), key=OUTCOMES.index)
        if code != EXIT_CODES[best]:
            yield f"ask exits with {code} on {hardware}, where it is {best}"


def family_violations(site: BuiltSite, records: Records) -> Iterator[str]:
    """Where the page of a family says something else than the pages of the architectures that it names for it."""
    for family in records.families:
        for table in site.pages[address("families", family)].document.all("div", aria_label="Does it run today?"):
            for line in table.one("tbody").walk("tr"):
                chip = line.one("th").one("a").attributes["href"].rstrip("/").rpartition("/")[2]
                links = [link.attributes["href"].rstrip("/").split("/") for link in line.walk("a")]
                said = "".join(part if isinstance(part, str) else part.text for part in line.all("td")[0].children[:2])
                for key in (key for *_, kind, key in links if kind == "architectures"):
                    there = lines_of(site.pages[address("architectures", key)].document).get(chip, "")
                    label = " ".join(said.split()).partition(",")[0]
                    if label not in there:
                        yield f"families/{family} says “{label}” on {chip} of {key}, whose page says “{there}”"
