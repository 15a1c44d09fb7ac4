"""The script that reads typed names answers tests/names.tsv as Python does."""

from __future__ import annotations

from tests.browser.conftest import OpenPage
from tests.browser.scripts import script
from tests.support.typed_names import in_file, typed_names

MEANT = script("meant_by_names")


def test_the_script_answers_typed_names_as_python_does(open_page: OpenPage, base: str) -> None:
    lines = typed_names()
    with open_page() as page:
        page.goto(f"{base}contribute/")
        meant = page.evaluate(MEANT, [base, [[line.question, line.typed] for line in lines]])
    found = {line.typed: in_file(*one) for line, one in zip(lines, meant, strict=True)}
    assert found == {line.typed: line.wanted for line in lines}
