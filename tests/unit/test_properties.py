"""Any content of a data file is read, or refused at a place inside the file; any text is shown as it was written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from markdown import Markdown

from macros.columns.markdown import MarkdownWriter
from macros.columns.phrase import phrase
from macros.history.diff import differences
from macros.history.snapshots import parse_file
from macros.loading import Problem
from macros.loading.yaml_parser import read
from macros.site.state import Site
from tests.support.elements import read_html

PIECES = st.sampled_from(
    [
        *("name", "a", "1", "1.10", "no", "~", "null", "2022-02-30", "2022-11-16", "0x1F", "1e3", ".inf", "1_000", "'"),
        *(": ", ":", "- ", "-", "? ", "\n", "\n  ", "\n    ", " ", "\t", ", ", "[", "]", "{", "}", '"', "|\n", ">\n"),
        *("#", "&a ", "*a", "!!str ", "!x ", "%YAML 1.1\n", "---\n", "...\n", "<<: ", "=", "\\", "\\u0041", "\\0"),
        *("\ufeff", "\r", "\r\n", "\x85", "\u2028", "\0", "\x07", "é", "€", "😀", "\u202e", "\U000e0041", "\\ud800"),
    ]
)
YAML_LIKE = st.lists(PIECES, max_size=24).map("".join)
ANY_BYTES = st.one_of(
    st.binary(max_size=60),
    YAML_LIKE.map(str.encode),
    st.tuples(YAML_LIKE.map(str.encode), st.binary(min_size=1, max_size=3), YAML_LIKE.map(str.encode)).map(b"".join),
)


def is_inside(problem: Problem, content: bytes) -> bool:
    """Whether its place is one where an editor can put the cursor."""
    lines = content.decode("utf-8", "replace").split("\n")
    if not 1 <= problem.line <= len(lines):
        return False
    # Before what is no UTF-8, columns count bytes.
    line = max(len(lines[problem.line - 1]), len(content.split(b"\n")[problem.line - 1]))
    return 1 <= problem.column <= line + 1


@given(ANY_BYTES)
@example(b"a: [")
@example("\U0001f600: {\n".encode())
@example(b"a: " + b"[" * 50_000)
@example(b"- " * 50_000 + b"a")
@example(b"a: " + b"{a: " * 10_000 + b"b" + b"}" * 10_000)
@example(b'"' + b"a" * 2_000 + b'": b')
@example(b"\xef\xbb\xbfa: [")
@example("é: \0".encode())
def test_any_bytes_are_read_or_refused_at_a_place_inside_the_file(content: bytes) -> None:
    value, problems = read(content, "data/any.yml")
    assert value is not None or problems
    assert [problem for problem in problems if not is_inside(problem, content)] == []
    for problem in problems:
        assert len(str(problem).splitlines()) == 1 + bool(problem.hint), "a message is one line, a hint another"


@given(YAML_LIKE)
@example("a: 1.5\nb: 2022-11-16\nc: true\nd:\ne: [1, x]\n")
def test_a_file_without_problems_is_read_as_the_yaml_library_reads_it(text: str) -> None:
    value, problems = read(text.encode(), "data/any.yml")
    if not problems:
        assert value == yaml.load(text, yaml.CSafeLoader)


KEYS = st.sampled_from(["a", "b", "name", "1", "", "[key]"])
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 999), st.floats(-9, 9, width=16), st.text("ab é", max_size=5)
)
TREES: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(KEYS, part, max_size=4)), max_leaves=12
)


# These letters begin what UTF-8 looks like in another encoding, which is refused.
MISREAD = frozenset("ÂÃâð")


@given(st.text().filter(lambda text: text.isprintable() and not MISREAD.intersection(text)))
def test_any_printable_text_is_read_as_it_was_written(text: str) -> None:
    for style in ('"', "'", ">", "|", ""):
        content = yaml.dump({"a": text}, Dumper=yaml.CSafeDumper, allow_unicode=True, default_style=style, width=40)
        value, problems = read(content.encode(), "data/any.yml")
        assert not problems
        assert value == {"a": text}


RECORDS = st.dictionaries(
    st.sampled_from(["models/a", "models/b", "models/o/c", "sources/a", "atlas"]), TREES, max_size=4
)
FILES = st.sampled_from(["models/a", "atlas"]).flatmap(lambda name: ANY_BYTES.map(partial(parse_file, name)))
STATES = st.one_of(RECORDS, FILES)


@given(STATES, STATES)
def test_any_two_states_can_be_compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    changes = differences(old, new)
    assert {key for key in new if key not in old} <= {change.name for change in changes}
    assert differences(new, new) == []
    if old == new:
        assert list(changes) == []


MARKS = st.sampled_from(
    [
        *("<", ">", "&", '"', "'", "&lt;", "&#60;", "<b>", "</td>", "<script>x</script>", "<!--", "-->", "]]>"),
        *("<!--atlas:0-->", "{{ 7*7 }}", "{%", "{#", "|", "\\", "`", "```", "*", "_", "~", "[x](y)", "]", "(", "#"),
        *("=1+1", "+", "-", "@", ",", ";", "'", "1. ", "> ", "- ", "\u0627", "é", "😀", "a", "b c", " ", "http://x"),
    ]
)
TEXTS = st.one_of(st.lists(MARKS, max_size=9).map("".join), st.text(max_size=30).filter(str.isprintable))
SOME_TEXT = TEXTS.map(lambda text: " ".join(text.split()) or "a")
EXTENSIONS = ("tables", "attr_list", "md_in_html", "admonition", "toc", "pymdownx.superfences")


@given(SOME_TEXT)
@example("1) a")
@example("# a")
@example("#<")
@example("=")
@example("---")
@example("<http://x>")
@example("![x](y)")
@example("&copy")
def test_any_text_stays_text_in_markdown(made_up: Site, text: str) -> None:
    written = f"{MarkdownWriter(made_up.knowledge, '').value(phrase(text))}\n"
    page = read_html(Markdown(extensions=EXTENSIONS).convert(written))
    assert {element.tag for element in page.walk()} <= {"html", "body", "p"}
    # Python's Markdown leaves some backslashes that others take away.
    assert page.text.replace("\\", "") == text.replace("\\", "")
