"""The CI files: valid, with pinned actions and minimal permissions; and their shell steps, run with stand-ins."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence

import pytest
import yaml

from macros.addresses import LIST
from tests.support.places import PROJECT
from tests.support.workflow_steps import EXPRESSION, ISSUES, VALUES, Runner, Step, Workflow, step_named, workflows
from upkeep import comment, issue

WORKFLOWS = workflows()
STEPS = [step for workflow in WORKFLOWS for step in workflow.steps]
GITLAB = PROJECT / ".gitlab-ci.yml"
PRE_COMMIT = PROJECT / ".pre-commit-config.yaml"
PINNED = re.compile(r"^ *-? ?uses: (?P<action>[\w./-]+)@(?P<commit>[0-9a-f]{40}) # v\d+\.\d+\.\d+$", re.MULTILINE)
MAY_WRITE = {
    ("comment.yml", "comment"): {"pull-requests": "write", "contents": "read", "actions": "read"},
    ("site.yml", "deploy"): {"pages": "write", "id-token": "write"},
    ("weekly.yml", "issues"): {"issues": "write", "contents": "read"},
}


def _schema(*options: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", *options]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_workflows_are_valid() -> None:
    _schema("--builtin-schema", "vendor.github-workflows", *(f".github/workflows/{w.name}" for w in WORKFLOWS))


def test_gitlab_file_is_valid() -> None:
    _schema("--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", GITLAB.name)


def test_pre_commit_runs_make_targets_alone() -> None:
    content = yaml.safe_load(PRE_COMMIT.read_text("utf-8"))
    assert [repo["repo"] for repo in content["repos"]] == ["local"]
    (repo,) = content["repos"]
    for hook in repo["hooks"]:
        assert set(hook) == {"id", "name", "entry", "language", "files", "pass_filenames"}
        assert (hook["language"], hook["pass_filenames"]) == ("system", False)
        re.compile(hook["files"])
    assert {hook["entry"] for hook in repo["hooks"]} == {"make check", "make fix", "make lint"}
    files = {hook["id"]: hook["files"] for hook in repo["hooks"]}
    assert all(re.search(files["check"], path) for path in ("data/models/a.yml", LIST))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_actions_are_pinned_to_one_commit_each_with_its_version(workflow: Workflow) -> None:
    found = {(match["action"], match["commit"]) for match in PINNED.finditer(workflow.text)}
    assert len(list(PINNED.finditer(workflow.text))) == workflow.text.count("uses:")
    assert len({action for action, _ in found}) == len(found)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_jobs_have_a_time_limit_a_fixed_system_and_minimal_permissions(workflow: Workflow) -> None:
    assert workflow.content["permissions"] in ({"contents": "read"}, "", {})
    for name, job in workflow.jobs.items():
        assert int(job["timeout-minutes"]) <= 120
        assert re.fullmatch(r"ubuntu-\d\d\.\d\d", job["runs-on"])
        rights = job.get("permissions", {})
        if "write" in rights.values():
            assert rights == MAY_WRITE[workflow.name, name]
    assert all(given["persist-credentials"] == "false" for given in workflow.uses("actions/checkout"))
    assert "pull_request_target" not in workflow.content["on"]
    assert "workflow_dispatch" in workflow.content["on"]


def test_a_job_that_may_write_runs_only_code_of_the_default_branch() -> None:
    for workflow in WORKFLOWS:
        for step in workflow.steps:
            if (workflow.name, step.job) in MAY_WRITE:
                assert step.script in {"python3 -m upkeep.comment", "python3 -m upkeep.issue reports"}
    commenting = next(workflow for workflow in WORKFLOWS if workflow.name == "comment.yml")
    (checkout,) = commenting.uses("actions/checkout")
    assert checkout["ref"] == "${{ github.event.repository.default_branch }}"


def test_the_code_of_jobs_that_may_write_needs_no_package() -> None:
    modules = ("upkeep.comment", "upkeep.issue")
    script = f"import {', '.join(modules)}"
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append('.'); {script}"], cwd=PROJECT, check=True
    )


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_no_script_contains_an_expression(step: Step) -> None:
    assert step.name
    assert not EXPRESSION.search(step.script)


def _made(text: str) -> Iterator[str]:
    for words in re.findall(r"\bmake ((?:--\S+ )*\S+)", text):
        yield words.split()[-1]


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    scripts = [step.script for step in STEPS]
    files = [re.sub(r"#.*", "", file.read_text("utf-8")) for file in (GITLAB, PRE_COMMIT)]
    prose = [file.read_text("utf-8") for file in (PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md"))]
    named = {target for text in (*scripts, *files) for target in _made(text)}
    asked = {"links", "watch", "ages", "canary"}
    named |= {target for text in prose for target in re.findall(r"`make ([a-z]+)", text)}
    assert named - {'"$NAME"', ".venv/runtime"} <= targets
    assert asked <= targets
    weekly = next(workflow for workflow in WORKFLOWS if workflow.name == "weekly.yml")
    assert set(weekly.jobs["reports"]["strategy"]["matrix"]["report"]) == asked
    assert set(issue.TITLES) == asked
    assert {"check", "build", "test", "diff"} <= named


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["check", "FORMAT=github"], "macros check --format github"),
        (["check"], "macros check --format text"),
        (["diff", "OLD=HEAD^1", "NEW=HEAD", "FORMAT=markdown"], 'macros diff "HEAD^1" "HEAD" --format markdown'),
        (["links", "REPORT=links.md"], 'upkeep links --report "links.md"'),
        (["ages"], "upkeep ages"),
        (["fix", "DRY_RUN=1"], "macros fix --dry-run"),
        (["fix"], "macros fix"),
    ],
)
def test_make_passes_its_variables_to_the_command(words: Sequence[str], command: str) -> None:
    said = subprocess.run(["make", "-n", *words], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert command in said


def _site() -> Workflow:
    return next(workflow for workflow in WORKFLOWS if workflow.name == "site.yml")


def test_the_deployed_site_is_the_one_that_was_built_and_tested() -> None:
    site = _site()
    (deployed,) = site.uses("actions/deploy-pages")
    (tested,) = site.uses("actions/download-artifact")
    (built,) = [given for given in site.uses("actions/upload-artifact") if given["path"] == "artifact.tar"]
    assert deployed["artifact_name"] == tested["name"] == built["name"]
    assert [step.job for step in site.steps if "make build" in step.script] == ["build"]
    assert set(site.jobs["deploy"]["needs"]) == set(site.jobs) - {"deploy"}
    assert site.jobs["test"]["needs"] == "build"


def test_every_push_to_main_is_deployed_one_after_the_other() -> None:
    site = _site()
    assert site.jobs["deploy"]["concurrency"]["cancel-in-progress"] == "false"
    assert site.content["concurrency"]["cancel-in-progress"] == "${{ github.event_name == 'pull_request' }}"
    assert site.content["on"]["push"] == {"branches": ["main"]}
    assert site.content["on"]["pull_request"] == ""


CALLS: Mapping[str, Sequence[str]] = {
    "Check the data with annotations": ["make check FORMAT=github"],
    "List outdated generated files": ["make --silent fix DRY_RUN=1"],
    "List the changes of the data": [
        "make --silent diff OLD=HEAD^1 NEW=HEAD",
        "make --silent diff OLD=HEAD^1 NEW=HEAD FORMAT=markdown",
    ],
    "Set the address of the site": [],
    "Build with warnings as errors": ["make build"],
    "Pack the site": [],
    "Unpack the site": [],
    "Run all tests": ["make test"],
    "Check, build and compare": ["make changes"],
    "Run the long tests": ["make prove"],
    "Write the report": ["make links REPORT=links.md"],
    "Create or update the comment": ["gh api repos/example/atlas/actions/runs/42"],
    "Open, update or close an issue per report": [],
}


def _prepare(runner: Runner) -> None:
    site = runner.workspace / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>Home")
    (site / ".well-known").mkdir()
    (site / ".well-known/security.txt").write_text("Contact")
    with tarfile.open(runner.workspace / "artifact.tar", "w") as archive:
        archive.add(site, ".")
    runner.reply("repos/example/atlas/actions/runs/42", {"event": "push"})
    reports = runner.workspace / "reports"
    reports.mkdir()
    for name in issue.TITLES:
        (reports / f"{name}.md").write_text("")
    runner.reply(ISSUES, [[]])


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_every_step_runs_its_commands(step: Step, runner: Runner) -> None:
    _prepare(runner)
    done = runner.run(step, VALUES)
    assert (done.returncode, done.stderr) == (0, "")
    writes = [" ".join(call.words) for call in runner.calls if "--paginate" not in call.words]
    assert writes == CALLS[step.name]


@pytest.mark.parametrize("step", [step for step in STEPS if re.search(r"\bmake\b", step.script)], ids=str)
def test_a_step_fails_with_its_command(step: Step, runner: Runner) -> None:
    runner.breaks("make")
    assert runner.run(step, VALUES).returncode == 2


def test_the_check_job_keeps_the_diff_and_the_number_of_the_pull_request(runner: Runner) -> None:
    runner.run(step_named("site.yml", "List the changes of the data"), VALUES)
    left = {path.name: path.read_text("utf-8") for path in (runner.workspace / "diff").iterdir()}
    assert left == {comment.NUMBER: "7\n", comment.TEXT: "models: 1 added: example\n"}
    assert runner.files["GITHUB_STEP_SUMMARY"].read_text("utf-8") == "models: 1 added: example\n"
    (kept,) = [given for given in _site().uses("actions/upload-artifact") if given["path"] == "diff"]
    assert kept["name"] == comment.ARTEFACT


def test_the_diff_follows_the_names_of_outdated_generated_files(runner: Runner) -> None:
    (runner.workspace / "diff").mkdir()
    (runner.workspace / "diff" / comment.TEXT).write_text("Out of date: schemas/models.json\n", "utf-8")
    runner.run(step_named("site.yml", "List the changes of the data"), VALUES)
    text = (runner.workspace / "diff" / comment.TEXT).read_text("utf-8")
    assert text == "Out of date: schemas/models.json\nmodels: 1 added: example\n"


def test_packing_and_unpacking_keeps_every_file_of_the_site(runner: Runner) -> None:
    _prepare(runner)
    site = runner.workspace / "site"
    (site / "index.html").chmod(0o600)
    before = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    runner.run(step_named("site.yml", "Pack the site"))
    with tarfile.open(runner.workspace / "artifact.tar") as archive:
        assert all(member.mode & 0o044 == 0o044 for member in archive)
    site.rename(runner.workspace / "before")
    runner.run(step_named("site.yml", "Unpack the site"), VALUES)
    assert {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert runner.files["GITHUB_ENV"].read_text("utf-8") == "SITE_URL=https://example.github.io/atlas/\n"


@pytest.mark.parametrize("base", ["https://example.org", "https://example.org/"])
def test_the_address_of_the_site_ends_in_one_slash(base: str, runner: Runner) -> None:
    step = step_named("site.yml", "Set the address of the site")
    runner.run(step, {"steps.pages.outputs.base_url": base})
    assert runner.files["GITHUB_ENV"].read_text("utf-8") == "SITE_URL=https://example.org/\n"
    assert runner.files["GITHUB_OUTPUT"].read_text("utf-8") == "site_url=https://example.org/\n"


def test_the_site_of_a_pull_request_has_the_default_address(runner: Runner) -> None:
    _prepare(runner)
    runner.run(step_named("site.yml", "Unpack the site"), {"needs.build.outputs.site_url": ""})
    assert runner.files["GITHUB_ENV"].read_text("utf-8") == ""
