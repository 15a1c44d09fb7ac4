"""The forms that pages link to for the record that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from macros.site.about import CORRECTION, FORMS, issue_links
from tests.support.project import PROJECT


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
    for _, form, field in (CORRECTION, *(link for links in FORMS.values() for link in links)):
        body = yaml.safe_load((github / f"{form}.yml").read_text("utf-8"))["body"]
        assert field in {entry["id"] for entry in body}, form
