"""llms.txt and llms-full.txt."""

from __future__ import annotations

import re

import pytest

from macros.site.state import Site
from tests.support.twins import Twins, sections, targets


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_the_files_for_programs_have_the_form_of_llmstxt_org(twins: Twins, name: str) -> None:
    lines = twins[name].splitlines()
    assert lines[0] == "# Accelerator Atlas"
    assert next(line for line in lines[1:] if line.strip()).startswith("> ")
    assert [line for line in lines[1:] if re.match(r"#(?!# )", line)] == []
    headings = [line for line in lines if line.startswith("## ")]
    assert len(headings) == len(set(headings))
    assert {"## Pages", "## Data"} <= {*headings}
    for heading, text in sections(twins[name]).items():
        if not heading.startswith(("Words: ", "Units")):
            for line in filter(None, text.splitlines()):
                assert re.fullmatch(r"- \[.+\]\(\S+\): .+", line), line


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_the_files_for_programs_begin_with_the_state_of_the_data_and_the_caveats(
    made_up_twins: Twins, made_up: Site, name: str
) -> None:
    text = made_up_twins[name].partition("\n## ")[0]
    kinds = made_up.knowledge.records.vocabularies["evidence"].values.values()
    assert [value.label for value in kinds if value.label.lower() not in text] == []
    for needed in (made_up.knowledge.revision, made_up.knowledge.edition.isoformat(), "`as_of`", "`null`"):
        assert needed in text
    assert made_up.knowledge.records.atlas.age_rule.explanation in text
    answers = text.partition("What vendors support today:")[2].partition("Before you quote a fact:")[0]
    assert "**Forge Anvil**: " in answers
    assert "Hammer for inference" in answers


def test_the_long_file_leads_to_every_twin(twins: Twins) -> None:
    linked = {target.removeprefix("./") for target in targets(twins["llms-full.txt"])}
    assert [path for path in twins if path.endswith("index.md") and path not in linked] == []
