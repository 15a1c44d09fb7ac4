"""Images by repository: an image a line, with the one that replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, starmap

from macros.columns.column import chosen
from macros.columns.phrase import Code, Phrase, RecordLink, TermOf, joined, links, phrase
from macros.columns.sentences import chips_in_brief, replacement
from macros.columns.software import (
    EQUIVALENT,
    IMAGES,
    STATE,
    image_anchor,
    images_for,
    newest_on_record,
    state_of_software,
)
from macros.facts.framework_states import replacement_of, turns_over
from macros.facts.grouping import unique
from macros.facts.images import PublishedImage
from macros.pages.entries import Entry, fact
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.components import ImageList
from macros.words import plural

FOLDED = ("version", "python", "sdk", "workload", "accelerators", "frameworks", "libraries", "source", "os")
"""Columns that a row shows on demand: its name says most of them, and the others are alike in most images of a list."""

MOST_NAMED = 2
"""Newest images and frameworks that the list of lists names; of more, the number is given."""


def _newest(one: Entry[ImageList]) -> Sequence[PublishedImage]:
    """The newest images, one of each name, rather those whose tag stays; an image that stands alone is the newest."""
    images = one.facts("images")
    named = {image.name: image for image in images if image.name and (image.newest or len(images) == 1)}
    return [image for image in named.values() if not image.moves] or list(named.values())


def _order(one: Entry[ImageList]) -> tuple[bool, int]:
    """Sort key: lists whose newest images can be used today first, then those with the newest images."""
    newest = _newest(one) or one.facts("images")
    over = one.record.discontinued is not None or all(image.over for image in newest)
    return over, -max((image.as_of.toordinal() for image in newest if image.as_of), default=0)


def _named_by_images(one: Entry[ImageList], field: str) -> Sequence[str]:
    """What the list names of a kind, or else any of its images."""
    return unique(getattr(one.record, field) or chain.from_iterable(getattr(it, field) for it in one.facts("images")))


def _software(one: Entry[ImageList]) -> Phrase | None:
    """The first frameworks, those still developed before those that have ended."""
    states = one.records.frameworks
    named = sorted(_named_by_images(one, "frameworks"), key=lambda key: bool(turns_over(states[key])))
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else None
    return phrase(links("frameworks", named[:MOST_NAMED]), more) if named else None


def _standing(one: Entry[ImageList]) -> Phrase | None:
    """Where the software of its newest images stands, if that is the same in all, and whether it has ended itself."""
    states = unique(map(state_of_software, _newest(one)))
    gone = one.record.discontinued
    ended = phrase(TermOf("lifecycle", "ended", words="List discontinued"), " since ", gone.date) if gone else None
    return joined(filter(None, (states[0] if len(states) == 1 else None, ended)), "; ") or None


def _newest_standing(one: Entry[ImageList]) -> Phrase | None:
    newest = _newest(one)
    days = unique(image.as_of for image in newest)
    day = f" ({days[0]})" if len(days) == 1 and days[0] else None
    names = joined(Code(image.name or "") for image in newest[:MOST_NAMED])
    more = f" and {len(newest) - MOST_NAMED} more" if len(newest) > MOST_NAMED else None
    moving = "moving tag: " if newest and newest[0].moves else None
    return joined(filter(None, (phrase(moving, names, more, day) if newest else None, _standing(one))), "; ") or None


def _replacement(one: Entry[ImageList]) -> Phrase | None:
    """What took the place of the frameworks that have ended with its newest images."""
    newest = (image.software for image in one.facts("images") if image.newest and image.over)
    ended = unique(software.framework for software in newest if software)
    found = ((framework, replacement_of(one.records, framework)) for framework in ended)
    told = (phrase(RecordLink("frameworks", name), ": ", replacement(what)) for name, what in found if what)
    return joined(told, "; ") or None


def _going_on(one: Entry[ImageList]) -> Phrase | None:
    """Of a discontinued list: those that follow, and their hardware."""
    following = {key: chips for image in one.facts("images") for key, chips in image.successors.items()}
    return joined(starmap(images_for, following.items()), "; ") or None


def _told(one: Entry[ImageList]) -> Phrase | None:
    """Where its newest images stand, and of a discontinued list where readers go on."""
    said = (_standing(one), phrase("its successor: ", following) if (following := _going_on(one)) else None)
    return joined(filter(None, said), "; ") or None


def _lede(one: Entry[ImageList]) -> str:
    newest, label = _newest(one), one.knowledge.term("image_kind", one.record.kind).label.lower()
    more = f"; {newest_on_record(newest[0])}: {newest[0].name}." if len(newest) == 1 and not newest[0].moves else "."
    over = " Their software has ended." if all(image.over for image in one.facts("images")) else ""
    return f"{plural(len(one.record.rows), label)}{more}{over}"


def _names(one: Entry[ImageList]) -> Sequence[str]:
    """What an image's address has before its tag, without the registry, and the last part of it."""
    repository = one.record.repository or ""
    return [name for name in (repository.rpartition("/")[2], repository) if name]


PAGES = RecordPages[Entry[ImageList]](
    "images",
    lede=_lede,
    names=_names,
    order=_order,
    columns=(
        fact("accelerators", lambda one: _named_by_images(one, "accelerators"), label="Hardware", absent="not stated"),
        fact("frameworks", lambda one: _named_by_images(one, "frameworks")),
        fact("software", _software, label="Frameworks"),
        fact(
            "hardware",
            lambda one: chips_in_brief(one.knowledge, _named_by_images(one, "accelerators")),
            absent="not stated",
        ),
        fact("images", lambda one: len(one.record.rows), kind=None),
        fact("newest", _newest_standing, label="Newest on record", absent="see each image"),
        fact("replacement", _replacement, label="Replacement"),
        fact("told", _told),
    ),
    listed="kind software hardware workload images newest",
    state="told",
    facts=(
        "replacement discontinued repository registry frameworks frameworks_inferred series workload families"
        " accelerators"
    ),
    facets="kind frameworks accelerators",
    answer=Section(
        "Images",
        lambda one: one.facts("images"),
        (
            *chosen(IMAGES.columns, "name"),
            STATE,
            EQUIVALENT,
            *(replace(column, beside="name") for column in chosen(IMAGES.columns, "copy environment")),
            *(replace(column, beside="state") for column in chosen(IMAGES.columns, "note")),
            *(replace(column, folded=True) for column in chosen(IMAGES.columns, f"built_on {' '.join(FOLDED)}")),
        ),
        row_id=image_anchor,
        kept="state",
        cells={"More": FOLDED},
    ),
    searched={"images": "name state equivalent built_on version sdk"},
    caption="What vendors publish to run, by repository: the newest first, those whose software has ended last.",
)
