"""Dependencies: pinned, checked by hash when installed, under accepted licences; and no code of unknown origin."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_string
from importlib.metadata import PackageMetadata, distribution
from importlib.metadata import metadata as metadata_of
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pydantic import ValidationError

from macros.exports import licences
from macros.exports.licences import UnknownLicenceError, accepted, licence_of, parts, text, tools
from tests.support.places import PROJECT

LOCKS = ("requirements/runtime.txt", "requirements/dev.txt")
BENCH_LOCK = "requirements/bench.txt"
"""Requirements of the benchmark, which tests do not install."""
LOCKED = re.compile(r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[^\s;\\]+)(?P<rest>(?:.*\\\n)*.*)$", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")

PINNED = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$")
USES = re.compile(r"^\s*(?:- )?uses:\s*(.+?)\s*$", re.MULTILINE)

FETCHED_AND_RUN = re.compile(r"\b(?:curl|wget)\b[^\n]*\|[^\n]*\b(?:(?:ba|z|da)?sh|python3?)\b|\bsh\b\s*<\(|bash\s*<\(")
INSTALLS = re.compile(r"\bpip install\b.*")
NETWORK = frozenset(
    ["aiohttp", "ftplib", "http.client", "http.server", "httpx", "requests", "smtplib", "socket", "ssl"],
) | {"urllib.request", "urllib3", "webbrowser"}
REGISTRY = re.compile(r"--(?:extra-)?index-url|--trusted-host|--find-links|PIP_INDEX|registry\s*=", re.IGNORECASE)
ADDRESS = re.compile(r"https?://[^\s\"']*(?:/simple\b|pythonhosted|//registry\.)")
OF_OTHERS = re.compile(r"/\*!|@license|\blicensed under\b|\(c\)|©|copyright|sourceMappingURL", re.IGNORECASE)
LONGEST_LINE = 300
"""Letters of a line that a person wrote; what a tool shrank has longer ones."""


def workflows() -> Sequence[Path]:
    return sorted((PROJECT / ".github").rglob("*.y*ml"))


def shell() -> Iterator[tuple[Path, str]]:
    """What runs on a laptop or in CI."""
    for file in (PROJECT / "Makefile", PROJECT / ".gitlab-ci.yml", *workflows(), *(PROJECT / ".ci").glob("*")):
        if file.is_file():
            yield file, file.read_text("utf-8")


def locked(name: str) -> Mapping[str, re.Match[str]]:
    return {found["name"]: found for found in LOCKED.finditer((PROJECT / name).read_text("utf-8"))}


@pytest.mark.parametrize("name", [*LOCKS, BENCH_LOCK])
def test_every_locked_requirement_has_a_version_and_hashes(name: str) -> None:
    lines = [line for line in (PROJECT / name).read_text("utf-8").splitlines() if re.match(r"[^\s#]", line)]
    assert lines
    assert [line for line in lines if not re.match(r"[a-z0-9][a-z0-9._-]*==\S+ (?:; .* )?\\$", line)] == []
    assert [package for package, found in locked(name).items() if not HASH.search(found["rest"])] == []


@pytest.mark.parametrize("name", [*LOCKS, BENCH_LOCK])
def test_every_requirement_is_locked_within_its_bounds(name: str) -> None:
    lock = locked(name)
    asked = (PROJECT / name.replace(".txt", ".in")).read_text("utf-8")
    wanted = [Requirement(line) for line in asked.splitlines() if re.match(r"[A-Za-z]", line)]
    assert wanted
    for requirement in wanted:
        found = lock[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(found["version"], prereleases=True), requirement


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_of_a_locked_package_is_locked(name: str) -> None:
    lock = locked(name)
    for package in lock:
        for line in distribution(package).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in lock, f"{package} needs {line}"


def test_both_locks_have_the_same_versions() -> None:
    runtime, tooling = (locked(name) for name in LOCKS)
    assert {name: tooling[name]["version"] for name in runtime} == {name: runtime[name]["version"] for name in runtime}


def test_the_lock_of_the_benchmark_changes_no_version() -> None:
    tooling, added = locked(LOCKS[1]), locked(BENCH_LOCK)
    both = tooling.keys() & added.keys()
    assert both
    assert {name: added[name]["version"] for name in both} == {name: tooling[name]["version"] for name in both}


def test_every_install_command_checks_hashes() -> None:
    for file, content in [*shell(), (PROJECT / "README.md", (PROJECT / "README.md").read_text("utf-8"))]:
        for command in INSTALLS.findall(content):
            assert "--require-hashes" in command, f"{file.name}: {command}"


def test_no_package_registry_is_configured() -> None:
    written = [file for file in PROJECT.glob("*") if file.is_file()]
    written += [file for name in ("macros", "tests", "bench") for file in (PROJECT / name).rglob("*.py")]
    for file, content in [*shell(), *((file, file.read_text("utf-8")) for file in written)]:
        assert not ADDRESS.search(content), file
    for file, content in [
        *shell(),
        *((PROJECT / name, (PROJECT / name).read_text("utf-8")) for name in (*LOCKS, BENCH_LOCK)),
    ]:
        named = [line for line in content.splitlines() if REGISTRY.search(line) and "--no-emit-" not in line]
        assert named == [], file.name
    settings = ("pip.conf", ".npmrc", ".pypirc", "poetry.toml", "uv.toml")
    assert [name for name in settings if (PROJECT / name).exists()] == []


def test_actions_are_pinned_to_a_commit() -> None:
    assert workflows()
    for file in workflows():
        for use in USES.findall(file.read_text("utf-8")):
            assert PINNED.match(use) or use.startswith("./"), f"{file.name}: {use}"


@pytest.mark.parametrize(
    ("use", "good"),
    [
        ("actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2", True),
        ("actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683", False),
        ("actions/checkout@v4", False),
        ("actions/checkout@11bd719 # v4", False),
    ],
)
def test_a_pin_is_a_whole_commit_with_its_version(use: str, *, good: bool) -> None:
    assert bool(PINNED.match(use)) is good


def test_workflows_state_their_permissions() -> None:
    for file in workflows():
        read = yaml.safe_load(file.read_text("utf-8"))
        if "jobs" in read:
            assert "permissions" in read, file.name
            assert "pull_request_target" not in str(read.get("on", read.get(True))), file.name


def test_no_script_is_fetched_and_run() -> None:
    for file, content in shell():
        assert not FETCHED_AND_RUN.search(content.replace("\\\n", " ")), file.name


@pytest.mark.parametrize(
    "line", ["curl -s https://example.org/x | sh", "wget -qO- x | sudo bash", "bash <(curl -s x)", "curl x | python3 -"]
)
def test_a_script_that_is_fetched_and_run_is_detected(line: str) -> None:
    assert FETCHED_AND_RUN.search(line)


def imported(source: str) -> Iterator[str]:
    """Every module that a source imports, with what it takes from it as a module may be taken from a package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"__import__", "importlib.import_module"}:
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def of_the_network(source: str) -> set[str]:
    return {name for name in imported(source) if name in NETWORK or name.split(".")[0] in NETWORK}


