"""The sample files of the page Samples pass the checks as they stand, and the forms it names exist."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from macros.site.forge import FORMS, OTHERS, issue_links
from tests.support.golden_cases import messages
from tests.support.places import PROJECT

PAGE = (PROJECT / "docs" / "contribute" / "samples" / "index.md").read_text("utf-8")
BLOCKS = re.findall(r"^( *)```yaml\n(.*?)\n\1```$", PAGE, re.MULTILINE | re.DOTALL)


def samples() -> Mapping[str, str]:
    """The whole files among the samples, by path."""
    found = (re.match(r"# (data/\S+\.yml)\n", text) for _, text in BLOCKS)
    return {head[1]: head.string[head.end() :] for head in found if head}


def fragment(start: str) -> str:
    """The part of a file whose first line begins with some words, without that line and without indentation."""
    (found,) = [(indent, text) for indent, text in BLOCKS if text.strip().startswith(f"# {start}")]
    indent, text = found
    return "".join(f"{line.removeprefix(indent)}\n" for line in text.splitlines()[1:])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Today's data with every sample added."""
    shutil.copytree(PROJECT / "data", tmp_path / "data")
    for name, text in samples().items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), f"the sample {name} has the path of a real record"
        file.write_text(f"{text}\n", "utf-8")
    return tmp_path


def test_every_sample_passes_the_checks(project: Path) -> None:
    kinds = {Path(name).parts[1] for name in samples()}
    assert {"sources", "models", "benchmarks", "configurations", "sdks", "components", "conflicts"} <= kinds
    assert messages(project / "data") == ""


def test_the_sample_of_a_correction_passes(project: Path) -> None:
    file = project / "data" / "benchmarks" / "example-throughput.yml"
    before, after = (fragment(f"in data/benchmarks/{file.name}, {when}").strip() for when in ("before", "after"))
    text = file.read_text("utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), "utf-8")
    assert messages(project / "data") == ""


def test_the_sample_of_a_rename_passes(project: Path) -> None:
    folder = project / "data" / "models" / "example"
    (folder / "net-base.yml").rename(folder / "net-small.yml")
    with (folder / "net-small.yml").open("a", encoding="utf-8") as file:
        file.write(fragment("in data/models/example/net-base.yml, after"))
    assert messages(project / "data") == ""


def test_the_sample_of_a_deletion_passes(project: Path) -> None:
    (project / "data" / "limitations" / "example-long-input.yml").unlink()
    redirects = project / "data" / "redirects.yml"
    added = "".join(f"  {line}\n" for line in fragment("in data/redirects.yml").splitlines())
    redirects.write_text(f"{redirects.read_text('utf-8').rstrip()}\n{added}", "utf-8")
    assert messages(project / "data") == ""


@pytest.mark.parametrize(
    ("page", "forms"),
    [
        ("models/maker/shuttle/", ["correct-a-fact", "report-a-result"]),
        ("sources/plain-paper/", ["a-source-has-moved"]),
        ("frameworks/loom/", ["correct-a-fact"]),
        ("models/", ["correct-a-fact"]),
    ],
)
def test_a_page_links_to_the_forms_for_its_record(page: str, forms: Sequence[str]) -> None:
    queries = [parse_qs(urlsplit(url).query) for _, url in issue_links("https://github.com/a/b", page)]
    assert [query["template"] for query in queries] == [[f"{form}.yml"] for form in forms]
    record = page.strip("/").partition("/")[2]
    assert all(page in query.get("page", ()) or record in query.get("model", ()) for query in queries)
    on_gitlab = [parse_qs(urlsplit(url).query) for _, url in issue_links("https://gitlab.com/a/b", page)]
    assert [query["issuable_template"] for query in on_gitlab] == [[form] for form in forms]


def test_every_form_exists_on_both_forges_with_the_field_that_links_fill_in() -> None:
    github = PROJECT / ".github" / "ISSUE_TEMPLATE"
    names = {file.stem for file in github.glob("*.yml")} - {"config"}
    assert names == {file.stem for file in (PROJECT / ".gitlab" / "issue_templates").glob("*.md")}
    for _, form, field in (*OTHERS, *(link for links in FORMS.values() for link in links)):
        body = yaml.safe_load((github / f"{form}.yml").read_text("utf-8"))["body"]
        assert field in {entry["id"] for entry in body}, form
