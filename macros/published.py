"""`ask` and `stack` from the published files of a site alone, in a folder or at an address, and what they print.

`macros.ask` asks the data itself, and prints its answers with `lines_of`, too.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from urllib.request import urlopen  # noqa: TID251 - a command asks, no build does

from macros.stack.judging import NOTHING_KNOWN, findings
from macros.stack.judging import exit_code as exit_code_of_stack
from macros.stack.report import FORMATS
from macros.typed_names import Meant, Named, Names

API = "api/v1/"
SCHEMA = "1."
"""What the version of the columns begins with, as far as this module can read them."""

EXIT_CODES: Mapping[str, int] = {
    "supported": 0,
    "maintained": 1,
    "ended": 2,
    "ran": 2,
    "not-known": 4,
    "unsupported": 3,
}
"""By outcome, the best first: what is not known may run."""
WRONG_CALL = 64
UNSOUND_DATA = 65
"""Exit code of `ask` and `stack`, whose smaller ones are answers."""
RUN_TODAY = ("supported", "maintained")
SECONDS = 20
"""How long a host may take to answer."""

Row = Mapping[str, Any]


class PublishedError(Exception):
    """A file cannot be read; the message says which, and what was expected."""


class Answered(NamedTuple):
    """The answer on some hardware: as lines of text, and as rows of the API."""

    outcomes: Sequence[str]
    lines: Sequence[str]
    rows: Sequence[Row]


@dataclass(frozen=True)
class Files:
    """The files of a site: a folder with a built one, or its address."""

    place: str

    def result(self, name: str) -> Sequence[Row]:
        """The entries of a file of the API, by its path there without the extension. Raises PublishedError."""
        path = f"{API}{name}.json"
        place = f"{self.place.rstrip('/')}/{path}"
        try:
            content = self._read(path)
            envelope = json.loads(content)
            version, result = str(envelope["schema_version"]), list(envelope["result"])
        except OSError as error:
            raise PublishedError(
                f"{place}: {error}\n    expected a site of this project: its address, or the folder of a build"
            ) from error
        except (ValueError, TypeError, KeyError) as error:
            raise PublishedError(f"{place}: expected a file of the API, got something else") from error
        if not version.startswith(SCHEMA):
            raise PublishedError(f"{place}: expected columns of version {SCHEMA}x, got {version}")
        return result

    def _read(self, path: str) -> bytes:
        if self.place.startswith(("https://", "http://")):
            with urlopen(f"{self.place.rstrip('/')}/{quote(path)}", timeout=SECONDS) as answer:  # noqa: S310
                content: bytes = answer.read()
            return content
        return Path(self.place, path).read_bytes()

    def names(self, question: str) -> Names:
        """What may be typed as a model or as hardware."""
        rows = (row for row in self.result("names") if row["asked_as"] == question and row["kind"] != "families")
        return Names(
            Named(
                row["kind"],
                tuple(row["ids"]),
                tuple(tuple(form.split()) for form in row["forms"]),
                tuple(tuple(owner.split()) for owner in row["owners"]),
                tuple(filter(None, [row["size"]])),
            )
            for row in rows
        )


def ask(files: Files, model: str, hardware: str, workload: str | None, form: str) -> int:
    """Prints the answers for one model, or an architecture, on hardware. Returns the exit code.

    Raises PublishedError where a file cannot be read.
    """

    def answered(meant: Meant, places: Sequence[str]) -> Iterator[Answered]:
        named = meant.found[0]
        for place in places:
            rows = _answers(files, named, place, workload)
            lines = [line for row in rows for line in lines_of(f"{named.ids[0]} on {place}", row)]
            yield Answered([row["outcome"] for row in rows], lines, [row for row in rows if "accelerator" in row])

    return print_answers((model, hardware), files.names, answered, lambda several, _: several.ids, form)


def print_answers(
    typed: tuple[str, str],
    names: Callable[[str], Names],
    answered: Callable[[Meant, Sequence[str]], Iterable[Answered]],
    compared: Callable[[Meant, str], Iterable[str]],
    form: str,
) -> int:
    """Prints the answers for a model on hardware, both as `typed`. Returns the exit code: that of the best outcome.

    `names`: all that may be typed as `model` or as `hardware`. `answered`: the answers for what is meant on instance
    types or accelerators. `compared`: a line for each of several models that may be meant, with its answer on one.
    """
    model, hardware = typed
    places = names("hardware").meant(hardware)
    if places.answer not in ("one", "several"):
        return _refuse(f"expected one of the accelerators or instances, got {hardware!r}{_near(places)}")
    meant = names("model").meant(model)
    if meant.answer == "unknown":
        return _refuse(f"expected one of the models or architectures, got {model!r}{_near(meant)}")
    if meant.answer == "several":
        several = "".join(f"\n    {line}" for line in compared(meant, places.ids[0]))
        return _refuse(f"expected the name of one record, got {model!r}, which may be{several}")
    if meant.answer == "one":
        found = list(answered(meant, places.ids))
    else:
        found = [Answered(["not-known"], [f"{model}: no record. No source used here names it.{_near(meant)}"], [])]
    if form == "json":
        print(json.dumps([row for one in found for row in one.rows], default=str, indent=2, ensure_ascii=False))
    else:
        print(*(line for one in found for line in one.lines), sep="\n")
    outcomes = {outcome for one in found for outcome in one.outcomes}
    return next(code for outcome, code in EXIT_CODES.items() if outcome in outcomes)


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return WRONG_CALL


def _near(meant: Meant) -> str:
    return f"\n    did you mean {' or '.join(meant.ids)}?" if meant.ids else ""


def check_files(files: Iterable[Path], data: Mapping[str, Any], form: str) -> int:
    """Prints what `api/v1/stack.json`, as `data`, says of some files. Returns the exit code."""
    try:
        texts = {str(file): sys.stdin.read() if str(file) == "-" else file.read_text("utf-8") for file in files}
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(f"expected text files: {error}")
    today = datetime.datetime.now(datetime.UTC).date()
    found = {name: findings(text, data, today) for name, text in texts.items()}
    print(FORMATS[form](found))
    codes = map(exit_code_of_stack, found.values())
    return max((code for code in codes if code != NOTHING_KNOWN), default=NOTHING_KNOWN)


def _answers(files: Files, named: Named, hardware: str, workload: str | None) -> Sequence[Row]:
    """The rows about an accelerator, or what they say of an instance type; else what follows of the sizes of both."""
    folder = "today/" if named.kind == "models" else "architectures-today/"
    here = list(rows_on(files.result(f"{folder}{named.ids[0]}"), hardware))
    if here or named.kind != "models":
        found = [row for row in here if workload in (None, row["workload"])]
        return found or [{"outcome": "not-known", "short": "Not known"}]
    rows = files.result(f"answers/{named.ids[0]}")
    exact = [row for row in rows if (row["instance"] or row["accelerator"]) == hardware]
    chip = exact or files.result(f"instances/{hardware}")
    known = exact or [row for row in rows if (row["accelerator"], row["instance"]) == (chip[0]["accelerator"], None)]
    return [{"outcome": row["answer"], "short": row["short"], "software": row.get("software")} for row in known]


def rows_on(rows: Iterable[Row], hardware: str) -> Iterator[Row]:
    """The rows about an accelerator; for an instance type those about its accelerator, with the answer for the type."""
    for row in rows:
        on = {one["instance"]: one for one in row["instances"]}
        if hardware in (row["accelerator"], *on):
            yield _on_instance(row, on.get(hardware))


def _on_instance(row: Row, answer: Row | None) -> Row:
    if answer is None:
        return {**row, "fits": None}
    own = {**row, **{name: answer[name] for name in ("outcome", "short", "fits")}}
    if own["outcome"] == row["outcome"]:
        return own
    nothing_more: Row = {"pin": [], "replacement": [], "instead": [], "speed": None, "alternatives": []}
    return {**own, "because": f"{own['short']}.", **nothing_more}


def lines_of(title: str, row: Row) -> Iterator[str]:
    """An answer, why, what to install, what is named instead, the other frameworks, and the sources."""
    yield f"{title}: {row['short']}"
    because = row.get("because")
    if because and because != f"{row['short']}.":
        yield f"    {because}"
        if row["contested"]:
            yield f"    contested: {row['contested']}"
        if row["pin"]:
            yield f"    {'install' if row['outcome'] in RUN_TODAY else 'last with it'}: {'; '.join(row['pin'])}"
        if row["speed"]:
            yield f"    published: {row['speed']}"
        if row["instead"]:
            yield f"    named instead: {', '.join(row['instead'])}"
        others = (f"{other['short']}: {other['because']}" for other in row["alternatives"])
        yield from (f"    or {other}" for other in dict.fromkeys(others) if other != f"{row['short']}: {because}")
    if row.get("software"):
        yield f"    {row['software']}."
    if row.get("sources"):
        yield f"    sources: {', '.join(row['sources'])}"
