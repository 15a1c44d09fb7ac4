"""`atlas`, and `python -m macros`: `ask` and `stack` read published files where `--data` says so.

They then answer without reading the data. All other commands, and these without `--data`, read that of a project.
"""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from macros.published import WRONG_CALL, Files, PublishedError, ask
from macros.stack.judging import NOTHING_KNOWN, exit_code, findings
from macros.stack.report import FORMATS as STACK_FORMATS

CLONE = Path(__file__).resolve().parents[1]
PROJECT = CLONE if (CLONE / "data").is_dir() else Path.cwd()
"""The project whose data are read: where the package is installed, that of the current folder."""

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
ASK_FORMATS = ("text", "json")
ARGPARSE_WRONG_CALL = 2
UNSOUND_DATA = 65
"""Exit code of `ask` and `stack`, whose smaller ones are answers."""
PLACE = "ATLAS_DATA"
"""The environment variable that stands in for `--data`."""


class Parser(argparse.ArgumentParser):
    """Ends a wrong call of `ask` or `stack` with 64, which no answer has, and any other with 2."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Ends the process."""
        wrong = status == ARGPARSE_WRONG_CALL and self.prog.endswith((" ask", " stack"))
        super().exit(WRONG_CALL if wrong else status, message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command, and returns its exit code."""
    given = sys.argv[1:] if arguments is None else [*arguments]
    is_answer, is_placed = given[:1] in (["ask"], ["stack"]), PLACE in os.environ or any(map(_is_place, given))
    if is_answer and not is_placed and not (PROJECT / "data").is_dir():
        print(f"expected --data PLACE or {PLACE}: there are no data in {PROJECT}", file=sys.stderr)
        return UNSOUND_DATA
    if not (is_answer and is_placed):
        # Imported here: it takes longer than the answer.
        code: int = import_module("macros.cli").main(given)
        return code
    parser = Parser(prog="atlas")
    commands = parser.add_subparsers(required=True)
    add_ask(commands).set_defaults(run=_ask)
    add_stack(commands).set_defaults(run=_stack)
    options = parser.parse_args(given)
    try:
        code = options.run(options)
    except PublishedError as error:
        print(error, file=sys.stderr)
        return UNSOUND_DATA
    return code


def _is_place(argument: str) -> bool:
    return argument == "--data" or argument.startswith("--data=")


def add_ask(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "ask", help="whether a model runs today on some hardware", description=ASK
    )
    command.add_argument("model", metavar="MODEL", nargs="?", help="the name of a model, an architecture or a class")
    command.add_argument("hardware", metavar="HARDWARE", help="an accelerator, an instance type, a series or a vendor")
    command.add_argument("--config", type=Path, metavar="FILE", help="a checkpoint's config.json, instead of MODEL")
    command.add_argument("--workload", choices=("training", "inference"))
    command.add_argument("--format", choices=ASK_FORMATS, default="text", help="how to print it (default: text)")
    _add_place(command)
    command.set_defaults(refuse=command.error)
    return command


def add_stack(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "stack", help="the state of what files install or run", description=STACK
    )
    command.add_argument("files", type=Path, metavar="FILE", nargs="+", help="a file; - is the standard input")
    command.add_argument("--format", choices=STACK_FORMATS, default="text", help="how to print it (default: text)")
    _add_place(command)
    return command


def _add_place(command: argparse.ArgumentParser) -> None:
    words = f"the address of a hosted site, or the folder of a built one (default: {PLACE}, or this project's data)"
    command.add_argument("--data", metavar="PLACE", default=os.environ.get(PLACE), help=words)


def _ask(options: argparse.Namespace) -> int:
    if options.config or not options.model:
        options.refuse("expected the name of a model and hardware; --config reads the data of a project only")
    return ask(Files(options.data), options.model, options.hardware, options.workload, options.format)


def _stack(options: argparse.Namespace) -> int:
    [data] = Files(options.data).result("stack")
    return check_stack(options, data)


def check_stack(options: argparse.Namespace, data: Mapping[str, Any]) -> int:
    """Prints what `api/v1/stack.json` says of some files. Returns the exit code."""
    try:
        texts = {str(one): sys.stdin.read() if str(one) == "-" else one.read_text("utf-8") for one in options.files}
    except (OSError, UnicodeDecodeError) as error:
        print(f"expected text files: {error}", file=sys.stderr)
        return WRONG_CALL
    today = datetime.datetime.now(datetime.UTC).date()
    found = {name: findings(text, data, today) for name, text in texts.items()}
    print(STACK_FORMATS[options.format](found))
    codes = {name: exit_code(one) for name, one in found.items()}
    known = [code for code in codes.values() if code != NOTHING_KNOWN]
    return max(known, default=NOTHING_KNOWN)
