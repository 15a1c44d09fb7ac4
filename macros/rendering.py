"""Templates to text. A page is Markdown; its heavy parts are deferred.

The Markdown holds headings and what the site search indexes. Tables and pictures are put in with `later(...)`: a
comment is their placeholder while Markdown is converted and the search takes its text, and is replaced by the rendered
HTML in the finished page. So Markdown never parses a thousand cells, tables of numbers stay out of the search index,
and only one page's tables are in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.bccache import Bucket
from markupsafe import Markup

from macros.addresses import place_of, root_of, section
from macros.columns.column import is_nothing
from macros.columns.html import HtmlWriter
from macros.columns.markdown import fenced
from macros.columns.phrase import links
from macros.facts import Knowledge
from macros.schema.kinds import COMPARED, KINDS
from macros.words import markdown, month, number, plural, size

TEMPLATES = Path(__file__).parent / "templates"
PLACEHOLDER = re.compile(r"<!--atlas:(\d+)-->")


class Deferred:
    """The deferred parts of one page."""

    def __init__(self) -> None:
        self._parts: list[Callable[[], str]] = []

    def add(self, render: Callable[[], str]) -> Markup:
        """Adopts a part, and returns its placeholder."""
        self._parts.append(render)
        return Markup(f"<!--atlas:{len(self._parts) - 1}-->")  # noqa: S704 - no text of the data is in it

    def fill(self, page: str) -> str:
        """The page with every placeholder replaced by its rendered part."""
        return PLACEHOLDER.sub(lambda found: self._parts[int(found[1])](), page)


class CompiledTemplates(BytecodeCache):
    """The templates compiled in this process: each test project and each rebuild of a preview would compile all."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], Any] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002 - one folder
        """The name: the path of the project may hold what is no text."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledTemplates()


class Renderer:
    """Renders templates about one state of the knowledge."""

    def __init__(self, knowledge: Knowledge, site_url: str = "") -> None:
        self.api_files: Sequence[object] = ()
        """The files of the API, known once they are written."""
        self._knowledge = knowledge
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            # Everything is HTML but the code that readers copy.
            autoescape=select_autoescape(default=True, disabled_extensions=("jinja",)),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=COMPILED,
        )
        self._environment.globals |= {
            "knowledge": knowledge,
            "records": knowledge.records,
            "term": knowledge.term,
            "address": partial(place_of, knowledge.records),
            "section": section,
            "links": links,
            "kinds": KINDS,
            # Absolute, for what readers copy to elsewhere; links on pages are relative.
            "site_url": site_url,
            "api_files": lambda: self.api_files,
            "zip": zip,
            "is_nothing": is_nothing,
            "compared": COMPARED,
        }
        for macro in ("fold", "table"):  # those that most templates use
            module = self._environment.get_template(f"parts/{macro}.html").module
            self._environment.globals[macro] = getattr(module, macro)
        self._environment.filters |= {word.__name__: word for word in (fenced, markdown, month, number, plural, size)}

    def render(self, template: str, page: str, **context: Any) -> str:
        """A template as it stands on the page at an address, with the writer of values there."""
        root = root_of(page)
        write = self._knowledge.cached(HtmlWriter, root)  # ways to the root are few, and it remembers its links
        return self._environment.get_template(template).render({"root": root, "write": write, **context})

    def markdown(self, template: str, page: str, parts: Deferred, **context: Any) -> str:
        """What a template adds to a page's Markdown. A template of HTML is held back until it is finished.

        One of Markdown holds back a block with `{% call deferred() %}`; inside a loop, the block takes what it needs of
        the loop as arguments: `{% call(group) deferred(group) %}`. `later(template)` does the same for a part that
        several pages share; it is rendered with the same context.
        """
        if template.endswith(".html"):
            return parts.add(lambda: self.render(template, page, **context).rstrip()) + "\n"

        def later(part: str, **more: Any) -> Markup:
            return parts.add(lambda: self.render(part, page, **{**context, **more}))

        def deferred(*arguments: Any, caller: Callable[..., str]) -> Markup:
            # The line end after `{% endcall %}` is trimmed, and that before it belongs to the block.
            return parts.add(lambda: caller(*arguments).rstrip()) + "\n"

        return self.render(template, page, later=later, deferred=deferred, **context)
