"""How the files of an upstream become rows of a data file: one description per upstream, read by the command `import`.

Columns whose names stand in parentheses say where a row stands: `(file)` in the upstream, `(line)` in the file (of JSON
and YAML its position), `(heading)` above its table without the title of the page, `(key)` in a mapping, `(day)` the
upstream speaks for. `Model (link)` is the address in the cell `Model`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from macros.schema.base import Record, TableRow
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.schema.catalogues import Catalogue, ListedRow
from macros.schema.components import ImageList, ImageRow
from macros.schema.references import Term
from macros.schema.values import CodeText, Key, Listing, NonEmpty, Text

FILLED: dict[str, tuple[type[Record], type[TableRow]]] = {
    "catalogues": (Catalogue, ListedRow),
    "benchmarks": (BenchmarkFile, BenchmarkRow),
    "images": (ImageList, ImageRow),
}
"""By kind that an import can fill: its record and the rows of it."""


def _require_pattern(pattern: str) -> str:
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise _refused(f"a regular expression: {error}", pattern) from None
    if not groups:
        raise _refused("a regular expression with a group, in parentheses, for the part that is meant", pattern)
    return pattern


def _require_condition(pattern: str) -> str:
    return _require_pattern(f"({pattern})")[1:-1]


def _require_glob(pattern: str) -> str:
    if pattern.startswith("/") or not re.search(r"[\w*]$", pattern) or re.search(r"\.\.|\*\*(?!/)|[^/]\*\*", pattern):
        raise _refused("a path in the upstream, with * for any part of a name", pattern)
    return pattern


def _require_target(target: str) -> str:
    if target.partition("/")[0] not in FILLED or not re.fullmatch(r"[a-z]+(/([a-z0-9._-]|\{\w+\})+){1,2}", target):
        raise _refused(f"a folder of {', '.join(FILLED)}, and an id in it, such as catalogues/smith-{{month}}", target)
    return target


def _refused(expected: str, got: str) -> PydanticCustomError:
    return PydanticCustomError("import", "expected {expected}, got {got}", {"expected": expected, "got": repr(got)})


def _in_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _from_column(value: Any) -> Any:
    return {"column": value} if isinstance(value, str) else value


Pattern = Annotated[str, AfterValidator(_require_pattern), Field(examples=[r"v(\d+)"])]
"""A regular expression that is searched; its first group is meant."""
Glob = Annotated[str, StringConstraints(min_length=1), AfterValidator(_require_glob), Field(examples=["docs/*.csv"])]
"""Files of the upstream, by the end of their path."""
Globs = Annotated[NonEmpty[Glob], BeforeValidator(_in_list, json_schema_input_type=Glob | list[Glob])]
WordList = Annotated[Listing[Text], BeforeValidator(_in_list, json_schema_input_type=Text | list[Text])]
"""One word or several; an empty list says nothing."""


class CellDescription(Record):
    """From what a field is made. A text alone is the name of the column that is copied."""

    column: Text | None = None
    columns: Listing[Text] = ()
    """Several, of which a row fills one; with `join`, all that are filled."""
    join: CodeText | None = None
    """What stands between the joined columns."""
    value: Text | None = None
    """The same for every row."""
    marked: dict[Key, Text] = Field(default_factory=dict)
    """By column: what it means if it holds `mark`, or, without `mark`, anything."""
    mark: Text | None = None
    matches: Pattern | None = None
    """What of the text is taken; nothing of a text that does not match."""
    gives: Text = r"\1"
    """What is made of the groups of `matches`."""
    split: CodeText | None = None
    """What separates several values. Items of a list in a cell are separated by line feeds."""
    part: Text | None = None
    """Of a list whose entries have fields, the field that is meant, such as `tensor_parallel` of `sizes`."""
    words: dict[Key, WordList] = Field(default_factory=dict)
    """What printed words mean. Any other is an error, unless the field names records: then it may be one of their
    names."""

    @model_validator(mode="after")
    def _is_made_of_one(self) -> CellDescription:
        if sum(map(bool, (self.column, self.columns, self.value, self.marked))) != 1:
            raise PydanticCustomError("import", "expected one of column, columns, value and marked")
        try:
            re.compile(self.matches or "(.*)").sub(self.gives, "")
        except (re.error, IndexError) as error:
            raise _refused(f"a text with groups of matches: {error}", self.gives) from None
        return self


DescribedCell = Annotated[
    CellDescription,
    BeforeValidator(_from_column, json_schema_input_type=Text | CellDescription),
    Field(examples=[{"column": "Model"}]),
]


class Condition(Record):
    """Which rows: those for which all that is given holds."""

    column: Text
    equals: WordList = ()
    """One of these texts."""
    matches: Annotated[str, AfterValidator(_require_condition), Field(examples=["^v"])] | None = None
    """A regular expression that is found in the text."""
    empty: bool | None = None


class LeftOut(Condition):
    """Which rows are left out, and why."""

    why: Text


class EachValue(Record):
    """A column whose cells hold several values."""

    column: Text
    split: CodeText = "\n"
    """What separates them. Items of a list and lines in a cell are separated by line feeds."""


class TableDescription(Record):
    """Tables of the upstream that are read alike."""

    files: Globs
    format: Literal["csv", "tsv", "json", "yaml", "markdown", "html"]
    at: Text = "*"
    """Of JSON and YAML, the keys that lead to a row, such as `models.*`: * is any key or position, a dot alone the
    whole file."""
    under: Text | None = None
    """A heading above the table, at any level. Absent: every table of the file."""
    fill_down: Listing[Text] = ()
    """Columns whose empty cells mean the cell above."""
    each_column: Pattern | None = None
    """Columns that each make a row of their own; `(column)` has the part of their name that is meant, `(value)` the
    text of the cell."""
    each_value: EachValue | None = None
    """A column of which each value makes a row of its own; `(value)` has its text."""
    fields: dict[Key, DescribedCell] = Field(default_factory=dict)
    """Of these tables; others are those of the whole description."""
    only: Listing[Condition] = ()
    """Rows of which all hold are read, others are about something else."""
    leave_out: Listing[LeftOut] = ()
    """Rows of which one holds are left out, and counted in the report."""
    ignored: Listing[Text] = ()
    """Columns that are not read; * stands for any part of a name."""


class TextInFile(Record):
    """A text somewhere in a file of the upstream."""

    files: Glob
    matches: Pattern


class ImportedSource(Record):
    """The source under which the facts are cited; its record is made where the revision is known."""

    id: Text
    """With `{month}` or `{day}` for the time that the upstream speaks for."""
    repository: Annotated[str, StringConstraints(pattern=r"^[\w.-]+/[\w.-]+$"), Field(examples=["owner/name"])]
    path: Glob
    publisher: Text
    licence: Text
    state: Annotated[str, Term("source_state")] = "current"


class ImportDescription(Record):
    """How the files of one upstream become rows of data files."""

    title: Text
    """What is read."""
    source: ImportedSource | None = None
    """Absent: `--source` must be given."""
    locator: Text = "tables of the page"
    """The place in the source, for citations of whole files."""
    into: Annotated[Text, AfterValidator(_require_target), Field(examples=["catalogues/smith-{month}"])]
    """The data file without `.yml`. With `{month}`, each month has an edition of its own, which follows the one before;
    other words in braces are made by `parts`."""
    parts: dict[Key, DescribedCell] = Field(default_factory=dict)
    head: Annotated[dict[Key, Any], Field(default_factory=dict, examples=[{"workload": "inference"}])]
    """The fields of a new data file, without rows, source and date. Absent: files are only updated."""
    head_from: dict[Key, TextInFile] = Field(default_factory=dict)
    """Fields of the data file that the upstream states once."""
    tables: NonEmpty[TableDescription]
    fields: dict[Key, DescribedCell] = Field(default_factory=dict)
    """By field of a row."""
    key: NonEmpty[Text]
    """The fields by which a row is known again."""
    only_new: Listing[Text] = ()
    """Fields that a row gets when it is new, and keeps."""
    only_changed: Listing[Text] = ()
    """Fields that a row gets when it is new or says something else."""
    repeated: bool = False
    """Whether rows that say the same are one row."""
    joined: Listing[Text] = ()
    """Lists, such as `accelerators`, one after the other: rows that differ in it alone are one row with all values."""
    models: dict[Key, DescribedCell] = Field(default_factory=dict)
    """Fields of a model without a record, `hub_id` among them. Absent: every model needs its record first."""
