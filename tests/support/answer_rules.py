"""Every place that says whether a model runs, and what software supports, says what the API says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from macros.addresses import address
from macros.facts.answers import usefulness
from macros.facts.grouping import group_by
from macros.facts.support_status import ORDER
from macros.loading import Records
from macros.site.state import Site
from tests.support.built_site import BuiltSite
from tests.support.elements import Element, folded

Row = Mapping[str, Any]
Compared = Iterator[tuple[str, object, object]]
"""A place, what it says, and what the API says."""

MODEL_LIST = re.compile(r"models/(page-\d+/)?")

PLACE = itemgetter("framework", "accelerator", "workload")
VERSION = re.compile(r"\d+(?:\.\w+)+")
SIZES = re.compile(
    r"weights alone \([^)]+ in \w+\) need (?=at least)| with \d+% left free, \d+ without"
    r"|, as \d+ attention heads split over \d+, not \d+|: [\d.,]+ GiB in \w+(?=$|;)"
)
"""In answers of what fits: the size of the weights, and how many do without a margin."""


CARDS_TO_TRAIN = re.compile(r"(?<= for training)(.*?), weights alone .*")
"""What an answer for training says of them."""


@dataclass
class Answers:
    """What the API says of one model."""

    built: BuiltSite
    records: Records
    model: str

    @cached_property
    def today(self) -> Sequence[Row]:
        rows: list[Row] = self.built.result(f"today/{self.model}")
        return rows

    @cached_property
    def by_accelerator(self) -> Mapping[str, Sequence[Row]]:
        """The rows of each accelerator, the best first."""
        return {chip: [row for row in self.today if row["accelerator"] == chip] for chip in self.records.accelerators}

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The row of each accelerator and each instance type among all answers."""
        return {row["instance"] or row["accelerator"]: row for row in self.built.result(f"answers/{self.model}")}

    def best_first(self, instance: str) -> Sequence[Row]:
        """The answers for an instance type, of those for its workloads."""
        rows = self.by_accelerator[self.records.instances[instance].accelerator]
        own = (one for row in rows for one in row["instances"] if one["instance"] == instance)
        return sorted(own, key=lambda one: usefulness(one["outcome"]))

    def shorts(self, chip: str) -> Sequence[str]:
        """The answers for the workloads of an accelerator; that nothing is known, or that it cannot fit."""
        return [row["short"] for row in self.by_accelerator[chip]] or [self.rows[chip]["short"]]

    def in_brief(self, chip: str) -> str:
        """The answers as the comparison has them, near the size of the weights."""
        answers = (CARDS_TO_TRAIN.sub(r"\1", one) for one in self.shorts(chip))
        return "\n".join(one if one.startswith("Does not fit") else SIZES.sub("", one) for one in answers)

    @staticmethod
    def label(row: Row) -> str:
        """The outcome that begins a short answer, in words."""
        return str(row["short"]).partition(f" for {row['workload']}")[0]

    def labels(self) -> set[str]:
        """The best outcome on each accelerator of which something is known, in words."""
        best = [rows[0] for rows in self.by_accelerator.values() if rows and rows[0]["outcome"] != "not-known"]
        return set(map(self.label, best))


def answers_agree(built: BuiltSite, site: Site) -> Iterator[str]:
    """Pages, Markdown, comparison, lists, badges and API."""
    records = site.knowledge.records
    compared, listed = comparison(built), dict(list_of_models(built))
    for model in records.models:
        answers = Answers(built, records, model)
        for place, said, wanted in (
            *all_answers(answers),
            *page_of_model(built.pages[address("models", model)].document, answers),
            (
                "the comparison",
                compared[model],
                {chip.name: answers.in_brief(key) for key, chip in records.accelerators.items()},
            ),
            ("the list", *list_line(listed[model], answers.labels())),
            *short_forms(built, answers),
        ):
            if said != wanted:
                yield f"{model}, {place}: {said} instead of {wanted}"
    yield from families(built, records)


