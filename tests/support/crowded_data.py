"""Made-up data of ten times today's size, in which a few records are named by a tenth of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree

from macros.loading import Records
from tests.support.places import MADE_UP

TIMES = 10
POPULAR = {
    "models": "many-0000",
    "sources": "source-0000",
    "instances": "box.small",
    "accelerators": "chip-one",
    "frameworks": "loom",
    "releases": "loom/loom-1.0",
    "families": "weavers",
    "architectures": "shuttle",
    "datasets": "threads",
    "components": "loom-lib",
    "sdks": "9000.0",
    "benchmarks": "table-0000",
    "catalogues": "list-0000",
}
"""By kind: the record that most others name."""


def write_crowded(project: Path, today: Records) -> None:
    """Writes the data of a project: ten times as many records of each kind as there are today, all of them sound."""
    data = project / "data"
    copytree(MADE_UP / "data", data)
    for name, text in _files({kind: TIMES * len(today.of(kind)) for kind in _KINDS}, _longest(today)):
        file = data / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


_KINDS = (
    "models",
    "sources",
    "limitations",
    "conflicts",
    "architectures",
    "components",
    "sdks",
    "catalogues",
    "benchmarks",
    "instances",
    "datasets",
    "frameworks",
)


def _longest(today: Records) -> Mapping[str, int]:
    """How many rows the longest table of each kind will have."""
    rows = {
        "benchmarks": [len(one.rows) for one in today.benchmarks.values()],
        "catalogues": [len(one.rows) for one in today.catalogues.values()],
        "sdks": [len(one.packages) for one in today.sdks.values()],
        "notices": [len(one.notices) for one in today.components.values()],
        "configurations": [sum(len(t.rows) for t in one.tables) for one in today.configurations.values()],
        "validated": [len(one.rows) for one in today.validated.values()],
    }
    return {kind: TIMES * max(found, default=1) for kind, found in rows.items()}


def _files(count: Mapping[str, int], longest: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    sources = [f"source-{number:04}" for number in range(count["sources"])]
    models = [f"many-{number:04}" for number in range(count["models"])]
    for key in sources:
        yield f"sources/{key}.yml", _SOURCE.format(key=key)
    for number, key in enumerate(models):
        own = sources[number :: len(models)]
        notes = "".join(_NOTE.format(source=source) for source in {*own, "source-0000"})
        spread = number < count["architectures"] or number % 2
        architecture = f"net-{number % count['architectures']:04}" if spread else "shuttle"
        yield f"models/{key}.yml", _MODEL.format(key=key, architecture=architecture, notes=notes)
    for number in range(count["architectures"]):
        yield f"architectures/net-{number:04}.yml", f"name: Net {number}\nfamily: weavers\n"
    yield from _doubts(count, models)
    yield from _hardware(count)
    yield from _software(count, longest)
    yield from _tables(count, longest, models)


def _doubts(count: Mapping[str, int], models: list[str]) -> Iterator[tuple[str, str]]:
    about = "accelerators: [chip-one], frameworks: [loom], models: [{model}]"
    for number in range(count["limitations"]):
        subject = about.format(model=models[0] if number % TIMES == 0 else models[number % len(models)])
        yield f"limitations/limit-{number:04}.yml", _LIMITATION.format(number=number, about=subject)
    for number in range(count["conflicts"]):
        subject = about.format(model=models[0] if number % TIMES == 0 else models[number % len(models)])
        yield f"conflicts/conflict-{number:04}.yml", _CONFLICT.format(number=number, about=subject)


def _hardware(count: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for number in range(count["instances"]):
        yield f"instances/crate.size-{number:04}.yml", _INSTANCE
    for number in range(count["datasets"]):
        yield f"datasets/texts-{number:04}.yml", _DATASET.format(number=number)


def _software(count: Mapping[str, int], longest: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for number in range(count["frameworks"]):
        yield f"frameworks/frame-{number:04}.yml", _FRAMEWORK.format(number=number)
    for number in range(count["components"]):
        yield f"components/part-{number:04}.yml", _COMPONENT.format(number=number)
    notices = "".join(_NOTICE.format(number=number) for number in range(longest["notices"]))
    yield "components/loom-lib.yml", _LOOM_LIB.format(notices=notices)
    for number in range(count["sdks"] - 1):
        version = f"{number + 2}.0"
        yield f"sdks/{version}.yml", _SDK.format(packages=_PACKAGE.format(name="loom_lib", version=version))
    packages = [f"part-{number % count['components']:04}" for number in range(longest["sdks"])]
    listed = "".join(_PACKAGE.format(name=name, version=f"{number}.1") for number, name in enumerate(packages))
    yield "sdks/9000.0.yml", _SDK.format(packages=listed)


def _tables(count: Mapping[str, int], longest: Mapping[str, int], models: list[str]) -> Iterator[tuple[str, str]]:
    for number in range(count["benchmarks"]):
        rows = longest["benchmarks"] if number == 0 else 2
        first = models[0] if number % TIMES == 0 else models[number % len(models)]
        results = "".join(_RESULT.format(line=2 + line, model=first, size=1 + line) for line in range(rows))
        yield f"benchmarks/table-{number:04}.yml", _RESULTS.format(number=number, rows=results)
    for number in range(count["catalogues"]):
        size = longest["catalogues"] if number == 0 else 2
        listed = [models[(number + line) % len(models)] for line in range(size)]
        lines = "".join(_LISTED.format(model=model, line=line) for line, model in enumerate([*listed, models[0]]))
        yield f"catalogues/list-{number:04}.yml", _LIST.format(number=number, rows=lines)
    tested = [models[line % len(models)] if line % 2 else models[0] for line in range(longest["configurations"])]
    texts = [f"texts-{line // 2 % count['datasets']:04}" if line % 2 else "threads" for line in range(len(tested))]
    configurations = (_TESTED.format(model=model, dataset=texts[line], line=line) for line, model in enumerate(tested))
    yield "configurations/source-0000/loom-1.0.yml", _TABLE.format(rows="".join(configurations))
    validated = "".join(_VALIDATED.format(net=f"net-{line:04}") for line in range(longest["validated"]))
    yield "validated/many.yml", _VALIDATED_TABLE.format(rows=validated)


_CITED = "{source: source-0000, locator: page 1}"
_SOURCE = """title: A made-up document with a title of a usual length, {key}
publisher: The Mill
summary: One of many, made up.
url: https://example.org/{key}
as_of: 2020-01-01
as_of_basis: Printed on it.
licence: MIT
state: current
"""
_NOTE = "  - {{text: It is one of many., citations: [{{source: {source}, locator: page 1}}]}}\n"
_MODEL = """name: {key}
architecture: {architecture}
summary: One of many, made up.
notes:
{notes}"""
_LIMITATION = """title: Limit number {number} that is known
summary: It breaks, made up.
affects: {{{about}}}
state: open
citations: [{{source: source-0000, locator: page 1}}]
"""
_CONFLICT = """title: Disagreement number {number}
about: {{{about}}}
claims:
  - {{says: It is so., citation: {{source: source-0000, locator: page 1}}}}
  - {{says: It is not., citation: {{source: source-0000, locator: page 2}}}}
