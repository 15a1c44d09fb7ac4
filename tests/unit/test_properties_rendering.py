"""Any text is shown in a Markdown file as it was written."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from markdown import Markdown

from macros.columns.markdown import MarkdownWriter
from macros.columns.phrase import phrase
from macros.site.state import Site
from tests.support.elements import read_html

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
