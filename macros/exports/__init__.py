"""What is published besides the pages, made from the same facts: pieces, and what is made of these in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import chain

from macros.exports import (
    api,
    archive,
    badges,
    comparing,
    explorer,
    feed,
    licences,
    names,
    picture,
    redirects,
    robots,
    twins,
)
from macros.exports.twins.hand_written import WrittenPage
from macros.keeping import Content, Files, Piece, Write, digest, piece_of, stamped, write_all
from macros.knowledge import Knowledge
from macros.pages import GeneratedPage, generated_pages
from macros.policy import inline_scripts
from macros.rendering import Renderer
from macros.views import lining_up

REDIRECTS = "redirects"
ARCHIVE = "archive"
"""Pieces that tell something: the scripts in them, and the size of what is packed."""


@dataclass(frozen=True)
class Exports:
    """Everything that is published besides the pages."""

    knowledge: Knowledge
    renderer: Renderer
    pages: Sequence[GeneratedPage]
    written: Sequence[WrittenPage] = ()
    """The pages that people write."""
    site_url: str = ""
    """The site's absolute address with a slash at the end; empty where nobody gave it one."""

    def pieces(self) -> Iterator[Piece]:
        """Every piece that can be made by itself and is not about one record; first those that take long."""
        known, renderer = self.knowledge, self.renderer
        yield from api.pieces(known)
        for kind in lining_up.FREE:
            yield piece_of(f"compare/{kind}", partial(comparing.sizes, known, kind))
        yield piece_of("compare", partial(comparing.facts, known))
        yield piece_of("explorer", partial(explorer.files, known, renderer))
        yield piece_of("names", partial(names.files, known))
        yield piece_of("picture", picture.files)
        yield piece_of("robots", partial(robots.files, self.site_url))
        yield piece_of("feed", partial(feed.files, known, renderer, self.site_url))
        yield piece_of("licences", partial(licences.files, renderer))
        yield Piece(REDIRECTS, self._write_redirects)
        yield piece_of("twins", partial(twins.of_written, known, self.written, self.pages), self._every_page)

    def pieces_of_records(self) -> Iterator[tuple[GeneratedPage, Sequence[Piece]]]:
        """What is published of each record besides its page."""
        of_records = twins.RecordTwins(self.knowledge)
        for page in self.pages:
            data = Piece(f"data/{page.kind}/{page.record}", partial(self._write_record, page))
            twin = piece_of(f"twins/{page.address}", partial(of_records.of, page), partial(_digest_of, page))
            yield page, (data, twin)

    def closing_pieces(self, told: api.Told) -> Iterator[Piece]:
        """What tells of the others, once these are made."""
        return api.closing_pieces(self.knowledge, told)

    def archive(self, files: Sequence[tuple[str, str]], content_of: Callable[[str], bytes]) -> Piece:
        """All of the API in one file, once it is made. `files` are paths and keys of contents, as pieces tell them."""
        edition, revision = self.knowledge.records.atlas.edition, self.knowledge.revision
        packed = {path: key for path, key in files if path.startswith(api.BASE)}
        frame = partial(digest, revision, *(f"{path} {key}" for path, key in packed.items()))
        return Piece(ARCHIVE, partial(_write_archive, packed, content_of, edition, revision), frame)

    def described(self, told: api.Told, size_of: Callable[[str], int]) -> Sequence[api.ApiFile]:
        """The files of the API that a reader may want to fetch; `size_of` gives a size by the path from the root."""
        archived = f"{api.BASE}{archive.FILE}"
        sizes = {archived: told[ARCHIVE]}
        return list(api.described(self.knowledge, told, lambda path: sizes.get(path) or size_of(path)))

    def _every_page(self) -> str:
        return digest(*map(repr, (*self.pages, *self.written)))

    def _write_redirects(self, write: Write) -> Sequence[str]:
        scripts: set[str] = set()
        for path, content in redirects.files(self.knowledge, self.renderer):
            write(path, [content])
            if path.endswith(".html"):
                scripts |= inline_scripts(content.decode())
        return sorted(scripts)

    def _write_record(self, page: GeneratedPage, write: Write) -> None:
        api.write_record(self.knowledge, page.kind, page.record, write)
        if page.kind == "models":
            write_all(badges.files(self.knowledge, self.renderer, page.record), write)


class MadeHere:
    """All of it, made in this process and held in memory."""

    def __init__(self, exports: Exports) -> None:
        self._revision = exports.knowledge.revision
        self.files: dict[str, bytes] = {}
        """By path from the site's root."""
        about_records = (piece for _, pieces in exports.pieces_of_records() for piece in pieces)
        told = {piece.name: piece.work(self._write) for piece in chain(exports.pieces(), about_records)}
        told |= {piece.name: piece.work(self._write) for piece in exports.closing_pieces(told)}
        archive = exports.archive([(path, "") for path in self.files], self.files.__getitem__)
        told[archive.name] = archive.work(self._write)
        self.described = exports.described(told, lambda path: len(self.files[path]))
        """Of the API."""

    def _write(self, path: str, content: Content) -> None:
        self.files[path] = b"".join(stamped(content, self._revision))


def exports(knowledge: Knowledge, renderer: Renderer, site_url: str = "", written: Sequence[WrittenPage] = ()) -> Files:
    """All of it, made here and now."""
    pages = tuple(generated_pages(knowledge))
    return MadeHere(Exports(knowledge, renderer, pages, written, site_url)).files.items()


def _digest_of(page: GeneratedPage) -> str:
    return digest(repr(page))


def _write_archive(
    paths: Iterable[str], content_of: Callable[[str], bytes], edition: date, revision: str, write: Write
) -> int:
    """Gives the size of all that is packed: unlike that of the archive itself, it is the same with every zlib."""
    size = 0

    def files() -> Iterator[tuple[str, bytes]]:
        nonlocal size
        readme = archive.readme(revision, edition)
        for path, content in chain([(archive.README, readme)], ((path, content_of(path)) for path in paths)):
            size += len(content)
            yield path, content

    write(f"{api.BASE}{archive.FILE}", archive.packed(files(), edition))
    return size
