"""Any text is shown on a page, in a table, feed or Markdown file as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown import Markdown

from macros.columns.markdown import MarkdownWriter
from macros.columns.phrase import phrase
from macros.site.finished import without_blanks
from macros.site.state import Site
from tests.support.elements import Element, read_html, rendered

MARKS = st.sampled_from(
    [
        *("<", ">", "&", '"', "'", "&lt;", "&#60;", "<b>", "</td>", "<script>x</script>", "<!--", "-->", "]]>"),
        *("<!--atlas:0-->", "{{ 7*7 }}", "{%", "{#", "|", "\\", "`", "```", "*", "_", "~", "[x](y)", "]", "(", "#"),
        *("=1+1", "+", "-", "@", ",", ";", "'", "1. ", "> ", "- ", "\u0627", "é", "😀", "a", "b c", " ", "http://x"),
    ]
)
TEXTS = st.lists(MARKS, max_size=9).map("".join).map(lambda text: " ".join(text.split()))
ANY_TEXT = st.one_of(TEXTS, st.text(max_size=30).filter(str.isprintable).map(lambda text: " ".join(text.split())))
SOME_TEXT = ANY_TEXT.map(lambda text: text or "a")


@pytest.fixture(scope="module")
def own_site(made_up_project: Path) -> Site:
    """A made-up site of which a test replaces a record. Its templates are compiled once."""
    return Site(made_up_project)


@given(SOME_TEXT)
def test_a_text_of_a_record_reads_on_its_page_as_it_was_written(own_site: Site, text: str) -> None:
    models = own_site.knowledge.records.models
    assert isinstance(models, dict)
    models["shuttle-large"] = models["shuttle-large"].model_copy(update={"summary": text, "name": text})
    page = read_html(reader().convert(rendered(own_site, "model_page", "shuttle-large")))
    assert page.one("p", class_="lede").text == text
    assert not page.all("script")
    assert not page.one("p", class_="lede").all("b")
    assert not page.one("h1").all("b")


TAGS = st.sampled_from(["p", "li", "ul", "div", "nav", "span", "a", "b", "code", "td", "footer"])
KEEPING = st.sampled_from(["pre", "textarea"])
BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "  \n\n   ", "\t\n"])
INNER = st.sampled_from(["one", "two words", "&lt;li&gt;", "a\n b", "é", "x &amp; y"])


def _element(tag: str, before: str, parts: list[str], after: str) -> str:
    return f"{before}<{tag} title='a  b'>{before.join(parts)}</{tag}>{after}"


LEAVES = st.one_of(INNER, st.builds(_element, KEEPING, BLANKS, st.lists(INNER, max_size=3), BLANKS))
HTML = st.recursive(
    LEAVES, lambda part: st.builds(_element, TAGS, BLANKS, st.lists(part, max_size=3), BLANKS), max_leaves=12
)


def shown(element: Element, *, kept: bool = False) -> Iterator[object]:
    """What a parser finds: elements with their attributes, and texts, blank space folded where it is shown folded."""
    kept = kept or element.tag in {"pre", "textarea"}
    yield element.tag, dict(element.attributes)
    for child in element.children:
        if isinstance(child, str):
            text = child if kept else " ".join(child.split())
            if text:
                yield text
        else:
            yield from shown(child, kept=kept)
    yield f"/{element.tag}"


@given(HTML)
@example("<pre>\n  <li>\n</pre>\n  <pre>\n\n</pre>")
@example("<p>a</p>\n<PRE>\n  x\n  y</PRE>")
@example("<textarea>\n  a\n  b</textarea>\n <p>")
def test_a_minified_page_reads_the_same(page: str) -> None:
    assert list(shown(read_html(without_blanks(page)))) == list(shown(read_html(page)))


def reader() -> Markdown:
    return Markdown(extensions=["tables", "attr_list", "md_in_html", "admonition", "toc", "pymdownx.superfences"])


def unescaped(text: str) -> str:
    """Python's Markdown leaves some backslashes that others take away."""
    return text.replace("\\", "")


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
    page = read_html(reader().convert(f"{MarkdownWriter(made_up.knowledge, '').value(phrase(text))}\n"))
    assert {element.tag for element in page.walk()} <= {"html", "body", "p"}
    assert unescaped(page.text) == unescaped(" ".join(text.split()))
