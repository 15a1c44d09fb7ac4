"""Scripts read typed names and write figures as Python does, and sort texts as readers count."""

from __future__ import annotations

from macros.words import number
from tests.browser.conftest import OpenPage
from tests.browser.scripts import script
from tests.support.typed_names import in_file, typed_names

FIGURES = [0, 7, 1234, 1234567, 0.5, 0.0839, 0.000123456, 25.4567, 102.4, 999.995, 12345.67, 1234567.8, 80.0]
TEXTS = ["inf2.8xlarge", "Inf2.xlarge", "inf2.24xlarge", "inf1.2xlarge", "2.9", "2.21"]


def test_scripts_read_names_and_write_figures_as_python_does(open_page: OpenPage, base: str) -> None:
    lines = typed_names()
    with open_page() as page:
        page.goto(f"{base}contribute/")
        written, in_order = page.evaluate(script("numbers_written"), [base, FIGURES, TEXTS])
        asked = [[line.question, line.typed] for line in lines]
        meant = page.evaluate(script("meant_by_names"), [base, asked])
    assert written == [number(one) for one in FIGURES]
    assert in_order == ["2.9", "2.21", "inf1.2xlarge", "inf2.8xlarge", "inf2.24xlarge", "Inf2.xlarge"]
    found = {line.typed: in_file(*one) for line, one in zip(lines, meant, strict=True)}
    assert found == {line.typed: line.wanted for line in lines}