reading: Nobody knows.
state: open
"""
_INSTANCE = f"""provider: Mill Rooms
series: crate
kind: instance
accelerator: chip-one
accelerator_count: 8
accelerator_memory_gib: 16
vcpus: 96
host_memory_gib: 768
citations: [{_CITED}]
"""
_DATASET = """name: Texts {number}
task: Reading
summary: One of many, made up.
citations: [{{source: source-0000, locator: page 1}}]
"""
_FRAMEWORK = """name: Frame {number}
vendor: The Mill
summary: One of many, made up.
lifecycle:
  - {{date: 2018-01-01, state: current, text: First., citations: [{{source: source-0000, locator: page 1}}]}}
  - {{date: 2019-01-01, state: maintenance, text: Fixes., citations: [{{source: source-0000, locator: page 1}}]}}
support:
  - accelerator: chip-one
    workload: training
    status: maintenance
    date: 2019-01-01
    citations: [{{source: source-0000, locator: page 1}}]
citations: [{{source: source-0000, locator: page 1}}]
"""
_COMPONENT = """name: part {number}
kind: library
framework: loom
package: part-{number:04}
notices:
  - {{event: released, date: 2018-01-01, accelerators: [chip-one], citation: {{source: source-0000, locator: page 1}}}}
"""
_NOTICE = (
    '  - {{event: released, version: "{number}.1", date: 2018-02-01, sdk: "1.0", accelerators: [chip-one],'
    " citation: {{source: source-0000, locator: page 1}}}}\n"
)
_LOOM_LIB = """name: loom-lib
kind: library
framework: loom
package: loom_lib
other_names:
  - {{name: loom_lib}}
notices:
{notices}"""
_SDK = """platform: mill
date: 2018-07-01
packages:
{packages}manifest: {{source: source-0000, locator: page 1}}
citations: [{{source: source-0000, locator: page 1}}]
"""
_PACKAGE = '  - {{package: {name}, version: "{version}", series: [box], python: ["3.11"]}}\n'
_RESULTS = """title: Speed of many, table {number}
citation: {{source: source-0000, locator: page 1}}
as_of: 2019-02-01
as_of_basis: Printed on it.
table: throughput
workload: training
framework: loom
published: true
published_note: The page shows it.
basis: Throughput is that of the whole box.
rows:
{rows}"""
_RESULT = (
    "  - {{line: {line}, model: {model}, instances: [box.small], batch_size: {size}, throughput: {size}0,"
    " throughput_unit: sequences-per-second}}\n"
)
_LIST = """title: Models of Loom, list {number}
summary: What the Mill lists, made up.
citation: {{source: source-0000, locator: page 1}}
as_of: 2019-02-01
as_of_basis: Printed on it.
framework: loom
workload: training
accelerators: [chip-one]
wording: {{"yes": supported}}
reading: {{reason: The word can mean nothing else.}}
rows:
{rows}"""
_LISTED = '  - {{as_published: "{model}, line {line}", model: {model}, wording: "yes"}}\n'
_TABLE = """source: source-0000
release: loom/loom-1.0
workload: training
as_of: 2019-03-01
as_of_basis: Printed on it.
tables:
  - title: Weaving of many
    locator: page 5, table
    domain: nlp
    scope: per-accelerator
    rows:
{rows}"""
_TESTED = (
    "      - {{model: {model}, dataset: {dataset}, instance: box.small, native: 4, compiled: 6, variant: run {line}}}\n"
)
_VALIDATED_TABLE = """title: Validated models of Loom, many
framework: loom
source: source-0000
locator: page 6
as_of: 2019-03-01
published: true
published_note: Everybody sees it.
marks: {{tick: supported}}
reading: {{reason: A tick is a tick.}}
rows:
{rows}"""
_VALIDATED = "  - {{architecture: {net}, as_published: {net}, mark: tick, tasks: [weaving, mending]}}\n"