def all_answers(answers: Answers) -> Compared:
    """The file of all answers beside that of today."""
    for hardware, row in answers.rows.items():
        said = (row["answer"], row["short"], row["fits"])
        if not (today := answers.by_accelerator[row["accelerator"]]):
            yield f"unknown on {hardware}", row["answer"] in ("not-known", "unsupported"), True
            continue
        best = {"fits": None, **today[0]} if row["instance"] is None else answers.best_first(hardware)[0]
        yield f"answers on {hardware}", said, (best["outcome"], best["short"], best["fits"])


def page_of_model(page: Element, answers: Answers) -> Compared:
    known = [chip for chip, rows in answers.by_accelerator.items() if rows]
    yield "its page", lines_of(page), {chip: " ".join(answers.shorts(chip)) for chip in known}
    for table in page.all("div", aria_label="Instance types"):
        place = [head.text for head in table.one("thead").all("th")].index("Does it run on it?")
        for line in table.one("tbody").walk("tr"):
            for instance in (
                link.attributes["href"].rstrip("/").rpartition("/")[2] for link in line.one("th").all("a")
            ):
                wanted = " ".join(one["short"] for one in answers.best_first(instance))
                yield f"its table of instance types, {instance}", line.all("td")[place - 1].text, wanted


def lines_of(page: Element) -> Mapping[str, str]:
    """By accelerator: the answers in the line of a page of a model or an architecture."""
    return {
        chip: folded(line.all("summary")[0].all("span", class_="short")[0].code)
        for line in page.all("details", class_="today")
        for chip in chips_of(line)
    }


def chips_of(line: Element) -> list[str]:
    """The accelerators of a line: each stands before its instance types."""
    return [part.split()[0] for part in line.attributes["data-on"].split(",")]


def comparison(built: BuiltSite) -> Mapping[str, Mapping[str, str]]:
    """By model and name of the accelerator: what the comparison says."""
    models = built.json("compare/facts.json")["models"]
    place, rows = next(
        (index, group["rows"]) for index, group in enumerate(models["groups"]) if group["title"] == "Runs today"
    )
    return {
        model: {name: models["texts"][cell][0] for name, cell in zip(rows, record["says"][place], strict=True)}
        for model, record in models["records"].items()
    }


def list_line(said: Iterable[str], labels: set[str]) -> tuple[set[str], set[str]]:
    """The outcomes with which the lines about a model begin, and with which they ought to."""
    longest_first = sorted(labels, key=len, reverse=True)
    return {next((label for label in longest_first if line.startswith(label)), line) for line in said}, labels


def list_of_models(built: BuiltSite) -> Iterator[tuple[str, set[str]]]:
    """By model: what the list of models says, with the accelerators."""
    for page in (page for key, page in built.pages.items() if MODEL_LIST.fullmatch(key)):
        for line in page.document.one("tbody").walk("tr"):
            model = line.one("th").links[0].rstrip("/")
            yield re.sub(r"^(\.\./)*(models/)?", "", model), {part.text for part in line.walk("li")}


def short_forms(built: BuiltSite, answers: Answers) -> Compared:
    """The Markdown of a model's page, and its badge."""
    twin = built.file(f"{address('models', answers.model)}index.md").read_text("utf-8").replace("\\", "")
    yield "lacking in its Markdown", [row["short"] for row in answers.today if row["short"] not in twin], []
    badge = built.json(f"badges/{answers.model}.json")["message"]
    first = answers.today[0] if answers.today else None
    best = f"{answers.label(first).lower()} for {first['workload']}" if first else "nothing known"
    yield "its badge", badge[: len(best)], best


def families(built: BuiltSite, records: Records) -> Iterator[str]:
    """Where the page of a family says something else than the pages of the architectures that it names for it."""
    lines = {key: lines_of(built.pages[address("architectures", key)].document) for key in records.architectures}
    for family in records.families:
        for table in built.pages[address("families", family)].document.all("div", aria_label="Does it run today?"):
            for line in table.one("tbody").walk("tr"):
                chip, *others = (href.rstrip("/").split("/") for href in line.links)
                said = "".join(part if isinstance(part, str) else part.text for part in line.all("td")[0].children[:2])
                label = " ".join(said.split()).partition(",")[0]
                for architecture in (key for *_, kind, key in others if kind == "architectures"):
                    if label not in (there := lines[architecture].get(chip[-1], "")):
                        yield f"{family} says “{label}” on {chip[-1]} of {architecture}, whose page says “{there}”"


