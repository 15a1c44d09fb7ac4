"""Addresses on the forge that holds the repository: every edit of the data, and issues about a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

FORMS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "sources": [("A source has moved", "a-source-has-moved", "page")],
    "models": [("Correct a fact", "correct-a-fact", "page"), ("Report a result", "report-a-result", "model")],
    "instances": [("Correct a fact", "correct-a-fact", "page"), ("Report a result", "report-a-result", "hardware")],
}
"""By the first part of an address: label, form and the field of the form that is filled in.

The forms are files of `.github/ISSUE_TEMPLATE/` and `.gitlab/issue_templates/`.
"""
OTHERS = (("Correct a fact", "correct-a-fact", "page"),)
"""The same for all other pages."""


def edits_of_data(repository: str) -> str:
    """The list of every commit that touches the data."""
    return f"{repository}/{'-/' if 'gitlab' in repository else ''}commits/main/data"


def issue_links(repository: str, page: str) -> Sequence[tuple[str, str]]:
    """Label and address of each form for the page at an address, with the page or record filled in."""
    section, _, record = page.rstrip("/").partition("/")
    return [
        (label, _issue(repository, label, form, {field: page if field == "page" else record}))
        for label, form, field in (FORMS.get(section, OTHERS) if record else OTHERS)
    ]


def _issue(repository: str, label: str, form: str, fields: Mapping[str, str]) -> str:
    title = f"{label}: {''.join(fields.values())}"
    if "gitlab" in repository:
        return f"{repository}/-/issues/new?{urlencode({'issuable_template': form, 'issue[title]': title})}"
    return f"{repository}/issues/new?{urlencode({'template': f'{form}.yml', 'title': title, **fields})}"