def test_the_build_imports_no_network_module() -> None:
    for file in (PROJECT / "macros").rglob("*.py"):
        assert of_the_network(file.read_text("utf-8")) == set(), file


@pytest.mark.parametrize(
    "source", ["import socket", "from urllib import request", "import urllib.request as x", "__import__('requests')"]
)
def test_an_import_of_a_network_module_is_detected(source: str) -> None:
    assert of_the_network(source)


@pytest.mark.parametrize("folder", ["overrides", "docs/assets"])
def test_theme_and_assets_hold_no_code_of_others(folder: str) -> None:
    files = [file for file in (PROJECT / folder).rglob("*") if file.is_file()]
    assert files
    assert {file.suffix for file in files} <= {".html", ".css", ".js", ".svg", ".png", ".txt"}
    for file in (file for file in files if file.suffix != ".png"):
        content = file.read_text("utf-8")
        assert not OF_OTHERS.search(content), file
        assert ".min." not in file.name
        if file.suffix in {".js", ".css"}:
            assert max(map(len, content.splitlines())) <= LONGEST_LINE, file


def acceptable(expression: str, licences: frozenset[str]) -> bool:
    """Whether an expression of SPDX can be met by these licences: all that AND joins, one that OR joins.

    One with parentheses cannot.
    """
    every = (choice.split(" AND ") for choice in expression.split(" OR "))
    return any(licences.issuperset(needed) for needed in every)