def statuses_agree(built: BuiltSite, site: Site) -> Iterator[str]:
    """One status and one pin for each framework on an accelerator: on /support/, at home, on models and in the API."""
    records, rows = site.knowledge.records, {row["id"]: row for row in built.result("support-status")}
    page = built.pages["support/"].document
    labels = {key: value.label for key, value in records.vocabularies["support_status"].values.items()}
    lines = {
        part.attributes["id"]: line.text
        for line in page.all("div")
        for part in (line, *line.children)
        if isinstance(part, Element) and part.tag in ("div", "span") and "id" in part.attributes
    }
    for key, row in rows.items():
        said = lines.get(key, "")
        wanted = [labels[row["status"]], *row["pin"], *["contested"][: bool(row["disputed"])]]
        if row["ends_with_sdk"]:
            wanted += ["no longer from", f"SDK {row['ends_with_sdk'].rpartition('/')[2]}"]
        yield from (f"/support/: {key} lacks {word}" for word in wanted if word not in said)
    yield from statuses_at_home(built.pages[""].document, records, rows.values())
    by_place = group_by(rows.values(), PLACE)
    for model in records.models:
        yield from (f"{model}: {fault}" for fault in statuses_of_model(built, records, model, by_place))


AT_HOME = {
    "Supported": ["current"],
    "Preview": ["public-beta", "experimental", "private-beta"],
    "Maintenance": ["maintenance"],
}


def statuses_at_home(home: Element, records: Records, statuses: Iterable[Row]) -> Iterator[str]:
    """Each cell of the home page names all software with one of its statuses on the accelerator of its line."""
    best: dict[tuple[str, str], str] = {}
    for row in sorted(statuses, key=lambda row: ORDER.index(row["status"])):
        framework = row["framework"]
        owner = records.frameworks[framework] if framework else records.platforms[row["id"].partition("/")[0]]
        best.setdefault((row["accelerator"], owner.name), row["status"])
    head, *lines = home.one("table", class_="home-vendors").all("tr")
    headings = [cell.text for cell in head.all("th")][1:]
    if not lines:
        yield "home names no vendor"
    for line in lines:
        chip = next(href.rstrip("/").rpartition("/")[2] for href in line.links if "accelerators/" in href)
        cells = dict(zip(headings, (cell.text for cell in line.all("td")), strict=True))
        for heading, meant in AT_HOME.items():
            wanted = [name for (where, name), status in best.items() if where == chip and status in meant]
            yield from (
                f"home lacks {name} for {chip} under {heading}" for name in wanted if name not in cells[heading]
            )
            if not wanted and cells[heading].strip() != "–":
                yield f"home says {cells[heading]} for {chip} under {heading}"


def statuses_of_model(built: BuiltSite, records: Records, model: str, statuses: Mapping[Any, Any]) -> Iterator[str]:
    """What is said of software is one of its statuses; panels show the pins of what runs."""
    page = built.pages[address("models", model)].document
    lines = {chip: line for line in page.all("details", class_="today") for chip in chips_of(line)}
    for row in built.result(f"today/{model}"):
        place = PLACE(row)
        known = statuses.get(place, ())
        if row["framework_status"] and row["framework_status"] not in {one["status"] for one in known}:
            yield f"{place} is not {row['framework_status']}"
        if row["ends_with_sdk"] and row["ends_with_sdk"] not in {one["ends_with_sdk"] for one in known}:
            yield f"no status ends with {row['ends_with_sdk']}"
        workload = records.vocabularies["workload"].values[row["workload"]].label.lower()
        for panel in lines[row["accelerator"]].all("details", class_="install"):
            if not panel.all("summary")[0].text.endswith(f"for {workload}"):
                continue
            if row["outcome"] not in ("supported", "maintained"):
                yield f"{place}: something to install for what is {row['outcome']}"
            versions = {version for pin in row["pin"] for version in VERSION.findall(pin)}
            yield from (f"{place}: the panel lacks {one}" for one in versions if one not in panel.text)
