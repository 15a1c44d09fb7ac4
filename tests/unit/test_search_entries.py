"""The files that the site search reads."""

from __future__ import annotations

import json

from macros.exports.search_entries import ENTRIES, INDEX, files

SETTINGS = {"lang": ["en"], "separator": r"[\s\-]+", "fields": {"title": {"boost": 20}, "text": {"boost": 1}}}
PAGE = {"location": "models/gpt2/", "title": "gpt2", "text": "<p>12 × AWS</p>", "tags": ["GPT-2"], "boost": 4.0}
SECTION = {"location": "memory/#72b", "title": "72B &amp; more", "text": "", "boost": 8}


def test_every_page_fetches_the_settings_and_only_who_searches_fetches_the_entries() -> None:
    written = dict(files(SETTINGS, [PAGE, SECTION]))
    assert json.loads(written[INDEX]) == {"config": SETTINGS, "docs": []}
    assert json.loads(written[ENTRIES]) == [PAGE, SECTION]
    assert written.keys() == {INDEX, ENTRIES}


def test_the_index_that_every_page_fetches_stays_as_it_is_however_many_entries_there_are() -> None:
    few, many = dict(files(SETTINGS, [PAGE])), dict(files(SETTINGS, [PAGE] * 10_000))
    assert few[INDEX] == many[INDEX]


def test_the_same_entries_give_the_same_bytes_without_blanks_and_escapes() -> None:
    assert list(files(SETTINGS, [PAGE])) == list(files(dict(SETTINGS), [dict(PAGE)]))
    assert (
        dict(files(SETTINGS, [PAGE]))[ENTRIES].decode()
        == '[{"location":"models/gpt2/","title":"gpt2","text":"<p>12 × AWS</p>","tags":["GPT-2"],"boost":4.0}]\n'
    )