def test_every_requirement_has_an_accepted_licence() -> None:
    found = tools()
    assert [tool.name for tool in found] == sorted(locked(LOCKS[0]))
    assert [tool for tool in found if not acceptable(tool.licence, accepted().built_with)] == []


def test_everything_shipped_has_an_accepted_licence_with_its_text() -> None:
    for part in parts():
        assert acceptable(part.licence, accepted().shipped), part.name
        assert part.copyright, part.name
        assert len(text(part.licence)) > 100, part.name


@pytest.mark.parametrize(
    ("expression", "will_do"),
    [
        ("MIT", True),
        ("MIT AND PSF-2.0", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-or-later", False),
        ("MIT License, or so", False),
        ("MIT AND (Apache-2.0 OR GPL-2.0-only)", False),
        ("", False),
    ],
)
def test_an_expression_is_accepted_only_where_every_part_is(expression: str, *, will_do: bool) -> None:
    assert acceptable(expression, accepted().built_with) is will_do


def test_no_copyleft_licence_is_accepted_for_what_is_shipped() -> None:
    assert not {"MPL-2.0", "LGPL-3.0-only", "GPL-3.0-only"} & accepted().shipped


def described(*lines: str) -> PackageMetadata:
    """What the metadata of a package with these lines says."""
    message: PackageMetadata = message_from_string("\n".join(("Name: loom", *lines)))  # type: ignore[assignment]
    return message


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        (["License-Expression: MIT", "License: other"], "MIT"),
        (["License: MIT License"], "MIT"),
        (["License: UNKNOWN", "Classifier: License :: OSI Approved :: BSD License"], "BSD"),
        (["Classifier: Programming Language :: Python", "License: GPLv3"], "GPLv3"),
    ],
)
def test_a_licence_is_read_from_three_metadata_fields(lines: Sequence[str], licence: str) -> None:
    assert licence_of(described(*lines)) == licence


def test_a_package_without_a_licence_is_refused() -> None:
    with pytest.raises(UnknownLicenceError, match="loom names no licence"):
        licence_of(described("Classifier: Programming Language :: Python"))


def test_an_unknown_field_in_the_list_of_shipped_parts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shipped.yml"
    listed = (licences.FACTS / "shipped.yml").read_text("utf-8")
    file.write_text(listed.replace("  licence: W3C", "  licence: W3C\n  license: W3C"), "utf-8")
    monkeypatch.setattr(licences, "FACTS", tmp_path)
    with pytest.raises(ValidationError, match="license"):
        parts()


def test_licences_txt_names_every_part_its_owners_and_its_licence(made_up_exports: Mapping[str, bytes]) -> None:
    told = made_up_exports["licences.txt"].decode()
    for part in parts():
        assert all(line in told for line in (part.name, part.address, *part.copyright))
        assert text(part.licence) in told
    for tool in tools():
        assert re.search(rf"^{re.escape(tool.name)} +{re.escape(tool.version)} +\S", told, re.MULTILINE), tool
    assert metadata_of("mkdocs-material")["Version"] in told


def test_without_a_lock_file_no_tools_are_listed(tmp_path: Path) -> None:
    assert tools(tmp_path / "requirements.txt") == ()
