"""The commands: `atlas`, and `python -m macros`. `python -m macros --help` lists them.

`ask` and `stack` read the published files of a site where `--data` says so, in a tenth of a second: what the other
commands need is in `macros.commands`, which is imported when one of them runs.
"""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from macros.published import UNSOUND_DATA, WRONG_CALL, Files, PublishedError, ask, check_files
from macros.stack.report import FORMATS

CLONE = Path(__file__).resolve().parents[1]
PROJECT = CLONE if (CLONE / "data").is_dir() else Path.cwd()
"""The project whose data are read: where the package is installed, that of the current folder."""

CHECK = (
    "Reads and checks the data, and prints every problem; then names generated files that are out of date, which are"
    " no problems. `text` prints problems to the error output, `github` (annotations of GitHub Actions) and `json` to"
    " the output. Exit codes: 0 sound; 1 problems in the data; 2 the call is wrong; 3 the data has no problem that was"
    " found, but a rule failed."
)
FIX = (
    "Brings up to date what is generated and kept in the repository: the schema line at the head of each data file,"
    " the JSON Schemas for editors, and the lists of published addresses and columns. Exit codes: 0"
    " done; 1 problems in the data."
)
DIFF = (
    "Says by record and field what was added, removed, renamed and changed. OLD and NEW are folders (a project, or its"
    " data/) or, where there is no such folder, git revisions. Neither needs to be sound. Exit codes: 0 compared, with"
    " or without differences; 2 a state cannot be read."
)
IMPORT = (
    "Writes what an upstream's own files say into the data files. Ids, and fields and cells that only the data has,"
    " stay. Prints the difference as `diff` does, what is left to an editor, and then what `check` says. Exit codes: 0"
    " the data is sound; 1 it has problems; 2 the files cannot be read as described, and nothing was written."
)
PRERENDER = (
    "Writes every page as Markdown with HTML in it and no macro, their assets, the files that lie beside the pages, and"
    " a configuration without plugins and hooks. Exit codes: 0 written; 1 problems in the data; 2 the folder holds"
    " files."
)
ASK = (
    "Says whether a model or an architecture runs today on an accelerator or an instance type, with what, and why."
    ' Names are read as people write them: "llama 3.1 8b", "qwen2.5:72b", "Qwen3MoeForCausalLM", "p4d"; a vendor means'
    " all its accelerators. Exit codes: 0 supported; 1 in maintenance; 2 ended, or ran on software of unknown status; 3"
    " not supported; 4 not known, or no record of the model; 64 the call is wrong, or a name means nothing or several"
    " models; 65 the data has problems, or cannot be read. Of several answers the best counts."
)
STACK = (
    "Names what files install or run - packages, images, instance types, SDK releases - with the state of each today,"
    " until when, what replaces it and what it goes together with, the worst first. Reads requirements files, `pip"
    " freeze`, pyproject.toml, environment.yml, Dockerfiles, Helm and Terraform; `-` is the standard input. Exit codes:"
    " 0 fine; 1 an end is announced, within 90 days or without a day; 2 something has ended, or versions belong to"
    " different SDK releases; 4 nothing was recognised; 64 the call is wrong; 65 the data has problems, or cannot be"
    " read."
)
ARGPARSE_WRONG_CALL = 2
PLACE = "ATLAS_DATA"
"""The environment variable that stands in for `--data`."""
DATA = f"the address of a hosted site, or the folder of a built one (default: {PLACE}, or this project's data)"


class Parser(argparse.ArgumentParser):
    """Ends a wrong call of `ask` or `stack` with 64, which no answer has, and any other with 2."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        wrong = status == ARGPARSE_WRONG_CALL and self.prog.endswith((" ask", " stack"))
        super().exit(WRONG_CALL if wrong else status, message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command, and returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except PublishedError as error:
        print(error, file=sys.stderr)
        return UNSOUND_DATA
    except BrokenPipeError:
        # Who reads the output has enough, as `head` has. Python would write the rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(options: argparse.Namespace) -> int:
    if options.command in ("ask", "stack"):
        if options.data:
            return _on_published(options)
        if not (options.project / "data").is_dir():
            print(f"expected --data PLACE or {PLACE}: there are no data in {options.project}", file=sys.stderr)
            return UNSOUND_DATA
    code: int = import_module("macros.commands").run(options)
    return code


def _on_published(options: argparse.Namespace) -> int:
    """Runs `ask` or `stack` on the published files of a site."""
    files = Files(options.data)
    if options.command == "stack":
        [data] = files.result("stack")
        return check_files(options.files, data, options.format)
    if options.config or not options.model:
        options.refuse("expected the name of a model and hardware; --config reads the data of a project only")
    return ask(files, options.model, options.hardware, options.workload, options.format)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m macros", description="Commands on the data and on what is published of it.")
    parser.add_argument("--project", type=Path, default=PROJECT, help="folder that holds data/ (default: this project)")
    commands = parser.add_subparsers(dest="command", required=True)

    command = commands.add_parser("check", help="read and check the data; print every problem", description=CHECK)
    command.add_argument(
        "--format", choices=("text", "github", "json"), default="text", help="how to print problems (default: text)"
    )

    command = commands.add_parser("fix", help="bring generated files up to date", description=FIX)
    command.add_argument("--dry-run", action="store_true", help="only name what is out of date")

    command = commands.add_parser("diff", help="print what lies between two states of the data", description=DIFF)
    command.add_argument("old", metavar="OLD")
    command.add_argument("new", metavar="NEW")
    command.add_argument(
        "--format", choices=("text", "markdown", "json"), default="text", help="how to print it (default: text)"
    )

    command = commands.add_parser("ask", help="whether a model runs today on some hardware", description=ASK)
    command.add_argument("model", metavar="MODEL", nargs="?", help="the name of a model, an architecture or a class")
    command.add_argument("hardware", metavar="HARDWARE", help="an accelerator, an instance type, a series or a vendor")
    command.add_argument("--config", type=Path, metavar="FILE", help="a checkpoint's config.json, instead of MODEL")
    command.add_argument("--workload", choices=("training", "inference"))
    command.add_argument("--format", choices=("text", "json"), default="text", help="how to print it (default: text)")
    command.add_argument("--data", metavar="PLACE", default=os.environ.get(PLACE), help=DATA)
    command.set_defaults(refuse=command.error)

    command = commands.add_parser("stack", help="the state of what files install or run", description=STACK)
    command.add_argument("files", type=Path, metavar="FILE", nargs="+", help="a file; - is the standard input")
    command.add_argument("--format", choices=FORMATS, default="text", help="how to print it (default: text)")
    command.add_argument("--data", metavar="PLACE", default=os.environ.get(PLACE), help=DATA)

    command = commands.add_parser("import", help="turn an upstream's files into data files", description=IMPORT)
    command.add_argument("upstream", metavar="UPSTREAM", help="its description in data/imports/, or an importer")
    command.add_argument("path", type=Path, metavar="PATH", help="a folder, an archive or a file")
    command.add_argument("--source", metavar="ID", help="the source that is cited (default: as described)")
    command.add_argument(
        "--as-of",
        type=datetime.date.fromisoformat,
        metavar="DATE",
        help="the day they speak for (default: of a commit)",
    )
    command.add_argument("--commit", help="of the files, for the record of their source (default: of a checkout)")
    command.add_argument("--prune", action="store_true", help="remove rows that the upstream no longer has")

    command = commands.add_parser(
        "prerender", help="write the site as plain Markdown for any builder", description=PRERENDER
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="a new or an empty folder")
    return parser
