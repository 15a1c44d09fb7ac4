"""The sample files of the page Samples pass the checks as they stand, and the forms it names exist."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from macros.kinds import KINDS
from macros.site.forge import FORMS, OTHERS, issue_links
from tests.support.edited_data import EditedData
from tests.support.golden_cases import messages
from tests.support.places import PROJECT
from tests.support.samples import fragment, samples


@pytest.fixture(scope="module")
def with_samples(tmp_path_factory: pytest.TempPathFactory) -> EditedData:
    """Today's data with every sample added."""
    project = tmp_path_factory.mktemp("samples")
    shutil.copytree(PROJECT / "data", project / "data")
    for name, text in samples().items():
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), f"the sample {name} has the path of a real record"
        file.write_text(text, "utf-8")
    return EditedData(project)


@pytest.fixture
def data(with_samples: EditedData) -> Iterator[EditedData]:
    """Today's data with every sample added, put back after the test."""
    with with_samples as changed:
        yield changed


def test_every_sample_passes_the_checks(data: EditedData) -> None:
    assert {Path(name).parts[1] for name in samples()} == set(KINDS)
    assert messages(data.folder) == ""


def test_the_sample_of_a_correction_passes(data: EditedData) -> None:
    file = data.folder / "benchmarks" / "example-throughput.yml"
    before, after = (fragment(f"in data/benchmarks/{file.name}, {when}").strip() for when in ("before", "after"))
    data.replace(file, {before: after})
    assert messages(data.folder) == ""


def test_the_sample_of_a_rename_passes(data: EditedData) -> None:
    folder = data.folder / "models" / "example"
    text = (folder / "net-base.yml").read_text("utf-8")
    data.write(folder / "net-small.yml", text + fragment("in data/models/example/net-base.yml, after"))
    data.remove(folder / "net-base.yml")
    assert messages(data.folder) == ""


def test_the_sample_of_a_deletion_passes(data: EditedData) -> None:
    data.remove(data.folder / "limitations" / "example-long-input.yml")
    redirects = data.folder / "redirects.yml"
    added = "".join(f"  {line}\n" for line in fragment("in data/redirects.yml").splitlines())
    data.write(redirects, f"{redirects.read_text('utf-8').rstrip()}\n{added}")
    assert messages(data.folder) == ""


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
